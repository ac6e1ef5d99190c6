package lightracer

import (
	"errors"
	"math/bits"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Update lists all objects at one moment. It replaces the one before: missing objects are deleted, new ones are created.
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

// Parse reads a datagram: an update, and nothing else. After an error u is unchanged.
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

// clear empties the update for reuse.
func (u *Update) clear() {
	*u = Update{
		Players:       u.Players[:0],
		TrailSegments: u.TrailSegments[:0],
		Coordinates:   u.Coordinates[:0],
	}
}

// add reads an object into the update. It ignores unknown types.
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
	due       int     // ticks until the next update
	nods      scanner // of the player's stream

	tracker dialect.Tracker
	update  Update
	out     []byte
}

const (
	// updateEvery is in ticks.
	updateEvery = 2

	// maxDatagram is the longest update in a datagram: it fits into every network's packets.
	maxDatagram = 1400
)

// tick sends an update when it is due. The id of the own Player is 0 while there is none: where a mode has room for fewer ships,
// some wait.
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

// see fills the update with the whole scene.
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

// seeNearest fills the update with the World, the own player, and the first things in the tracker, as far as a datagram has
// room. Walls come last: in the mode trails there are few ships.
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

// worldOf returns the World in the view of the player with that id.
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
