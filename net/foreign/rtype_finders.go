package foreign

import (
	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// shipFinder finds the ships of a server that sends no sprites: things with an ENTITY_CREATE, and things that move. It
// belongs to the goroutine that reads.
type shipFinder struct {
	created map[uint64]bool
	last    map[uint64]place // things of the last SNAPSHOT
}

// place is a position of a thing.
type place struct {
	x, y  float32
	moved bool // since it was first seen
}

// maxCreated bounds the ids, by the number of possible things; then ids without a thing are removed.
const maxCreated = dialect.MaxThings

func newShipFinder() shipFinder {
	return shipFinder{created: map[uint64]bool{}, last: map[uint64]place{}}
}

// create handles an ENTITY_CREATE. One with a sprite is like its SNAPSHOTs.
func (f *shipFinder) create(m *rtype.EntityCreate) {
	if m.Sprite != 0 {
		return
	}
	if len(f.created) >= maxCreated {
		f.prune()
	}
	f.created[m.ID] = true
}

// prune removes ids without a thing: their ENTITY_DESTROY was lost.
func (f *shipFinder) prune() {
	for id := range f.created {
		if _, there := f.last[id]; !there {
			delete(f.created, id)
		}
	}
}

func (f *shipFinder) destroy(id uint64) { delete(f.created, id) }

// find makes ships of the things without a sprite that are ones, unsure if they only move.
func (f *shipFinder) find(entities []rtype.SnapshotEntity, things []thing) {
	next := make(map[uint64]place, len(things))
	for i := range things {
		e, t := &entities[i], &things[i]
		was, known := f.last[e.ID]
		p := place{e.X, e.Y, was.moved || known && (was.x != e.X || was.y != e.Y)}
		next[e.ID] = p
		if e.Sprite == 0 && (p.moved || f.created[e.ID]) {
			t.kind, t.unsure = dialect.Ship, !f.created[e.ID]
		}
	}
	f.last = next
}

// myShipFinder finds our ship if the server does not send it: the one that flies as we steer.
type myShipFinder struct {
	seen map[uint64]steered // ships of the last snapshot
}

// steered is the agreement of a ship with our input.
type steered struct {
	at    vector
	score int
}

const (
	// maxSteered bounds the score, so that the past counts little; a snapshot adds or subtracts 1.
	maxSteered = 20
	// surerBy is how much better another ship must be than the current one: half a second's snapshots.
	surerBy = 10
	// alike is the cosine of the largest angle between two equal directions.
	alike = 0.7
)

// note handles a snapshot that came while the pilot had an input.
func (f *myShipFinder) note(s *snapshot, held game.Input) {
	x, y := held.Course().Vector()
	course := vector{float64(x), float64(y)}
	next := make(map[uint64]steered, len(s.things))
	for i := range s.things {
		t := &s.things[i]
		if t.kind != dialect.Ship {
			continue
		}
		was, known := f.seen[t.id]
		if known && course != (vector{}) {
			was.score = min(max(was.score+agreement(t.at.minus(was.at), course), -maxSteered), maxSteered)
		}
		next[t.id] = steered{t.at, was.score}
	}
	f.seen = next
}

// agreement is 1 if a ship moved along a course, otherwise -1.
func agreement(moved, course vector) int {
	along := moved.x*course.x + moved.y*course.y
	if along > alike*moved.length()*course.length() {
		return 1
	}
	return -1
}

// better returns the ship that is ours much more likely than current, or 0.
func (f *myShipFinder) better(current uint64) (best uint64) {
	most := f.seen[current].score + surerBy
	for id, s := range f.seen {
		if id != current && (s.score > most || s.score == most && (best == 0 || id < best)) {
			best, most = id, s.score
		}
	}
	return best
}
