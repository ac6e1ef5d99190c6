package keys

import (
	"unicode"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
)

// key is what one key does.
type key struct {
	course             game.Course // Idle if none
	fire, boost, brake bool
}

// keyOf returns what the key of ev does, and false if it is not for flying.
// Shift with a course boosts; a capital letter is how terminals report it.
func keyOf(ev *tcell.EventKey) (key, bool) {
	if ev.Modifiers()&(tcell.ModCtrl|tcell.ModAlt|tcell.ModMeta) != 0 {
		return key{}, false
	}
	if ev.Key() != tcell.KeyRune {
		k, ok := arrows[ev.Key()]
		k.boost = ev.Modifiers()&tcell.ModShift != 0
		return k, ok
	}
	r := ev.Rune()
	k, ok := letters[unicode.ToLower(r)]
	k.boost = k.boost || k.course != game.Idle && unicode.IsUpper(r)
	return k, ok
}

// arrows has the arrows and the keys that a number pad sends for its corners.
var arrows = map[tcell.Key]key{
	tcell.KeyUp:    {course: game.Up},
	tcell.KeyDown:  {course: game.Down},
	tcell.KeyLeft:  {course: game.Left},
	tcell.KeyRight: {course: game.Right},
	tcell.KeyHome:  {course: game.UpLeft},
	tcell.KeyPgUp:  {course: game.UpRight},
	tcell.KeyEnd:   {course: game.DownLeft},
	tcell.KeyPgDn:  {course: game.DownRight},
}

var letters = map[rune]key{
	'w': {course: game.Up},
	's': {course: game.Down},
	'a': {course: game.Left},
	'd': {course: game.Right},

	'k': {course: game.Up},
	'j': {course: game.Down},
	'h': {course: game.Left},
	'l': {course: game.Right},
	'y': {course: game.UpLeft},
	'u': {course: game.UpRight},
	'b': {course: game.DownLeft},
	'n': {course: game.DownRight},

	' ': {fire: true},
	'f': {boost: true},
	'x': {brake: true},
	'.': {brake: true},
	'5': {brake: true},
}
