package play

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

// show has a Screen see a View and draw it.
func show(s *Screen, t canvas.Screen, v *net.View, now time.Time) {
	s.See(v, now)
	s.Draw(t)
}

// noon is when the tests take place.
var noon = time.Unix(1_000_000_800, 0)

// unit turns units into positions.
func unit(n int32) int32 { return n * game.One }

// testSetup is an empty arena of 40x20 tiles with the standard kinds of weapon.
func testSetup() *game.Setup {
	a := &game.Arena{Name: "test", Width: 40, Height: 20, Tiles: make([]game.Tile, 40*20)}
	for i := range a.Tiles {
		a.Tiles[i] = game.Space
	}
	return &game.Setup{
		Arena: a,
		Classes: []game.Class{
			{Name: "fighter", Title: "Fighter", HP: 5, TopSpeed: 640},
			{Name: "scout", Title: "Scout", HP: 3, TopSpeed: 768},
			{Name: "bomber", Title: "Bomber", HP: 8, TopSpeed: 469},
		},
		Weapons: []game.Weapon{
			{Name: "cannon", Title: "Cannon", Shots: 5, Fan: 1, Speed: 1536, Damage: 1, Life: 84},
			{Name: "spread", Title: "Spread", Shots: 6, Fan: 3, Speed: 1280, Damage: 1, Life: 36},
			{Name: "rail", Title: "Rail gun", Shots: 1, Fan: 1, Speed: 3840, Damage: 3, Life: 48},
			{Name: "mines", Title: "Mines", Shots: 5, Fan: 1, Damage: 2, Life: 1200},
		},
	}
}

// testView is a match of the pilots named, all in space in one row, eight
// units from the upper edge; the first is the viewer's own.
func testView(names ...string) *net.View {
	w := &game.World{Status: game.InProgress, Tick: 1000}
	v := &net.View{Phase: net.Playing, Title: "test match", Setup: testSetup(), World: w}
	for i, name := range names {
		w.Ships[i] = game.Ship{
			State: game.Flying, X: unit(20 + 60*int32(i)), Y: unit(40), Facing: game.Up, HP: 5,
		}
		v.Roster = append(v.Roster, proto.Pilot{ID: uint16(i), Slot: uint8(i), Name: name})
	}
	return v
}

// terminal is a screen of 256 colours that can be read.
type terminal struct{ *cells.Grid }

func newTerminal(_ testing.TB, width, height int) terminal {
	g := cells.New(256)
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
var textGrounds = map[cells.Colour]bool{
	standardColour(panel): true, standardColour(panelMarked): true, standardColour(boxHealth): true,
	standardColour(boxAmmo): true, standardColour(boxShield): true, standardColour(boxOverdrive): true,
}

// standardColour returns what a colour is on a terminal of 256.
func standardColour(k canvas.Colour) cells.Colour { return cells.Numbered(int(standard[k].Rich)) }

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
	show(New(Options{}), term, v, noon)
	return term
}

func key(k tcell.Key) *tcell.EventKey { return tcell.NewEventKey(k, 0, tcell.ModNone) }

func char(r rune) *tcell.EventKey { return tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone) }

// typed sends characters to a screen and returns the last action.
func typed(s *Screen, v *net.View, text string) (last Action) {
	for _, r := range text {
		last = s.Event(char(r), v, noon)
	}
	return last
}

func TestTheSameViewAtTheSameTimeIsTheSamePicture(t *testing.T) {
	v := testView("Nova", "Rex")
	v.World.Ships[0].Protect = 60
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0, X: unit(90), Y: unit(60)}}
	first, second := drawn(t, v).text(), drawn(t, v).text()
	if first != second {
		t.Errorf("first\n%s\nthen\n%s", first, second)
	}
}

func TestPhasesWithoutAWorldSayWhatIsGoingOn(t *testing.T) {
	for phase, words := range map[net.Phase]string{
		net.Joining: "joining ...",
		net.Lost:    "link lost - trying to come back",
		net.Refused: "the host refused",
		net.Ended:   "the match is over",
	} {
		drawn(t, &net.View{Phase: phase, Me: -1}).shows(t, words)
	}
}

func TestALostLinkIsToldOverTheLastPicture(t *testing.T) {
	v := testView("Nova", "Rex")
	v.Phase = net.Lost
	drawn(t, v).shows(t, "link lost", "Rex", "Fighter")
}
