package input

import (
	"cmp"
	"slices"
	"strings"

	"dogfight/game"
)

// Action is the effect of a key.
type Action uint8

// The courses have the numbers of the game's. The match screen performs the actions from Scores on.
const (
	None      Action = 0
	Up        Action = 1
	Down      Action = 2
	Left      Action = 3
	Right     Action = 4
	UpLeft    Action = 5
	UpRight   Action = 6
	DownLeft  Action = 7
	DownRight Action = 8
	Fire      Action = 9
	Boost     Action = 10
	Brake     Action = 11
	Scores    Action = 12
	Chat      Action = 13
	Help      Action = 14
	Figures   Action = 15
	Ready     Action = 16
	Team      Action = 17
	Closer    Action = 18
	Farther   Action = 19
	Talk      Action = 20
	Actions   Action = 21 // number of actions, with None
)

// action is an action's name in the settings, its title on the screen, and its usual keys, separated by blanks. The screen
// shows the first ones.
type action struct{ name, title, keys string }

var actions = [Actions]action{
	Up:        {"up", "fly up", "Up w k"},
	Down:      {"down", "fly down", "Down s j"},
	Left:      {"left", "fly left", "Left a h"},
	Right:     {"right", "fly right", "Right d l"},
	UpLeft:    {"up_left", "up and left", "y Home"},
	UpRight:   {"up_right", "up and right", "u PgUp"},
	DownLeft:  {"down_left", "down and left", "b End"},
	DownRight: {"down_right", "down and right", "n PgDn"},
	Fire:      {"fire", "fire", "Space"},
	Boost:     {"boost", "boost", "f"},
	Brake:     {"brake", "brake", "x ."},
	Scores:    {"scores", "scores", "Tab"},
	Chat:      {"chat", "chat", "Enter /"},
	Help:      {"help", "help", "?"},
	Figures:   {"figures", "net figures", "F3"},
	Ready:     {"ready", "ready, in a lobby", "r"},
	Team:      {"team", "other team", "t"},
	Closer:    {"closer", "zoom in", "+ ="},
	Farther:   {"farther", "zoom out", "- _"},
	Talk:      {"talk", "chat log", "F2"},
}

// String returns the action's name in the settings.
func (a Action) String() string { return actions[a].name }

// Title returns the action's name on the screen.
func (a Action) Title() string { return actions[a].title }

// Views returns the actions that show or hide a part of the screen and share a line of the help, which has no room for more
// lines.
func Views() []Action { return []Action{Chat, Talk} }

// ActionNamed returns the action of that name in the settings.
func ActionNamed(name string) (Action, bool) {
	i := slices.IndexFunc(actions[Up:], func(a action) bool { return a.name == name })
	return Action(i + 1), i >= 0
}

// Course returns the course that the action sets, or Idle.
func (a Action) Course() game.Course {
	if a > DownRight {
		return game.Idle
	}
	return game.Course(a)
}

// needed reports whether the game cannot be played without a key for the action.
func (a Action) needed() bool { return a >= Up && a <= Right || a == Fire }

// Preset is a set of bindings to start with. The zero value is the standard one.
type Preset uint8

const (
	Qwerty         Preset = 0
	Azerty         Preset = 1
	Dvorak         Preset = 2
	Vi             Preset = 3
	OneHandedLeft  Preset = 4
	OneHandedRight Preset = 5
	Presets        Preset = 6 // number of presets
)

var presetNames = [Presets]string{"qwerty", "azerty", "dvorak", "vi", "one-handed-left", "one-handed-right"}

// String returns the preset's name in the settings and on the screen.
func (p Preset) String() string { return presetNames[p] }

// PresetNamed returns the preset of that name.
func PresetNamed(name string) (Preset, bool) {
	i := slices.Index(presetNames[:], name)
	return Preset(max(i, 0)), i >= 0
}

// PresetNames returns the names of all presets.
func PresetNames() []string { return presetNames[:] }

// layout is a preset's keys of the actions for which it has other than the usual ones. The arrows work everywhere.
type layout [Actions]string

var presets = [Presets][Actions]keyList{
	Qwerty: keysOf(layout{}),
	Azerty: keysOf(layout{Up: "Up z k", Left: "Left q h", Brake: "x ;"}),
	Dvorak: keysOf(layout{ // the places of wasd, yubn, f and x on a qwerty keyboard
		Up: "Up ,", Down: "Down o", Left: "Left a", Right: "Right e",
		UpLeft: "f Home", UpRight: "g PgUp", DownLeft: "x End", DownRight: "b PgDn",
		Boost: "u", Brake: "q",
	}),
	Vi: keysOf(layout{Up: "k Up", Down: "j Down", Left: "h Left", Right: "l Right"}),
	OneHandedLeft: keysOf(layout{ // the ring around s steers; x, which is part of it, brakes
		Up: "w Up", Down: "s Down", Left: "a Left", Right: "d Right",
		UpLeft: "q Home", UpRight: "e PgUp", DownLeft: "z End", DownRight: "c PgDn", Brake: "x",
		Chat: "g Enter", Help: "F1 ?", Closer: "b +", Farther: "v -",
	}),
	OneHandedRight: keysOf(layout{ // on the arrows and the keys around them, or the ring around k
		Up: "Up i", Down: "Down k", Left: "Left j", Right: "Right l",
		UpLeft: "u Home", UpRight: "o PgUp", DownLeft: "m End", DownRight: ". PgDn",
		Fire: "Enter Space", Boost: "/ h", Brake: ", Delete",
		Scores: "p Tab", Chat: "y", Talk: "F8 F2", Figures: "F9 F3", Ready: "b", Team: "n", Closer: "= +",
	}),
}

// keysOf returns the keys of a layout. A wrong name is a programming error.
func keysOf(l layout) (lists [Actions]keyList) {
	for a := range lists {
		for i, name := range strings.Fields(cmp.Or(l[a], actions[a].keys)) {
			key, err := ParseKey(name)
			if err != nil {
				panic(err)
			}
			lists[a][i] = key
		}
	}
	return lists
}
