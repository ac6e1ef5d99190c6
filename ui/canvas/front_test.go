package canvas

import "testing"

func TestWhatIsInFrontStaysWhateverIsDrawnOverIt(t *testing.T) {
	c, front := &Canvas{}, &Front{}
	c.Resize(8, 2)
	c.Figure(4, 1, 3)
	c.Dot(6, 1, 3) // which is ground
	c.Text(5, 0, "x", 4)
	front.Lift(c, -2, -2, 20, 20)
	want := [2]cell{c.cells[2], c.cells[5]}
	c.Fill(0, 0, 8, 1, 7)
	c.Text(1, 0, "日本語", 5)
	front.Put(c)
	if got := [2]cell{c.cells[2], c.cells[5]}; got != want {
		t.Errorf("found %v, expected %v", got, want)
	}
	for x, want := range []glyph{' ', none, none, '本', covered, 'x', none, ' '} {
		if got := c.cells[x].glyph; got != want {
			t.Errorf("column %d: found %q, expected %q", x, rune(got), rune(want))
		}
	}
	c.Fill(0, 0, 8, 2, 7)
	front.Put(c)
	if c.cells[2].glyph != ' ' {
		t.Error("something was left in front")
	}
}
