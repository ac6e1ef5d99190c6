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
	nods      scanner // of what comes

	tracker dialect.Tracker
	update  Update
	out     []byte
}

const (
	// updateEvery is in Ticks.
	updateEvery = 2

	// maxDatagram is the longest update that is sent as one: it fits into every
	// network's packets.
	maxDatagram = 1400
)

// tick sends an update if it is time for one. The id of the own Player is 0 while there is
// none: where a mode has room for fewer ships, some wait.
func (f *feed) tick(scene *dialect.Scene, me int32, send dialect.Send) {
	if !f.open {
		return
	}
	if f.due > 0 {
		f.due--
		return
	}
	f.due = updateEvery - 1
	f.tracker.Update(scene)
	f.update.see(scene, me, &f.tracker)
	if f.datagrams && f.update.size() > maxDatagram {
		f.tracker.Sort(scene)
		f.tracker.SortWalls(scene)
		f.update.seeNearest(scene.World, me, &f.tracker)
	}
	f.out = f.update.Append(f.out[:0])
	send(dialect.Data, f.out)
}

// see has the update hold all that is in the scene.
func (u *Update) see(scene *dialect.Scene, me int32, tracker *dialect.Tracker) {
	u.clear()
	u.World = worldOf(scene, me)
	w := scene.World
	for i := range w.Ships {
		if state := w.Ships[i].State; state == game.Dead && scene.Drone(i) == nil || state == game.Flying && scene.Shows(i) {
			u.Players = append(u.Players, playerOf(w, i))
		}
	}
	for i := range tracker.Things {
		if thing := &tracker.Things[i]; thing.Kind != dialect.Ship {
			u.addThing(w, thing)
		}
	}
	for i := range tracker.Walls {
		u.addWall(&tracker.Walls[i])
	}
}

// seeNearest has the update hold, beside the World and the own player, what comes first
// in the tracker, as far as a datagram has room: walls after all else, which are but few
// ships then.
func (u *Update) seeNearest(w *game.World, me int32, tracker *dialect.Tracker) {
	world := u.World
	u.clear()
	u.World = world
	if me > 0 && w.Ships[me-1].State != game.Empty {
		u.Players = append(u.Players, playerOf(w, int(me-1)))
	}
	const most = headerDataSize + playerSize // that a thing takes
	for i := range tracker.Things {
		if u.size()+most > maxDatagram {
			return
		}
		if thing := &tracker.Things[i]; thing.ID != uint32(me) {
			u.addThing(w, thing)
		}
	}
	for i := range tracker.Walls {
		if u.size()+headerDataSize+trailSegmentSize > maxDatagram {
			return
		}
		u.addWall(&tracker.Walls[i])
	}
}
