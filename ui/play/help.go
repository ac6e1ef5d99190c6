package play

import (
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/keys"
)

// helpLine is a key, or several, and what it does.
type helpLine struct{ keys, what string }

const (
	helpWidth = 58
	keyColumn = 17 // for the keys
)

// helpLines lists the keys as they are bound, and what lies about in space.
func (f *frame) helpLines() []helpLine {
	steering, diagonals := f.keys.Steering(), f.keys.Diagonals()
	others := append(diagonals[:min(1, len(diagonals))], steering[min(2, len(steering)):]...)
	two := func(a keys.Action) string { return f.keys.Names(a, 2) }
	lines := []helpLine{
		{listed(steering[:min(2, len(steering))]), f.howToFly()},
		{listed(others), "fly, with the diagonals"},
		{two(keys.Brake), "brake"},
		{two(keys.Fire), "fire"},
		{f.keys.First(keys.Boost) + ", Shift+course", "boost"},
		{f.zoomKeys(), "look from closer, or farther away"},
		{two(keys.Scores), "scores"},
		{two(keys.Figures), "net figures: is it me or the host?"},
		{f.keys.First(keys.Chat) + ", " + f.keys.First(keys.Talk), "chat, all that was said"},
		{"digits", "another ship, while you wait"},
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

// ownRules reports whether the line is of what only our own servers have.
func (l helpLine) ownRules() bool {
	switch l.what {
	case "boost", "another ship, while you wait", "shield: takes three hits", "overdrive: fires twice as fast":
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

// howToFly says what the keys of the courses do, which follows from how the
// terminal reports them and from what the player has chosen.
func (f *frame) howToFly() string {
	switch f.scheme {
	case keys.ByMouse:
		return "fly, until the mouse is moved"
	case keys.ByHeld:
		return "fly while held; two together: diagonal"
	}
	return "fly; a course holds until the next key"
}

// hints returns what the bottom line tells of the keys, the longest first: to somebody
// who learns, and to whoever has not pressed one yet.
func (s *Screen) hints(f *frame) []string {
	help := f.keys.First(keys.Help) + " help"
	switch {
	case f.World.Status != game.InProgress || f.Phase != net.Playing || f.dead() || s.Typing():
		return nil
	case s.lesson != nil && s.lesson.Over:
		return []string{f.keys.First(keys.Scores) + " scores   " + help, help}
	case s.lesson != nil:
		return []string{"Enter skips   Esc menu   " + help, "Enter skips   " + help}
	case s.flown:
		return nil
	}
	return append(f.firstKeys("   "+help), help)
}

// firstKeys tells which keys there are, the longest first.
func (f *frame) firstKeys(help string) []string {
	steering := append(f.keys.Steering(), "keys")[0]
	steers, boosts := steering+" steer   "+f.keys.First(keys.Fire)+" fires", "   "+f.keys.First(keys.Boost)+" boosts"
	switch {
	case f.Me < 0:
		return []string{
			steering + " another ship   c free camera   v whole arena" + help,
			steering + " another ship   c camera   v arena" + help,
			steering + " another ship" + help,
		}
	case f.scheme == keys.ByMouse:
		steers, boosts = "mouse steers   left fires", "   right boosts"
	}
	if f.Foreign { // whose ships have no afterburner
		boosts = ""
	}
	return []string{steers + boosts + help, steers + help, steers}
}

// watchLines are the keys of a spectator.
func (f *frame) watchLines() []helpLine {
	return []helpLine{
		{append(f.keys.Steering(), "keys")[0], "look at another ship"},
		{"c", "let them move the camera; follow again"},
		{"v", "all of the arena at once"},
		{f.zoomKeys(), "look from closer, or farther away"},
		{f.keys.Names(keys.Scores, 2), "scores"},
		{f.keys.Names(keys.Figures, 2), "net figures: is it me or the host?"},
		{f.keys.First(keys.Chat) + ", " + f.keys.First(keys.Talk), "chat, all that was said"},
		{"Esc", "menu"},
	}
}

func (f *frame) zoomKeys() string {
	return f.keys.First(keys.Closer) + " " + f.keys.First(keys.Farther)
}

// drawHelp lists the keys and what lies about in space. A terminal that reports
// releases has keys held, any other has courses latched.
func (f *frame) drawHelp() {
	lines, title := f.helpLines(), "help, keys "+string(f.scheme)
	switch {
	case f.Me < 0:
		lines, title = f.watchLines(), "help for spectators"
	case f.scheme == keys.ByMouse:
		title = "help, mouse"
		lines[1] = lines[0] // the diagonals make room
		lines[0] = helpLine{"mouse", "fly to it; left fires, right boosts"}
	}
	a := f.drawPanel(f.middleArea(helpWidth, len(lines)+4), title)
	for i, line := range lines {
		if i+1 < a.height {
			f.Text(a.x, a.y+1+i, canvas.Cut(line.keys, keyColumn-1), accent)
			f.Text(a.x+keyColumn, a.y+1+i, canvas.Cut(line.what, a.width-keyColumn+1), text)
		}
	}
}
