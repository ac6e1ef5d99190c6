package dialects

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Game is a substitute for the game of the Light Racer: the World with its game objects, by the updates. It
// reads the data by the page in its diary and the limits of the protocol, with a reader of its own, and ends the connection on all
// that the protocol does not allow. The zero value is ready.
type Game struct {
	Objects   []Object // by id
	Updates   int      // that were applied
	Overtaken int      // datagrams that came too late
	Created   int      // objects that were new
	Deleted   int      // objects that were missing in an update

	stream []byte // the beginning of an update
}

// Object is a network object data, NOD for short.
type Object struct {
	Type, ID int32
	Data     []byte
}

// The types, and how much data the game takes from each.
const (
	worldType        = 0
	playerType       = 1
	trailSegmentType = 2
	coordinateType   = 3
)

var taken = []int{worldType: 50, playerType: 22, trailSegmentType: 12, coordinateType: 12}

const (
	headerSize = 12
	maxCount   = 4096
	maxLength  = 64 << 10
)

// ReadStream takes a piece of the data connection. With an error the connection ends.
func (g *Game) ReadStream(p []byte) error {
	g.stream = append(g.stream, p...)
	for {
		objects, rest, whole, err := parse(g.stream)
		if err != nil || !whole {
			return err
		}
		if err := g.apply(objects); err != nil {
			return err
		}
		g.stream = append(g.stream[:0], rest...)
	}
}

// ReadDatagram takes an update that came by itself. One that others have overtaken is skipped.
func (g *Game) ReadDatagram(p []byte) error {
	objects, rest, whole, err := parse(p)
	if err != nil {
		return err
	}
	if !whole || len(rest) > 0 {
		return fmt.Errorf("a datagram of %d bytes is not one update", len(p))
	}
	if world := g.find(0); world != nil && objects[0].Int(0) < world.Int(0) {
		g.Overtaken++
		return nil
	}
	return g.apply(objects)
}

// find returns the object with an id, or nil.
func (g *Game) find(id int32) *Object {
	i := slices.IndexFunc(g.Objects, func(o Object) bool { return o.ID == id })
	if i < 0 {
		return nil
	}
	return &g.Objects[i]
}

// apply replaces the objects by those of an update.
func (g *Game) apply(objects []Object) error {
	known := 0
	for i := range objects {
		old := g.find(objects[i].ID)
		if old == nil {
			g.Created++
			continue
		}
		if known++; old.Type != objects[i].Type {
			return fmt.Errorf("object %d was of type %d, and is of type %d", old.ID, old.Type, objects[i].Type)
		}
	}
	g.Deleted += len(g.Objects) - known
	g.Updates++
	g.Objects = g.Objects[:0]
	for _, o := range objects {
		g.Objects = append(g.Objects, Object{o.Type, o.ID, slices.Clone(o.Data)})
	}
	return nil
}

// parse reads an update. Without enough bytes for it there is neither an update nor an error.
func parse(p []byte) (objects []Object, rest []byte, whole bool, err error) {
	if len(p) < 4 {
		return nil, nil, false, nil
	}
	count := integer(p, 0)
	if count < 1 || count > maxCount {
		return nil, nil, false, fmt.Errorf("an update has %d objects", count)
	}
	p = p[4:]
	for range count {
		if len(p) < headerSize {
			return nil, nil, false, nil
		}
		o := Object{Type: integer(p, 0), ID: integer(p, 4)}
		length := integer(p, 8)
		if length < 0 || length > maxLength {
			return nil, nil, false, fmt.Errorf("object %d has %d bytes", o.ID, length)
		}
		if p = p[headerSize:]; len(p) < int(length) {
			return nil, nil, false, nil
		}
		o.Data, p = p[:length], p[length:]
		if o.Type < 0 || int(o.Type) >= len(taken) {
			continue // unknown to the game
		}
		if err := check(objects, &o); err != nil {
			return nil, nil, false, err
		}
		objects = append(objects, o)
	}
	return objects, p, true, nil
}

// check checks an object that comes after others.
func check(before []Object, o *Object) error {
	switch {
	case len(o.Data) < taken[o.Type]:
		return fmt.Errorf("object %d of type %d has %d bytes, and the game takes %d", o.ID, o.Type, len(o.Data), taken[o.Type])
	case (len(before) == 0) != (o.Type == worldType), (o.ID == 0) != (o.Type == worldType):
		return fmt.Errorf("object %d of type %d is in place %d", o.ID, o.Type, len(before))
	case slices.ContainsFunc(before, func(other Object) bool { return other.ID == o.ID }):
		return fmt.Errorf("two objects have the id %d", o.ID)
	}
	return nil
}

func integer(p []byte, at int) int32 { return int32(binary.BigEndian.Uint32(p[at:])) }

// Int returns the int at an offset of the data.
func (o *Object) Int(at int) int32 { return integer(o.Data, at) }

// Byte returns the byte at an offset of the data.
func (o *Object) Byte(at int) uint8 { return o.Data[at] }
