package canvas

import (
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"pgregory.net/rapid"
)

const (
	red  Colour = 1
	blue Colour = 2
)

var palette = Palette{
	Space: {},
	red:   {Rich: 196, Basic: 9, Mono: Strong},
	blue:  {Rich: 21, Basic: 4, Mono: Solid},
}

// terminal is a simulated screen with any number of colours.
type terminal struct {
	tcell.SimulationScreen
	colours int
}

func (t terminal) Colors() int { return t.colours }

func newTerminal(t testing.TB, width, height, colours int) terminal {
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	s.SetSize(width, height)
	return terminal{s, colours}
}

// text returns what the terminal shows, rows divided by '|', with a full block
// for a blank on red.
func (t terminal) text() string {
	width, height := t.Size()
	var rows []string
	for y := range height {
		var row strings.Builder
		for x := 0; x < width; {
			glyph, style, cells := t.Get(x, y)
			if _, back, _ := style.Decompose(); glyph == " " && back == tcell.PaletteColor(196) {
				glyph = "█"
			}
			row.WriteString(glyph)
			x += cells
		}
		rows = append(rows, row.String())
	}
	return strings.Join(rows, "|")
}

func newCanvas(width, height int) *Canvas {
	c := &Canvas{Palette: palette}
	c.Resize(width, height)
	return c
}

func TestPixelsAreHalfCells(t *testing.T) {
	c, s := newCanvas(5, 1), newTerminal(t, 5, 1, 256)
	c.Pixel(1, 0, red)
	c.Pixel(2, 1, red)
	c.Pixel(3, 0, red)
	c.Pixel(3, 1, red)
	c.Pixel(5, 0, red)
	c.Pixel(-1, 0, red)
	c.Pixel(0, 2, red)
	c.Pixel(0, -1, red)
	c.Draw(s)
	if got, want := s.text(), " ▀▄█ "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTwoColoursShareOneStyleEitherWayRound(t *testing.T) {
	c, s := newCanvas(2, 1), newTerminal(t, 2, 1, 256)
	c.Pixel(0, 0, red)
	c.Pixel(0, 1, blue)
	c.Pixel(1, 0, blue)
	c.Pixel(1, 1, red)
	c.Draw(s)
	first, style1, _ := s.Get(0, 0)
	second, style2, _ := s.Get(1, 0)
	if first != "▄" || second != "▀" {
		t.Errorf("got %q and %q, want lower and upper half", first, second)
	}
	if style1 != style2 {
		t.Errorf("styles differ: %v and %v", style1, style2)
	}
}

func TestGlyphKeepsTheGroundOfItsPixels(t *testing.T) {
	c, s := newCanvas(2, 1), newTerminal(t, 2, 1, 256)
	c.Paint(0, 0, 2, 1, blue)
	c.Text(0, 0, "x", red)
	c.Draw(s)
	glyph, style, _ := s.Get(0, 0)
	fore, back, _ := style.Decompose()
	if glyph != "x" || fore != tcell.PaletteColor(196) || back != tcell.PaletteColor(21) {
		t.Errorf("got %q in %v on %v", glyph, fore, back)
	}
}

func TestAPixelTakesTheGlyphAway(t *testing.T) {
	c, s := newCanvas(4, 1), newTerminal(t, 4, 1, 256)
	c.Text(0, 0, "x日y", blue)
	c.Pixel(0, 0, red)
	c.Pixel(2, 1, red)
	c.Draw(s)
	if got, want := s.text(), "▀ ▄y"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPaintTakesTextAwayAndFillCoversPixels(t *testing.T) {
	c, s := newCanvas(4, 1), newTerminal(t, 4, 1, 256)
	c.Text(0, 0, "text", red)
	c.Paint(0, 0, 2, 1, red)
	c.Fill(3, 0, 9, 9, blue)
	c.Draw(s)
	if got, want := s.text(), "██x "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOnlyAnEmptyCellIsBlank(t *testing.T) {
	c := newCanvas(3, 1)
	c.Pixel(1, 1, red)
	c.Text(2, 0, " ", red)
	for x, want := range []bool{true, false, false, false} {
		if got := c.Blank(x, 0); got != want {
			t.Errorf("cell %d: blank is %v, want %v", x, got, want)
		}
	}
}

func TestBrailleDotsAreAQuarterOfAPixel(t *testing.T) {
	c, s := newCanvas(4, 1), newTerminal(t, 4, 1, 256)
	c.Mode = Braille
	for y := range 4 {
		c.Dot(0, y, red)
	}
	c.Dot(3, 3, red)
	c.Pixel(2, 1, red)
	c.Dot(6, 0, red)
	c.Dot(6, 0, Space)
	for _, outside := range [][2]int{{-1, 0}, {0, -1}, {8, 0}, {0, 4}} {
		c.Dot(outside[0], outside[1], red)
	}
	c.Draw(s)
	if got, want := s.text(), "⡇⢀▄ "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !c.Blank(3, 0) {
		t.Error("a dot that was taken away left something behind")
	}
}

func TestDotsOfACellShareTheLastColourAndKeepTheGround(t *testing.T) {
	c, s := newCanvas(1, 1), newTerminal(t, 1, 1, 256)
	c.Mode = Braille
	c.Paint(0, 0, 1, 1, blue)
	c.Dot(0, 0, blue)
	c.Dot(1, 3, red)
	c.Draw(s)
	glyph, style, _ := s.Get(0, 0)
	fore, back, _ := style.Decompose()
	if glyph != "⢁" || fore != tcell.PaletteColor(196) || back != tcell.PaletteColor(21) {
		t.Errorf("got %q in %v on %v", glyph, fore, back)
	}
}

func TestAHalfFilledCellKeepsItsShapeBehindDots(t *testing.T) {
	c, s := newCanvas(2, 1), newTerminal(t, 2, 1, 256)
	c.Mode = Braille
	c.Pixel(0, 0, blue)
	c.Pixel(1, 1, blue)
	c.Dot(0, 3, red)
	c.Dot(2, 0, red)
	c.Draw(s)
	if got, want := s.text(), "⡛⣥"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextAndPixelsTakeDotsAway(t *testing.T) {
	c, s := newCanvas(4, 1), newTerminal(t, 4, 1, 256)
	c.Mode = Braille
	for x := range 8 {
		c.Dot(x, 1, red)
	}
	c.Text(0, 0, "日", red)
	c.Pixel(2, 0, red)
	c.Draw(s)
	if got, want := s.text(), "日▀⠒"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c.Dot(0, 0, red)
	c.Draw(s)
	if got, want := s.text(), "⠁ ▀⠒"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDotsArePixelsWhereThereIsNoBraille(t *testing.T) {
	for _, mode := range []Mode{Blocks, ASCII} {
		c, other := newCanvas(3, 2), newCanvas(3, 2)
		c.Mode, other.Mode = mode, mode
		c.Dot(1, 3, red)
		other.Pixel(1, 3, red)
		if !slices.Equal(c.cells, other.cells) {
			t.Errorf("%v: a dot is not a pixel", mode)
		}
	}
}

func TestColoursDegradeWithTheTerminal(t *testing.T) {
	for _, test := range []struct {
		colours    int
		fore, back tcell.Color
		attributes tcell.AttrMask
	}{
		{1 << 24, tcell.PaletteColor(196), tcell.PaletteColor(21), 0},
		{256, tcell.PaletteColor(196), tcell.PaletteColor(21), 0},
		{16, tcell.PaletteColor(9), tcell.PaletteColor(4), 0},
		{8, tcell.PaletteColor(1), tcell.PaletteColor(4), tcell.AttrBold},
		{0, tcell.ColorDefault, tcell.ColorDefault, tcell.AttrBold | tcell.AttrReverse},
	} {
		c, s := newCanvas(1, 1), newTerminal(t, 1, 1, test.colours)
		c.Fill(0, 0, 1, 1, blue)
		c.Text(0, 0, "x", red)
		c.Draw(s)
		_, style, _ := s.Get(0, 0)
		fore, back, attributes := style.Decompose()
		if fore != test.fore || back != test.back || attributes != test.attributes {
			t.Errorf("%d colours: got %v on %v with %v", test.colours, fore, back, attributes)
		}
	}
}

func TestDrawingOutsideChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCanvas(rapid.IntRange(0, 9).Draw(t, "width"), rapid.IntRange(0, 5).Draw(t, "height"))
		c.Mode = rapid.SampledFrom([]Mode{Blocks, Braille, ASCII}).Draw(t, "mode")
		number := rapid.IntRange(-20, 20)
		for range rapid.IntRange(0, 9).Draw(t, "n") {
			x, y := number.Draw(t, "x"), number.Draw(t, "y")
			c.Fill(x, y, number.Draw(t, "w"), number.Draw(t, "h"), red)
			c.Pixel(x, y, blue)
			c.Dot(y, x, red)
			c.Text(x, y, rapid.StringN(0, 9, 30).Draw(t, "text"), blue)
		}
		for i, at := range c.cells {
			next := i%max(c.width, 1) + 1
			if at.wide && (next >= c.width || !c.cells[i+1].covered) {
				t.Fatalf("cell %d is half of a wide glyph", i)
			}
			if at.covered && (next == 1 || !c.cells[i-1].wide) {
				t.Fatalf("cell %d is covered by nothing", i)
			}
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	c, s := newCanvas(80, 24), newTerminal(b, 80, 24, 256)
	for i := range 200 {
		c.Pixel(i*7%80, i*13%48, red)
		c.Pixel(i*11%80, i*17%48, blue)
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Draw(s)
	}
}
