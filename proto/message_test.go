package proto

import (
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	"dogfight/game"
)

// example is a message and its bytes, grouped by field.
type example struct {
	message Message
	hex     string
}

// examples returns one of each type of message.
func examples(t testing.TB) []example {
	token := Token{0: 0xa0, 15: 0xaf}
	const setup = "04 6475656c 0006 0006" + // duel, 6 by 6
		" 06 40 01 a0 07 c0 00 60 80 06 20 04" + // its tiles
		" 01 07 66696768746572 07 46696768746572 05 0280 001a 0014" + // fighter
		" 01 06 63616e6e6f6e 06 43616e6e6f6e 05 01 01 0c 0053 0600 0000" + // cannon
		" 01 02 00004650 00000000"
	return []example{
		{&Hello{Version: Version, Token: token, Purpose: Spectate, Name: "Zoë"},
			"01 444f4746 0001 a00000000000000000000000000000af 01 04 5a6fc3ab"},
		{&Spawn{Class: 1, Weapon: 2, Team: 2, Name: "Al"}, "02 01 02 02 02 416c"},
		{&SetReady{On: true}, "03 01"},
		{&NeedKeyframe{Have: 0x01020304}, "04 01020304"},
		{&InfoQuery{}, "05 444f4746"},

		{&Welcome{Version: Version, Token: token, Pilot: 7, Slot: NoSlot, TickRate: 60, Title: "Fun", Setup: duel(t)},
			"11 0001 a00000000000000000000000000000af 0007 ff 3c 03 46756e " + setup},
		{&Reject{Code: RejectFull, Reason: "full"}, "12 02 04 66756c6c"},
		{&SpawnResult{Status: SpawnFull, Slot: NoSlot}, "13 04 ff"},
		{&Roster{Pilots: []Pilot{
			{ID: 0x102, Slot: 3, Flags: Ready, Ping: 40, Name: "Al"},
			{ID: 0x103, Slot: NoSlot, Flags: Away, Ping: 900, Name: "B"},
		}}, "14 0002 0102 03 02 0028 02 416c 0103 ff 04 0384 01 42"},
		{&Keyframe{World: []byte{1, 2, 3}}, "15 010203"},
		{&MatchStart{Number: 2, Slot: 63, Setup: duel(t)}, "16 0002 3f " + setup},
		{&MatchOver{NextIn: 100}, "17 0064"},
		{&Kick{Reason: "no"}, "18 02 6e6f"},
		{&Info{Version: 9, Title: "Fun", Arena: "duel", Mode: game.Teams, Players: 3, Bots: 5, Slots: 64, TickRate: 60},
			"19 0009 03 46756e 04 6475656c 01 0003 0005 0040 3c"},

		{&Chat{Pilot: Notice, Text: "hi"}, "21 ffff 02 6869"},
		{&Ping{Nonce: 0xdeadbeef}, "22 deadbeef"},
		{&Pong{Nonce: 0xdeadbeef, Held: 25}, "23 deadbeef 0019"},
		{&Bye{Reason: ""}, "24 00"},

		{&Inputs{Ack: 1000, Newest: 1012, List: []game.Input{1, 1, 1, 0x11, 0x24, 0x24}},
			"31 000003e8 000003f4 06 41 03 11 64 02"},
		// 0; 1 1 000010 010001 input, 1 010 000011 001 000 10 join,
		// 1 011 000100 leave, 0; 1 00101 start, 1 00110 close, 0
		{&Orders{
			Report: Report{Slack: -5, Heard: 1010},
			Decided: Decided{Base: 1000, Hash: 0xbeef, Ticks: [][]game.Order{{}, {
				{Kind: game.OrderInput, Slot: 2, Input: 0x11},
				{Kind: game.OrderJoin, Slot: 3, Class: 1, Weapon: 0, Team: 2},
				{Kind: game.OrderLeave, Slot: 4},
			}, {{Kind: game.OrderStart}, {Kind: game.OrderClose}}}},
		}, "32 fb 07 000003e8 03 beef 61 23 41 91 58 89 66 00"},
	}
}

func TestEveryMessageHasItsBytes(t *testing.T) {
	seen := map[Type]bool{}
	for _, e := range examples(t) {
		name := e.message.Type().String()
		seen[e.message.Type()] = true
		want := bytesOf(t, e.hex)
		if got := e.message.Append(nil); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: expected\n%x, came\n%x", name, want, got)
		}
		m, err := Parse(want)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := m.Append([]byte{0xee}); !reflect.DeepEqual(got[1:], want) || got[0] != 0xee {
			t.Errorf("%s: parsed and appended: expected\n%x, came\n%x", name, want, got[1:])
		}
		if !sameMessage(m, e.message) {
			t.Errorf("%s: expected %+v, came %+v", name, e.message, m)
		}
	}
	for number, k := range messages {
		if k.make != nil && !seen[Type(number)] {
			t.Errorf("%s: no example", k.name)
		}
	}
}

// sameMessage compares all exported fields.
func sameMessage(a, b Message) bool {
	if o, ok := a.(*Orders); ok {
		p, ok := b.(*Orders)
		return ok && o.Report == p.Report && o.Base == p.Base && o.Hash == p.Hash &&
			reflect.DeepEqual(append([][]game.Order(nil), o.Ticks...), p.Ticks)
	}
	return reflect.DeepEqual(a, b)
}

func TestTruncatedMessageIsRefused(t *testing.T) {
	for _, e := range examples(t) {
		whole := bytesOf(t, e.hex)
		for n := range whole {
			if e.message.Type() == KeyframeType && n > 1 {
				continue // its World is looked at by ParseWorld
			}
			if m, err := Parse(whole[:n]); err == nil {
				t.Errorf("%v: the first %d of %d bytes gave %+v", e.message.Type(), n, len(whole), m)
			}
		}
	}
}

func TestMessageWithBytesLeftOverIsRefused(t *testing.T) {
	for _, e := range examples(t) {
		if e.message.Type() == KeyframeType {
			continue // its World is looked at by ParseWorld
		}
		var syntax *SyntaxError
		if m, err := Parse(append(bytesOf(t, e.hex), 0)); !errors.As(err, &syntax) {
			t.Errorf("%v: expected a SyntaxError, %+v and %v came", e.message.Type(), m, err)
		}
	}
}

func TestMalformedMessageIsRefusedWithTheFieldAtFault(t *testing.T) {
	for _, c := range []struct{ hex, want string }{
		{"", "message 0x00: type: expected 1 bytes, 0 came"},
		{"99", "message 0x99: type: expected a known one, 153 came"},
		{"01 48545450", `hello: magic: expected DOGF, "HTTP" came`},
		{"02 00 00 03 00", "spawn: team: expected 0 to 2, 3 came"},
		{"02 00 00 00 02 41 07", "spawn: name: expected legible text, U+0007 came"},
		{"02 00 00 00 61", "spawn: name: expected 0 to 96, 97 came"},
		{"03 02", "set-ready: on: expected 0 to 1, 2 came"},
		{"13 05 00", "spawn-result: status: expected 0 to 4, 5 came"},
		{"13 00 40", "spawn-result: slot: expected a slot below 64, or 255, 64 came"},
		{"14 0101", "roster: pilots: expected 0 to 256, 257 came"},
		{"14 0100 00", "roster: pilots: expected bytes for all of them, 1 came"},
		{"14 0001 0001 00 00 0000 03 204220", `roster: pilot name: expected a name, " B " came`},
		{"14 0001 0001 00 08 0000 01 42", "roster: pilot flags: expected 0 to 7, 8 came"},
		{"15", "keyframe: world: expected a World, nothing came"},
		{"21 0000 00", "chat: text: expected something said, nothing came"},
		{"21 0000 01 ff", "chat: text: expected legible text, U+FFFD came"},
		{"31 00000000 00000001 21", "inputs: count: expected 0 to 32, 33 came"},
		{"31 00000000 00000001 00", "inputs: newest tick: expected one with an input, 1 came"},
		{"31 00000000 00000001 02 41 02", "inputs: newest tick: expected one with an input, 1 came"},
		{"31 00000000 00000009 02 01 01", "inputs: input: expected runs of inputs, each as long as can be, 1 came"},
		{"31 00000000 00000009 01 41 01", "inputs: run: expected 2 to 32, 1 came"},
		{"31 00000000 00000009 02 41 03", "inputs: input: expected runs of inputs, each as long as can be, 1 came"},
		{"31 00000000 00000009 01 09", "inputs: input: expected runs of inputs, each as long as can be, 9 came"},
		{"31 00000000 00000009 01 81", "inputs: input: expected runs of inputs, each as long as can be, 129 came"},
		{"32 00 80 00000000 41 0000", "orders: ticks: expected 0 to 64, 65 came"},
		{"32 00 80 ffffffff 01 0000 00", "orders: base: expected 0 to 4294967294, 4294967295 came"},
		{"32 00 80 00000000 01 0000 01", "orders: orders: expected those of all ticks, and no more, other bits came"},
		{"32 00 80 00000000 01 0000 9c40", "orders: orders: expected those of all ticks, and no more, other bits came"},
		{"32 00 fe 00000001 01 0000 00", "orders: heard: expected a tick, 0 came"},
	} {
		_, err := Parse(bytesOf(t, c.hex))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, %v came", c.hex, c.want, err)
		}
	}
}

func TestOtherVersionIsToldWhateverFollows(t *testing.T) {
	for _, future := range []string{"01 444f4746 0102", "01 444f4746 0102 00112233445566", "11 0102 77"} {
		var version *VersionError
		if _, err := Parse(bytesOf(t, future)); !errors.As(err, &version) || version.Theirs != 0x102 {
			t.Errorf("%s: expected a VersionError of 258, %v came", future, err)
		}
	}
}

func TestMessageTooLongForADatagramIsRefused(t *testing.T) {
	p := append(bytesOf(t, "32 00 80 00000000 01 0000"), make([]byte, MaxDatagram)...)
	if _, err := Parse(p); err == nil || !strings.Contains(err.Error(), "at most 1200 bytes") {
		t.Errorf("expected a length of at most 1200, %v came", err)
	}
}

func TestRegistryRefusesANumberThatIsTaken(t *testing.T) {
	ping := kind{"ping", func() Message { return &Ping{} }}
	bye := kind{"bye", func() Message { return &Bye{} }}
	if _, err := register(ping, bye); err != nil {
		t.Errorf("two numbers: %v", err)
	}
	_, err := register(ping, bye, kind{"echo", func() Message { return &Ping{} }})
	if want := "message 0x22: expected a number of its own for echo, ping has it"; err == nil || err.Error() != want {
		t.Errorf("expected %q, %v came", want, err)
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
