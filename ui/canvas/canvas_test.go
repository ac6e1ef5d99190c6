package canvas

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const (
	red  Colour = 1
	blue Colour = 2
)

var palette = Palette{
	Space: {},
	red:   {Rich: 196, Basic: 9, Mono: MonoStrong},
	blue:  {Rich: 21, Basic: 4, Mono: Solid},
}

// terminal is a screen that can be read.
type terminal struct{ *Grid }

func newTerminal(_ rapid.TB, width, height, colours int) terminal {
	g := NewGrid(colours)
	g.Resize(width, height)
	return terminal{g}
}

// text returns what the terminal shows, rows divided by '|', with a full block
// for a blank on red.
func (t terminal) text() string {
	width, height := t.Size()
	var rows []string
	for y := range height {
		var row strings.Builder
		for x := 0; x < width; {
			glyph, style, columns := t.Get(x, y)
			if glyph == " " && style.Ground == Numbered(196) {
				glyph = "█"
			}
			row.WriteString(glyph)
			x += columns
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
	if first != "▀" || second != "▄" {
		t.Errorf("got %q and %q, want upper and lower half", first, second)
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
	if glyph != "x" || style.Ink != Numbered(196) || style.Ground != Numbered(21) {
		t.Errorf("got %q in %v", glyph, style)
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

func TestColoursDegradeWithTheTerminal(t *testing.T) {
	for _, test := range []struct {
		colours int
		want    Style
	}{
		{1 << 24, Style{Ink: Numbered(196), Ground: Numbered(21)}},
		{256, Style{Ink: Numbered(196), Ground: Numbered(21)}},
		{16, Style{Ink: Numbered(9), Ground: Numbered(4)}},
		{8, Style{Ink: Numbered(1), Ground: Numbered(4), Manner: Bold}},
		{0, Style{Manner: Bold | Reversed}},
	} {
		c, s := newCanvas(1, 1), newTerminal(t, 1, 1, test.colours)
		c.Fill(0, 0, 1, 1, blue)
		c.Text(0, 0, "x", red)
		c.Draw(s)
		if _, got, _ := s.Get(0, 0); got != test.want {
			t.Errorf("%d colours: got %v", test.colours, got)
		}
	}
}

func TestABlockIsAllOfItsPixels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, other := newCanvas(9, 4), newCanvas(9, 4)
		number := rapid.IntRange(-3, 12)
		for range rapid.IntRange(1, 4).Draw(t, "blocks") {
			at, text := number.Draw(t, "at"), rapid.SampledFrom([]string{"", "日本", "x日"}).Draw(t, "text")
			one.Text(at, 1, text, red)
			other.Text(at, 1, text, red)
			x, y, width, height := number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "width"), number.Draw(t, "height")
			one.Block(x, y, width, height, blue)
			for i := range max(width, 0) * max(height, 0) {
				other.Pixel(x+i%width, y+i/width, blue)
			}
		}
		here, there := newTerminal(t, 9, 4, 256), newTerminal(t, 9, 4, 256)
		one.Draw(here)
		other.Draw(there)
		if !slices.Equal(here.Cells, there.Cells) {
			t.Fatalf("the block is %q, its pixels are %q", here.text(), there.text())
		}
	})
}

func TestDrawingOutsideChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCanvas(rapid.IntRange(0, 9).Draw(t, "width"), rapid.IntRange(0, 5).Draw(t, "height"))
		c.Mode = rapid.SampledFrom(Modes[:]).Draw(t, "mode")
		number := rapid.IntRange(-20, 20)
		for range rapid.IntRange(0, 9).Draw(t, "n") {
			x, y := number.Draw(t, "x"), number.Draw(t, "y")
			c.Fill(x, y, number.Draw(t, "w"), number.Draw(t, "h"), red)
			c.Pixel(x, y, blue)
			c.Dot(y, x, red)
			c.Text(x, y, rapid.StringN(0, 9, 30).Draw(t, "text"), blue)
		}
		for i, at := range c.cells {
			if at.glyph == covered && (i%c.width == 0 || c.cells[i-1].glyph == none || c.cells[i-1].glyph == covered) {
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

func TestTrueColourIsForTerminalsThatHaveItAlone(t *testing.T) {
	p := Palette{Space: {}, red: {Rich: 196, Basic: 9, True: RGB(0xd01010)}}
	for colours, want := range map[int]CellColour{
		1 << 24: RGB(0xd01010), 256: Numbered(196), 88: Numbered(9), 16: Numbered(9),
	} {
		ink, ground := p.Style(colours, red, Space).Ink, p.Style(colours, Space, red).Ground
		if ink != want || ground != want {
			t.Errorf("%d colours: expected %v, found %v on %v", colours, want, ink, ground)
		}
	}
}
