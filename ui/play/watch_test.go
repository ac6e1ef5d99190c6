package play

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/net"
	"dogfight/ui/canvas"
)

// watching is a spectator's screen over a large arena with two ships, drawn once.
func watching(t *testing.T, mode canvas.Mode) (s *Screen, v *net.View, press func(keys ...any)) {
	v = testView("Nova", "Rex")
	wide(v.Setup.Arena, 200, 150)
	v.Me = -1
	v.World.Ships[0].X, v.World.Ships[0].Y = unit(700), unit(500)
	v.World.Ships[1].X, v.World.Ships[1].Y = unit(900), unit(800)
	s, now := New(Options{Mode: mode}), noon
	term := newTerminal(t, 80, 24)
	show(s, term, v, now)
	return s, v, func(keys ...any) {
		for _, k := range keys {
			ev := tcell.NewEventKey(tcell.KeyRune, 0, tcell.ModNone)
			switch k := k.(type) {
			case rune:
				ev = tcell.NewEventKey(tcell.KeyRune, k, tcell.ModNone)
			case tcell.Key:
				ev = tcell.NewEventKey(k, 0, tcell.ModNone)
			}
			s.Event(ev, v, now)
			for range 30 {
				now = now.Add(time.Second / 30)
				show(s, term, v, now)
			}
		}
	}
}

// place returns the dot at which a ship is.
func place(s *Screen, v *net.View, slot int) (x, y int) {
	f := frame{Canvas: &s.canvas, View: v, now: s.camera.last, pilots: &s.pilots}
	s.camera.frame(&f)
	return f.locateShip(slot)
}

func TestAFreeCameraMovesByTheArrowsAndFollowsAgain(t *testing.T) {
	s, v, press := watching(t, canvas.Blocks)
	x, y := place(s, v, 0)
	press('c')
	if nx, ny := place(s, v, 0); nx != x || ny != y {
		t.Errorf("the picture jumped from %d, %d to %d, %d", x, y, nx, ny)
	}
	press(tcell.KeyRight, tcell.KeyRight, tcell.KeyDown)
	if nx, ny := place(s, v, 0); nx != x-2*80/6 || ny != y-48/6 {
		t.Errorf("the ship went from %d, %d to %d, %d", x, y, nx, ny)
	}
	press('c')
	if nx, ny := place(s, v, 0); nx != x || ny != y {
		t.Errorf("following again, the ship is at %d, %d, expected %d, %d", nx, ny, x, y)
	}
}

func TestAFreeCameraDoesNotLeaveTheArena(t *testing.T) {
	s, v, press := watching(t, canvas.Blocks)
	press('c')
	for range 99 {
		s.Event(tcell.NewEventKey(tcell.KeyLeft, 0, tcell.ModNone), v, s.camera.last)
	}
	if s.camera.place.x != 0 {
		t.Errorf("it looks at %v", s.camera.place)
	}
}

func TestTheWholeArenaShowsAtOnceInEveryMode(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, press := watching(t, mode)
		press('v')
		f := frame{Canvas: &s.canvas, View: v, now: s.camera.last, pilots: &s.pilots}
		s.camera.frame(&f)
		w, h := v.Setup.Arena.Size()
		width, height := s.canvas.Dots()
		line := 2 * mode.Fine()
		left, top := f.locate(0, 0)
		right, bottom := f.locate(w-1, h-1)
		if left < 0 || right >= width || top < line || bottom >= height-line {
			t.Errorf("%v: the arena lies from %d, %d to %d, %d of %dx%d dots", mode, left, top, right, bottom, width, height)
		}
		press('v')
		if got := s.camera.zoom.shift(&f); got != usual(mode) {
			t.Errorf("%v: back again it is at shift %d", mode, got)
		}
	}
}

func TestZoomGoesFromThePicturesOfShipsToTheWholeArenaAndNoFarther(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, press := watching(t, mode)
		f := frame{Canvas: &s.canvas, View: v}
		for range 9 {
			press('-')
		}
		if got := s.camera.zoom.shift(&f); got != wholeArena(&f) {
			t.Errorf("%v: from farthest away the shift is %d, expected %d", mode, got, wholeArena(&f))
		}
		for range 9 {
			press('+')
		}
		if got := s.camera.zoom.shift(&f); got != nearest(mode) {
			t.Errorf("%v: from closest the shift is %d, expected %d", mode, got, nearest(mode))
		}
	}
}

func TestTheFollowedShipHoldsStillOnItsWay(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, _ := watching(t, mode)
		v.Me = 0
		v.World.Ships[0].VX, v.World.Ships[0].VY = 640, 0
		term, now, moved := newTerminal(t, 80, 24), noon, 0
		var x int
		for i := range 120 {
			now = now.Add(time.Second / 30)
			v.World.Ships[0].X += 2 * 640
			show(s, term, v, now)
			if nx, _ := place(s, v, 0); i > 90 && nx != x {
				moved++
			} else {
				x = nx
			}
		}
		if moved > 1 {
			t.Errorf("%v: the ship trembled %d times", mode, moved)
		}
	}
}
