package canvas

import (
	"fmt"
	"slices"

	"dogfight/assets"
)

// roles are what themes call the colours of the standard palette, each at its own number. Space is the
// terminal's own ground, and has this colour where that will not do.
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
	SpaceTone: "space",

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

// Roles returns what themes may give a tone to: all but what follows from that, and QR codes.
func Roles() []string {
	return slices.DeleteFunc(slices.Clone(roles), func(role string) bool { return role == "" })
}

// InRole returns the colour that has a role.
func InRole(role string) Colour { return Colour(slices.Index(roles, role)) }

// Of returns the standard palette with what themes change in it, the last of
// them last.
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

// changed returns what a tone is when another one goes before it. A colour of 256
// that is changed has no closer one of 16 million any more, unless that is
// changed too.
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
		was.Mono = monoLooks[by.Mono]
	}
	return was
}

// monoLooks has every word of assets.MonoLooks.
var monoLooks = map[string]Mono{
	"plain": Plain, "strong": MonoStrong, "faint": MonoFaint, "solid": Solid,
}
