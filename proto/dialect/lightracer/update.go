package lightracer

import (
	"errors"
	"math/bits"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Update is all that is there at a moment. It replaces the one before: an object that
// is not in it is deleted, one that was not there before is created.
type Update struct {
	World         World
	Players       []Player
	TrailSegments []TrailSegment
	Coordinates   []Coordinate
}

// Append appends the update with its packet header.
func (u *Update) Append(b []byte) []byte {
	b = AppendPacketHeader(b, 1+len(u.Players)+len(u.TrailSegments)+len(u.Coordinates))
	b = u.World.Append(b)
	for i := range u.Players {
		b = u.Players[i].Append(b)
	}
	for i := range u.TrailSegments {
		b = u.TrailSegments[i].Append(b)
	}
	for i := range u.Coordinates {
		b = u.Coordinates[i].Append(b)
	}
	return b
}

// size returns the length of the update in bytes.
func (u *Update) size() int {
	size := packetHeaderSize + headerDataSize + worldSize +
		len(u.Players)*(headerDataSize+playerSize) +
		len(u.Coordinates)*(headerDataSize+coordinateSize)
	for i := range u.TrailSegments {
		size += headerDataSize + u.TrailSegments[i].size()
	}
	return size
}

// Parse reads a datagram: an update, and nothing else. After an error u is as it was.
func (u *Update) Parse(p []byte) error {
	var r Reader
	rest, whole, err := r.Read(p)
	switch {
	case err != nil:
		return err
	case !whole:
		return errors.New("update is cut off")
	case len(rest) > 0:
		return errors.New("unexpected data after the update")
	}
	*u = r.Update
	return nil
}

// clear empties the update, whose room is used again.
func (u *Update) clear() {
	*u = Update{
		Players:       u.Players[:0],
		TrailSegments: u.TrailSegments[:0],
		Coordinates:   u.Coordinates[:0],
	}
}

// add reads an object into the update. Of types that are not known it takes no notice.
func (u *Update) add(n *NOD) (err error) {
	switch n.Type {
	case worldType:
		err = u.World.Parse(n)
	case playerType:
		var m Player
		err = m.Parse(n)
		u.Players = append(u.Players, m)
	case trailSegmentType:
		var m TrailSegment
		err = m.Parse(n)
		u.TrailSegments = append(u.TrailSegments, m)
	case coordinateType:
		var m Coordinate
		err = m.Parse(n)
		u.Coordinates = append(u.Coordinates, m)
	}
	return err
}

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

// worldOf returns the World as a player sees it whose ship has the id.
func worldOf(scene *dialect.Scene, me int32) World {
	w, setup := scene.World, scene.Setup
	width, height := setup.Arena.Size()
	return World{
		Tick: int32(w.Tick), Status: int32(w.Status),
		Width: dialect.Whole(width), Height: dialect.Whole(height),
		TimeLeft: int32(w.TimeLeft(setup)), ScoreLimit: setup.ScoreLimit,
		You: me,
	}
}

// playerOf returns the ship in a slot, which has one.
func playerOf(w *game.World, slot int) Player {
	ship := &w.Ships[slot]
	return Player{
		ID: int32(slot + 1),
		X:  dialect.Whole(ship.X), Y: dialect.Whole(ship.Y),
		HP: ship.HP, Alive: ship.State == game.Flying,
		Course: uint8(ship.Facing), Team: ship.Team,
		Score: ship.Score, Shots: int32(bits.OnesCount8(ship.Live)),
	}
}

// addThing adds a thing of the tracker.
func (u *Update) addThing(w *game.World, thing *dialect.Thing) {
	id, x, y := int32(thing.ID), dialect.Whole(thing.X), dialect.Whole(thing.Y)
	switch thing.Kind {
	case dialect.Ship:
		u.Players = append(u.Players, playerOf(w, int(thing.Slot)))
	case dialect.Shot:
		u.TrailSegments = append(u.TrailSegments, TrailSegment{ID: id, X: x, Y: y, Owner: int32(thing.Slot) + 1})
	case dialect.Barrel:
		u.Coordinates = append(u.Coordinates, Coordinate{id, x, y, Barrel})
	default:
		u.Coordinates = append(u.Coordinates, Coordinate{id, x, y, kindOf(thing.Item)})
	}
}

// addWall adds a wall of the tracker.
func (u *Update) addWall(w *dialect.Wall) {
	u.TrailSegments = append(u.TrailSegments, TrailSegment{
		ID: int32(w.ID), X: dialect.Whole(w.From.X), Y: dialect.Whole(w.From.Y), Owner: int32(w.Slot) + 1,
		Wall: true, ToX: dialect.Whole(w.To.X), ToY: dialect.Whole(w.To.Y),
	})
}
