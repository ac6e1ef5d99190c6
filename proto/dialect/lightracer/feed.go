package lightracer

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// feed is the host's end of a data connection.
type feed struct {
	open      bool
	datagrams bool
	due       int     // Ticks until the next update
	nods      Scanner // of what comes

	census dialect.Census
	update Update
	out    []byte
}

const (
	// updateEvery is in Ticks.
	updateEvery = 2

	// maxDatagram is the longest update that is sent as one: it fits into every
	// network's packets.
	maxDatagram = 1400
)

// tick sends an update if it is time for one.
func (f *feed) tick(scene *dialect.Scene, me int32, send dialect.Send) {
	if !f.open {
		return
	}
	if f.due > 0 {
		f.due--
		return
	}
	f.due = updateEvery - 1
	f.census.Take(scene)
	f.update.see(scene, me, &f.census)
	if f.datagrams && f.update.size() > maxDatagram {
		f.census.Sort(scene)
		f.update.seeNearest(scene.World, me, &f.census)
	}
	f.out = f.update.Append(f.out[:0])
	send(dialect.Data, f.out)
}

// see has the update hold all that is in the scene.
func (u *Update) see(scene *dialect.Scene, me int32, census *dialect.Census) {
	u.clear()
	u.World = worldOf(scene, me)
	w := scene.World
	for i := range w.Ships {
		if w.Ships[i].State != game.Empty {
			u.Players = append(u.Players, playerOf(w, i))
		}
	}
	for i := range census.Things {
		if thing := &census.Things[i]; thing.Kind != dialect.Ship {
			u.addThing(w, thing)
		}
	}
}

// seeNearest has the update hold, beside the World and the own player, what comes first
// in the census, as far as a datagram has room.
func (u *Update) seeNearest(w *game.World, me int32, census *dialect.Census) {
	world := u.World
	u.clear()
	u.World = world
	if w.Ships[me-1].State != game.Empty {
		u.Players = append(u.Players, playerOf(w, int(me-1)))
	}
	const most = headerDataSize + playerSize // that a thing takes
	for i := range census.Things {
		if u.size()+most > maxDatagram {
			return
		}
		if thing := &census.Things[i]; thing.ID != uint32(me) {
			u.addThing(w, thing)
		}
	}
}
