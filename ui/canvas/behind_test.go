package canvas

import "testing"

func TestFiguresAreSeenBehindTextOnItsGroundAndCloseByNoneOfIt(t *testing.T) {
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
	f.PutBehind(c)
	for _, want := range []struct {
		x, y int
		k    Colour
	}{{0, 0, panel}, {1, 0, panel}, {0, 1, panel}, {2, 0, panel}, {6, 3, hull}, {6, 2, panel}} {
		if got := c.At(want.x, want.y); got != want.k {
			t.Errorf("dot %d, %d has colour %d, expected %d", want.x, want.y, got, want.k)
		}
	}
	if c.Vacant(1, 0) || !c.Vacant(3, 0) || c.Vacant(4, 0) || c.Vacant(-1, 0) {
		t.Error("the letter is gone, or what is on the canvas is not known")
	}
	if f.PutBehind(c); len(f.at) > 0 {
		t.Error("it was put, and is still there")
	}
}
