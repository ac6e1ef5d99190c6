package rtype

import "encoding/binary"

// Recognise returns the wire of the code with what a packet of a server shows of its commit.
// Where it shows nothing, the wire stays as it was: so one that was recognised is remembered.
//
//	a SNAPSHOT's length   6 + 17n, or 6 + 20n of the later commits; n is told, so that only
//	                      one without entities is both
//	type 13               22 bytes, ENTITY_CREATE; or 4, PONG of the later commits
func (w Wire) Recognise(p []byte) Wire {
	if !w.Code || len(p) < headerSize || p[1] != Version || int(binary.BigEndian.Uint16(p[2:])) != len(p) {
		return w
	}
	early, later := Wire{Code: true}, Wire{Code: true, Later: true}
	switch {
	case p[0] == 0x13 && len(p) == headerSize:
		return later
	case p[0] == 0x13 && len(p) == 22:
		return early
	case p[0] != 0x12 || len(p) < early.snapshotSize(0):
		return w
	}
	switch n := int(binary.BigEndian.Uint16(p[headerSize:])); {
	case n > 0 && len(p) == early.snapshotSize(n):
		return early
	case n > 0 && len(p) == later.snapshotSize(n):
		return later
	}
	return w
}
