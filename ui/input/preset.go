package input

import (
	"cmp"
	"slices"
	"strings"
)

// Preset is a set of bindings to begin with. The zero value is the standard one.
type Preset uint8

// The presets.
const (
	Qwerty         Preset = 0
	Azerty         Preset = 1
	Dvorak         Preset = 2
	Vi             Preset = 3
	OneHandedLeft  Preset = 4
	OneHandedRight Preset = 5
	Presets        Preset = 6 // how many there are
)

var presetNames = [Presets]string{"qwerty", "azerty", "dvorak", "vi", "one-handed-left", "one-handed-right"}

// String returns the preset's name in the settings and on the screen.
func (p Preset) String() string { return presetNames[p] }

// PresetNamed returns the preset of that name.
func PresetNamed(name string) (Preset, bool) {
	i := slices.Index(presetNames[:], name)
	return Preset(max(i, 0)), i >= 0
}

// PresetNames returns the names of all.
func PresetNames() []string { return presetNames[:] }

// layout has the keys of each action by name, divided by blanks.
type layout [Actions]string

// common are the keys of an action in the presets that do not say otherwise. Those of which
// the screen speaks first are at the front, and the arrows are everywhere.
var common = layout{
	Up: "Up w k", Down: "Down s j", Left: "Left a h", Right: "Right d l",
	UpLeft: "y Home", UpRight: "u PgUp", DownLeft: "b End", DownRight: "n PgDn",
	Fire: "Space", Boost: "f", Brake: "x .",
	Scores: "Tab", Chat: "Enter /", Help: "?", Talk: "F2", Figures: "F3", Ready: "r", Team: "t", Closer: "+ =", Farther: "- _",
}

var presets = [Presets][Actions]keyList{
	Qwerty: common.with(layout{}),
	Azerty: common.with(layout{Up: "Up z k", Left: "Left q h", Brake: "x ;"}),
	Dvorak: common.with(layout{ // the places of wasd, yubn, f and x on a qwerty keyboard
		Up: "Up ,", Down: "Down o", Left: "Left a", Right: "Right e",
		UpLeft: "f Home", UpRight: "g PgUp", DownLeft: "x End", DownRight: "b PgDn",
		Boost: "u", Brake: "q",
	}),
	Vi: common.with(layout{Up: "k Up", Down: "j Down", Left: "h Left", Right: "l Right"}),
	OneHandedLeft: common.with(layout{ // the ring around s is flown, and x in it brakes
		Up: "w Up", Down: "s Down", Left: "a Left", Right: "d Right",
		UpLeft: "q Home", UpRight: "e PgUp", DownLeft: "z End", DownRight: "c PgDn", Brake: "x",
		Chat: "g Enter", Help: "F1 ?", Closer: "b +", Farther: "v -",
	}),
	OneHandedRight: common.with(layout{ // on the arrows and what lies around them, or the ring around k
		Up: "Up i", Down: "Down k", Left: "Left j", Right: "Right l",
		UpLeft: "u Home", UpRight: "o PgUp", DownLeft: "m End", DownRight: ". PgDn",
		Fire: "Enter Space", Boost: "/ h", Brake: ", Delete",
		Scores: "p Tab", Chat: "y", Talk: "F8 F2", Figures: "F9 F3", Ready: "b", Team: "n", Closer: "= +",
	}),
}

// with returns the keys of a layout, some of which are others. Their names are ours, so a
// wrong one is a mistake in the program.
func (l layout) with(others layout) (lists [Actions]keyList) {
	for a, names := range l {
		for i, name := range strings.Fields(cmp.Or(others[a], names)) {
			key, err := ParseKey(name)
			if err != nil {
				panic(err)
			}
			lists[a][i] = key
		}
	}
	return lists
}
