package play

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// show has a Screen see a View and draw it.
func show(s *Screen, t canvas.Screen, v *net.View, now time.Time) {
	s.See(v, now)
	s.Draw(t)
}

// terminal is a screen of 256 colours that can be read.
type terminal struct{ *canvas.Grid }

func newTerminal(_ testing.TB, width, height int) terminal {
	g := canvas.NewGrid(256)
	g.Resize(width, height)
	return terminal{g}
}

// glyph returns what a cell shows: a full block for a blank on the ground of
// something in space.
func (t terminal) glyph(x, y int) (glyph string, columns int) {
	glyph, style, columns := t.Get(x, y)
	if glyph == " " && style.Ground != 0 && !textGrounds[style.Ground] {
		glyph = "█"
	}
	return glyph, columns
}

// textGrounds are the colours that text stands on.
var textGrounds = map[canvas.CellColour]bool{
	standardColour(canvas.PanelInk): true, standardColour(canvas.PanelMarked): true, standardColour(canvas.BoxHealth): true,
	standardColour(canvas.BoxAmmo): true, standardColour(canvas.BoxShield): true, standardColour(canvas.BoxOverdrive): true,
}

// standardColour returns what a colour is on a terminal of 256.
func standardColour(k canvas.Colour) canvas.CellColour {
	return canvas.Numbered(int(canvas.Standard[k].Rich))
}

// row returns what a row shows, without blanks at its end.
func (t terminal) row(y int) string {
	width, _ := t.Size()
	var row strings.Builder
	for x := 0; x < width; {
		glyph, columns := t.glyph(x, y)
		row.WriteString(glyph)
		x += columns
	}
	return strings.TrimRight(row.String(), " ")
}

// patch returns a part of the terminal, a '|' before each row.
func (t terminal) patch(x, y, width, height int) string {
	var b strings.Builder
	for row := range height {
		b.WriteByte('|')
		for column := range width {
			glyph, _ := t.glyph(x+column, y+row)
			b.WriteString(glyph)
		}
	}
	return b.String()
}

// text returns all rows.
func (t terminal) text() string {
	_, height := t.Size()
	var rows []string
	for y := range height {
		rows = append(rows, t.row(y))
	}
	return strings.Join(rows, "\n")
}

// shows fails the test if the terminal does not show the words somewhere.
func (t terminal) shows(tb testing.TB, words ...string) {
	tb.Helper()
	for _, w := range words {
		if !strings.Contains(t.text(), w) {
			tb.Errorf("%q is not on the screen:\n%s", w, t.text())
		}
	}
}

// hides fails the test if the terminal shows the words.
func (t terminal) hides(tb testing.TB, words ...string) {
	tb.Helper()
	for _, w := range words {
		if strings.Contains(t.text(), w) {
			tb.Errorf("%q is on the screen:\n%s", w, t.text())
		}
	}
}

// drawn draws a view at noon on a terminal of 80x24.
func drawn(t testing.TB, v *net.View) terminal {
	term := newTerminal(t, 80, 24)
	show(New(Options{}), term, v, playtest.Noon)
	return term
}

func key(k input.Key) input.Event { return input.PressOf(k) }

func char(r rune) input.Event { return input.PressOf(input.Key(r)) }

func ctrl(letter input.Key) input.Event {
	return input.Event{Kind: input.Press, Key: letter, Mods: input.Ctrl}
}

// typed sends characters to a screen and returns the last action.
func typed(s *Screen, v *net.View, text string) (last Action) {
	for _, r := range text {
		last = s.Event(char(r), v, playtest.Noon)
	}
	return last
}

func TestTheSameViewAtTheSameTimeIsTheSamePicture(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[0].Protect = 60
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0, X: playtest.Unit(90), Y: playtest.Unit(60)}}
	first, second := drawn(t, v).text(), drawn(t, v).text()
	if first != second {
		t.Errorf("first\n%s\nthen\n%s", first, second)
	}
}

func TestPhasesWithoutAWorldSayWhatIsGoingOn(t *testing.T) {
	for phase, words := range map[net.Phase]string{
		net.Joining: "joining ...",
		net.Lost:    "connection lost, reconnecting",
		net.Refused: "the host refused the connection",
		net.Ended:   "the match is over",
	} {
		drawn(t, &net.View{Phase: phase, Me: -1}).shows(t, words)
	}
}

func TestALostLinkIsToldOverTheLastPicture(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Phase = net.Lost
	drawn(t, v).shows(t, "connection lost, reconnecting - Esc menu", "Rex", "Fighter") // though a ship is where it would be
}

func TestALostLinkIsToldThoughShipsAreEverywhere(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ina", "Jo")
	for i := range 12 {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(int32(60+10*(i%2))), playtest.Unit(int32(20+8*i))
	}
	v.Phase, v.Err = net.Lost, errors.New("your match goes on in a moment, here or at another host")
	drawn(t, v).shows(t, "connection lost, reconnecting - Esc menu", v.Err.Error())
}
