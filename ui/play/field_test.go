package play

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

var (
	allModes   = []canvas.Mode{canvas.Braille, canvas.Blocks, canvas.ASCII}
	usualSizes = [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}
)

// melee is a match of many ships near each other, somewhere in an arena, that shows all
// that there may be on the screen besides them.
func melee(r *rand.Rand, arenaWidth, arenaHeight int) *net.View {
	v := testView(make([]string, 2+r.IntN(30))...)
	wide(v.Setup.Arena, arenaWidth, arenaHeight)
	w, h := v.Setup.Arena.Size()
	middle := game.Point{X: r.Int32N(w), Y: r.Int32N(h)}
	for i := range v.Roster {
		ship := &v.World.Ships[i]
		ship.X = min(max(middle.X+r.Int32N(unit(600))-unit(300), unit(6)), w-unit(6))
		ship.Y = min(max(middle.Y+r.Int32N(unit(400))-unit(200), unit(6)), h-unit(6))
		ship.Facing, ship.Class = facings[r.IntN(len(facings))], uint8(r.IntN(3))
		ship.HP, ship.Score = v.Setup.Classes[ship.Class].HP, r.Int32N(40)
		v.Roster[i].Name = []string{"Nova", "王小明 🚀", "Kestrel-Nine the Great"}[r.IntN(3)]
	}
	v.Me = r.IntN(4) - 1
	v.Stale = r.IntN(4) == 0
	v.Phase = []net.Phase{net.Playing, net.Playing, net.Lost}[r.IntN(3)]
	if r.IntN(3) == 0 {
		v.World.Started = v.World.Tick
	}
	for i := range r.IntN(6) {
		v.Chat = append(v.Chat, net.ChatLine{From: "Rex 🚀", Pilot: uint16(i), Slot: 1, Text: "a long line that goes over a good part of the screen, and on"})
		v.Events = append(v.Events, game.Event{Kind: game.EventKill, Slot: 1, By: 0})
	}
	if v.Me >= 0 && r.IntN(4) == 0 {
		v.World.Ships[v.Me].State, v.World.Ships[v.Me].Respawn = game.Dead, 90
	}
	return v
}

// hidden returns a cell of the field in which a ship should show and does not.
func hidden(s *Screen, term terminal) (x, y int, is bool) {
	width, height := term.Size()
	f := s.frame()
	bare := func(world *game.World) []cells.Cell {
		with := newTerminal(nil, width, height)
		s.canvas.Resize(width, height)
		s.lay(&f)
		f.View = &net.View{}
		*f.View = *s.view
		f.View.World = world
		s.drawSpace(&f)
		s.canvas.Draw(with)
		f.View = s.view
		return with.Grid.Cells
	}
	nobody := *s.view.World
	for i := range nobody.Ships {
		nobody.Ships[i].State = game.Empty
	}
	ships, space := bare(s.view.World), bare(&nobody)
	for y := 1; y < height-1; y++ {
		for x := range width - f.side {
			if at := y*width + x; ships[at] != space[at] && term.Grid.Cells[at] != ships[at] {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

func TestNothingHidesAShip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		size, mode := rapid.SampledFrom(usualSizes).Draw(t, "size"), rapid.SampledFrom(allModes).Draw(t, "mode")
		arena := rapid.SampledFrom([][2]int{{40, 20}, {100, 79}, {200, 155}}).Draw(t, "arena")
		v, term := melee(r, arena[0], arena[1]), newTerminal(nil, size[0], size[1])
		s := New(Options{Mode: mode, FewerBytes: rapid.Bool().Draw(t, "far"), FewerFlashes: true})
		s.camera.zoom.steps = rapid.IntRange(-1, 2).Draw(t, "zoom")
		if rapid.Bool().Draw(t, "lesson") {
			s.Teach(&Lesson{Number: 1, Of: 7, Task: "fly to the ring that is over there", Note: "arrows steer", Over: r.IntN(2) == 0})
		}
		for i := range 4 {
			show(s, term, v, noon.Add(time.Duration(i)*33*time.Millisecond))
			if x, y, is := hidden(s, term); is {
				t.Fatalf("picture %d: the ship at %d, %d is hidden:\n%s", i, x, y, term.text())
			}
			v.Chat, v.Events = nil, nil
			for i := range v.World.Ships {
				ship := &v.World.Ships[i]
				ship.X, ship.Y = ship.X+r.Int32N(unit(16))-unit(8), ship.Y+r.Int32N(unit(16))-unit(8)
			}
		}
	})
}

func TestTheOwnShipIsInTheFieldWhereverItFlies(t *testing.T) {
	for _, mode := range allModes {
		for _, size := range usualSizes {
			for _, far := range []bool{false, true} {
				for _, facing := range facings {
					v, s, term := wideView("Nova"), New(Options{Mode: mode, FewerBytes: far}), newTerminal(t, size[0], size[1])
					ship, dx, dy := &v.World.Ships[0], int32(0), int32(0)
					dx, dy = facing.Vector()
					ship.Facing = facing
					ship.VX, ship.VY = dx*6*game.One/256, dy*6*game.One/256 // 360 units a second, faster than any
					w, h := v.Setup.Arena.Size()
					for i := range 200 {
						ship.X = min(max(ship.X+2*ship.VX, unit(6)), w-unit(6))
						ship.Y = min(max(ship.Y+2*ship.VY, unit(6)), h-unit(6))
						show(s, term, v, noon.Add(time.Duration(i)*time.Second/30))
						f := s.frame()
						s.lay(&f)
						field := area{0, 1, f.width(), f.height() - 2}
						if a := f.shipArea(0); a != a.within(field) {
							t.Fatalf("%v, %v, far %v, flying %d: picture %d: the ship is at %v, outside of %v", mode, size, far, facing, i, a, field)
						}
					}
				}
			}
		}
	}
}

func TestTheRadarGivesWayAndDoesNotGoToAndFro(t *testing.T) {
	v, s, term := wideView("Nova"), New(Options{Mode: canvas.Braille}), newTerminal(t, 80, 24)
	ship := &v.World.Ships[0]
	w, h := v.Setup.Arena.Size()
	moves, was := 0, lowerRight
	for i := range 120 { // into the corner, about there, and out again
		way := int32(min(i, 119-i))
		ship.X, ship.Y = w-unit(6)-unit(max(60-2*way, 0)), h-unit(6)-unit(max(60-2*way, 0)+way%3)
		show(s, term, v, noon.Add(time.Duration(i)*33*time.Millisecond))
		if _, _, is := hidden(s, term); is {
			t.Fatalf("picture %d: the ship is hidden", i)
		}
		if s.next.corner != was {
			was = s.next.corner
			moves++
		}
	}
	if moves != 1 || was != lowerLeft {
		t.Errorf("the radar moved %d times, and is in corner %d", moves, was)
	}
	term.shows(t, "┌──────────────┐")
}

func TestTheRadarIsGoneWhereAShipIsInEachCorner(t *testing.T) {
	v, s, term := wideView("Nova", "a", "b", "c", "d"), New(Options{Mode: canvas.Braille}), newTerminal(t, 80, 24)
	for i, at := range [][2]int32{{-120, -60}, {120, -60}, {-120, 60}, {120, 60}} {
		ship := &v.World.Ships[1+i]
		ship.X, ship.Y = v.World.Ships[0].X+unit(at[0]), v.World.Ships[0].Y+unit(at[1])
	}
	show(s, term, v, noon)
	term.hides(t, "┌")
	v.Roster = append(v.Roster, proto.Pilot{})
	v.World.Ships[2].State = game.Dead
	show(s, term, v, noon.Add(time.Second))
	term.shows(t, "┌──────────────┐")
}
