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
	blue:  {Rich: 21, Basic: 4, Mono: MonoSolid},
}

// terminal is a screen that a test can read.
type terminal struct{ *Grid }

func newTerminal(_ rapid.TB, width, height, colours int) terminal {
	g := NewGrid(colours)
	g.Resize(width, height)
	return terminal{g}
}

// text returns the rows of the terminal, joined by '|', with a full block for a blank on red.
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

func TestGlyphHasTheGroundOfItsPixels(t *testing.T) {
	c, s := newCanvas(2, 1), newTerminal(t, 2, 1, 256)
	c.Paint(0, 0, 2, 1, blue)
	c.Text(0, 0, "x", red)
	c.Draw(s)
	glyph, style, _ := s.Get(0, 0)
	if glyph != "x" || style.Ink != Numbered(196) || style.Ground != Numbered(21) {
		t.Errorf("got %q in %v", glyph, style)
	}
}

func TestAPixelRemovesTheGlyph(t *testing.T) {
	c, s := newCanvas(4, 1), newTerminal(t, 4, 1, 256)
	c.Text(0, 0, "x日y", blue)
	c.Pixel(0, 0, red)
	c.Pixel(2, 1, red)
	c.Draw(s)
	if got, want := s.text(), "▀ ▄y"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPaintRemovesTextAndFillCoversPixels(t *testing.T) {
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

func TestTrueColourNeedsATerminalThatHasIt(t *testing.T) {
	p := Palette{Space: {}, red: {Rich: 196, Basic: 9, True: RGB(0xd01010)}}
	for colours, want := range map[int]TermColour{
		1 << 24: RGB(0xd01010), 256: Numbered(196), 88: Numbered(9), 16: Numbered(9),
	} {
		ink, ground := p.Style(colours, red, Space).Ink, p.Style(colours, Space, red).Ground
		if ink != want || ground != want {
			t.Errorf("%d colours: expected %v, found %v on %v", colours, want, ink, ground)
		}
	}
}

func TestFiguresAreDrawnBehindTextAtADistance(t *testing.T) {
	c := &Canvas{Sky: Space}
	c.Resize(4, 1)
	const hull, panel, dust Colour = 5, 6, 7
	c.Dot(0, 0, dust)
	c.Figure(1, 0, hull)
	c.Figure(2, 0, hull)
	c.Figure(6, 3, hull)
	var f Front
	f.Lift(c, 0, 0, 4, 1)
	c.Fill(0, 0, 4, 1, panel)
	c.Text(1, 0, "a", hull)
	if !f.PutBehind(c, Area{1, 0, 1, 1}) {
		t.Error("the text hides a figure, but that is not reported")
	}
	for _, want := range []struct {
		x, y int
		k    Colour
	}{{0, 0, panel}, {1, 0, panel}, {0, 1, panel}, {2, 0, panel}, {6, 3, hull}, {6, 2, panel}} {
		if got := c.At(want.x, want.y); got != want.k {
			t.Errorf("dot %d, %d has colour %d, expected %d", want.x, want.y, got, want.k)
		}
	}
	if c.Vacant(1, 0) || !c.Vacant(3, 0) || c.Vacant(4, 0) || c.Vacant(-1, 0) {
		t.Error("Vacant is wrong")
	}
	if f.PutBehind(c, Area{0, 0, 4, 1}) || len(f.at) > 0 {
		t.Error("the figures were not removed from the Front")
	}
}

func TestDrawOverwritesTheScreen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "height")
		c, s := newCanvas(width, height), newTerminal(t, width, height, 256)
		for range 6 {
			meddle(t, c, &s)
			begin(t, c, s)
			scribble(t, c)
			c.Draw(s)
			fresh := newTerminal(t, s.Width, s.Height, s.Colours())
			fresh.Clusters = s.Clusters // to number characters alike
			again := &Canvas{Palette: c.Palette, Mode: c.Mode, width: c.width, height: c.height, cells: c.cells, several: c.several}
			again.laid.resize(again.height)
			again.Draw(fresh)
			if !slices.Equal(s.Cells, fresh.Cells) {
				t.Fatalf("expected %q, found %q", fresh.text(), s.text())
			}
		}
	})
}

// begin starts a picture on an empty canvas, or on a backdrop that may be the last one.
func begin(t *rapid.T, c *Canvas, s terminal) {
	c.Fit(s.Size())
	if rapid.IntRange(0, 4).Draw(t, "backdrop") == 0 {
		c.Resize(s.Size())
		return
	}
	b := Backdrop{Ground: stripes{}, Margin: 1, FixedStars: rapid.IntRange(0, 3).Draw(t, "fixed stars") > 0}
	b.Left, b.Top = rapid.IntRange(0, 9).Draw(t, "left"), rapid.IntRange(0, 3).Draw(t, "top")
	c.Lay(b)
	for x := range c.width {
		for y := range c.height {
			bare, at := c.cells[y*c.width+x], [1][8]Colour{}
			if y > 0 && y < c.height-1 {
				b.Ground.Row(x+b.Left, y+b.Top, at[:])
			}
			if !bare.glyph.empty() || bare.figure != 0 || bare.dots != at[0] {
				t.Fatalf("cell %d, %d is %v, expected the backdrop, %v", x, y, bare, at[0])
			}
		}
	}
	for y := 1; y < c.height-1; y++ {
		for x := range c.width {
			if (x+b.Left+y+b.Top)%3 == 0 {
				c.Star(x, y, '⠁', blue)
			}
		}
	}
}

// stripes is a Ground.
type stripes struct{}

func (stripes) Row(x, y int, into [][8]Colour) {
	for i := range into {
		into[i] = alike(Colour((x + i + 2*y) / 4 & 1))
	}
}

// meddle makes a change that can happen between two pictures.
func meddle(t *rapid.T, c *Canvas, s *terminal) {
	switch rapid.IntRange(0, 12).Draw(t, "what happens") {
	case 0:
		c.Mode = rapid.SampledFrom(Modes[:]).Draw(t, "mode")
	case 1:
		c.Palette = slices.Clone(c.Palette)
		c.Palette[red].Rich++
	case 2:
		s.Resize(rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "height"))
	case 3:
		*s = newTerminal(t, s.Width, s.Height, rapid.SampledFrom([]int{8, 256}).Draw(t, "colours"))
	case 4, 5:
		x, y := rapid.IntRange(0, s.Width).Draw(t, "x"), rapid.IntRange(0, s.Height).Draw(t, "y")
		s.Set(x, y, Cell{Glyph: '語', Width: 2})
	}
}

// scribble draws pictures that share much with each other.
func scribble(t *rapid.T, c *Canvas) {
	words := rapid.SampledFrom([]string{"x", "日本", "👍🏽", "👩🏽", "e\u0301", "a日"})
	for range rapid.IntRange(0, 3).Draw(t, "words") {
		c.Text(rapid.IntRange(0, c.width).Draw(t, "x"), rapid.IntRange(0, c.height).Draw(t, "y"), words.Draw(t, "word"), red)
	}
	c.Dot(rapid.IntRange(0, 3).Draw(t, "dot"), 0, blue)
	c.Text(8, 0, "日", red)
}

func TestUnchangedRowsAreNotWritten(t *testing.T) {
	c, s := newCanvas(80, 2), newTerminal(t, 80, 2, 256)
	c.Text(3, 0, "here", red)
	c.Text(3, 1, "there", red)
	c.Draw(s)
	before := [2]uint32{s.Written(0), s.Written(1)}
	s.Touched(1)
	c.Text(40, 1, "and there", red)
	c.Draw(s)
	if s.Written(0) != before[0] || s.Written(1) == before[1] || s.Touched(1) != 0b1100000 {
		t.Errorf("rows written %d times", s.Written(1)-before[1])
	}
}

func TestAStarPreservesTheGroundOfItsCell(t *testing.T) {
	c := newCanvas(1, 1)
	c.Scenery = red
	c.Draw(newTerminal(t, 1, 1, 256))
	at := cell{glyph: '⠁' | star, ink: red}
	for i := range at.dots {
		at.dots[i] = red
	}
	if got := c.blitter.behind(&at); got != c.blitter.same[red] {
		t.Errorf("the ground of a star in red is colour %d, want %d", got, c.blitter.same[red])
	}
}
