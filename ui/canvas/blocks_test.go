package canvas

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// has reports whether a cell is in one of the blocks.
func (b BlockSet) has(x int) bool { return b>>min(x/BlockWidth, maxBlocks-1)&1 != 0 }

func TestBlocksAreGoneThroughFromTheLeftWithoutAnyTwice(t *testing.T) {
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

func TestWhateverChangesInARowIsToldOf(t *testing.T) {
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
						t.Fatalf("cell %d of row %d changed, and nobody was told: %b", x, y, touched)
					}
				}
			}
		}
	})
}

func TestARowThatNobodyWritesToIsNotToldOf(t *testing.T) {
	g := newGrid(100, 3)
	for y := range g.Height {
		g.Touched(y)
	}
	before := g.Written(2)
	g.Set(50, 1, wide)
	if touched := g.Touched(1); touched != 1<<(50/BlockWidth) {
		t.Errorf("of the row that was written to: %b", touched)
	}
	if touched := g.Touched(2); touched != 0 || g.Written(2) != before {
		t.Errorf("of another row: %b", touched)
	}
	if g.Written(-1) != 0 || g.Written(3) != 0 {
		t.Error("rows outside are told of")
	}
}
