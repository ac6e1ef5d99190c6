package play

import (
	"slices"

	"dogfight/ui/canvas"
)

// helpLine is a key, or several, and what it does.
type helpLine struct{ keys, what string }

var helpLines = [...]helpLine{
	{"arrows, wasd", ""}, // what they do follows from how keys are read
	{"yubn, hjkl", "fly, with the diagonals"},
	{"x", "brake"},
	{"Space", "fire"},
	{"f, Shift+course", "boost"},
	{"+ -", "look from closer, or farther away"},
	{"Tab", "scores"},
	{"F3", "net figures: is it me or the host?"},
	{"Enter, F2", "chat, all that was said"},
	{"digits", "another ship, while you wait"},
	{"Esc", "menu"},
	{"", ""},
	{"+1♥ +3♥ +1•", "more HP; one more shot in flight"},
	{"S", "shield: takes three hits"},
	{"O", "overdrive: fires twice as fast"},
}

// drawFirstKeys tells whoever has not pressed a key yet which there are.
func (f *frame) drawFirstKeys() {
	keys := "arrows steer   Space fires   f boosts   ? all keys"
	if f.Me < 0 {
		keys = "arrows another ship   c free camera   v whole arena   ? all keys"
	}
	f.drawNotice(f.height()-3, keys, label)
}

// watchLines are the keys of a spectator.
var watchLines = []helpLine{
	{"arrows", "look at another ship"},
	{"c", "let the arrows move the camera; follow"},
	{"v", "all of the arena at once"},
	{"+ -", "look from closer, or farther away"},
	{"Tab", "scores"},
	{"F3", "net figures: is it me or the host?"},
	{"Enter, F2", "chat, all that was said"},
	{"Esc", "menu"},
}

// drawHelp lists the keys and what lies about in space. A terminal that reports
// releases has keys held, any other has courses latched.
func (f *frame) drawHelp(held bool) {
	if f.Me < 0 {
		f.drawHelpLines("help for spectators", watchLines)
		return
	}
	keys, flying := "latched", "fly; a course holds until the next key"
	if held {
		keys, flying = "held", "fly while held; two at once go diagonally"
	}
	lines := slices.Clone(helpLines[:])
	lines[0].what = flying
	f.drawHelpLines("help, keys "+keys, lines)
}

func (f *frame) drawHelpLines(title string, lines []helpLine) {
	const whatAt = 17
	a := f.drawPanel(f.middleArea(58, len(lines)+4), title)
	for i, line := range lines {
		if i+1 < a.height {
			f.Text(a.x, a.y+1+i, line.keys, accent)
			f.Text(a.x+whatAt, a.y+1+i, canvas.Cut(line.what, a.width+1-whatAt), text)
		}
	}
}
