package canvas

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

func newGrid(width, height int) *Grid {
	g := NewGrid(256)
	g.Resize(width, height)
	return g
}

// text returns the text of a row.
func (g *Grid) text(y int) string {
	var b strings.Builder
	for x := 0; x < g.Width; {
		character, _, width := g.Get(x, y)
		b.WriteString(character)
		x += width
	}
	return b.String()
}

var wide = Cell{Glyph: '日', Width: 2}

func TestOverwritingHalfAWideCharacterBlanksIt(t *testing.T) {
	for x, want := range []string{"x   ", " x  ", "日x ", "日 x"} {
		g := newGrid(4, 1)
		g.Set(0, 0, wide)
		g.Set(2, 0, wide)
		if x < 2 {
			g.Set(2, 0, Blank)
		}
		g.Set(x, 0, Cell{Glyph: 'x', Width: 1})
		if got := g.text(0); got != want {
			t.Errorf("x at %d: expected %q, found %q", x, want, got)
		}
	}
}

func TestAWideCharacterThatDoesNotFitIsABlank(t *testing.T) {
	g := newGrid(2, 1)
	g.Set(1, 0, wide)
	if got := g.text(0); got != "  " {
		t.Errorf("found %q", got)
	}
}

func TestASpanDoesTheSameAsSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, other := newGrid(8, 2), newGrid(8, 2)
		for range rapid.IntRange(0, 6).Draw(t, "wide ones") {
			x, y := rapid.IntRange(0, 7).Draw(t, "x"), rapid.IntRange(0, 1).Draw(t, "y")
			one.Set(x, y, wide)
			other.Set(x, y, wide)
		}
		x, y, n := rapid.IntRange(-2, 9).Draw(t, "x"), rapid.IntRange(-1, 2).Draw(t, "y"), rapid.IntRange(0, 9).Draw(t, "n")
		span := one.Span(x, y, n)
		if within := x >= 0 && n > 0 && x+n <= 8 && y >= 0 && y < 2; within != (len(span) == n && n > 0) {
			t.Fatalf("%d cells from %d, %d on: found %d", n, x, y, len(span))
		}
		for i := range span {
			span[i] = Cell{Glyph: 'x', Width: 1}
			other.Set(x+i, y, Cell{Glyph: 'x', Width: 1})
		}
		for i := range one.Cells {
			if one.Cells[i] != other.Cells[i] {
				t.Fatalf("cell %d: %v and %v", i, one.Cells[i], other.Cells[i])
			}
		}
	})
}

func TestAllCellsAreFilled(t *testing.T) {
	for n := range 20 {
		g := newGrid(n, 1)
		g.FillWith(Cell{Glyph: 'x', Width: 1})
		if got, want := g.text(0), strings.Repeat("x", n); got != want {
			t.Errorf("expected %q, found %q", want, got)
		}
	}
}

func TestOutsideTheGridNothingIsReadOrWritten(t *testing.T) {
	g := newGrid(2, 2)
	for _, at := range [][2]int{{-1, 0}, {0, -1}, {2, 0}, {0, 2}} {
		g.Set(at[0], at[1], wide)
		if character, _, width := g.Get(at[0], at[1]); character != "" || width != 0 {
			t.Errorf("%v: found %q", at, character)
		}
	}
	if got := g.text(0) + g.text(1); got != "    " {
		t.Errorf("found %q", got)
	}
}

func TestClustersStoreTheText(t *testing.T) {
	var c Clusters
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("aé日\u0301\u200d👩🚀")), 1, 4, -1).Draw(t, "text")
		g := c.Glyph(text)
		if got, appended := c.Text(g), string(c.Append(nil, g)); got != text || appended != text || c.Glyph(text) != g {
			t.Fatalf("%q became %q and %q", text, got, appended)
		}
	})
}

func TestAColourIsANumberOrRGBOrNeither(t *testing.T) {
	for c, want := range map[TermColour][2]int{0: {-1, -1}, Numbered(0): {0, -1}, Numbered(255): {255, -1}, RGB(0): {-1, 0}, RGB(0xff8000): {-1, 0xff8000}} {
		n, numbered := c.Number()
		hex, mixed := c.RGB()
		if numbered != (want[0] >= 0) || mixed != (want[1] >= 0) || numbered && n != want[0] || mixed && hex != want[1] {
			t.Errorf("%v: found %d, %v and %x, %v", want, n, numbered, hex, mixed)
		}
	}
}

func TestACellIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(Cell{}); n != 16 {
		t.Errorf("a cell needs %d bytes", n)
	}
}

// has reports whether a cell is in one of the blocks.
func (b BlockSet) has(x int) bool { return b>>min(x/BlockWidth, maxBlocks-1)&1 != 0 }

func TestNextVisitsEachCellOnceFromTheLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := BlockSet(rapid.Uint64().Draw(t, "blocks"))
		width := rapid.IntRange(0, (maxBlocks+2)*BlockWidth).Draw(t, "width")
		var want, got []int
		for x := range width {
			if b.has(x) {
				want = append(want, x)
			}
		}
		for from, to, rest := b.Next(width); to > 0; from, to, rest = rest.Next(width) {
			for x := from; x < to; x++ {
				got = append(got, x)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%b in %d cells: expected %v, found %v", b, width, want, got)
		}
	})
}

func TestEachChangeTouchesItsBlockAndRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, (maxBlocks+2)*BlockWidth).Draw(t, "width")
		g := newGrid(width, 2)
		number := rapid.IntRange(-3, width+3)
		for range 5 {
			for y := range g.Height {
				g.Touched(y)
			}
			was, written := slices.Clone(g.Cells), [2]uint32{g.Written(0), g.Written(1)}
			for range rapid.IntRange(0, 3).Draw(t, "deeds") {
				x, y, n := number.Draw(t, "x"), rapid.IntRange(-1, 2).Draw(t, "y"), number.Draw(t, "n")
				switch rapid.IntRange(0, 9).Draw(t, "deed") {
				case 0:
					g.FillWith(Cell{Glyph: '.', Width: 1})
				case 1, 2:
					for i := range g.Span(x, y, n) {
						g.Cells[y*width+x+i] = Cell{Glyph: 'x', Width: 1}
					}
				default:
					g.Set(x, y, rapid.SampledFrom([]Cell{wide, Blank, {Glyph: 'a', Width: 1}}).Draw(t, "cell"))
				}
			}
			for y, before := range written {
				touched := g.Touched(y)
				for x := range width {
					if i := y*width + x; g.Cells[i] != was[i] && (!touched.has(x) || g.Written(y) == before) {
						t.Fatalf("cell %d of row %d changed, but touched is %b", x, y, touched)
					}
				}
			}
		}
	})
}

func TestRowsWithoutWritesAreNotTouched(t *testing.T) {
	g := newGrid(100, 3)
	for y := range g.Height {
		g.Touched(y)
	}
	before := g.Written(2)
	g.Set(50, 1, wide)
	if touched := g.Touched(1); touched != 1<<(50/BlockWidth) {
		t.Errorf("touched of the written row is %b", touched)
	}
	if touched := g.Touched(2); touched != 0 || g.Written(2) != before {
		t.Errorf("touched of another row is %b", touched)
	}
	if g.Written(-1) != 0 || g.Written(3) != 0 {
		t.Error("rows outside have writes")
	}
}
