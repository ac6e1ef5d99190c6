package carnage

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	_ "dogfight/testkit"
)

// example is a message and its bytes, grouped by field, with a type of one byte and
// no length.
type example struct {
	message Message
	hex     string
}

func examples() []example {
	return []example{
		{&HelloRequest{Version: 1}, "00 01000000"},
		{&HelloRequest{Version: 0x01020304}, "00 04030201"},
		{&HelloResponse{}, "01 00"},
		{&HelloResponse{Okay: true, ServerGlobals: "{}", Weapons: "[1]", Classes: "", LevelData: ".@\n"},
			"01 01 02000000 7b7d 03000000 5b315d 00000000 03000000 2e400a"},
		{&SpawnRequest{Name: "Zoë", WeaponIndex: 2, ClassIndex: 1}, "02 04000000 5a6fc3ab 02 01"},
		{&SpawnRequest{Name: "\xff", WeaponIndex: 255, ClassIndex: 254}, "02 01000000 ff ff fe"},
		{&SpawnResponse{}, "03 00"},
		{&SpawnResponse{BadClass}, "03 03"},
		{&Inputs{Angle: 1.5, Down: Up | Right | Fire}, "04 0000c03f 19"},
		{&Inputs{Angle: -0.25, Down: Left | Down | Special}, "04 000080be 26"},
		{&Record{Time: 2.5}, "05 00002040 00000000"},
		{someRecord(), "05 0000803f 09000000" +
			" 00 07000000 01 08000000 02 09000000 03 0a000000" + // these were removed
			" c0 02000000 01 02000000 416c 0000c040 03 02" + player +
			" 40 01000000" + player +
			" c1 41000000 0000c040 00000000 00000041 00008040" +
			" 0000a041 0000f041 00000000 00004842 00004040 00008040 0000a040" +
			" c2 42000000 0000c040 0000a040 0000003f 0000a041 0000f041 00000000" +
			" c3 43000000 0000c040 01 0000003f 0000a041 0000f041 000080bf 00000000"},
	}
}

// player is the dynamic data of the players in someRecord.
const player = " 0000a041 0000f041 0000003f 0000403f 0000c842 000020c1 0000803f 00000040 00004040 00008040"

// someRecord has one of each type of entity.
func someRecord() *Record {
	at := Vec2{20, 30}
	al := Player{
		Position: at, Angle: 0.5, IconAngle: 0.75, HealthPercentage: 100, Score: -10,
		TimeWhenLastBulletFired: 1, TimeWhenLastDamaged: 2,
		LatestTimeWhenBelowMaxHealth: 3, LatestTimeWhenNotBelowMaxHealth: 4,
	}
	newcomer := al
	newcomer.PlayerStatic = PlayerStatic{Type: 1, Name: "Al", Radius: 6, WeaponIndex: 3, ClassIndex: 2}
	return &Record{Time: 1, Entities: []Entity{
		{ID: 7}, {Type: BarrelEntity, ID: 8}, {Type: OrbEntity, ID: 9}, {Type: BulletEntity, ID: 10},
		{Type: PlayerEntity, ID: 2, Static: true, Dynamic: true, Player: newcomer},
		{Type: PlayerEntity, ID: 1, Dynamic: true, Player: al},
		{Type: BarrelEntity, ID: 65, Static: true, Dynamic: true, Barrel: Barrel{
			Radius: 6, Vertices: 8, Bolts: 4, Position: at, HealthPercentage: 50,
			TimeWhenLastDamaged: 3, LatestTimeWhenBelowMaxHealth: 4, LatestTimeWhenNotBelowMaxHealth: 5,
		}},
		{Type: OrbEntity, ID: 66, Static: true, Dynamic: true, Orb: Orb{Radius: 6, Color: 5, Random: 0.5, Position: at}},
		{Type: BulletEntity, ID: 67, Static: true, Dynamic: true, Bullet: Bullet{
			OwnerRadius: 6, WeaponIndex: 1, Random: 0.5, Position: at, Direction: Vec2{-1, 0},
		}},
	}}
}

func TestEveryMessageHasItsBytes(t *testing.T) {
	seen := map[Type]bool{}
	for _, e := range examples() {
		seen[e.message.Type()] = true
		narrow := bytesOf(t, e.hex)
		checkBytes(t, Wire{Whole: true}, e.message, narrow)
		wide := append([]byte{narrow[0], 0, 0, 0}, narrow[1:]...)
		checkBytes(t, Wire{Whole: true, Wide: true}, e.message, wide)
	}
	for number, k := range kinds {
		if !seen[Type(number)] {
			t.Errorf("%s: no example", k.name)
		}
	}
}

func checkBytes(t *testing.T, w Wire, m Message, want []byte) {
	t.Helper()
	if got := w.Append([]byte{0xee}, m); !bytes.Equal(got[1:], want) || got[0] != 0xee {
		t.Errorf("%v: expected\n%x, got\n%x", m.Type(), want, got)
	}
	got, err := w.Parse(want)
	if err != nil {
		t.Errorf("%v: %v", m.Type(), err)
	} else if !reflect.DeepEqual(got, m) {
		t.Errorf("%v: expected\n%+v, got\n%+v", m.Type(), m, got)
	}
}

func TestAMessageInAStreamHasItsLengthBeforeIt(t *testing.T) {
	for _, c := range []struct {
		wire Wire
		hex  string
	}{
		{Wire{}, "ee 06000000 04 0000c03f 19"},
		{Wire{Wide: true}, "ee 09000000 04000000 0000c03f 19"},
		{Wire{Whole: true}, "ee 04 0000c03f 19"},
		{Wire{Whole: true, Wide: true}, "ee 04000000 0000c03f 19"},
	} {
		got := c.wire.Append([]byte{0xee}, &Inputs{Angle: 1.5, Down: Up | Right | Fire})
		if want := bytesOf(t, c.hex); !bytes.Equal(got, want) {
			t.Errorf("%+v: expected %x, got %x", c.wire, want, got)
		}
	}
}

func TestAMessageCutOffIsRefused(t *testing.T) {
	for _, e := range examples() {
		for _, w := range []Wire{{Whole: true}, {Whole: true, Wide: true}} {
			whole := w.Append(nil, e.message)
			for n := range whole {
				if m, err := w.Parse(whole[:n]); err == nil {
					t.Errorf("%v: the first %d of %d bytes gave %+v", e.message.Type(), n, len(whole), m)
				}
			}
			var syntax *proto.SyntaxError
			if m, err := w.Parse(append(whole, 0)); !errors.As(err, &syntax) {
				t.Errorf("%v: with a byte left over, %+v and %v came", e.message.Type(), m, err)
			}
		}
	}
}

func TestAMalformedMessageIsRefusedWithTheFieldAtFault(t *testing.T) {
	for _, c := range []struct {
		wire      Wire
		hex, want string
	}{
		{Wire{}, "", "message: type must be 1 byte, got 0"},
		{Wire{Wide: true}, "000000", "message: type must be 4 bytes, got 3"},
		{Wire{}, "06", "message: type must be 0 to 5, got 6"},
		{Wire{Wide: true}, "00000001 01000000", "message: type must be 0 to 5, got 16777216"},
		{Wire{}, "00 01000000 00", "MT_HELLO_REQUEST: bytes left over must be 0, got 1"},
		{Wire{}, "01 00 7b", "MT_HELLO_RESPONSE: bytes left over must be 0, got 1"},
		{Wire{}, "01 01 ffffffff 7b7d", "MT_HELLO_RESPONSE: serverGlobals must be at most 2 by the bytes that follow, got 4294967295"},
		{Wire{}, "02 03000000 416c", "MT_SPAWN_REQUEST: name must be at most 2 by the bytes that follow, got 3"},
		{Wire{}, "02 ffffffff 416c 00 00", "MT_SPAWN_REQUEST: name must be at most 4 by the bytes that follow, got 4294967295"},
		{Wire{}, "04 0000c07f 00", "MT_INPUTS: angle must be finite, got NaN"},
		{Wire{}, "04 0000807f 00", "MT_INPUTS: angle must be finite, got +Inf"},
		{Wire{}, "04 000080ff 00", "MT_INPUTS: angle must be finite, got -Inf"},
		{Wire{}, "04 00000000 40", "MT_INPUTS: inputs must be six bits, got 01000000"},
		{Wire{}, "04 00000000 80", "MT_INPUTS: inputs must be six bits, got 10000000"},
		{Wire{}, "05 00000000 ffffffff", "MT_RECORD: entities must be at most 0 by the bytes that follow, got 4294967295"},
		{Wire{}, "05 00000000 01000000 04 00000000", "MT_RECORD: entity type must be 0 to 3, got 4"},
		{Wire{}, "05 00000000 01000000 bf 00000000", "MT_RECORD: entity type must be 0 to 3, got 63"},
		{Wire{}, "05 00000000 01000000 80 01000000 00 ffffffff", "MT_RECORD: player name must be at most 0 by the bytes that follow, got 4294967295"},
	} {
		_, err := c.wire.Parse(bytesOf(t, c.hex))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestAnEntityHasTheSizesOfTheDocument(t *testing.T) {
	for _, c := range []struct {
		e               Entity
		static, dynamic int
	}{
		{Entity{Player: Player{PlayerStatic: PlayerStatic{Name: strings.Repeat("n", 28)}}}, 1 + 32 + 4 + 1 + 1, 40},
		{Entity{Type: BarrelEntity}, 16, 28},
		{Entity{Type: OrbEntity}, 12, 12},
		{Entity{Type: BulletEntity}, 9, 16},
	} {
		var static, dynamic proto.FieldCoder
		c.e.body().static(&static)
		c.e.body().dynamic(&dynamic)
		if len(static.Out) != c.static || len(dynamic.Out) != c.dynamic {
			t.Errorf("type %d: expected static %d, dynamic %d, got %d and %d", c.e.Type, c.static, c.dynamic, len(static.Out), len(dynamic.Out))
		}
	}
}

func TestAClientHasRoomForTheLargestMessages(t *testing.T) {
	name := strings.Repeat("\u00ff", 16)
	setup := game.Setup{Arena: &game.Arena{Name: name, Width: game.MaxTiles, Height: game.MaxTiles}}
	setup.Arena.Tiles = make([]game.Tile, game.MaxTiles*game.MaxTiles)
	for range game.MaxClasses {
		setup.Classes = append(setup.Classes, game.Class{Name: name, Title: name, TopSpeed: 853, Thrust: 1535, Brake: 1535})
		setup.Weapons = append(setup.Weapons, game.Weapon{Name: name, Title: name, Speed: 7679, Cooldown: 83, Life: 1 << 15, Reach: 4095})
	}
	if n := len(Wire{}.Append(nil, welcome(&setup))); n > LongestResponse {
		t.Errorf("a HelloResponse may have %d bytes", n)
	}

	all := Record{Entities: make([]Entity, dialect.MaxThings)} // all removed
	pilot := PlayerStatic{Name: strings.Repeat("\U0001f680", proto.MaxName)}
	for i := range dialect.MaxThings { // and everything new
		e := Entity{Type: BarrelEntity, Static: true, Dynamic: true}
		if i < game.MaxShips {
			e.Type, e.Player.PlayerStatic = PlayerEntity, pilot
		}
		all.Entities = append(all.Entities, e)
	}
	if n := len(Wire{}.Append(nil, &all)); n > LongestResponse {
		t.Errorf("a Record may have %d bytes", n)
	}
}

func bytesOf(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestInputsMayBeAsLongAsACompilersBitset: a std::bitset<6> of C++ has 8 bytes, or 4 on 32 bits.
func TestInputsMayBeAsLongAsACompilersBitset(t *testing.T) {
	want := Inputs{Angle: 1.5, Down: Up | Right | Fire}
	for _, wire := range []Wire{{}, {Wide: true}} {
		whole := wire
		whole.Whole = true
		p := whole.Append(nil, &want)
		for extra := range 10 {
			m, err := wire.Parse(append(p[:len(p):len(p)], make([]byte, extra)...))
			if takes := extra == 0 || extra == 3 || extra == 7; takes != (err == nil) || takes && *m.(*Inputs) != want {
				t.Errorf("a mask of %d bytes: %+v, %v", 1+extra, m, err)
			}
		}
		if m, err := wire.Parse(append(p, 0, 0, 1)); err == nil {
			t.Errorf("a button that there is not: %+v", m)
		}
	}
}

func TestAStreamHasTheSameMessagesInAllSegmentations(t *testing.T) {
	var stream []byte
	for _, e := range examples() {
		stream = Wire{}.Append(stream, e.message)
	}
	whole := messagesOf(t, stream, len(stream))
	if len(whole) != len(examples()) {
		t.Fatalf("%d messages, expected %d", len(whole), len(examples()))
	}
	for i, e := range examples() {
		if want := (Wire{Whole: true}).Append(nil, e.message); !bytes.Equal(whole[i], want) {
			t.Errorf("expected %x, got %x", want, whole[i])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cut := rapid.IntRange(1, 50).Draw(t, "segment")
		for i, p := range messagesOf(t, stream, cut) {
			if !bytes.Equal(p, whole[i]) {
				t.Fatalf("message %d: expected %x, got %x", i, whole[i], p)
			}
		}
	})
}

// messagesOf feeds the stream in segments of a size.
func messagesOf(t interface{ Fatal(...any) }, stream []byte, cut int) (all [][]byte) {
	d := NewDecoder(1024)
	for len(stream) > 0 {
		n := min(cut, len(stream))
		left := stream[:n]
		for stream = stream[n:]; len(left) > 0; {
			left = d.Feed(left)
			for {
				p, ok, err := d.Next()
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					break
				}
				all = append(all, bytes.Clone(p))
			}
		}
	}
	return all
}

func TestALengthIsNotTrusted(t *testing.T) {
	for _, c := range []struct{ hex, want string }{
		{"00000000", "message length must be 1 to 16, got 0"},
		{"11000000", "message length must be 1 to 16, got 17"},
		{"ffffffff", "message length must be 1 to 16, got 4294967295"},
	} {
		d := NewDecoder(16)
		d.Feed(bytesOf(t, c.hex))
		if _, _, err := d.Next(); err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestADecoderHoldsNoMoreThanOneMessage(t *testing.T) {
	d := NewDecoder(16)
	left := d.Feed(bytes.Repeat([]byte{1, 0, 0, 0, 7}, 100))
	if len(left) != 500-lengthSize-16 {
		t.Errorf("%d of 500 bytes are left", len(left))
	}
	for range 100 {
		left = d.Feed(left)
		for range 5 {
			d.Next()
		}
	}
	if len(left) > 0 || cap(d.held) > 2*(lengthSize+16) {
		t.Errorf("%d bytes are left, %d can be held", len(left), cap(d.held))
	}
}

// FuzzParse: a parsed message appends bytes that parse to the same.
func FuzzParse(f *testing.F) {
	for _, e := range examples() {
		f.Add(Wire{Whole: true}.Append(nil, e.message), false)
		f.Add(Wire{Whole: true, Wide: true}.Append(nil, e.message), true)
	}
	f.Fuzz(func(t *testing.T, p []byte, wide bool) {
		w := Wire{Whole: true, Wide: wide}
		m, err := w.Parse(p)
		if err != nil {
			return
		}
		once := w.Append(nil, m)
		if r, ok := m.(*HelloResponse); !bytes.Equal(once, p) && !(ok && r.Okay) { // any okay but 0 is 1
			t.Errorf("%v: %x became %x", m.Type(), p, once)
		}
		again, err := w.Parse(once)
		if err != nil {
			t.Fatalf("%v: %v", m.Type(), err)
		}
		if twice := w.Append(nil, again); !bytes.Equal(once, twice) {
			t.Errorf("%v: %x became %x", m.Type(), once, twice)
		}
	})
}
