package input

import "dogfight/game"

// Action is what a key may do.
type Action uint8

// The actions: the courses, which have the numbers of the game's, the buttons, and
// what the match screen does by itself.
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
	Actions   Action = 21 // how many there are, with None
)

var actions = [Actions]struct{ name, title string }{
	Up:        {"up", "fly up"},
	Down:      {"down", "fly down"},
	Left:      {"left", "fly left"},
	Right:     {"right", "fly right"},
	UpLeft:    {"up_left", "up and left"},
	UpRight:   {"up_right", "up and right"},
	DownLeft:  {"down_left", "down and left"},
	DownRight: {"down_right", "down and right"},
	Fire:      {"fire", "fire"},
	Boost:     {"boost", "boost"},
	Brake:     {"brake", "brake"},
	Scores:    {"scores", "scores"},
	Chat:      {"chat", "chat"},
	Help:      {"help", "help"},
	Figures:   {"figures", "net figures"},
	Ready:     {"ready", "ready, in a lobby"},
	Team:      {"team", "other team"},
	Closer:    {"closer", "look from closer"},
	Farther:   {"farther", "from farther away"},
	Talk:      {"talk", "all that was said"},
}

// String returns the action's name in the settings.
func (a Action) String() string { return actions[a].name }

// Title returns what the action is called on the screen.
func (a Action) Title() string { return actions[a].title }

// ActionNamed returns the action of that name in the settings.
func ActionNamed(name string) (Action, bool) {
	for a := Up; a < Actions; a++ {
		if actions[a].name == name {
			return a, true
		}
	}
	return None, false
}

// Course returns the course that the action sets, or Idle.
func (a Action) Course() game.Course {
	if a > DownRight {
		return game.Idle
	}
	return game.Course(a)
}

// needed reports whether the game cannot be played without the action.
func (a Action) needed() bool { return a >= Up && a <= Right || a == Fire }
