package play

import (
	"fmt"
	"slices"

	"dogfight/assets"
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

// roles are what themes call the colours of the standard palette, each at its own number. Space is the
// terminal's own ground, and has this colour where that will not do.
var roles = nameRoles()

func nameRoles() []string {
	names := slices.Clone(singleRoles[:])
	ramps := map[canvas.Colour]string{ownBright: "own", team1Bright: "team-a", team2Bright: "team-b"}
	for i := range canvas.Colour(foeRamps) {
		ramps[foeBright+ramp*i] = fmt.Sprint("foe-", i+1)
	}
	for first, name := range ramps {
		names[first], names[first+1], names[first+2] = name+"-bright", name+"-middle", name+"-dark"
	}
	for i := range logoInks {
		names[int(logo)+i] = fmt.Sprint("logo-", i+1)
	}
	return names
}

var singleRoles = [...]string{
	space: "space",

	starFar: "star-far", starMiddle: "star-middle", starNear: "star-near",

	rockDeep: "rock-deep", rockFace: "rock-face", rockLit: "rock-lit", border: "border",

	white: "flash", flameYellow: "flame-yellow", flameOrange: "flame-orange", flameRed: "flame-red",
	ember: "ember", smoke: "smoke",

	shieldGlow: "shield-glow", shieldWorn: "shield-worn",
	drumLight: "drum-light", drumBody: "drum-body", drumShade: "drum-shade",
	orbBright: "orb-bright", orbDark: "orb-dark",

	boxHealth: "box-health", boxAmmo: "box-ammo", boxShield: "box-shield", boxOverdrive: "box-overdrive",
	padMark: "pad-mark",

	panel: "panel", panelMarked: "panel-marked", label: "label", text: "text", strong: "strong",
	accent: "accent", good: "good", fair: "fair", bad: "bad",

	chosen: "chosen", chosenInk: "chosen-ink",
	logo + logoInks - 1: "",
}

// Roles returns what themes may give a tone to.
func Roles() []string { return roles }

// The colours that menus share with the match screen, as Palette numbers them.
const (
	StarFar, StarMiddle, StarNear = starFar, starMiddle, starNear

	Panel, Marked       = panel, panelMarked
	Label, Text, Strong = label, text, strong
	Accent, Bad         = accent, bad
	Chosen, ChosenInk   = chosen, chosenInk
	Logo                = logo // the first of LogoInks, from top to bottom
	LogoInks            = logoInks
)

// Palette returns the standard palette with what themes change in it, the last of
// them last.
func Palette(colourBlind bool, themes ...*assets.Theme) canvas.Palette {
	p := slices.Clone(standard)
	for _, theme := range themes {
		change(p, theme.Tones)
	}
	for _, theme := range themes {
		if colourBlind {
			change(p, theme.ColourBlind)
		}
	}
	return p
}

func change(p canvas.Palette, tones map[string]assets.Tone) {
	for role, tone := range tones {
		if k := slices.Index(roles, role); k >= 0 {
			p[k] = changed(p[k], tone)
		}
	}
}

// changed returns what a tone is when another one goes before it. A colour of 256
// that is changed has no closer one of 16 million any more, unless that is
// changed too.
func changed(was canvas.Tone, by assets.Tone) canvas.Tone {
	if by.Rich != assets.Unset {
		was.Rich, was.True = uint8(by.Rich), 0
	}
	if by.Basic != assets.Unset {
		was.Basic = uint8(by.Basic)
	}
	if by.RGB != assets.Unset {
		was.True = cells.RGB(by.RGB)
	}
	if by.Mono != "" {
		was.Mono = monoLooks[by.Mono]
	}
	return was
}

// monoLooks has every word of assets.MonoLooks.
var monoLooks = map[string]canvas.Mono{
	"plain": canvas.Plain, "strong": canvas.Strong, "faint": canvas.Faint, "solid": canvas.Solid,
}
