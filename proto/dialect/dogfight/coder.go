package dogfight

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"dogfight/proto"
)

// coder codes the fields of a state or an event.
type coder struct{ proto.FieldCoder }

func read(p []byte, message string) coder {
	return coder{proto.FieldCoder{ByteReader: proto.ByteReader{Left: p, Message: message}, Reading: true}}
}

func wrong(message, field, want string, got any) error {
	return &proto.SyntaxError{Message: message, Field: field, Want: want, Got: fmt.Sprint(got)}
}

func (c *coder) direction(d *Direction) {
	proto.Range8(&c.FieldCoder, "direction", d, 0, uint32(Right))
}

func (c *coder) i32(field string, v *int32) { proto.U32(&c.FieldCoder, field, v) }

func (c *coder) id(id *ID) {
	if !c.Reading {
		c.Out = append(c.Out, id[:]...)
	} else if p := c.Take("player_id", idSize); isID(p) {
		copy(id[:], p)
	} else {
		c.Fail("player_id", "a UUID", fmt.Sprintf("%q", p))
	}
}

// ID names a player: the text of a UUID.
type ID [idSize]byte

const idSize = 36

// IDOf returns the id of a pilot of the roster, the same in all sessions. It is no secret: each state has it, and it grants
// nothing.
func IDOf(pilot uint16) ID { return uuidOf(uint64(pilot)) }

// droneID returns the id of the drones in a slot.
func droneID(slot int) ID { return uuidOf(1<<17 | uint64(slot)) }

func uuidOf(n uint64) (id ID) {
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], scatter(n))
	binary.BigEndian.PutUint64(raw[8:], scatter(n|1<<16))
	raw[6] = raw[6]&0x0f | 0x40 // version 4
	raw[8] = raw[8]&0x3f | 0x80 // variant of RFC 9562
	hex.Encode(id[:8], raw[:4])
	hex.Encode(id[9:13], raw[4:6])
	hex.Encode(id[14:18], raw[6:8])
	hex.Encode(id[19:23], raw[8:10])
	hex.Encode(id[24:], raw[10:])
	id[8], id[13], id[18], id[23] = '-', '-', '-', '-'
	return id
}

func (id ID) String() string { return string(id[:]) }

// isID reports whether p is the text of a UUID, of any version and in either case.
func isID(p []byte) bool {
	for i, c := range p {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if !isHex(c) {
			return false
		}
	}
	return len(p) == idSize
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// scatter is a step of splitmix64, which maps no two numbers to the same.
func scatter(n uint64) uint64 {
	n = (n + 1) * 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
