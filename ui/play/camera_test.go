package play

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play/playtest"
)

// wideView is testView in an arena of 300x200 tiles.
func wideView(names ...string) *net.View {
	v := playtest.View(names...)
	playtest.Wide(v.Setup.Arena, 300, 200)
	for i := range names {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(1000+100*int32(i)), playtest.Unit(800)
	}
	return v
}

// seen draws a frame and returns where the ship in a slot is on the canvas.
func seen(s *Screen, v *net.View, now time.Time, slot int) (x, y int) {
	f := looked(s, v, now)
	v.Events = nil
	return f.Space.LocateShip(slot)
}

func TestThePictureStandsStillWhileTheShipTurnsOnTheSpot(t *testing.T) {
	v, s := wideView("Nova", "Rex"), New(Options{})
	seen(s, v, playtest.Noon, 0)
	rock, _ := seen(s, v, playtest.Noon, 1)
	home, now := v.World.Ships[0].X, playtest.Noon
	for i := range 100 {
		now = now.Add(time.Second / 30)
		v.World.Ships[0].X = home + int32(i%12-6)*playtest.Unit(4)
		if x, _ := seen(s, v, now, 1); x != rock {
			t.Fatalf("frame %d: the picture moved by %d", i, x-rock)
		}
	}
}

func TestTheCameraHoldsTheShipStillAtSteadySpeed(t *testing.T) {
	v, s := wideView("Nova"), New(Options{})
	ship := &v.World.Ships[0]
	ship.VX, ship.VY = 611, -217
	var x, y int
	for i := range 200 {
		ship.X += 2 * ship.VX
		ship.Y += 2 * ship.VY
		now := playtest.Noon.Add(time.Duration(i+1) * time.Second / 30)
		nx, ny := seen(s, v, now, 0)
		if i > 120 && (nx != x || ny != y) { // until then it was near the middle
			t.Fatalf("frame %d: the ship went from %d,%d to %d,%d on the screen", i, x, y, nx, ny)
		}
		x, y = nx, ny
	}
	if width, height := s.canvas.Dots(); max(x-width/2, width/2-x) > width/9+8 || max(y-height/2, height/2-y) > height/7+8 {
		t.Errorf("the ship is at %d,%d of %dx%d, too near the edge", x, y, width, height)
	}
}

func TestTheCameraLooksAheadOfTheFlight(t *testing.T) {
	v, s := wideView("Nova"), New(Options{})
	v.World.Ships[0].VX = 640
	if x, _ := seen(s, v, playtest.Noon, 0); x > 80-16 {
		t.Errorf("flying right the ship is at dot %d, want more room before it", x)
	}
}

func TestTheCameraStaysInTheArena(t *testing.T) {
	v, s := wideView("Nova"), New(Options{})
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(8), playtest.Unit(8)
	if x, y := seen(s, v, playtest.Noon, 0); x != 2+4 || y != 4+4+4 {
		t.Errorf("in the corner the ship is at %d,%d", x, y)
	}
}

func TestASmallArenaIsInTheMiddle(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	playtest.Wide(v.Setup.Arena, 20, 10)
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(80), playtest.Unit(40)
	if x, y := seen(s, v, playtest.Noon, 0); x != 80 || y != 48 {
		t.Errorf("the middle of the arena is at %d,%d", x, y)
	}
}

func TestTheCameraGlidesFromTheWreckToTheKiller(t *testing.T) {
	v, s := wideView("Nova", "Rex"), New(Options{})
	before, _ := seen(s, v, playtest.Noon, 0)
	v.World.Ships[0].State, v.World.Ships[0].Respawn = game.Dead, 120
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1}}
	at := playtest.Noon.Add(50 * time.Millisecond)
	if x, _ := seen(s, v, at, 0); x != before {
		t.Errorf("the camera left the wreck at once, for column %d", x)
	}
	for i := range 60 {
		at = at.Add(30 * time.Millisecond)
		if x, _ := seen(s, v, at, 0); i == 24 && (x == before || before-x > 48) {
			t.Errorf("the camera should be on its way, not %d columns off", before-x)
		}
	}
	if x, _ := seen(s, v, at.Add(30*time.Millisecond), 1); x != before {
		t.Errorf("the killer is at column %d, want %d", x, before)
	}
}

func TestASpectatorFollowsTheLeaderAndCanCycle(t *testing.T) {
	v, s := wideView("Nova", "Rex", "Vega"), New(Options{})
	v.Me = -1
	v.World.Ships[1].Score = 9
	seen(s, v, playtest.Noon, 1)
	if s.last.camera.Followed != 1 {
		t.Errorf("followed slot %d, want the leader's, 1", s.last.camera.Followed)
	}
	for _, want := range []int{2, 0, 1} {
		s.Event(key(keyRight), v, playtest.Noon)
		seen(s, v, playtest.Noon, 0)
		if s.last.camera.Followed != want {
			t.Errorf("followed slot %d, want %d", s.last.camera.Followed, want)
		}
	}
	s.Event(key(keyLeft), v, playtest.Noon)
	seen(s, v, playtest.Noon, 0)
	if s.last.camera.Followed != 0 {
		t.Errorf("followed slot %d, want 0", s.last.camera.Followed)
	}
}
