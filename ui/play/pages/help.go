package pages

import (
	"slices"
	"strings"

	"dogfight/ui/canvas"
	"dogfight/ui/controls"
	"dogfight/ui/palette"
)

// Help is the page that lists the keys, and what lies about in space.
type Help struct {
	*Frame
	Keys   *controls.Bindings
	Scheme controls.Scheme
}

// helpLine is a key, or several, and what it does.
type helpLine struct{ keys, what string }

const (
	helpWidth = 58
	keyColumn = 17 // for the keys
)

// helpLines lists the keys as they are bound, and what lies about in space.
func (f *Help) helpLines() []helpLine {
	steering, diagonals := f.Keys.Steering(), f.Keys.Diagonals()
	others := append(diagonals[:min(1, len(diagonals))], steering[min(2, len(steering)):]...)
	two := func(a controls.Action) string { return f.Keys.Names(a, 2) }
	lines := []helpLine{
		{listed(steering[:min(2, len(steering))]), f.howToFly()},
		{listed(others), "fly, with diagonals"},
		{two(controls.Brake), "brake"},
		{two(controls.Fire), "fire"},
		{f.Keys.First(controls.Boost) + ", Shift+course", "boost"},
		{f.zoomKeys(), "zoom in, zoom out"},
		{two(controls.Scores), "scores"},
		{two(controls.Figures), "net figures: is it me or the host?"},
		{f.Keys.First(controls.Chat) + ", " + f.Keys.First(controls.Talk), "chat, chat log"},
		{"digits", digitsDo},
		{"Esc", "menu; Settings there change the keys"},
		{"", ""},
		{"+1♥ +3♥ +1•", "more HP; one more shot in flight"},
		{"S", "shield: takes three hits"},
		{"O", "overdrive: fires twice as fast"},
	}
	if f.Foreign {
		lines = slices.DeleteFunc(lines, helpLine.ownRules)
	}
	return lines
}

const digitsDo = "say gg and more; waiting: change ship"

// ownRules reports whether the line is of what only our own servers have.
func (l helpLine) ownRules() bool {
	switch l.what {
	case "boost", digitsDo, "shield: takes three hits", "overdrive: fires twice as fast":
		return true
	}
	return false
}

func listed(sets []string) string {
	if len(sets) == 0 {
		return "no keys"
	}
	return strings.Join(sets, ", ")
}

// helpTitle says how the ship is steered, which follows from the terminal and the settings.
func (f *Help) helpTitle() string {
	switch f.Scheme {
	case controls.ByMouse:
		return "Help (mouse)"
	case controls.ByHeld:
		return "Help (fly while a key is held)"
	}
	return "Help (course holds until the next key)"
}

// howToFly says what the keys of the courses do, which follows from how the
// terminal reports them and from what the player has chosen.
func (f *Help) howToFly() string {
	switch f.Scheme {
	case controls.ByMouse:
		return "fly, until the mouse is moved"
	case controls.ByHeld:
		return "fly while held; two together: diagonal"
	}
	return "fly; a course holds until the next key"
}

// watchLines are the keys of a spectator.
func (f *Help) watchLines() []helpLine {
	return []helpLine{
		{append(f.Keys.Steering(), "keys")[0], "watch another ship"},
		{"c", "free camera; follow again"},
		{"v", "show the whole arena"},
		{f.zoomKeys(), "zoom in, zoom out"},
		{f.Keys.Names(controls.Scores, 2), "scores"},
		{f.Keys.Names(controls.Figures, 2), "net figures: is it me or the host?"},
		{f.Keys.First(controls.Chat) + ", " + f.Keys.First(controls.Talk), "chat, chat log"},
		{"Esc", "menu"},
	}
}

func (f *Help) zoomKeys() string {
	return f.Keys.First(controls.Closer) + " " + f.Keys.First(controls.Farther)
}

// Draw draws the page.
func (f *Help) Draw() {
	lines, title := f.helpLines(), f.helpTitle()
	switch {
	case f.Me < 0:
		lines, title = f.watchLines(), "Help for spectators"
	case f.Scheme == controls.ByMouse:
		lines[1] = lines[0] // the diagonals make room
		lines[0] = helpLine{"mouse", "fly to it; left fires, right boosts"}
	}
	a := f.Panel(f.Middle(helpWidth, len(lines)+4), title)
	for i, line := range lines {
		if i+1 < a.Height {
			f.Text(a.X, a.Y+1+i, canvas.Cut(line.keys, keyColumn-1), palette.Accent)
			f.Text(a.X+keyColumn, a.Y+1+i, canvas.Cut(line.what, a.Width-keyColumn+1), palette.Text)
		}
	}
}
