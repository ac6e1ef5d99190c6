package foreign

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// finds returns what a finder makes of a snapshot, by id.
func finds(f *shipFinder, entities ...rtype.SnapshotEntity) map[uint64]dialect.Kind {
	s := see(&rtype.Snapshot{Entities: entities})
	f.find(entities, s.things)
	kinds := map[uint64]dialect.Kind{}
	for _, t := range s.things {
		kinds[t.id] = t.kind
	}
	return kinds
}

func TestWhatWasCreatedOrHasMovedIsAShip(t *testing.T) {
	t.Parallel()
	f := newShipFinder()
	f.create(&rtype.EntityCreate{ID: 1})
	f.create(&rtype.EntityCreate{ID: 4, Sprite: uint16(dialect.Shot)}) // as our hosts once told of all things
	for step, want := range []map[uint64]dialect.Kind{
		{1: dialect.Ship, 2: dialect.Barrel, 3: dialect.Barrel, 4: dialect.Shot},
		{1: dialect.Ship, 2: dialect.Ship, 3: dialect.Barrel, 4: dialect.Shot}, // 2 has moved
		{1: dialect.Ship, 2: dialect.Ship, 3: dialect.Barrel, 4: dialect.Shot}, // and stands
		{1: dialect.Barrel, 2: dialect.Ship, 3: dialect.Barrel, 4: dialect.Shot},
	} {
		if step == 3 {
			f.destroy(1) // and something else has its id
		}
		got := finds(&f,
			rtype.SnapshotEntity{ID: 1, X: 5}, rtype.SnapshotEntity{ID: 2, X: float32(min(step, 1))},
			rtype.SnapshotEntity{ID: 3, X: 7}, rtype.SnapshotEntity{ID: 4, X: float32(step), Sprite: uint32(dialect.Shot)})
		for id, kind := range want {
			if got[id] != kind {
				t.Errorf("step %d: %d is of kind %d, expected %d", step, id, got[id], kind)
			}
		}
	}
}

func TestTheShipThatFliesAsWeSteerIsOurs(t *testing.T) {
	t.Parallel()
	f := ownFinder{}
	see := func(left, right float64, held game.Course) uint64 {
		f.note(&snapshot{things: []thing{
			{id: 1, kind: dialect.Ship, at: vector{x: -left}}, {id: 2, kind: dialect.Ship, at: vector{x: right}}, {id: 3, kind: dialect.Barrel, at: vector{x: right}},
		}}, game.Steer(held))
		return f.better(1)
	}
	for n := range 100 {
		if better := see(float64(n), float64(n), game.Idle); better != 0 {
			t.Fatalf("while nothing is held, %d is taken", better)
		}
	}
	needed := 0
	for n := 100; see(float64(n), float64(n), game.Right) == 0; n++ {
		if needed++; needed > 100 {
			t.Fatal("the ship that obeys is not taken")
		}
	}
	if f.better(2) != 0 || needed < 4 {
		t.Errorf("it is taken after %d snapshots; another is better than it: %d", needed, f.better(2))
	}
}
