package warworlds

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
)

// Packet is a pointer to one of the types of this package.
type Packet interface {
	// Identifier returns the number that opens the packet.
	Identifier() uint16
	// Append appends the packet.
	Append(b []byte) []byte

	fields(c *proto.FieldCoder)
}

// The packets, by their numbers.
const (
	joinRequestID  = 1
	joinResponseID = 2
	chatID         = 3
	startGameID    = 4
	commandID      = 5
	stateID        = 100
)

// newPacket returns an empty packet, or nil if there is none of that number.
func newPacket(id uint16) Packet {
	switch id {
	case joinRequestID:
		return new(JoinRequest)
	case joinResponseID:
		return new(JoinResponse)
	case chatID:
		return new(Chat)
	case startGameID:
		return new(StartGame)
	case commandID:
		return new(Command)
	case stateID:
		return new(State)
	}
	return nil
}

// Parse parses a whole packet. It keeps nothing of b.
func Parse(b []byte) (Packet, error) {
	c := proto.FieldCoder{ByteReader: proto.ByteReader{Left: b, Message: "packet", LittleEndian: true}, Reading: true}
	id := c.U16("type")
	if c.Err != nil {
		return nil, c.Err
	}
	p := newPacket(id)
	if p == nil {
		return nil, fmt.Errorf("packet type must be a known one, got %d", id)
	}
	p.fields(&c)
	if err := c.End(); err != nil {
		return nil, err
	}
	return p, nil
}

// encode appends a packet to b. It must be inlined: then it knows the function, and allocates no coder.
func encode[P any](b []byte, id uint16, p *P, fields func(*P, *proto.FieldCoder)) []byte {
	c := proto.FieldCoder{Out: binary.LittleEndian.AppendUint16(b, id), ByteReader: proto.ByteReader{LittleEndian: true}}
	fields(p, &c)
	return c.Out
}

// text codes a string, cut to 65,535 bytes.
func text(c *proto.FieldCoder, field string, s *string) {
	n := min(len(*s), 1<<16-1)
	if proto.U16(c, field, &n); c.Reading {
		*s = string(c.Take(field, n))
	} else {
		c.Out = append(c.Out, (*s)[:n]...)
	}
}

// Colour is red, green, blue and opacity, from the highest byte to the lowest.
type Colour uint32

// JoinRequest asks for a ship.
type JoinRequest struct {
	UserID uint32
	Colour Colour // that the client would like
}

// Identifier returns 1.
func (*JoinRequest) Identifier() uint16 { return joinRequestID }

// Append appends the packet.
func (p *JoinRequest) Append(b []byte) []byte {
	return encode(b, joinRequestID, p, (*JoinRequest).fields)
}

func (p *JoinRequest) fields(c *proto.FieldCoder) {
	proto.U32(c, "user id", &p.UserID)
	proto.U32(c, "colour", &p.Colour)
}

// JoinResponse confirms that a client is in the match, and lists the others.
type JoinResponse struct {
	Map        string
	Users      []uint32 // the others
	MyColour   Colour   // the host's
	YourColour Colour   // the client's
}

// Identifier returns 2.
func (*JoinResponse) Identifier() uint16 { return joinResponseID }

// Append appends the packet.
func (p *JoinResponse) Append(b []byte) []byte {
	return encode(b, joinResponseID, p, (*JoinResponse).fields)
}

func (p *JoinResponse) fields(c *proto.FieldCoder) {
	text(c, "map", &p.Map)
	if n := len(p.Users); c.Reading {
		p.Users = make([]uint32, readUserCount(c))
	} else {
		proto.U64(c, "size", &n)
	}
	for i := range p.Users {
		proto.U32(c, "user", &p.Users[i])
	}
	proto.U32(c, "my colour", &p.MyColour)
	proto.U32(c, "your colour", &p.YourColour)
}

// readUserCount reads the number of users, in 8 bytes or in 4. As exactly that many users and two colours follow, at most one of
// the two readings fits. The number after one of 4 is not 0, as no user has that number or an invisible colour: otherwise a
// packet with one of 8 would be read as another when its end is lost.
func readUserCount(c *proto.FieldCoder) int {
	const colours = 8
	users := func(width int) int { return (len(c.Left) - width - colours) / 4 }
	if (len(c.Left)-colours)%4 != 0 || len(c.Left) < 4+colours {
		c.Fail("users", "4 bytes each, and two colours", fmt.Sprint(len(c.Left), " bytes"))
		return 0
	}
	if b := c.Left; len(b) >= 8+colours && binary.LittleEndian.Uint64(b) == uint64(users(8)) {
		n := users(8)
		c.Take("size", 8)
		return n
	}
	n := users(4)
	if size := c.U32("size"); size != uint32(n) {
		c.Fail("size", fmt.Sprint(n, " or ", n-1), fmt.Sprint(size))
		return 0
	}
	if binary.LittleEndian.Uint32(c.Left) == 0 {
		c.Fail("size", "8 bytes, or a user or colour behind 4", "0")
		return 0
	}
	return n
}

// Chat is a line of chat.
type Chat struct {
	Text string
}

// Identifier returns 3.
func (*Chat) Identifier() uint16 { return chatID }

// Append appends the packet.
func (p *Chat) Append(b []byte) []byte { return encode(b, chatID, p, (*Chat).fields) }

func (p *Chat) fields(c *proto.FieldCoder) { text(c, "text", &p.Text) }

// StartGame announces that the match begins.
type StartGame struct{}

// Identifier returns 4.
func (*StartGame) Identifier() uint16 { return startGameID }

// Append appends the packet.
func (p *StartGame) Append(b []byte) []byte {
	return encode(b, startGameID, p, (*StartGame).fields)
}

func (*StartGame) fields(*proto.FieldCoder) {}

// Command is a turn: the commands of players.
type Command struct {
	Commands []PlayerCommand // ours; at most 255

	// Foreign is the body of a packet with commands of the original's own, which this package cannot read. There are no Commands
	// then.
	Foreign []byte
}

// PlayerCommand is one command of ours.
type PlayerCommand struct {
	Number CommandNumber
	Player uint8      // 0: the sender
	Input  game.Input // not of AskState
}

// CommandNumber is the kind of a command.
type CommandNumber uint8

// The commands. Those of the original are below 100.
const (
	FormerInput CommandNumber = 1 // the former number of Input; read, and never sent
	AskState    CommandNumber = 100
	Input       CommandNumber = 101
)

// minCommand is the least size of a command.
const minCommand = 2

// Identifier returns 5.
func (*Command) Identifier() uint16 { return commandID }

// Append appends the packet. Commands beyond 255 are left out.
func (p *Command) Append(b []byte) []byte {
	return encode(b, commandID, p, (*Command).fields)
}

func (p *Command) fields(c *proto.FieldCoder) {
	switch {
	case c.Reading:
	case p.Foreign != nil:
		c.Out = append(c.Out, p.Foreign...)
		return
	default:
		p.commands(c)
		return
	}
	ours := *c
	if p.commands(&ours); ours.End() != nil && foreign(c.Left) {
		p.Commands, p.Foreign = nil, bytes.Clone(c.Rest())
		return
	}
	*c = ours
}

// foreign reports whether the body of a Command may hold commands of the original.
func foreign(body []byte) bool {
	const count = 1
	return len(body) > count && len(body) >= count+minCommand*int(body[0]) &&
		body[0] > 0 && CommandNumber(body[count]) < AskState
}

func (p *Command) commands(c *proto.FieldCoder) {
	n := min(len(p.Commands), 255)
	if proto.U8(c, "count", &n); c.Reading {
		if least := n * minCommand; len(c.Left) < least {
			c.Fail("commands", fmt.Sprint(least, " bytes or more"), len(c.Left))
			return
		}
		p.Commands = make([]PlayerCommand, n)
	}
	for i := range p.Commands[:n] {
		p.Commands[i].fields(c)
	}
}

func (p *PlayerCommand) fields(c *proto.FieldCoder) {
	proto.U8(c, "command", &p.Number)
	proto.U8(c, "player", &p.Player)
	switch p.Number {
	case AskState:
	case Input, FormerInput:
		proto.U8(c, "input", &p.Input)
	default:
		c.Fail("command", "1, 100 or 101", p.Number)
	}
	if c.Reading && !p.Input.Valid() {
		c.Fail("input", "course 0 to 8, fire, special", fmt.Sprintf("%#02x", uint8(p.Input)))
	}
}

// own reports whether the player commands only its own ship.
func (p *Command) own() bool {
	for _, command := range p.Commands {
		if command.Player != 0 && command.Number != AskState {
			return false
		}
	}
	return true
}

// former reports whether no command has a number that is ours alone.
func (p *Command) former() bool {
	for _, command := range p.Commands {
		if command.Number != FormerInput {
			return false
		}
	}
	return true
}

// State lists everything in space.
type State struct {
	Tick     uint32 // 1/60 s
	Entities []Entity
}

// Entity is one thing in space.
type Entity struct {
	ID      uint32
	Kind    uint8 // 1 ship, 2 shot, 3 power-up, 4 barrel, 5 orb
	X, Y, Z float32
	Colour  Colour
}

// entitySize is the size of an Entity on the wire.
const entitySize = 4 + 1 + 3*4 + 4

// Identifier returns 100.
func (*State) Identifier() uint16 { return stateID }

// Append appends the packet. Entities beyond 65,535 are left out.
func (p *State) Append(b []byte) []byte { return encode(b, stateID, p, (*State).fields) }

func (p *State) fields(c *proto.FieldCoder) {
	proto.U32(c, "tick", &p.Tick)
	n := min(len(p.Entities), 1<<16-1)
	if proto.U16(c, "n", &n); c.Reading {
		if size := n * entitySize; len(c.Left) != size {
			c.Fail("entities", fmt.Sprint(size, " bytes"), len(c.Left))
		}
		if c.Err != nil {
			return
		}
		p.Entities = make([]Entity, n)
	}
	for i := range p.Entities[:n] {
		e := &p.Entities[i]
		proto.U32(c, "id", &e.ID)
		proto.U8(c, "kind", &e.Kind)
		proto.F32(c, "x", &e.X)
		proto.F32(c, "y", &e.Y)
		proto.F32(c, "z", &e.Z)
		proto.U32(c, "colour", &e.Colour)
	}
}
