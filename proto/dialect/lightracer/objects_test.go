package lightracer_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"dogfight/game"
	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit/dialects"
)

// object is any of the five.
type object interface {
	Append(b []byte) []byte
	Parse(n *lightracer.NOD) error
}

// example is an object and its bytes, grouped by field.
type example struct {
	object
	hex string
}

var examples = []example{
	{&lightracer.World{Tick: 0x0102, Status: lightracer.StatusInProgress, Width: 800, Height: 600, TimeLeft: 18000, ScoreLimit: 20, You: 3},
		"00000000 00000000 00000032 00000102 00000001 00000320 00000258 00004650 00000014 00000003 " + strings.Repeat("00", 22)},
	{&lightracer.Player{ID: 3, X: 705, Y: -61, HP: 5, Alive: true, Course: 8, Team: 2, Score: -5, Shots: 4},
		"00000001 00000003 00000016 000002c1 ffffffc3 05 01 08 02 fffffffb 00000004 0000"},
	{&lightracer.TrailSegment{ID: 65, X: 10, Y: 11, Owner: 3},
		"00000002 00000041 0000000c 0000000a 0000000b 00000003"},
	{&lightracer.Coordinate{ID: 66, X: 12, Y: 13, Kind: lightracer.Barrel},
		"00000003 00000042 0000000c 0000000c 0000000d 00000007"},
	{&lightracer.Input{Player: 3, Held: game.Steer(game.DownRight) | game.Fire | game.Special},
		"00000004 00000003 00000004 00000038"},
}

func TestEveryObjectHasItsBytes(t *testing.T) {
	for _, e := range examples {
		want := bytesOf(t, e.hex)
		if got := e.Append([]byte{0xee}); !bytes.Equal(got[1:], want) || got[0] != 0xee {
			t.Errorf("%T: expected\n%x, got\n%x", e.object, want, got[1:])
		}
		m := blank(e.object)
		n, rest, err := lightracer.ParseNOD(append(want, 0xee))
		if err == nil {
			err = m.Parse(&n)
		}
		if err != nil || len(rest) != 1 || !reflect.DeepEqual(m, e.object) {
			t.Errorf("expected %+v, got %+v, %d bytes after it, and %v", e.object, m, len(rest), err)
		}
		if again := n.Append(nil); !bytes.Equal(again, want) {
			t.Errorf("%T: the object became %x", e.object, again)
		}
	}
}

// blank returns another of the same type.
func blank(o object) object { return reflect.New(reflect.TypeOf(o).Elem()).Interface().(object) }

func TestTruncatedObjectIsRefused(t *testing.T) {
	for _, e := range examples {
		whole := bytesOf(t, e.hex)
		for n := range whole {
			if nod, _, err := lightracer.ParseNOD(whole[:n]); err == nil {
				t.Errorf("%T: the first %d of %d bytes gave %+v", e.object, n, len(whole), nod)
			}
		}
		for n := range whole[lightracer.HeaderDataSize:] {
			nod, _, _ := lightracer.ParseNOD(whole)
			nod.Data = nod.Data[:n]
			if m := blank(e.object); m.Parse(&nod) == nil {
				t.Errorf("%T: the first %d bytes of data gave %+v", e.object, n, m)
			}
		}
	}
}

func TestUnknownTailsAreSkipped(t *testing.T) {
	for _, e := range examples {
		nod, _, _ := lightracer.ParseNOD(bytesOf(t, e.hex))
		nod.Data = append(nod.Data, 1, 2, 3)
		m := blank(e.object)
		if err := m.Parse(&nod); err != nil || !reflect.DeepEqual(m, e.object) {
			t.Errorf("expected %+v, got %+v and %v", e.object, m, err)
		}
	}
}

func TestMalformedObjectIsRefusedWithTheExpectation(t *testing.T) {
	for _, c := range []struct {
		object
		hex, want string
	}{
		{&lightracer.World{}, "00000001 00000000 00000000", "world: type must be 0, got 1"},
		{&lightracer.World{}, "00000000 00000000 00000004 00000000", "world: data must be 50 bytes, got 4"},
		{&lightracer.World{}, "00000000 00000007 00000032 " + strings.Repeat("00", 50), "world: id must be 0, got 7"},
		{&lightracer.World{}, "00000000 00000000 00000032 00000000 00000003" + strings.Repeat("00", 42), "world: status must be 0 to 2, got 3"},
		{&lightracer.Player{}, "00000001 00000001 00000016 " + strings.Repeat("00", 9) + "02" + strings.Repeat("00", 12), "player: alive must be 0 to 1, got 2"},
		{&lightracer.Player{}, "00000001 00000001 00000016 " + strings.Repeat("00", 10) + "09" + strings.Repeat("00", 11), "player: course must be 0 to 8, got 9"},
		{&lightracer.Input{}, "00000004 00000001 00000004 00000009", "input must be a course of 0 to 8, plus 16 and 32, got 9"},
		{&lightracer.Input{}, "00000004 00000001 00000004 00000040", "input must be a course of 0 to 8, plus 16 and 32, got 64"},
		{&lightracer.Input{}, "00000004 00000001 00000004 00000101", "input must be a course of 0 to 8, plus 16 and 32, got 257"},
		{&lightracer.Input{}, "00000004 00000001 00000004 ffffffff", "input must be a course of 0 to 8, plus 16 and 32, got -1"},
		{&lightracer.Input{}, "00000004 00000001 ffffffff", "object: data must be 0 to 65536 bytes, got -1"},
		{&lightracer.Input{}, "00000004 00000001 80000000", "object: data must be 0 to 65536 bytes, got -2147483648"},
		{&lightracer.Input{}, "00000004 00000001 00010001", "object: data must be 0 to 65536 bytes, got 65537"},
		{&lightracer.Input{}, "00000004 00000001 00000004 00", "object: data must be 4 bytes, got 1"},
		{&lightracer.Input{}, "00000004", "object: header must be 12 bytes, got 4"},
	} {
		n, _, err := lightracer.ParseNOD(bytesOf(t, c.hex))
		if err == nil {
			err = c.Parse(&n)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestEachKindOfItemAndTheBarrelHaveANumber(t *testing.T) {
	for item, kind := range map[game.ItemKind]lightracer.Kind{
		game.HPPlusOne: lightracer.HPPlusOne, game.HPPlusThree: lightracer.HPPlusThree, game.AmmoPlusOne: lightracer.AmmoPlusOne,
		game.ShieldItem: lightracer.Shield, game.OverdriveItem: lightracer.Overdrive, game.OrbItem: lightracer.Orb,
		game.CloakItem: lightracer.Cloak, game.SeekerItem: lightracer.Seeker, game.ShockItem: lightracer.Shockwave,
	} {
		if got := lightracer.KindOf(item); got != kind || got == lightracer.Barrel {
			t.Errorf("item %d is of kind %d, expected %d", item, got, kind)
		}
	}
}

func TestATokenIsFourBytes(t *testing.T) {
	p := dialects.AppendToken(nil, -2)
	if !bytes.Equal(p, bytesOf(t, "fffffffe")) {
		t.Errorf("got %x", p)
	}
	if token, err := lightracer.ParseToken(append(p, 1)); token != -2 || err != nil {
		t.Errorf("got %d and %v", token, err)
	}
	for n := range p {
		if token, err := lightracer.ParseToken(p[:n]); err == nil {
			t.Errorf("the first %d bytes gave %d", n, token)
		}
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

// FuzzNOD: a parsed object is the same after Append and another Parse.
func FuzzNOD(f *testing.F) {
	for _, e := range examples {
		f.Add(bytesOf(f, e.hex))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		n, rest, err := lightracer.ParseNOD(p)
		if err != nil {
			return
		}
		if again := append(n.Append(nil), rest...); !bytes.Equal(again, p) {
			t.Fatalf("%x became %x", p, again)
		}
		for _, e := range examples {
			m, again := blank(e.object), blank(e.object)
			if m.Parse(&n) != nil {
				continue
			}
			same, _, err := lightracer.ParseNOD(m.Append(nil))
			if err == nil {
				err = again.Parse(&same)
			}
			if err != nil || !reflect.DeepEqual(m, again) {
				t.Fatalf("%+v became %+v, %v", m, again, err)
			}
		}
	})
}

// FuzzUpdate: a parsed update is the same after Append and another Parse.
func FuzzUpdate(f *testing.F) {
	f.Add(sample().Append(nil))
	f.Add((&lightracer.Update{}).Append(nil))
	f.Fuzz(func(t *testing.T, p []byte) {
		var u, again lightracer.Update
		if u.Parse(p) != nil {
			return
		}
		if err := again.Parse(u.Append(nil)); err != nil || !bytes.Equal(u.Append(nil), again.Append(nil)) {
			t.Fatalf("%+v became %+v, %v", u, again, err)
		}
	})
}

// FuzzRequest: a parsed request appends a line that parses as the same.
func FuzzRequest(f *testing.F) {
	for _, line := range []string{"JOIN Zoë", "CHAT hi; all", "READY", "SET bots 4", "LEAVE"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if m, err := lightracer.ParseRequest(line); err == nil && utf8.ValidString(line) { // as Lines sees to
			roundTrips(t, m, lightracer.ParseRequest)
		}
	})
}

// FuzzReply: a parsed reply appends a line that parses as the same.
func FuzzReply(f *testing.F) {
	for _, line := range []string{
		"WELCOME 3 7001 -1", "PLAYERS 1 Ann;3 Zoë", "CHAT 0 hi", "SETTINGS bots=4 time=300 arena=field", "START", "OVER 3 40;1 25", "ERROR no",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if m, err := dialects.ParseReply(line); err == nil && utf8.ValidString(line) {
			roundTrips(t, m, dialects.ParseReply)
		}
	})
}

// roundTrips expects that a message is one line, and parses to itself.
func roundTrips[M lightracer.Reply](t *testing.T, m M, parse func(line string) (M, error)) {
	received := m.Append(nil)
	if bytes.IndexByte(received, '\n') != len(received)-1 {
		t.Fatalf("%q is not one line", received)
	}
	again, err := parse(string(received[:len(received)-1]))
	if err != nil || !bytes.Equal(again.Append(nil), received) {
		t.Fatalf("%q became %+v, %v", received, again, err)
	}
}
