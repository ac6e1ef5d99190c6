package foreign

import (
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// shipFinder finds the ships of a server whose sprites tell nothing: those that an ENTITY_CREATE
// told of, and what moves. It belongs to the goroutine that reads.
type shipFinder struct {
	created map[uint64]bool
	last    map[uint64]place // what was in the last SNAPSHOT
}

// place is where something was.
type place struct {
	x, y  float32
	moved bool // since it was first seen
}

// maxCreated is how many ids are remembered, as many as there can be things, before those that
// are not there are forgotten.
const maxCreated = dialect.MaxThings

func newShipFinder() shipFinder {
	return shipFinder{created: map[uint64]bool{}, last: map[uint64]place{}}
}

// create notes an ENTITY_CREATE. One with a sprite is as its SNAPSHOTs say.
func (f *shipFinder) create(m *rtype.EntityCreate) {
	if m.Sprite != 0 {
		return
	}
	if len(f.created) >= maxCreated {
		f.forgetGone()
	}
	f.created[m.ID] = true
}

// forgetGone forgets what was created and is not there, for its ENTITY_DESTROY was lost.
func (f *shipFinder) forgetGone() {
	for id := range f.created {
		if _, there := f.last[id]; !there {
			delete(f.created, id)
		}
	}
}

func (f *shipFinder) destroy(id uint64) { delete(f.created, id) }

// find makes ships of the things without a sprite that are ones. Of a ship that only moves it
// is not sure.
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
