package rivals_test

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"testing"
)

// protobuf is the state as proto3 writes this:
//
//	message State   { uint32 status = 1; repeated PowerUp power_ups = 2; repeated Player players = 3; }
//	message PowerUp { int32 x = 1; int32 y = 2; uint32 kind = 3; }
//	message Player  { int32 x = 1; int32 y = 2; int32 hp = 3; bool alive = 4; uint32 direction = 5;
//	                  string player_id = 6; repeated Bullet bullets = 7; }
//	message Bullet  { int32 x = 1; int32 y = 2; uint32 direction = 3; }
//
// It is written out by hand, without the conversion to generated types and their
// allocations.
type protobuf struct {
	part, small []byte // messages inside others, whose length goes first
	got         state
}

func (c *protobuf) encode(b []byte, _, now *frame) []byte {
	st := &now.state
	b = appendNumber(b, 1, uint64(st.Status))
	for _, p := range st.PowerUps {
		c.part = appendNumber(appendPoint(c.part[:0], p.X, p.Y), 3, uint64(p.Kind))
		b = appendPart(b, 2, c.part)
	}
	for i := range st.Players {
		c.encodePlayer(&st.Players[i])
		b = appendPart(b, 3, c.part)
	}
	return b
}

func (c *protobuf) encodePlayer(p *player) {
	b := appendPoint(c.part[:0], p.X, p.Y)
	b = appendNumber(b, 3, uint64(p.HP))
	if p.Alive {
		b = appendNumber(b, 4, 1)
	}
	b = appendNumber(b, 5, uint64(p.Direction))
	b = appendPart(b, 6, p.ID)
	for _, s := range p.Bullets {
		c.small = appendNumber(appendPoint(c.small[:0], s.X, s.Y), 3, uint64(s.Direction))
		b = appendPart(b, 7, c.small)
	}
	c.part = b
}

func appendPoint(b []byte, x, y int32) []byte {
	return appendNumber(appendNumber(b, 1, uint64(x)), 2, uint64(y))
}

// The wire types of a field, in the lowest 3 bits of its tag.
const (
	varintType = 0
	lengthType = 2
)

// appendNumber appends a field unless it is 0, as proto3 does.
func appendNumber(b []byte, field byte, v uint64) []byte {
	if v == 0 {
		return b
	}
	return binary.AppendUvarint(append(b, field<<3|varintType), v)
}

func appendPart[T []byte | string](b []byte, field byte, part T) []byte {
	b = binary.AppendUvarint(append(b, field<<3|lengthType), uint64(len(part)))
	return append(b, part...)
}

func (c *protobuf) decode(b []byte, _ *frame) error {
	c.got = state{}
	return eachField(b, func(field byte, v uint64, part []byte) error {
		switch field {
		case 1:
			c.got.Status = uint8(v)
		case 2:
			var p powerUp
			err := eachField(part, numbers(&p.X, &p.Y, &p.Kind))
			c.got.PowerUps = append(c.got.PowerUps, p)
			return err
		case 3:
			c.got.Players = append(c.got.Players, player{})
			return c.got.Players[len(c.got.Players)-1].decodeProtobuf(part)
		}
		return nil
	})
}

func (p *player) decodeProtobuf(b []byte) error {
	return eachField(b, func(field byte, v uint64, part []byte) error {
		switch field {
		case 1:
			p.X = int32(v)
		case 2:
			p.Y = int32(v)
		case 3:
			p.HP = int8(v)
		case 4:
			p.Alive = v == 1
		case 5:
			p.Direction = uint8(v)
		case 6:
			p.ID = string(part)
		case 7:
			var s bullet
			err := eachField(part, numbers(&s.X, &s.Y, &s.Direction))
			p.Bullets = append(p.Bullets, s)
			return err
		}
		return nil
	})
}

// numbers takes the fields of a message that has a place and one thing more.
func numbers(x, y *int32, more *uint8) func(byte, uint64, []byte) error {
	return func(field byte, v uint64, _ []byte) error {
		switch field {
		case 1:
			*x = int32(v)
		case 2:
			*y = int32(v)
		case 3:
			*more = uint8(v)
		}
		return nil
	}
}

// eachField hands over the fields of a message: a number or a part.
func eachField(b []byte, take func(field byte, v uint64, part []byte) error) error {
	for len(b) > 0 {
		tag := b[0] // a single byte up to field 15
		v, n := binary.Uvarint(b[1:])
		if n <= 0 {
			return fmt.Errorf("expected a varint, %x came", b[1:min(len(b), 1+binary.MaxVarintLen64)])
		}
		b = b[1+n:]
		var part []byte
		switch tag & 7 {
		case varintType:
		case lengthType:
			if v > uint64(len(b)) {
				return fmt.Errorf("expected %d bytes, %d came", v, len(b))
			}
			part, b = b[:v], b[v:]
		default:
			return fmt.Errorf("expected a number or a part, wire type %d came", tag&7)
		}
		if err := take(tag>>3, v, part); err != nil {
			return err
		}
	}
	return nil
}

func (c *protobuf) arrived(now *frame) bool { return reflect.DeepEqual(c.got, now.state) }

func TestProtobufWritesWhatItsSchemaSays(t *testing.T) {
	now := frame{state: state{Status: 1, PowerUps: []powerUp{{300, 0, 2}}, Players: []player{{
		X: 1, Y: 150, HP: 5, Alive: true, Direction: 4, ID: "id", Bullets: []bullet{{X: 2, Y: 3}},
	}}}}
	const want = "0801" + "1205" + "08ac02" + "1802" +
		"1a15" + "0801" + "109601" + "1805" + "2001" + "2804" + "32026964" + "3a04" + "0802" + "1003"
	if got := fmt.Sprintf("%x", (&protobuf{}).encode(nil, nil, &now)); got != want {
		t.Errorf("expected %s, %s came", want, got)
	}
	if err := (&protobuf{}).decode([]byte{0x0a, 5, 1}, nil); err == nil {
		t.Error("a part longer than its message was taken")
	}
}
