package lightracer

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
)

// NOD is a NetworkObjectData: an object of an update as bytes.
type NOD struct {
	Type ObjectType
	ID   int32
	Data []byte
}

// ObjectType is the type of an object.
type ObjectType int32

// The types. The document has the first four.
const (
	worldType        ObjectType = 0
	playerType       ObjectType = 1
	trailSegmentType ObjectType = 2
	coordinateType   ObjectType = 3
	inputType        ObjectType = 4
)

// The most that an update holds.
const (
	maxObjects = 4096
	maxData    = 64 << 10 // bytes of an object
)

// Sizes in bytes. Those of objects are of their data.
const (
	packetHeaderSize = 4
	headerDataSize   = 12

	worldSize        = 50
	playerSize       = 22
	shotSize         = 12
	trailSegmentSize = 20 // of a wall
	coordinateSize   = 12
	inputSize        = 4

	knownData = worldSize // the most data with a known meaning
)

// AppendPacketHeader begins an update of that many objects.
func AppendPacketHeader(b []byte, objects int) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(objects))
}

// Append appends the object with its header.
func (n *NOD) Append(b []byte) []byte {
	return append(write(b, n.Type, n.ID, len(n.Data)).Out, n.Data...)
}

// write begins an object with its header.
func write(b []byte, t ObjectType, id int32, size int) proto.FieldCoder {
	b = binary.BigEndian.AppendUint32(b, uint32(t))
	b = binary.BigEndian.AppendUint32(b, uint32(id))
	return proto.FieldCoder{Out: binary.BigEndian.AppendUint32(b, uint32(size))}
}

// read returns the data of an object, which must be of the type and have at least that size. Later versions may have put more
// behind it.
func (n *NOD) read(name string, t ObjectType, size int) proto.FieldCoder {
	c := proto.FieldCoder{ByteReader: proto.ByteReader{Message: name, Left: n.Data}, Reading: true}
	if n.Type != t {
		c.Fail("type", fmt.Sprint(int32(t)), int32(n.Type))
	}
	if len(n.Data) < size {
		c.Fail("data", fmt.Sprintf("%d bytes", size), len(n.Data))
	}
	return c
}

// ParseNOD reads the object that p begins with, and returns the rest. Its data is that of p.
func ParseNOD(p []byte) (n NOD, rest []byte, err error) {
	if len(p) < headerDataSize {
		return NOD{}, nil, fmt.Errorf("object: header must be %d bytes, got %d", headerDataSize, len(p))
	}
	n, size, err := parseHeaderData(p)
	if p = p[headerDataSize:]; err == nil && len(p) < size {
		err = fmt.Errorf("object: data must be %d bytes, got %d", size, len(p))
	}
	if err != nil {
		return NOD{}, nil, err
	}
	n.Data = p[:size]
	return n, p[size:], nil
}

// parseHeaderData reads the header of an object, and the size of its data.
func parseHeaderData(p []byte) (n NOD, size int, err error) {
	n.Type = ObjectType(binary.BigEndian.Uint32(p))
	n.ID = int32(binary.BigEndian.Uint32(p[4:]))
	length := int32(binary.BigEndian.Uint32(p[8:]))
	if length < 0 || length > maxData {
		return n, 0, fmt.Errorf("object: data must be 0 to %d bytes, got %d", maxData, length)
	}
	return n, int(length), nil
}

// World is the state of a match as a whole. Its id is 0.
type World struct {
	Tick          int32 // 60 a second
	Status        int32 // StatusWaiting to StatusClosed
	Width, Height int32 // arena units
	TimeLeft      int32 // ticks; 0: none is left, or there is no limit
	ScoreLimit    int32 // 0: none
	You           int32 // id of the own Player; 0: there is none
}

// The statuses of a match.
const (
	StatusWaiting    = 0
	StatusInProgress = 1
	StatusClosed     = 2
)

var worldPadding [worldSize - 7*4]byte

// Append appends the object.
func (m *World) Append(b []byte) []byte {
	c := write(b, worldType, 0, worldSize)
	m.fields(&c)
	return append(c.Out, worldPadding[:]...)
}

// Parse reads the object.
func (m *World) Parse(n *NOD) error {
	c := n.read("world", worldType, worldSize)
	if n.ID != 0 {
		c.Fail("id", "0", n.ID)
	}
	m.fields(&c)
	return c.Err
}

func (m *World) fields(c *proto.FieldCoder) {
	proto.U32(c, "tick", &m.Tick)
	if proto.U32(c, "status", &m.Status); m.Status < StatusWaiting || m.Status > StatusClosed {
		c.Fail("status", "0 to 2", m.Status)
	}
	proto.U32(c, "width", &m.Width)
	proto.U32(c, "height", &m.Height)
	proto.U32(c, "time left", &m.TimeLeft)
	proto.U32(c, "score limit", &m.ScoreLimit)
	proto.U32(c, "you", &m.You)
}

// Player is a ship: a pilot's, or a drone.
type Player struct {
	ID     int32 // 1 to 64
	X, Y   int32 // arena units
	HP     uint8
	Alive  bool  // if not, this is where it exploded, and it comes back soon or in the next round
	Course uint8 // of its nose and its shots: 1 to 8, see Input
	Team   uint8 // 0: none
	Score  int32
	Shots  int32 // in flight
}

// Append appends the object.
func (m *Player) Append(b []byte) []byte {
	c := write(b, playerType, m.ID, playerSize)
	m.fields(&c)
	return append(c.Out, 0, 0)
}

// Parse reads the object.
func (m *Player) Parse(n *NOD) error {
	c := n.read("player", playerType, playerSize)
	m.ID = n.ID
	m.fields(&c)
	return c.Err
}

func (m *Player) fields(c *proto.FieldCoder) {
	proto.U32(c, "x", &m.X)
	proto.U32(c, "y", &m.Y)
	proto.U8(c, "hp", &m.HP)
	c.Bool("alive", &m.Alive)
	proto.Range8(c, "course", &m.Course, 0, game.Courses-1)
	proto.U8(c, "team", &m.Team)
	proto.U32(c, "score", &m.Score)
	proto.U32(c, "shots", &m.Shots)
}

// TrailSegment is a straight part of the wall behind a ship, in the mode trails, or else a shot in flight.
type TrailSegment struct {
	ID    int32
	X, Y  int32 // arena units: of a shot, or of the end of the wall at its tail
	Owner int32 // id of the Player that fired or left it
	Wall  bool
	ToX   int32 // of a wall: its end nearer to the ship
	ToY   int32
}

// size returns the size of the data.
func (m *TrailSegment) size() int {
	if m.Wall {
		return trailSegmentSize
	}
	return shotSize
}

// Append appends the object.
func (m *TrailSegment) Append(b []byte) []byte {
	c := write(b, trailSegmentType, m.ID, m.size())
	m.fields(&c)
	return c.Out
}

// Parse reads the object.
func (m *TrailSegment) Parse(n *NOD) error {
	c := n.read("trail segment", trailSegmentType, shotSize)
	*m = TrailSegment{ID: n.ID, Wall: len(n.Data) >= trailSegmentSize}
	m.fields(&c)
	return c.Err
}

func (m *TrailSegment) fields(c *proto.FieldCoder) {
	proto.U32(c, "x", &m.X)
	proto.U32(c, "y", &m.Y)
	if proto.U32(c, "owner", &m.Owner); m.Wall {
		proto.U32(c, "to x", &m.ToX)
		proto.U32(c, "to y", &m.ToY)
	}
}

// Coordinate is a thing in space without an owner.
type Coordinate struct {
	ID   int32
	X, Y int32 // arena units
	Kind Kind
}

// Kind is the kind of the thing at a Coordinate. Later versions may have more.
type Kind int32

// The kinds. The first six have the numbers of the game's items.
const (
	HPPlusOne   Kind = 1
	HPPlusThree Kind = 2
	AmmoPlusOne Kind = 3
	Shield      Kind = 4
	Overdrive   Kind = 5
	Orb         Kind = 6
	Barrel      Kind = 7
	Cloak       Kind = 8
	Seeker      Kind = 9
	Shockwave   Kind = 10
)

// kindOf returns the kind of an item. Those after the orb follow the barrel.
func kindOf(item game.ItemKind) Kind {
	if item > game.OrbItem {
		return Kind(item) + 1
	}
	return Kind(item)
}

// Append appends the object.
func (m *Coordinate) Append(b []byte) []byte {
	c := write(b, coordinateType, m.ID, coordinateSize)
	m.fields(&c)
	return c.Out
}

// Parse reads the object.
func (m *Coordinate) Parse(n *NOD) error {
	c := n.read("coordinate", coordinateType, coordinateSize)
	m.ID = n.ID
	m.fields(&c)
	return c.Err
}

func (m *Coordinate) fields(c *proto.FieldCoder) {
	proto.U32(c, "x", &m.X)
	proto.U32(c, "y", &m.Y)
	proto.U32(c, "kind", &m.Kind)
}

// Input is the input that a player holds from now on. An update from a client has one, and nothing else.
type Input struct {
	Player int32 // id of the own Player
	Held   game.Input
}

// Append appends the object.
func (m *Input) Append(b []byte) []byte {
	c := write(b, inputType, m.Player, inputSize)
	proto.U32(&c, "held", &m.Held)
	return c.Out
}

// Parse reads the object.
func (m *Input) Parse(n *NOD) error {
	c := n.read("input", inputType, inputSize)
	held := int32(c.U32("held"))
	if c.Err == nil && (held < 0 || held > 255 || !game.Input(held).Valid()) {
		c.Stop(fmt.Errorf("input must be a course of 0 to 8, plus 16 and 32, got %d", held))
	}
	if c.Err == nil {
		*m = Input{Player: n.ID, Held: game.Input(held)}
	}
	return c.Err
}

// AppendUpdate appends an update with the Input alone.
func (m *Input) AppendUpdate(b []byte) []byte { return m.Append(AppendPacketHeader(b, 1)) }

// ParseUpdate reads a datagram: an update with an Input, and nothing else.
func (m *Input) ParseUpdate(p []byte) error {
	if len(p) < packetHeaderSize || binary.BigEndian.Uint32(p) != 1 {
		return errors.New("input must be an update of one object")
	}
	n, rest, err := ParseNOD(p[packetHeaderSize:])
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return fmt.Errorf("input: bytes left over must be 0, got %d", len(rest))
	}
	return m.Parse(&n)
}

// TokenSize is the length of a token in bytes.
const TokenSize = 4

// ParseToken reads the token that p begins with.
func ParseToken(p []byte) (int32, error) {
	if len(p) < TokenSize {
		return 0, fmt.Errorf("token must be %d bytes, got %d", TokenSize, len(p))
	}
	return int32(binary.BigEndian.Uint32(p)), nil
}
