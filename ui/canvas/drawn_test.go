package canvas

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestAPictureIsThereWhateverWasThereBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 3).Draw(t, "height")
		c, s := newCanvas(width, height), newTerminal(t, width, height, 256)
		for range 6 {
			meddle(t, c, &s)
			begin(t, c, s)
			scribble(t, c)
			c.Draw(s)
			fresh := newTerminal(t, s.Width, s.Height, s.Colours())
			fresh.Clusters = s.Clusters // which number characters alike
			again := &Canvas{Palette: c.Palette, Mode: c.Mode, width: c.width, height: c.height, cells: c.cells, several: c.several}
			again.laid.resize(again.height)
			again.Draw(fresh)
			if !slices.Equal(s.Cells, fresh.Cells) {
				t.Fatalf("expected %q, found %q", fresh.text(), s.text())
			}
		}
	})
}

// begin begins a picture on nothing, or on a backdrop that may be the one before.
func begin(t *rapid.T, c *Canvas, s terminal) {
	c.Fit(s.Size())
	if rapid.IntRange(0, 4).Draw(t, "backdrop") == 0 {
		c.Resize(s.Size())
		return
	}
	b := Backdrop{Ground: stripes{}, Left: rapid.IntRange(0, 1).Draw(t, "left"), Margin: 1}
	c.Lay(b)
	for x := range c.width {
		for y := range c.height {
			bare, at := c.cells[y*c.width+x], [1][8]Colour{}
			if y > 0 && y < c.height-1 {
				b.Ground.Row(x+b.Left, y, at[:])
			}
			if !bare.glyph.empty() || bare.figure != 0 || bare.dots != at[0] {
				t.Fatalf("%v lies in cell %d, %d of the backdrop, which is %v", bare, x, y, at[0])
			}
		}
	}
	for x := 0; x < c.width; x += 3 {
		c.Star(x, 1, '⠁', blue)
	}
}

// stripes are a Ground.
type stripes struct{}

func (stripes) Row(x, y int, into [][8]Colour) {
	for i := range into {
		into[i] = alike(Colour((x + i) / 4 & 1))
	}
}

// meddle does what may happen between two pictures.
func meddle(t *rapid.T, c *Canvas, s *terminal) {
	switch rapid.IntRange(0, 12).Draw(t, "what happens") {
	case 0:
		c.Mode = rapid.SampledFrom(Modes[:]).Draw(t, "mode")
	case 1:
		c.Palette = slices.Clone(c.Palette)
		c.Palette[red].Rich++
	case 2:
		s.Resize(rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 3).Draw(t, "height"))
	case 3:
		*s = newTerminal(t, s.Width, s.Height, rapid.SampledFrom([]int{8, 256}).Draw(t, "colours"))
	case 4, 5:
		x, y := rapid.IntRange(0, s.Width).Draw(t, "x"), rapid.IntRange(0, s.Height).Draw(t, "y")
		s.Set(x, y, Cell{Glyph: '語', Width: 2})
	}
}

// scribble draws something, of which much is the same each time.
func scribble(t *rapid.T, c *Canvas) {
	words := rapid.SampledFrom([]string{"x", "日本", "👍🏽", "👩🏽", "e\u0301", "a日"})
	for range rapid.IntRange(0, 3).Draw(t, "words") {
		c.Text(rapid.IntRange(0, c.width).Draw(t, "x"), rapid.IntRange(0, c.height).Draw(t, "y"), words.Draw(t, "word"), red)
	}
	c.Dot(rapid.IntRange(0, 3).Draw(t, "dot"), 0, blue)
	c.Text(8, 0, "日", red)
}

func TestAPictureThatStaysIsWrittenOnce(t *testing.T) {
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
