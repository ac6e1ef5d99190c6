package dialect_test

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestANumberIsConstantAndNeverReused(t *testing.T) {
	m := dialects.Melee(16, 0)
	var c dialect.Tracker
	known, retired := map[uint32]dialect.Thing{}, map[uint32]bool{}
	seen, turned := map[dialect.Kind]int{}, 0
	for tick := range 3600 {
		s := m.Step()
		if tick%3 != 0 {
			continue
		}
		c.Update(s)
		for _, gone := range c.Gone {
			if was, ok := known[gone.ID]; !ok || was.Kind != gone.Kind {
				t.Fatalf("%+v is removed, there was %+v: %v", gone, was, ok)
			}
			delete(known, gone.ID)
			retired[gone.ID] = gone.ID > game.MaxShips
		}
		if len(c.Things) < len(known) {
			t.Fatalf("%d things, but %d are not removed", len(c.Things), len(known))
		}
		for _, thing := range c.Things {
			was, ok := known[thing.ID]
			switch {
			case retired[thing.ID]:
				t.Fatalf("number %d comes a second time", thing.ID)
			case ok == thing.New:
				t.Fatalf("%+v is New, but known before: %v", thing, ok)
			case ok && (was.Kind != thing.Kind || was.Slot != thing.Slot || was.Index != thing.Index):
				t.Fatalf("%+v was %+v", thing, was)
			case ok && thing.Kind == dialect.Shot && (was.VX != thing.VX || was.VY != thing.VY):
				turned++ // after its prey
			case ok && thing.Kind == dialect.Shot && (was.X+3*was.VX != thing.X || was.Y+3*was.VY != thing.Y):
				t.Fatalf("shot %+v does not come from %+v", thing, was)
			}
			known[thing.ID] = thing
			seen[thing.Kind]++
		}
		if len(known) != len(c.Things) {
			t.Fatalf("%d things, %d numbers", len(c.Things), len(known))
		}
	}
	if turned > seen[dialect.Shot]/4 {
		t.Errorf("%d of %d times a shot had turned, expected few", turned, seen[dialect.Shot])
	}
	for _, kind := range []dialect.Kind{dialect.Ship, dialect.Shot, dialect.PowerUp, dialect.Barrel} {
		if seen[kind] == 0 {
			t.Errorf("a minute's fight showed nothing of kind %d", kind)
		}
	}
}

func TestInAnotherMatchEverythingIsNew(t *testing.T) {
	m := dialects.Melee(4, 300)
	var c dialect.Tracker
	c.Update(&m.Scene)
	before := map[dialect.Gone]bool{}
	for _, thing := range c.Things {
		before[dialect.Gone{ID: thing.ID, Kind: thing.Kind}] = true
	}
	other := dialects.NewMatch(4)
	c.Update(&other.Scene)
	for _, gone := range c.Gone {
		if !before[gone] {
			t.Errorf("%+v is removed, which was not there", gone)
		}
	}
	if len(c.Gone) != len(before) || slices.ContainsFunc(c.Things, func(t dialect.Thing) bool { return !t.New }) {
		t.Errorf("%d of %d things are removed; things now: %v", len(c.Gone), len(before), c.Things)
	}
}

func TestTheClientsShipIsFirstThenTheNearest(t *testing.T) {
	m := dialects.Melee(16, 600)
	m.Scene.Me = 3
	for !m.Scene.Alive() {
		m.Step()
	}
	var c dialect.Tracker
	c.Update(&m.Scene)
	c.Sort(&m.Scene)
	me := c.Things[0]
	if me.Slot != 3 || me.Kind != dialect.Ship {
		t.Fatalf("the first is %+v", me)
	}
	last := int64(0)
	for _, thing := range c.Things[1:] {
		dx, dy := int64(thing.X-me.X), int64(thing.Y-me.Y)
		if way := dx*dx + dy*dy; way < last {
			t.Fatalf("%+v is nearer than the one before it", thing)
		} else {
			last = way
		}
	}
}

func TestATrackerAllocatesNothing(t *testing.T) {
	m := dialects.Melee(64, 600)
	var c dialect.Tracker
	c.Update(&m.Scene)
	if n := testing.AllocsPerRun(100, func() {
		m.World.Tick++ // all shots are new ones now
		c.Update(&m.Scene)
		c.Sort(&m.Scene)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAShipThatAPlayerCannotSeeIsNoThing(t *testing.T) {
	m := dialects.NewMatch(3)
	for i := range 3 {
		m.World.Ships[i].X, m.World.Ships[i].Y = int32(100+200*i)*game.One, 100*game.One
	}
	m.World.Ships[1].Cloak = 100
	var c dialect.Tracker
	ships := func() (slots []uint8) {
		c.Update(&m.Scene)
		for _, thing := range c.Things {
			if thing.Kind == dialect.Ship {
				slots = append(slots, thing.Slot)
			}
		}
		return slots
	}
	if got := ships(); !slices.Equal(got, []uint8{0, 2}) {
		t.Errorf("expected ships 0 and 2, got %v", got)
	}
	m.Scene.Me = 1
	if got := ships(); !slices.Equal(got, []uint8{0, 1, 2}) {
		t.Errorf("expected all for the one that is hidden, got %v", got)
	}
}

// Bots fly a minute of rounds. A wall that was there before has one end at least where it had it, and
// belongs to its owner; and the things are those of the World.
func TestTheNumberOfAWallIsConstantWhileItGrowsAndFades(t *testing.T) {
	m := dialects.Trails(8, 200)
	var tracker dialect.Tracker
	known, before := map[uint32]dialect.Wall{}, map[uint32]dialect.Wall{}
	grown, faded, ended := 0, 0, 0
	for range 60 * game.TickRate {
		tracker.Update(m.Step())
		now := map[uint32]dialect.Wall{}
		for _, wall := range tracker.Walls {
			was, old := before[wall.ID]
			_, ever := known[wall.ID]
			switch {
			case ever && !old:
				t.Fatalf("wall %d came back", wall.ID)
			case old && was.Slot != wall.Slot, old && was.From != wall.From && was.To != wall.To && wall.From != wall.To && !onWall(was, wall):
				t.Fatalf("wall %d was %+v, and is %+v", wall.ID, was, wall)
			case old && was.To != wall.To:
				grown++
			case old && was.From != wall.From:
				faded++
			}
			now[wall.ID], known[wall.ID] = wall, wall
		}
		ended += len(before)
		for id := range before {
			if _, still := now[id]; still {
				ended--
			}
		}
		if before = now; len(now) != walls(&m.World) {
			t.Fatalf("%d walls, expected %d", len(now), walls(&m.World))
		}
	}
	if t.Logf("%d walls; grew %d times, faded %d times, %d ended", len(known), grown, faded, ended); len(known) < 50 || grown < 1000 || faded < 500 || ended < 50 {
		t.Errorf("%d walls, grown %d times, faded %d times, %d ended", len(known), grown, faded, ended)
	}
}

// onWall reports whether a wall that is both fading and growing lies along where it was.
func onWall(was, is dialect.Wall) bool {
	return was.From.X == is.From.X && was.To.X == is.To.X || was.From.Y == is.From.Y && was.To.Y == is.To.Y
}

// walls counts the walls of a World.
func walls(w *game.World) (n int) {
	for i := range w.Trails {
		for k := range w.Trails[i].Walls() {
			if _, _, wall := w.Trails[i].Wall(k, game.Point{}); wall {
				n++
			}
		}
	}
	return n
}
