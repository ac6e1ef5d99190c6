package hud

import (
	"slices"
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Help is the page of keys and of power-ups.
type Help struct {
	Sheet  *canvas.Sheet
	Match  *model.Match
	Keys   *input.Bindings
	Scheme input.Scheme
}

// helpLine is keys, or signs of power-ups, and their meaning.
type helpLine struct{ keys, what string }

const (
	helpWidth = 58
	keyColumn = 17 // for the keys
)

// keyLines lists the keys as bound.
func (f *Help) keyLines() []helpLine {
	steering, diagonals := f.Keys.Steering(), f.Keys.Diagonals()
	others := append(diagonals[:min(1, len(diagonals))], steering[min(2, len(steering)):]...)
	trails, foreign := f.Match.Setup.Mode.State() == game.TrailState, f.Match.Foreign
	return shown([]helpLine{
		{listed(steering[:min(2, len(steering))]), pick(trails, "turn", f.howToFly())},
		{listed(others), pick(trails, "", "fly, with diagonals")},
		{f.Keys.Names(input.Brake, 2), pick(trails, "", "brake")},
		{f.Keys.Names(input.Fire, 2), pick(trails, "jump over walls", "fire")},
		{f.Keys.First(input.Boost) + ", Shift+course", pick(trails || foreign, "", "boost")},
		{f.zoomKeys(), "zoom in, zoom out"},
		{f.Keys.Names(input.Scores, 2), "scores; after a match w: its play"},
		{f.Keys.Names(input.Figures, 2), figuresDo},
		f.viewLine(),
		{"digits", pick(foreign, "", "say gg and more; waiting: change ship")},
		{"F6, F7", pick(f.Match.Vote == nil, "", "vote yes, no")},
		{"Esc", "menu; Settings there change the keys"},
	})
}

const figuresDo = "net figures: is it me or the host?"

// viewLine lists the keys that show or hide parts of the screen.
func (f *Help) viewLine() helpLine {
	var keys, titles []string
	for _, a := range input.Views() {
		keys, titles = append(keys, f.Keys.First(a)), append(titles, a.Title())
	}
	return helpLine{strings.Join(keys, ", "), strings.Join(titles, ", ")}
}

// pick returns the first text if the condition holds, else the second.
func pick(condition bool, first, second string) string {
	if condition {
		return first
	}
	return second
}

// shown removes lines without a meaning, which are for other matches.
func shown(lines []helpLine) []helpLine {
	return slices.DeleteFunc(lines, func(l helpLine) bool { return l.what == "" })
}

// padLines lists the buttons of a pad.
func (f *Help) padLines() []helpLine {
	trails := f.Match.Setup.Mode.State() == game.TrailState
	return shown([]helpLine{
		{"STICK", pick(trails, "turn", "fly while held, with diagonals")},
		{"FIRE", pick(trails, "jump over walls", "fire, as long as it is held")},
		{"BOOST", pick(trails || f.Match.Foreign, "", "boost")},
		{"SCORES", "scores, also while it is held"},
		{"SHIP", "waiting: choose ship and gun"},
		{"CHAT", "say something to all"},
		{"MENU", "menu: ship, settings, leave"},
	})
}

// padWatchLines are a spectator's.
var padWatchLines = []helpLine{
	{"STICK", "watch another ship"},
	{"CAMERA", "free camera; follow again"},
	{"ARENA", "show the whole arena"},
	{"SCORES", "scores"},
	{"CHAT", "say something to all"},
	{"MENU", "menu"},
}

// spaceLines lists the power-ups.
func (f *Help) spaceLines() []helpLine {
	if f.Match.Setup.Mode.State() == game.TrailState {
		return nil
	}
	return shown([]helpLine{
		{"+1♥ +3♥ +1•", "more HP; one more shot in flight"},
		{"S", pick(f.Match.Foreign, "", "shield: takes three hits")},
		{"O", pick(f.Match.Foreign, "", "overdrive: fires twice as fast")},
	})
}

func listed(sets []string) string {
	if len(sets) == 0 {
		return "no keys"
	}
	return strings.Join(sets, ", ")
}

// helpTitle names the steering scheme.
func (f *Help) helpTitle() string {
	switch f.Scheme {
	case input.ByMouse:
		return "Help (mouse)"
	case input.ByPad:
		return "Help (fly with the stick)"
	case input.ByHeld:
		return "Help (fly while a key is held)"
	}
	return "Help (tap to turn)"
}

// howToFly explains the course keys in the current scheme.
func (f *Help) howToFly() string {
	switch f.Scheme {
	case input.ByMouse:
		return "fly, until the mouse is moved"
	case input.ByHeld:
		return "fly while held; two together: diagonal"
	}
	return "turn; it flies on until the next key"
}

// watchLines are a spectator's keys.
func (f *Help) watchLines() []helpLine {
	return []helpLine{
		{append(f.Keys.Steering(), "keys")[0], "watch another ship"},
		{"c", "free camera; follow again"},
		{"v", "show the whole arena"},
		{f.zoomKeys(), "zoom in, zoom out"},
		{f.Keys.Names(input.Scores, 2), "scores"},
		{f.Keys.Names(input.Figures, 2), figuresDo},
		f.viewLine(),
		{"Esc", "menu"},
	}
}

// replayLines are the keys in a recorded match.
func (f *Help) replayLines() []helpLine {
	return []helpLine{
		{"Space, k", "pause, go on"},
		{"← →, j l", "5 seconds back, forth"},
		{", .", "one tick back, forth"},
		{"[ ] Backspace", "slower, faster, as it was"},
		{"r", "play backwards; forwards again"},
		{"n N", "next kill or mark, the one before"},
		{"Home End, mouse", "go to the beginning, the end, a time"},
		{"↑ ↓, 1 to 9", "follow another pilot, by place"},
		{"d", "director: goes where the fight is"},
		{"c", "free camera; follow again"},
		{"v " + f.zoomKeys(), "whole arena; zoom in, zoom out"},
		{f.Keys.First(input.Scores) + " " + f.Keys.First(input.Talk), "scores, chat log"},
		{"Esc", "menu"},
	}
}

func (f *Help) zoomKeys() string {
	return f.Keys.First(input.Closer) + " " + f.Keys.First(input.Farther)
}

func (f *Help) Draw() {
	keys, space, title := f.keyLines(), f.spaceLines(), f.helpTitle()
	switch {
	case f.Match.Recorded:
		keys, space, title = f.replayLines(), nil, "Help for replays"
	case f.Sheet.Pad && f.Match.Me < 0:
		keys, space, title = padWatchLines, nil, "Help for spectators"
	case f.Sheet.Pad:
		keys = f.padLines()
	case f.Match.Me < 0:
		keys, space, title = f.watchLines(), nil, "Help for spectators"
	case f.Scheme == input.ByMouse && f.Match.Setup.Mode.State() != game.TrailState:
		keys[1] = keys[0] // no room for the diagonals
		keys[0] = helpLine{"mouse", "fly to it; left fires, right boosts"}
	}
	rows := len(keys)
	if len(space) > 0 {
		rows += 1 + len(space)
	}
	a := f.Sheet.Panel(f.Sheet.Middle(helpWidth, rows+4), title)
	if !f.Match.Foreign {
		f.Sheet.Centred(a, 0, f.Match.Setup.Mode.Name()+": "+f.Match.Setup.Mode.Summary(), canvas.Strong)
	}
	a.Y, a.Height = a.Y+1, a.Height-1
	for i, line := range keys {
		f.drawLine(a, i, line.what, func(x, y int) {
			f.Sheet.CutText(x, y, line.keys, keyColumn-1, canvas.Accent)
		})
	}
	if len(space) > 0 && len(keys) < a.Height {
		f.Sheet.Heading(canvas.Rect(a.X, a.Y+len(keys), a.Width, 1), "in space")
	}
	for i, line := range space {
		f.drawLine(a, len(keys)+1+i, line.what, func(x, y int) {
			for sign := range strings.FieldsSeq(line.keys) {
				x = scene.DrawCardSign(f.Sheet, x, y, sign)
			}
		})
	}
}

// drawLine draws a line of the page if there is room: a name, and its meaning.
func (f *Help) drawLine(a canvas.Area, row int, what string, name func(x, y int)) {
	if row < a.Height {
		name(a.X, a.Y+row)
		f.Sheet.CutText(a.X+keyColumn, a.Y+row, what, a.Width-keyColumn+1, canvas.TextInk)
	}
}

// Hints returns the key hints of the bottom line, the longest first: in lessons, with results, for keys of a pilot until
// they have been used, and for those of a spectator until one has been.
func (f *Frame) Hints(l *Lesson, used Used) []string {
	if f.Match.World.Status == game.Closed {
		return f.resultsHints()
	}
	if f.Sheet.Pad && f.Match.World.Status == game.InProgress && f.Match.Phase == net.Playing && f.Match.Dead() && !f.Match.Out() && !f.Match.Foreign {
		return shipHint
	}
	if f.Match.World.Status != game.InProgress || f.Match.Phase != net.Playing || f.Match.Dead() && !f.Match.Out() || l == nil && used.all(f) && !f.Match.Out() {
		return nil
	}
	of := hintsOf{*f.Keys, f.Scheme, l != nil, l != nil && l.Over, f.watches(), f.Match.Foreign, f.Match.Recorded, used}
	if f.HintCache == nil {
		return f.newHints(l, used)
	}
	if f.HintCache.hints == nil || f.HintCache.of != of {
		*f.HintCache = HintCache{of, f.newHints(l, used)}
	}
	return f.HintCache.hints
}

// shipHint is for a pad, which has no digits to choose a ship.
var shipHint = []string{"SHIP changes ship and gun", "SHIP changes"}

// HintCache caches the hints of the last picture.
type HintCache struct {
	of    hintsOf
	hints []string
}

// hintsOf is everything that hints depend on.
type hintsOf struct {
	keys                              input.Bindings
	scheme                            input.Scheme
	taught, over, spectating, foreign bool
	recorded                          bool
	used                              Used
}

// Used is the keys that the player has used: each has a hint until then.
type Used struct{ Steering, Fire, Boost, Watching bool }

// all reports whether no key is left that has a hint.
func (u Used) all(f *Frame) bool {
	if f.watches() || f.Match.Recorded {
		return u.Watching
	}
	return u.Steering && u.Fire && (u.Boost || !f.boosts())
}

// watches reports whether the player has the keys of a spectator. Who waits for the first round is about to fly.
func (f *Frame) watches() bool {
	at := &f.Match.World.Rounds
	return f.Match.Watches() && !(f.Match.Me >= 0 && f.Match.Setup.Mode.Rounds() && at.Number == 0 && at.Began == 0)
}

// boosts reports whether the player's ship has a boost.
func (f *Frame) boosts() bool { return f.objective().gauge == nil && !f.Match.Foreign }

func (f *Frame) newHints(l *Lesson, used Used) []string {
	help := f.Keys.First(input.Help) + " help"
	switch {
	case f.Sheet.Pad && l != nil && !l.Over:
		return []string{"SKIP skips   MENU"}
	case f.Sheet.Pad && f.watches() && !f.Match.Recorded:
		return []string{"STICK another ship   CAMERA flies free   ARENA shows all", "STICK another ship   CAMERA   ARENA", "STICK another ship"}
	case f.Sheet.Pad:
		help = f.Keys.First(input.Help)
	}
	switch {
	case l != nil && l.Over:
		return []string{f.Keys.First(input.Scores) + " scores   " + help, help}
	case l != nil:
		return []string{"Enter skips   Esc menu   " + help, "Enter skips   " + help}
	}
	return append(f.firstKeys(used, help), help)
}

// resultsHints returns the hints with results, whose last line names the key for another match.
func (f *Frame) resultsHints() []string {
	if f.Match.Me < 0 || f.Match.Foreign || f.Match.NextMatch <= 0 {
		return nil
	}
	vote, menu := "", "Esc menu"
	if f.Sheet.Pad {
		if f.Match.Ballot != nil && len(f.Match.Ballot.Choices) > 1 {
			vote = "STICK votes   "
		}
		return []string{vote + "AGAIN when ready   MENU", vote + "AGAIN when ready", vote + "AGAIN"}
	}
	if f.Match.Ballot != nil && len(f.Match.Ballot.Choices) > 1 {
		vote = "1-" + strconv.Itoa(len(f.Match.Ballot.Choices)) + " vote   "
	}
	for _, k := range strings.Fields(f.Keys.Names(input.Chat, input.MostKeys)) {
		if k != "Enter" { // Enter starts another match here
			return []string{vote + k + " chat   " + menu, vote + menu, menu}
		}
	}
	return []string{vote + menu, menu}
}

// firstKeys returns the main keys, the longest line first.
func (f *Frame) firstKeys(used Used, help string) []string {
	steering := append(f.Keys.Steering(), "keys")[0]
	steers, fires, boosts := steering+" steer", f.Keys.First(input.Fire)+" fires", f.Keys.First(input.Boost)+" boosts"
	switch {
	case f.Match.Recorded:
		return []string{
			"Space pause   ← → 5 s   ↑ ↓ another pilot   d director   " + help,
			"Space pause   ← → 5 s   ↑ ↓ pilot   d director   " + help,
			"Space pause   ← → 5 s   ↑ ↓ pilot   " + help,
			"Space pause   ← → 5 s   " + help,
		}
	case f.watches():
		return []string{
			steering + ": next ship   c free camera   v whole arena   " + help,
			steering + ": next ship   c camera   v arena   " + help,
			steering + ": next ship   " + help,
		}
	case f.Scheme == input.ByMouse:
		steers, fires, boosts = "mouse steers", "left fires", "right boosts"
	}
	if f.objective().gauge != nil {
		steers, fires = steering+" turn", f.Keys.First(input.Fire)+" jumps"
	}
	var left, hints []string
	for _, hint := range []struct {
		words string
		used  bool
	}{{steers, used.Steering}, {fires, used.Fire}, {boosts, used.Boost || !f.boosts()}} {
		if !hint.used {
			left = append(left, hint.words)
		}
	}
	for n := len(left); n > 0; n-- {
		hints = append(hints, strings.Join(left[:n], "   ")+"   "+help)
	}
	return hints
}
