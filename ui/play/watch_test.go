package play

import (
	"testing"
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
	"dogfight/ui/play/scene"
)

// watching is a spectator's screen over a large arena with two ships, drawn once.
func watching(t *testing.T, mode canvas.Mode) (s *Screen, v *net.View, press func(...input.Key)) {
	v = playtest.View("Nova", "Rex")
	playtest.Wide(v.Setup.Arena, 200, 150)
	v.Me = -1
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(700), playtest.Unit(500)
	v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(900), playtest.Unit(800)
	s, now := New(Options{Mode: mode}), playtest.Noon
	term := newTerminal(t, 80, 24)
	for range 30 {
		now = now.Add(time.Second / 30)
		show(s, term, v, now)
	}
	return s, v, func(pressed ...input.Key) {
		for _, k := range pressed {
			s.Event(key(k), v, now)
			for range 30 {
				now = now.Add(time.Second / 30)
				show(s, term, v, now)
			}
		}
	}
}

// through returns the frame in which a screen's camera shows a View.
func through(s *Screen, v *net.View) *scene.Frame {
	return &scene.Frame{Sheet: &canvas.Sheet{Canvas: &s.canvas, Now: s.now}, Match: &model.Match{View: v, Pilots: &s.pilots}}
}

// place returns the dot at which a ship is.
func place(s *Screen, v *net.View, slot int) (x, y int) {
	f := through(s, v)
	s.last.camera.Aim(f)
	return f.LocateShip(slot)
}

func TestAFreeCameraMovesByTheArrowsAndFollowsAgain(t *testing.T) {
	s, v, press := watching(t, canvas.Blocks)
	x, y := place(s, v, 0)
	press('c')
	if nx, ny := place(s, v, 0); nx != x || ny != y {
		t.Errorf("the picture jumped from %d, %d to %d, %d", x, y, nx, ny)
	}
	press(input.KeyRight, input.KeyRight, input.KeyDown)
	if nx, ny := place(s, v, 0); nx != x-2*160/6&^1 || ny != y-96/6&^3 {
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
		s.Event(key(input.KeyLeft), v, playtest.Noon)
	}
	if s.last.camera.Place.X != 0 {
		t.Errorf("it looks at %v", s.last.camera.Place)
	}
}

func TestTheWholeArenaShowsAtOnceInEveryMode(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, press := watching(t, mode)
		press('v')
		f := through(s, v)
		s.last.camera.Aim(f)
		w, h := v.Setup.Arena.Size()
		width, height := s.canvas.Dots()
		const line = canvas.Down
		left, top := f.Locate(0, 0)
		right, bottom := f.Locate(w-1, h-1)
		if left < 0 || right >= width || top < line || bottom >= height-line {
			t.Errorf("%v: the arena lies from %d, %d to %d, %d of %dx%d dots", mode, left, top, right, bottom, width, height)
		}
		press('v')
		if s.last.camera.Aim(f); f.Shift != scene.Usual {
			t.Errorf("%v: back again it is at shift %d", mode, f.Shift)
		}
	}
}

func TestZoomGoesFromTheUsualDistanceToTheWholeArenaAndNoFarther(t *testing.T) {
	t.Parallel()
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, press := watching(t, mode)
		f := through(s, v)
		press('v')
		s.last.camera.Aim(f)
		whole := f.Shift
		press('v')
		for range 9 {
			press('-')
		}
		if s.last.camera.Aim(f); f.Shift != whole {
			t.Errorf("%v: from farthest away the shift is %d, expected %d", mode, f.Shift, whole)
		}
		for range 9 {
			press('+')
		}
		if s.last.camera.Aim(f); f.Shift != scene.Usual {
			t.Errorf("%v: from closest the shift is %d, expected %d", mode, f.Shift, scene.Usual)
		}
	}
}

func TestTheFollowedShipHoldsStillOnItsWay(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, _ := watching(t, mode)
		v.Me = 0
		v.World.Ships[0].VX, v.World.Ships[0].VY = 640, 0
		term, now, moved := newTerminal(t, 80, 24), playtest.Noon, 0
		var x int
		for i := range 120 {
			now = now.Add(time.Second / 30)
			v.World.Ships[0].X += 2 * 640
			show(s, term, v, now)
			nx, _ := place(s, v, 0)
			if i > 90 && nx != x {
				moved++
			}
			x = nx
		}
		if moved > 1 {
			t.Errorf("%v: the ship trembled %d times", mode, moved)
		}
	}
}
