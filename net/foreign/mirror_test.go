package foreign

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	_ "dogfight/testkit"
)

func TestTheFieldIsThatOfTheOriginalUntilMoreIsSeen(t *testing.T) {
	t.Parallel()
	f := newField()
	if f.include(vector{40, 40}) || f.include(vector{780, 590}) {
		t.Errorf("it grew to %v", f)
	}
	if a := f.arena(); a.Width != 100 || a.Height != 75 {
		t.Errorf("%d by %d tiles", a.Width, a.Height)
	}
}

func TestTheFieldGrowsByWholeTilesAndShiftsItsOrigin(t *testing.T) {
	t.Parallel()
	f := newField()
	if !f.include(vector{-20, 700}) {
		t.Error("it did not grow")
	}
	if want := (field{stretch{-4, 104}, stretch{0, 89}}); f != want {
		t.Errorf("grew to %v, expected %v", f, want)
	}
	if p, within := f.place(vector{-20, 700}); !within || p != (game.Point{X: 12 * game.One, Y: 700 * game.One}) {
		t.Errorf("placed at %v, within: %v", p, within)
	}
}

func TestTheFieldNeverOutgrowsAnArena(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := newField()
		f.begin(anywhere(t))
		for range 8 {
			v := anywhere(t)
			f.include(v)
			a := f.arena()
			w, h := a.Size()
			if p, _ := f.place(v); a.Width > game.MaxTiles || a.Height > game.MaxTiles || p.X < 0 || p.Y < 0 || p.X >= w || p.Y >= h {
				t.Fatalf("%v is at %v of %d by %d tiles", v, p, a.Width, a.Height)
			}
		}
	})
}

func TestAFieldFarAwayBeginsWhereTheShipIs(t *testing.T) {
	t.Parallel()
	f := newField()
	f.begin(vector{1e6, -1e6})
	if f.include(vector{1e6, -1e6}) {
		t.Errorf("it had to grow to %v", f)
	}
}

// anywhere draws a position, possibly an absurd one.
func anywhere(t *rapid.T) vector {
	number := rapid.OneOf(rapid.Float64Range(-3000, 3000), rapid.Float64Range(-math.MaxFloat32, math.MaxFloat32))
	return vector{number.Draw(t, "x"), number.Draw(t, "y")}
}

func TestAnyMirroredWorldCanBeDrawn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newMirror("Nova", 5)
		now := time.Unix(1e9, 0)
		for range rapid.IntRange(1, 6).Draw(t, "sightings") {
			m.apply(&snapshot{
				me: 1, whole: rapid.Bool().Draw(t, "whole"), lasting: rapid.Bool().Draw(t, "lasting"),
				shots: 5, things: rapid.SliceOfN(rapid.Custom(anything), 0, 90).Draw(t, "things"),
			}, now, usualInterval)
			now = now.Add(time.Duration(rapid.IntRange(0, 400).Draw(t, "ms")) * time.Millisecond)
			m.show(now, game.Steer(game.Up))
			checkWorld(t, &m)
		}
	})
}

func anything(t *rapid.T) thing {
	return thing{
		id: rapid.Uint64Range(1, 80).Draw(t, "id"), kind: dialect.Kind(rapid.IntRange(1, 5).Draw(t, "kind")),
		at: anywhere(t), way: anywhere(t), course: game.Course(rapid.IntRange(0, 4).Draw(t, "course")),
		team: uint8(rapid.IntRange(0, 2).Draw(t, "team")), hp: rapid.Uint8().Draw(t, "hp"),
		fell: rapid.Bool().Draw(t, "fell"), owner: rapid.Uint64Range(0, 80).Draw(t, "owner"), item: game.OrbItem,
	}
}

// checkWorld fails unless a screen can draw everything where it is.
func checkWorld(t *rapid.T, m *mirror) {
	w, h := m.setup.Arena.Size()
	for i := range m.world.Ships {
		ship := &m.world.Ships[i]
		if ship.X < 0 || ship.Y < 0 || ship.X >= w || ship.Y >= h || ship.Facing >= game.Courses {
			t.Fatalf("ship %d is %+v", i, ship)
		}
		for k, shot := range m.world.Shots[i] {
			if live := ship.Live>>k&1 == 1; !live && shot != (game.Shot{}) || live && (shot.X < 0 || shot.X >= w || shot.Left > m.gun.Life) {
				t.Fatalf("shot %d of ship %d is %+v, live: %v", k, i, shot, live)
			}
		}
	}
	for _, p := range m.roster {
		if m.world.Ships[p.Slot].State == game.Empty || p.Slot == proto.NoSlot {
			t.Fatalf("%v has no ship", p)
		}
	}
	if m.roster[0].Name != "Nova" || m.roster[0].Slot != 0 {
		t.Fatalf("the roster is %v", m.roster)
	}
}

func TestAThingNeverGlidesBeyondItsPosition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var g smoother
		now := time.Unix(1e9, 0)
		from, to := rapid.Float64Range(0, 90).Draw(t, "from"), rapid.Float64Range(0, 90).Draw(t, "to")
		g.begin(vector{x: from}, vector{}, now)
		g.move(vector{x: to}, vector{}, now, usualInterval)
		last := from
		for range 20 {
			p := g.place(now).x
			if math.Abs(p-to) > math.Abs(last-to)+1e-9 {
				t.Fatalf("went from %v to %v, away from %v", last, p, to)
			}
			last, now = p, now.Add(5*time.Millisecond)
		}
		if last != to {
			t.Fatalf("after 100 ms it is at %v, expected %v", last, to)
		}
	})
}

func TestAThingWithAVelocityFliesOnFor150ms(t *testing.T) {
	t.Parallel()
	var g smoother
	now := time.Unix(1e9, 0)
	g.begin(vector{}, vector{x: 100}, now)
	for _, c := range []struct {
		after time.Duration
		x     float64
	}{{0, 0}, {50 * time.Millisecond, 5}, {onwards, 15}, {time.Hour, 15}} {
		if p := g.place(now.Add(c.after)); math.Abs(p.x-c.x) > 1e-9 {
			t.Errorf("after %v it is at %v, expected %v", c.after, p.x, c.x)
		}
	}
}

func TestNoShipGlidesAcrossTheArena(t *testing.T) {
	t.Parallel()
	var g smoother
	now := time.Unix(1e9, 0)
	g.begin(vector{}, vector{}, now)
	g.move(vector{x: 300}, vector{}, now, usualInterval)
	if p := g.place(now); p.x != 300 {
		t.Errorf("drawn at %v", p.x)
	}
}
