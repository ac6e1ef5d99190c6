package canvas

import (
	"fmt"
	"slices"

	"dogfight/assets"
)

// roles are the names of the colours in themes, by Colour. The colour of "space" shows where the terminal's own background
// cannot be used.
var roles = nameRoles()

func nameRoles() []string {
	names := slices.Clone(singleRoles[:])
	ramps := map[Colour]string{OwnBright: "own"}
	for i := range Colour(teamRamps) {
		ramps[teamBright+RampLength*i] = "team-" + string('a'+rune(i))
	}
	for i := range Colour(FoeRamps) {
		ramps[FoeBright+RampLength*i] = fmt.Sprint("foe-", i+1)
	}
	for first, name := range ramps {
		names[first], names[first+1], names[first+2] = name+"-bright", name+"-middle", name+"-dark"
	}
	for _, row := range [...]struct {
		first Colour
		name  string
		tones int
	}{
		{DustBlue, "dust-blue", DustTones}, {DustViolet, "dust-violet", DustTones}, {Glow, "glow", GlowTones},
		{Rock, "slate", RockTones}, {Rock + RockTones, "rust", RockTones}, {Rock + 2*RockTones, "ice", RockTones},
		{warmRock, "warm-rock", RockTones}, {Hit, "hit", HitTones}, {Logo, "logo", LogoInks},
	} {
		for i := range row.tones {
			names[int(row.first)+i] = fmt.Sprint(row.name, "-", i+1)
		}
	}
	return names
}

var singleRoles = [...]string{
	Space: "space",

	StarFar: "star-far", StarMiddle: "star-middle", StarNear: "star-near",
	Shadow: "shadow",

	RockDeep: "rock-deep", RockFace: "rock-face", RockLit: "rock-lit", Nebula: "nebula", NebulaDense: "nebula-dense", Border: "border",

	Spark: "spark", Flash: "flash", FlameYellow: "flame-yellow", FlameOrange: "flame-orange", FlameRed: "flame-red",
	Ember: "ember", Smoke: "smoke", Soot: "soot",

	OwnTrim: "own-trim", Glass: "glass",

	ShieldGlow: "shield-glow", ShieldMiddle: "shield-middle", ShieldWorn: "shield-worn",
	DrumLight: "drum-light", DrumBody: "drum-body", DrumShade: "drum-shade", DrumBand: "drum-band",
	OrbBright: "orb-bright", OrbMiddle: "orb-middle", OrbDark: "orb-dark", OrbHalo: "orb-halo",

	BoxHealth: "box-health", BoxAmmo: "box-ammo", BoxShield: "box-shield", BoxOverdrive: "box-overdrive",
	BoxHealthLight: "box-health-light", BoxAmmoLight: "box-ammo-light",
	BoxShieldLight: "box-shield-light", BoxOverdriveLight: "box-overdrive-light",
	BoxHealthDark: "box-health-dark", BoxAmmoDark: "box-ammo-dark",
	BoxShieldDark: "box-shield-dark", BoxOverdriveDark: "box-overdrive-dark",
	BoxInk: "box-ink", PadMark: "pad-mark", BarTrack: "bar-track", RuleInk: "rule",

	PanelInk: "panel", PanelMarked: "panel-marked", LabelInk: "label", TextInk: "text", Strong: "strong",
	Accent: "accent", Good: "good", Fair: "fair", Bad: "bad",

	Chosen: "chosen", ChosenInk: "chosen-ink",
	codeLight: "",
}

// Roles returns the colours that a theme may set: all but derived ones and those of QR codes.
func Roles() []string {
	return slices.DeleteFunc(slices.Clone(roles), func(role string) bool { return role == "" })
}

// InRole returns the colour of a role.
func InRole(role string) Colour { return Colour(slices.Index(roles, role)) }

// PaletteOf returns the standard palette with the changes of themes, in their order.
func PaletteOf(colourBlind bool, themes ...*assets.Theme) Palette {
	p := slices.Clone(Standard)
	for _, theme := range themes {
		change(p, theme.Tones)
	}
	for _, theme := range themes {
		if colourBlind {
			change(p, theme.ColourBlind)
		}
	}
	return warming(p)
}

func change(p Palette, tones map[string]assets.Tone) {
	for role, tone := range tones {
		if k := slices.Index(roles, role); k >= 0 {
			p[k] = changed(p[k], tone)
		}
	}
}

// changed applies the change of a theme to a tone. A new colour of the 256 removes the old one of the 16 million, unless the
// theme sets that too.
func changed(was Tone, by assets.Tone) Tone {
	if by.Rich != assets.Unset {
		was.Rich, was.True = uint8(by.Rich), 0
	}
	if by.Basic != assets.Unset {
		was.Basic = uint8(by.Basic)
	}
	if by.RGB != assets.Unset {
		was.True = RGB(by.RGB)
	}
	if by.Mono != "" {
		was.Mono = monoStyles[by.Mono]
	}
	return was
}

// monoStyles has all words of assets.MonoStyles.
var monoStyles = map[string]Mono{
	"plain": MonoPlain, "strong": MonoStrong, "faint": MonoFaint, "solid": MonoSolid,
}

// leastContrast is the contrast that text needs (WCAG 2.2, 1.4.3).
const leastContrast = 4.5

// behind returns the ground of a glyph: the colour of its cell with the most contrast, which usually is the only one. On
// scenery with too little contrast the ground is Space.
func (b *blitter) behind(at *cell) Colour {
	if at.glyph.empty() { // a star: it need not be readable, and Space would be a hole in the dust
		return b.same[at.dots[0]]
	}
	best, most, scenery := at.dots[0], float32(0), true
	for _, k := range at.dots {
		scenery = scenery && k <= b.scenery
		if contrast := b.contrast(k, at.ink); contrast > most {
			best, most = k, contrast
		}
	}
	if scenery && most < leastContrast && b.depth != noColours && !b.ascii && b.contrast(Space, at.ink) > most {
		return Space
	}
	return b.same[best]
}

// contrast returns the contrast of two colours, from 1 to 21.
func (b *blitter) contrast(j, k Colour) float32 {
	if b.luminance[j] < b.luminance[k] {
		j, k = k, j
	}
	return b.luminance[j] / b.luminance[k]
}

// mustRead are the colours that must contrast with Space: text and the local player's ship.
var mustRead = []Colour{OwnBright, OwnMiddle, LabelInk, TextInk, Strong, Accent, Good, Fair, Bad}

// Legible reports whether a palette is readable on a ground 0xRRGGBB of a terminal of so many colours.
func Legible(p Palette, colours, ground int) bool {
	if colours == 0 {
		return true // the terminal uses its own colours
	}
	for _, k := range mustRead {
		ink, _ := p.Style(colours, k, Space).Ink.Hex()
		if Contrast(ink, ground) < leastContrast {
			return false
		}
	}
	return true
}
