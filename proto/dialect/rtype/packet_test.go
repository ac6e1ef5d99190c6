package rtype

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"
)

// packet is what all packets can do.
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
}

func TestEveryPacketHasItsBytes(t *testing.T) {
	for _, e := range examples {
		want := bytesOf(t, e.hex)
		if got := e.packet.Append([]byte{0xee}, e.wire); got[0] != 0xee || !bytes.Equal(got[1:], want) {
			t.Errorf("%+v %v: expected\n%x, came\n%x", e.wire, e.of, want, got[1:])
		}
		if of, err := e.wire.TypeOf(want); of != e.of || err != nil {
			t.Errorf("%+v %v: is taken for %v, %v", e.wire, e.of, of, err)
		}
		m := e.blank()
		if err := m.Parse(want, e.wire); err != nil || !reflect.DeepEqual(m, e.packet) {
			t.Errorf("%+v %v: expected %+v, came %+v, %v", e.wire, e.of, e.packet, m, err)
		}
	}
}

func TestThereIsAnExampleOfEveryPacketInBothFlavours(t *testing.T) {
	seen := map[Wire]map[Type]bool{document: {}, bigFloats: {}, code: {}}
	for _, e := range examples {
		seen[e.wire][e.of] = true
	}
	for _, k := range kinds {
		if !seen[document][k.of] || !seen[code][k.of] {
			t.Errorf("%v: no example", k.of)
		}
	}
}

func TestTruncatedPacketIsRefused(t *testing.T) {
	for _, e := range examples {
		whole := bytesOf(t, e.hex)
		for n := range whole {
			if err := e.blank().Parse(whole[:n], e.wire); err == nil {
				t.Errorf("%+v %v: the first %d of %d bytes were taken", e.wire, e.of, n, len(whole))
			}
			// With a size to match, too.
			if n < headerSize {
				continue
			}
			if err := e.blank().Parse(sized(whole[:n]), e.wire); err == nil {
				t.Errorf("%+v %v: %d of %d bytes were taken as a whole", e.wire, e.of, n, len(whole))
			}
		}
	}
}

func TestPacketWithBytesLeftOverIsRefused(t *testing.T) {
	for _, e := range examples {
		long := append(bytesOf(t, e.hex), 0, 0)
		if err := e.blank().Parse(long, e.wire); err == nil {
			t.Errorf("%+v %v: two bytes beyond the size were taken", e.wire, e.of)
		}
		if err := e.blank().Parse(sized(long), e.wire); err == nil {
			t.Errorf("%+v %v: two bytes too many were taken", e.wire, e.of)
		}
	}
}

func TestInputMayBePadded(t *testing.T) {
	var m Input
	padded := bytesOf(t, "02 01 0012 80000001 0000803f 000000bf 01 cc")
	if err := m.Parse(padded, document); err != nil || m != (Input{0x80000001, 1, -0.5, true}) {
		t.Errorf("came %+v, %v", m, err)
	}
}

func TestMalformedPacketIsRefusedWithTheFieldAtFault(t *testing.T) {
	for _, c := range []struct {
		wire Wire
		into packet
		hex  string
		want string
	}{
		{document, &Connect{}, "", "header: expected 4 bytes, 0 came"},
		{document, &Connect{}, "01 02 0008 00000000", "header: expected version 1, 2 came"},
		{document, &Connect{}, "01 01 0009 00000000", "header: expected the size 8, 9 came"},
		{document, &Connect{}, "01 01 0800 00000000", "header: expected the size 8, 2048 came"},
		{document, &Connect{}, "05 01 0004", "header: expected a known type, 0x05 came"},
		{document, &Connect{}, "03 01 0004", "CONNECT: type: expected CONNECT, PING came"},
		{document, &Connect{}, "01 01 0004", "CONNECT: client id: expected 4 bytes, 0 came"},
		{code, &Connect{}, "01 01 0008 00000000", "CONNECT: end: expected no more bytes, 4 came"},
		{document, &Signal{}, "01 01 0008 00000000", "CONNECT: type: expected one that stands alone, CONNECT came"},
		{document, &Input{}, "02 01 0011 80000001 0000c07f 00000000 00", "INPUT: dx: expected a finite number, NaN came"},
		{document, &Input{}, "02 01 0011 80000001 00000000 000080ff 00", "INPUT: dy: expected a finite number, -Inf came"},
		{document, &Input{}, "02 01 0011 80000001 0100803f 00000000 00", "INPUT: dx: expected -1 to 1, 1.0000001 came"},
		{document, &Input{}, "02 01 0011 80000001 00000000 000000c0 00", "INPUT: dy: expected -1 to 1, -2 came"},
		{document, &Input{}, "02 01 0011 80000001 00000000 00000000 02", "INPUT: shooting: expected 0 or 1, 2 came"},
		{document, &Input{}, "02 01 0012 80000001 00000000 00000000 01", "header: expected the size 17, 18 came"},
		{code, &Input{}, "03 01 0011 80000001 00000000 00000000 00", "INPUT: form: expected flags, another came"},
		{document, &Snapshot{}, "12 01 000a 00000000 ffff", "SNAPSHOT: entities: expected 1441770, 0 came"},
		{code, &Snapshot{}, "12 01 0006 0001", "SNAPSHOT: entities: expected 17, 0 came"},
		{document, &Snapshot{}, "12 01 0020 00000000 0001 00000001 0000807f 00000000 00000000 00000000 0001", "SNAPSHOT: entity x: expected a finite number, +Inf came"},
		{document, &EntityCreate{}, "13 01 0010 00000001 00000000 00000000", "ENTITY_CREATE: sprite: expected 2 bytes, 0 came"},
	} {
		err := c.into.Parse(bytesOf(t, c.hex), c.wire)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, %v came", c.hex, c.want, err)
		}
	}
}

func TestSnapshotOfAHostKeepsTo63Entities(t *testing.T) {
	m := Snapshot{Entities: make([]SnapshotEntity, 100)}
	if n := len(m.Append(nil, document)); n != 1396 {
		t.Errorf("expected 1396 bytes, %d came", n)
	}
	if n := len(m.Append(nil, code)); n != 1077 {
		t.Errorf("in the code expected 1077 bytes, %d came", n)
	}
}

func TestOnlyAConnectSaysWhoItIsFrom(t *testing.T) {
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
			t.Errorf("%s: expected %x, %v; %x, %v came", c.hex, c.id, c.ok, id, ok)
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
