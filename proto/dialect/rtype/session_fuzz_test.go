package rtype

import (
	"testing"

	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// What stands in a fuzzer's bytes for more than the length of the next datagram.
const (
	tickByte    = 0xff
	movedByte   = 0xfe
	refusedByte = 0xfd
)

// FuzzSession: whatever comes, whenever, an address that was not proven gets nothing
// but answers that are no longer than what came, and what there is room for, and no buffer
// grows.
func FuzzSession(f *testing.F) {
	for flavour, w := range []Wire{document, code} {
		f.Add(script(flavour, w, &Connect{}, &Signal{PingType}, &InputFlags{Up | Shoot}, &Signal{DisconnectType}))
		f.Add(script(flavour, w, &Connect{}, &Connect{}, &InputFlags{Down}))
	}
	f.Add(script(0, document, &Connect{}, &Input{Entity: ownID, DX: 1, Shooting: true}, &Input{Entity: 5}))
	f.Add(append(script(1+4, code, &InputFlags{Up}, &Connect{}, &InputFlags{Down | Shoot}), refusedByte, tickByte))
	m := dialecttest.Melee(16, 120)
	f.Fuzz(func(t *testing.T, p []byte) {
		if len(p) == 0 {
			return
		}
		s := NewSession(Config{ID: ownID, Code: p[0]&1 != 0, BigEndianFloats: p[0]&2 != 0, Local: p[0]&4 != 0})
		perform(t, s, &m.Scene, p[1:])
		checkCapacity(t, s)
	})
}

// script returns a fuzzer's bytes that say the packets, a tick after each.
func script(flavour int, w Wire, packets ...packet) []byte {
	b := []byte{byte(flavour)}
	for _, m := range packets {
		p := m.Append(nil, w)
		b = append(append(b, byte(len(p))), p...)
		b = append(b, tickByte)
	}
	return b
}

// perform does what a fuzzer's bytes say, until the session ends.
func perform(t *testing.T, s *Session, scene *dialect.Scene, p []byte) {
	heard := 0
	send := func(_ dialect.Channel, sent []byte) {
		if !s.Proven() && len(sent) > heard && len(sent) > s.Room {
			t.Fatalf("%d bytes to an address that is not proven, which sent %d", len(sent), heard)
		}
		if len(sent) > 1396 {
			t.Fatalf("%d bytes", len(sent))
		}
	}
	for len(p) > 0 {
		n, err := int(p[0]), error(nil)
		p = p[1:]
		switch n {
		case tickByte:
			heard, s.Room = 0, 3*n
			err = s.Tick(scene, send)
		case movedByte:
			s.Moved(ownID, false)
		case refusedByte:
			s.Refused()
		default:
			heard = min(n, len(p))
			err = s.Receive(dialect.Main, p[:heard], send)
			p = p[heard:]
		}
		if err != nil {
			return
		}
		if in := s.Intent().Input; !in.Valid() {
			t.Fatalf("input %02x", in)
		}
	}
}

// checkCapacity fails if a buffer has grown beyond what it was made with.
func checkCapacity(t testing.TB, s *Session) {
	t.Helper()
	if cap(s.buf) > 1408 || cap(s.told.Entities) > 64 || cap(s.now.Entities) > 64 {
		t.Errorf("buffers hold %d bytes, %d and %d entities", cap(s.buf), cap(s.told.Entities), cap(s.now.Entities))
	}
}
