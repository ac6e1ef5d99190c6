package rtype

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dogfight/game"
)

// packet is any packet.
type packet interface {
	Append(b []byte, w Wire) []byte
	Parse(p []byte, w Wire) error
}

// example is a packet and its bytes, grouped by field.
type example struct {
	wire   Wire
	of     Type
	packet packet
	hex    string
}

var (
	document  = Wire{}
	bigFloats = Wire{BigEndianFloats: true}
	code      = Wire{Code: true}
	later     = Wire{Code: true, Later: true}
)

// examples has one of each packet as each flavour has it.
var examples = []example{
	{document, ConnectType, &Connect{}, "01 01 0008 00000000"},
	{document, ConnectType, &Connect{ClientID: 0x80000001}, "01 01 0008 80000001"},
	{document, InputType, &Input{Entity: 0x80000001, DX: 1, DY: -0.5, Shooting: true}, "02 01 0011 80000001 0000803f 000000bf 01"},
	{document, InputType, &InputFlags{Flags: Down | Right | Shoot}, "02 01 0005 1a"},
	{document, PingType, &Signal{Type: PingType}, "03 01 0004"},
	{document, DisconnectType, &Signal{Type: DisconnectType}, "04 01 0004"},
	{document, AcceptType, &Accept{AssignedID: 0x80000001}, "10 01 0008 80000001"},
	{document, RejectType, &Signal{Type: RejectType}, "11 01 0004"},
	{document, SnapshotType, &Snapshot{Tick: 600, Entities: []SnapshotEntity{
		{ID: 0x80000001, X: 100, Y: 0.5, VX: 150, VY: -150, Sprite: 1},
		{ID: 77, X: 400, Y: 300, Sprite: 34},
	}}, "12 01 0036 00000258 0002" +
		" 80000001 0000c842 0000003f 00001643 000016c3 0001" +
		" 0000004d 0000c843 00009643 00000000 00000000 0022"},
	{document, SnapshotType, &Snapshot{Tick: 1}, "12 01 000a 00000001 0000"},
	{document, EntityCreateType, &EntityCreate{ID: 77, X: 400, Y: 300, Sprite: 34}, "13 01 0012 0000004d 0000c843 00009643 0022"},
	{document, EntityDestroyType, &EntityDestroy{ID: 77}, "14 01 0008 0000004d"},
	{document, DamageEventType, &DamageEvent{ID: 77, Amount: 3}, "15 01 000a 0000004d 0003"},
	{document, GameOverType, &Signal{Type: GameOverType}, "16 01 0004"},
	{document, PongType, &Signal{Type: PongType}, "17 01 0004"},

	{bigFloats, InputType, &Input{Entity: 0x80000001, DX: 1, DY: -0.5}, "02 01 0011 80000001 3f800000 bf000000 00"},
	{bigFloats, SnapshotType, &Snapshot{Tick: 600, Entities: []SnapshotEntity{{ID: 77, X: 400, Y: 300, VX: 150, VY: -150, Sprite: 34}}},
		"12 01 0020 00000258 0001 0000004d 43c80000 43960000 43160000 c3160000 0022"},
	{bigFloats, EntityCreateType, &EntityCreate{ID: 77, X: 400, Y: 300, Sprite: 34}, "13 01 0012 0000004d 43c80000 43960000 0022"},

	{code, ConnectType, &Connect{}, "01 01 0004"},
	{code, DisconnectType, &Signal{Type: DisconnectType}, "02 01 0004"},
	{code, InputType, &InputFlags{Flags: Up | Left}, "03 01 0005 05"},
	{code, PingType, &Signal{Type: PingType}, "04 01 0004"},
	{code, AcceptType, &Accept{}, "10 01 0004"},
	{code, RejectType, &Signal{Type: RejectType}, "11 01 0004"},
	{code, SnapshotType, &Snapshot{Entities: []SnapshotEntity{{ID: 0x80000001, X: 400, Y: 300, Sprite: 1}, {ID: 77, X: 100, Y: 0.5, Sprite: 34}}},
		"12 01 0028 0002 0000000080000001 43c80000 43960000 01 000000000000004d 42c80000 3f000000 22"},
	{code, EntityCreateType, &EntityCreate{ID: 77, X: 400, Y: 300, Sprite: 34}, "13 01 0016 000000000000004d 43c80000 43960000 0022"},
	{code, EntityDestroyType, &EntityDestroy{ID: 1 << 40}, "14 01 000c 0000010000000000"},
	{code, PongType, &Signal{Type: PongType}, "15 01 0004"},
	{code, DamageEventType, &DamageEvent{ID: 77, Amount: 3}, "16 01 000a 0000004d 0003"},
	{code, GameOverType, &Signal{Type: GameOverType}, "17 01 0004"},

	{later, ConnectType, &Connect{}, "01 01 0004"},
	{later, DisconnectType, &Signal{Type: DisconnectType}, "02 01 0004"},
	{later, InputType, &InputFlags{Flags: Up | Left}, "03 01 0005 05"},
	{later, PingType, &Signal{Type: PingType}, "04 01 0004"},
	{later, AcceptType, &Accept{}, "10 01 0004"},
	{later, RejectType, &Signal{Type: RejectType}, "11 01 0004"},
	{later, SnapshotType, &Snapshot{Entities: []SnapshotEntity{{ID: 3, X: 400, Y: 300}, {ID: 77, X: 100, Y: 0.5, Sprite: 1 << 20}}},
		"12 01 002e 0002 0000000000000003 43c80000 43960000 00000000 000000000000004d 42c80000 3f000000 00100000"},
	{later, PongType, &Signal{Type: PongType}, "13 01 0004"},
}

func TestEveryPacketHasItsBytes(t *testing.T) {
	for _, e := range examples {
		want := bytesOf(t, e.hex)
		if got := e.packet.Append([]byte{0xee}, e.wire); got[0] != 0xee || !bytes.Equal(got[1:], want) {
			t.Errorf("%+v %v: expected\n%x, got\n%x", e.wire, e.of, want, got[1:])
		}
		if of, err := e.wire.TypeOf(want); of != e.of || err != nil {
			t.Errorf("%+v %v: is read as %v, %v", e.wire, e.of, of, err)
		}
		m := e.blank()
		if err := m.Parse(want, e.wire); err != nil || !reflect.DeepEqual(m, e.packet) {
			t.Errorf("%+v %v: expected %+v, got %+v, %v", e.wire, e.of, e.packet, m, err)
		}
	}
}

func TestThereIsAnExampleOfEveryPacketInBothFlavours(t *testing.T) {
	seen := map[Wire]map[Type]bool{document: {}, bigFloats: {}, code: {}, later: {}}
	for _, e := range examples {
		seen[e.wire][e.of] = true
	}
	for _, k := range kinds {
		if k.of != ScoreType && (!seen[document][k.of] || !seen[code][k.of]) {
			t.Errorf("%v: no example", k.of)
		}
	}
}

func TestTruncatedPacketIsRefused(t *testing.T) {
	for _, e := range examples {
		whole := bytesOf(t, e.hex)
		for n := range whole {
			if err := e.blank().Parse(whole[:n], e.wire); err == nil {
				t.Errorf("%+v %v: the first %d of %d bytes were accepted", e.wire, e.of, n, len(whole))
			}
			// With a size to match, too.
			if n < headerSize {
				continue
			}
			if err := e.blank().Parse(sized(whole[:n]), e.wire); err == nil {
				t.Errorf("%+v %v: %d of %d bytes were accepted as a whole", e.wire, e.of, n, len(whole))
			}
		}
	}
}

func TestPacketWithBytesLeftOverIsRefused(t *testing.T) {
	for _, e := range examples {
		long := append(bytesOf(t, e.hex), 0, 0)
		if err := e.blank().Parse(long, e.wire); err == nil {
			t.Errorf("%+v %v: two bytes beyond the size were accepted", e.wire, e.of)
		}
		if err := e.blank().Parse(sized(long), e.wire); err == nil {
			t.Errorf("%+v %v: two bytes too many were accepted", e.wire, e.of)
		}
	}
}

func TestInputMayBePaddedOrHaveTheSizeOfOneThatIs(t *testing.T) {
	for _, hex := range []string{"02 01 0012 80000001 0000803f 000000bf 01 cc", "02 01 0012 80000001 0000803f 000000bf 01"} {
		var m Input
		if err := m.Parse(bytesOf(t, hex), document); err != nil || m != (Input{0x80000001, 1, -0.5, true}) {
			t.Errorf("%s: got %+v, %v", hex, m, err)
		}
	}
}

func TestMalformedPacketIsRefusedWithTheFieldAtFault(t *testing.T) {
	for _, c := range []struct {
		wire Wire
		into packet
		hex  string
		want string
	}{
		{document, &Connect{}, "", "header must be 4 bytes, got 0"},
		{document, &Connect{}, "01 02 0008 00000000", "header: version must be 1, got 2"},
		{document, &Connect{}, "01 01 0009 00000000", "header: size must be 8, got 9"},
		{document, &Connect{}, "01 01 0800 00000000", "header: size must be 8, got 2048"},
		{document, &Connect{}, "05 01 0004", "header: type must be known, got 0x05"},
		{document, &Connect{}, "03 01 0004", "CONNECT: type must be CONNECT, got PING"},
		{document, &Connect{}, "01 01 0004", "CONNECT: client id must be 4 bytes, got 0"},
		{code, &Connect{}, "01 01 0008 00000000", "CONNECT: bytes left over must be 0, got 4"},
		{document, &Signal{}, "01 01 0008 00000000", "CONNECT: type must be one without fields, got CONNECT"},
		{document, &Input{}, "02 01 0011 80000001 0000c07f 00000000 00", "INPUT: dx must be finite, got NaN"},
		{document, &Input{}, "02 01 0011 80000001 00000000 000080ff 00", "INPUT: dy must be finite, got -Inf"},
		{document, &Input{}, "02 01 0011 80000001 0100803f 00000000 00", "INPUT: dx must be -1 to 1, got 1.0000001"},
		{document, &Input{}, "02 01 0011 80000001 00000000 000000c0 00", "INPUT: dy must be -1 to 1, got -2"},
		{document, &Input{}, "02 01 0011 80000001 00000000 00000000 02", "INPUT: shooting must be 0 to 1, got 2"},
		{document, &Input{}, "02 01 0013 80000001 00000000 00000000 01", "header: size must be 17, got 19"},
		{document, &Input{}, "02 01 0012 80000001 00000000 00000000", "header: size must be 16, got 18"},
		{code, &Input{}, "03 01 0011 80000001 00000000 00000000 00", "INPUT: form must be flags, got another"},
		{document, &Snapshot{}, "12 01 000a 00000000 ffff", "SNAPSHOT: entities must be 1441770 bytes, got 0"},
		{later, &EntityCreate{}, "13 01 0016 000000000000004d 43c80000 43960000 0022", "ENTITY_CREATE: type must be ENTITY_CREATE, got PONG"},
		{later, &Signal{}, "17 01 0004", "header: type must be known, got 0x17"},
		{document, &Signal{}, "00 01 0004", "header: type must be known, got 0x00"},
		{code, &Snapshot{}, "12 01 0006 0001", "SNAPSHOT: entities must be 17 bytes, got 0"},
		{document, &Snapshot{}, "12 01 0020 00000000 0001 00000001 0000807f 00000000 00000000 00000000 0001", "SNAPSHOT: entity x must be finite, got +Inf"},
		{document, &EntityCreate{}, "13 01 0010 00000001 00000000 00000000", "ENTITY_CREATE: sprite must be 2 bytes, got 0"},
	} {
		err := c.into.Parse(bytesOf(t, c.hex), c.wire)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

// TestAPacketShowsItsCommit: 340 bytes of entities are 20 of one commit, and 17 of another.
func TestAPacketShowsItsCommit(t *testing.T) {
	snapshot := func(entities int, w Wire) string {
		return fmt.Sprintf("%x", (&Snapshot{Entities: make([]SnapshotEntity, entities)}).Append(nil, w))
	}
	if a, b := snapshot(20, code), snapshot(17, later); len(a) != len(b) {
		t.Fatalf("%d and %d digits: this test is of two lengths that are the same", len(a), len(b))
	}
	for _, c := range []struct{ hex, shows string }{
		{snapshot(20, code), "code"}, {snapshot(17, later), "later"},
		{snapshot(1, code), "code"}, {snapshot(1, later), "later"},
		{snapshot(0, code), "nothing"},
		{"12 01 0017 0002 0000000000000003 43c80000 43960000 00", "nothing"}, // one entity, with a count of two
		{"13 01 0016 000000000000004d 43c80000 43960000 0022", "code"}, {"13 01 0004", "later"},
		{"15 01 0004", "nothing"}, {"14 01 000c 0000000000000001", "nothing"},
		{"13 01 0005", "nothing"}, {"13 02 0004", "nothing"}, {"12 01 0005 00", "nothing"}, {"12", "nothing"}, {"", "nothing"},
	} {
		for _, w := range []Wire{document, bigFloats, code, later} {
			want := w
			switch {
			case w.Code && c.shows == "code":
				want = code
			case w.Code && c.shows == "later":
				want = later
			}
			if got := w.Recognise(bytesOf(t, c.hex)); got != want {
				t.Errorf("%+v: %s: expected %+v, got %+v", w, c.hex, want, got)
			}
		}
	}
}

func TestASnapshotHasAtMost63Entities(t *testing.T) {
	m := Snapshot{Entities: make([]SnapshotEntity, 100)}
	if n := len(m.Append(nil, document)); n != 1396 {
		t.Errorf("expected 1396 bytes, got %d", n)
	}
	if n := len(m.Append(nil, code)); n != 1077 {
		t.Errorf("in the code expected 1077 bytes, got %d", n)
	}
}

func TestOnlyAConnectHasAClientID(t *testing.T) {
	for _, c := range []struct {
		hex string
		id  uint32
		ok  bool
	}{
		{"01 01 0008 00000000", 0, true},
		{"01 01 0008 80000001", 0x80000001, true},
		{"01 01 0004", 0, true},
		{"03 01 0004", 0, false},
		{"01 02 0008 80000001", 0, false},
		{"01 01 0006 8000", 0, false},
		{"", 0, false},
	} {
		if id, ok := ClientID(bytesOf(t, c.hex)); id != c.id || ok != c.ok {
			t.Errorf("%s: expected %x, %v; %x, got %v", c.hex, c.id, c.ok, id, ok)
		}
	}
}

func TestOnlyAnInputOfTheCodeIsKeys(t *testing.T) {
	for _, e := range examples {
		_, flags := e.packet.(*InputFlags)
		if p := bytesOf(t, e.hex); IsKeys(p) != (flags && e.wire.Code) {
			t.Errorf("%+v %s: keys %v", e.wire, e.hex, IsKeys(p))
		}
	}
}

// blank returns an empty packet of the example's kind.
func (e *example) blank() packet {
	return reflect.New(reflect.TypeOf(e.packet).Elem()).Interface().(packet)
}

// sized returns a copy of the packet with the size that it has.
func sized(p []byte) []byte {
	p = bytes.Clone(p)
	p[2], p[3] = byte(len(p)>>8), byte(len(p))
	return p
}

func bytesOf(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// FuzzPacket: any parsed packet, in any flavour, appends bytes that parse to the same packet, and that equal the input unless it was
// padded.
func FuzzPacket(f *testing.F) {
	for _, e := range examples {
		f.Add(bytesOf(f, e.hex))
	}
	f.Add(bytesOf(f, "02 01 0012 80000001 0000803f 000000bf 01 cc"))
	f.Fuzz(func(t *testing.T, p []byte) {
		ClientID(p)
		IsKeys(p)
		if again := code.Recognise(p).Recognise(p); again != code.Recognise(p) {
			t.Fatalf("%x shows %+v, and then %+v", p, code.Recognise(p), again)
		}
		for _, e := range examples {
			m := e.blank()
			if m.Parse(p, e.wire) != nil {
				continue
			}
			if s, ok := m.(*Snapshot); ok && e.wire.Code && len(s.Entities) > 0 && code.Recognise(p) != e.wire {
				t.Fatalf("%x is a SNAPSHOT of %+v, and shows %+v", p, e.wire, code.Recognise(p))
			} else if ok && len(s.Entities) > MaxEntities {
				continue // which no host appends
			}
			again := m.Append(nil, e.wire)
			if _, input := m.(*Input); !input && !bytes.Equal(again, p) {
				t.Fatalf("%v: %x became %x", e.of, p, again)
			}
			twin := e.blank()
			if err := twin.Parse(again, e.wire); err != nil || !reflect.DeepEqual(m, twin) {
				t.Fatalf("%v: %x: %+v became %+v, %v", e.of, p, m, twin, err)
			}
		}
	})
}

func TestInputFliesAlongTheNearestCourse(t *testing.T) {
	for _, c := range []struct {
		dx, dy float32
		want   game.Course
	}{
		{0, 0, game.Idle},
		{0.19, 0, game.Idle}, {0.2, 0, game.Right}, {0, -0.2, game.Up},
		{0.14, 0.14, game.Idle}, {0.15, 0.15, game.DownRight},
		{1, 0, game.Right}, {-1, 0, game.Left}, {0, 1, game.Down}, {0, -1, game.Up},
		{1, 1, game.DownRight}, {-1, -1, game.UpLeft}, {0.7, -0.7, game.UpRight}, {-0.6, 0.8, game.DownLeft},
		{1, 0.4, game.Right}, {1, 0.42, game.DownRight},
	} {
		m := Input{DX: c.dx, DY: c.dy}
		if got := m.Held(); got != game.Steer(c.want) {
			t.Errorf("(%v, %v): expected %d, got %d", c.dx, c.dy, c.want, got)
		}
		m.Shooting = true
		if got := m.Held(); got != game.Steer(c.want)|game.Fire {
			t.Errorf("(%v, %v) and fire: got %d", c.dx, c.dy, got)
		}
	}
}

func TestFlagsAreButtonsAndOppositeOnesCancelOut(t *testing.T) {
	for _, c := range []struct {
		flags Flags
		want  game.Input
	}{
		{0, 0},
		{Up, game.Steer(game.Up)}, {Down, game.Steer(game.Down)}, {Left, game.Steer(game.Left)}, {Right, game.Steer(game.Right)},
		{Up | Right, game.Steer(game.UpRight)}, {Down | Left | Shoot, game.Steer(game.DownLeft) | game.Fire},
		{Up | Down, 0}, {Left | Right | Up, game.Steer(game.Up)}, {Up | Down | Left | Right, 0},
		{Shoot, game.Fire}, {0xe0, 0}, {0xff, game.Fire},
	} {
		m := InputFlags{c.flags}
		if got := m.Held(); got != c.want {
			t.Errorf("%02x: expected %02x, got %02x", c.flags, c.want, got)
		}
	}
}
