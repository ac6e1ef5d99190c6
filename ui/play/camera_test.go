package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
	"dogfight/ui/play/scene"
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

// seen draws a frame and returns the place of the ship in a slot.
func seen(s *Screen, v *net.View, now time.Time, slot int) (x, y int) {
	f := viewed(s, v, now)
	v.Events = nil
	return f.Space.LocateShip(slot)
}

func TestThePictureRestsWhileTheShipTurns(t *testing.T) {
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
		if i > 120 && (nx != x || ny != y) { // earlier it was near the middle
			t.Fatalf("frame %d: the ship went from %d,%d to %d,%d on the screen", i, x, y, nx, ny)
		}
		x, y = nx, ny
	}
	if width, height := s.drawing.canvas.Dots(); max(x-width/2, width/2-x) > width/9+8 || max(y-height/2, height/2-y) > height/7+8 {
		t.Errorf("the ship is at %d,%d of %dx%d, too near the edge", x, y, width, height)
	}
}

func TestTheCameraLeansAlongTheFlight(t *testing.T) {
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
	if s.camera().Followed != 1 {
		t.Errorf("followed slot %d, want the leader's, 1", s.camera().Followed)
	}
	for _, want := range []int{2, 0, 1} {
		s.Event(key(keyRight), v, playtest.Noon)
		seen(s, v, playtest.Noon, 0)
		if s.camera().Followed != want {
			t.Errorf("followed slot %d, want %d", s.camera().Followed, want)
		}
	}
	s.Event(key(keyLeft), v, playtest.Noon)
	seen(s, v, playtest.Noon, 0)
	if s.camera().Followed != 0 {
		t.Errorf("followed slot %d, want 0", s.camera().Followed)
	}
}

// watching returns a spectator's screen over a large arena with two ships, drawn once.
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

// through returns the frame of a View through a screen's camera.
func through(s *Screen, v *net.View) *scene.Frame {
	return &scene.Frame{Sheet: &canvas.Sheet{Canvas: &s.drawing.canvas, Now: s.now}, Match: &model.Match{View: v, Pilots: &s.known.pilots}, Grain: scene.Usual}
}

// place returns the dot of a ship.
func place(s *Screen, v *net.View, slot int) (x, y int) {
	f := through(s, v)
	s.camera().Aim(f)
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
	if s.camera().Place.X != 0 {
		t.Errorf("it looks at %v", s.camera().Place)
	}
}

func TestTheWholeArenaShowsAtOnceInEveryMode(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, press := watching(t, mode)
		press('v')
		f := through(s, v)
		s.camera().Aim(f)
		w, h := v.Setup.Arena.Size()
		width, height := s.drawing.canvas.Dots()
		const line = canvas.Down
		left, top := f.Locate(0, 0)
		right, bottom := f.Locate(w-1, h-1)
		if left < 0 || right >= width || top < line || bottom >= height-line {
			t.Errorf("%v: the arena lies from %d, %d to %d, %d of %dx%d dots", mode, left, top, right, bottom, width, height)
		}
		press('v')
		if s.camera().Aim(f); f.Grain != scene.Usual {
			t.Errorf("%v: back again it is at grain %d", mode, f.Grain)
		}
	}
}

func TestZoomIsFromTheUsualDistanceToTheWholeArena(t *testing.T) {
	t.Parallel()
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII} {
		s, v, press := watching(t, mode)
		f := through(s, v)
		press('v')
		s.camera().Aim(f)
		whole := f.Grain
		press('v')
		for range 9 {
			press('-')
		}
		if s.camera().Aim(f); f.Grain != whole {
			t.Errorf("%v: from farthest away the grain is %d, expected %d", mode, f.Grain, whole)
		}
		for range 9 {
			press('+')
		}
		if s.camera().Aim(f); f.Grain != scene.Usual {
			t.Errorf("%v: from closest the grain is %d, expected %d", mode, f.Grain, scene.Usual)
		}
	}
}

func TestTheArenaOfTrailsFillsTheField(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {180, 50}} {
		v, s := playtest.View("Nova", "Rex"), New(Options{Mode: canvas.Blocks})
		playtest.Wide(v.Setup.Arena, 78, 42)
		v.Setup.Mode = game.Trails
		show(s, newTerminal(t, size[0], size[1]), v, playtest.Noon)
		f := s.frame()
		s.lay(f)
		w, h := v.Setup.Arena.Size()
		width, height := f.Sheet.Dots()
		left, top := f.Space.Locate(0, 0)
		right, bottom := f.Space.Locate(w-1, h-1)
		if left < 0 || top < canvas.Down || right >= width || bottom >= height-canvas.Down {
			t.Errorf("%v: the arena lies from %d, %d to %d, %d of %dx%d dots", size, left, top, right, bottom, width, height)
		}
		if free := min(width-(right-left), height-(bottom-top)); free > 5*canvas.Down {
			t.Errorf("%v: %d dots are free on all sides", size, free)
		}
	}
}

// Most glyphs have halves of a cell: a tip beside the base in the same half makes no arrow.
func TestAHeadOfTrailsHasATipInAHalfOfItsOwn(t *testing.T) {
	for offset := range int32(8) { // in half dots
		for _, course := range []game.Course{game.Up, game.Down} {
			v, s := playtest.View("Nova"), New(Options{Mode: canvas.Blocks})
			playtest.Wide(v.Setup.Arena, 78, 42)
			v.Setup.Mode = game.Trails
			ship := &v.World.Ships[0]
			ship.X, ship.Y, ship.Facing = playtest.Unit(200), playtest.Unit(100+2*offset), course
			show(s, newTerminal(t, 80, 24), v, playtest.Noon)
			x, y := place(s, v, 0)
			drawn := func(x, half int) bool {
				return s.Canvas().At(x, 2*half) == canvas.OwnTrim || s.Canvas().At(x, 2*half+1) == canvas.OwnTrim
			}
			tips := 0
			for half := y/2 - 2; half <= y/2+2; half++ {
				if drawn(x, half) && !drawn(x-1, half) {
					tips++
				}
			}
			if tips != 1 {
				t.Errorf("offset %d, course %v: %d tips", offset, course, tips)
			}
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

// afar returns a match of two ships, the other a number of columns to the right and rows below, in the middle of a
// large arena.
func afar(columns, rows int32) *net.View {
	v := wideView("Nova", "Rex")
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(1000), playtest.Unit(600)
	v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(1000+4*columns), playtest.Unit(600+8*rows)
	return v
}

func TestNoShipShowsFartherAwayThanOnAScreenOfTheLargestMatch(t *testing.T) {
	for _, far := range []bool{false, true} {
		for _, at := range [][2]int32{{84, 0}, {-84, 0}, {0, 32}, {0, -32}} {
			for _, size := range [][2]int{{200, 60}, {260, 62}, {202, 100}, {400, 150}} {
				term := newTerminal(t, size[0], size[1])
				show(New(Options{LowBandwidth: far}), term, afar(at[0], at[1]), playtest.Noon)
				listed := 0
				if !far {
					listed = 1 // among the pilots
				}
				if strings.Count(term.text(), "Rex") > listed {
					t.Errorf("%v, far %v: a ship %v cells away shows", size, far, at)
				}
			}
		}
	}
}

func TestAMatchIsInTheMiddleOfALargeScreen(t *testing.T) {
	term, s := newTerminal(t, 400, 150), New(Options{})
	v := afar(20, 5)
	show(s, term, v, playtest.Noon)
	term.shows(t, "Rex")
	small := newTerminal(t, 200, 60)
	show(New(Options{}), small, v, playtest.Noon)
	for y := range 60 {
		if got, want := term.patch(100, 45+y, 200, 1), small.patch(0, y, 200, 1); got != want {
			t.Fatalf("row %d: got %q, want %q", y, got, want)
		}
	}
	if got := term.patch(99, 44, 3, 1) + term.patch(99, 105, 3, 1); got != "|┌──|└──" {
		t.Errorf("the frame is %s", got)
	}
	before := slices.Clone(term.Grid.Cells)
	show(s, term, v, playtest.Noon)
	if !slices.Equal(before, term.Grid.Cells) {
		t.Error("the same View looks otherwise")
	}
}

func TestTheSkyAroundAMatchIsRestored(t *testing.T) {
	term, s, v := newTerminal(t, 260, 80), New(Options{}), afar(20, 5)
	show(s, term, v, playtest.Noon)
	before := slices.Clone(term.Grid.Cells)
	for y := 5; y < 40; y++ {
		for x := range 40 {
			term.Span(x, y, 1)[0].Show('x', canvas.Standard.Style(256, canvas.TextInk, canvas.PanelInk))
		}
	}
	show(s, term, v, playtest.Noon)
	if !slices.Equal(before, term.Grid.Cells) {
		t.Errorf("it is still there:\n%s", term.text())
	}
}

func TestThePointerSteersFromTheShipInTheMiddle(t *testing.T) {
	term, s, v := newTerminal(t, 400, 150), New(Options{Settings: input.Settings{Mouse: true}}), afar(20, 5)
	show(s, term, v, playtest.Noon)
	x, y := s.drawing.ship.X, s.drawing.ship.Y/2
	if x < 150 || x > 250 || y < 60 || y > 90 {
		t.Fatalf("the ship is assumed at %d, %d", x, y)
	}
	s.Event(input.Event{Kind: input.Mouse, X: x + 30, Y: y}, v, playtest.Noon)
	if got := s.Input(playtest.Noon); got.Course() != game.Right {
		t.Errorf("it steers %v", got)
	}
}
