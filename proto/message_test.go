package proto

import (
	"encoding/hex"
	"errors"
	"fmt"
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
		" 00 00 06 c000 01 ef00 07 ab00 00 b100 b200 06 40 04" + // no laps, no pull, and its tiles
		" 01 07 66696768746572 07 46696768746572 05 0280 001a 0014 00" + // fighter
		" 01 06 63616e6e6f6e 06 43616e6e6f6e 05 01 01 0c 0053 0600 0000 00" + // cannon
		" 01 00 02 00004650 00000000"
	return []example{
		{&Hello{Version: Version, Tables: TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Token: token, Purpose: Spectate, Pace: 2, Name: "Zoë"},
			"01 444f4746 0006 " + fmt.Sprintf("%08x %04x %08x", uint32(TableVersion), game.RulesVersion, uint32(game.RulesFingerprint)) + " a00000000000000000000000000000af 01 02 04 5a6fc3ab"},
		{&Spawn{Class: 1, Weapon: 2, Team: 2, Colour: 8, Name: "Al"}, "02 01 02 02 08 02 416c"},
		{&SetReady{On: true}, "03 01"},
		{&NeedKeyframe{Have: 0x01020304}, "04 01020304"},
		{&InfoQuery{}, "05 444f4746"},
		{&ClientFirst{Text: "n,,n=,r=ab"}, "07 0a 6e2c2c6e3d2c723d6162"},
		{&ClientFinal{Text: "c=biws"}, "08 06 633d62697773"},
		{&Vote{Ballot: 0x102, Choice: 3}, "09 0102 03"},
		{&CallVote{Motion: KickMotion, Pilot: 0x102}, "0b 01 0102 00"},
		{&CallVote{Motion: NextMotion, Next: ":duel"}, "0b 02 0000 05 3a6475656c"},
		{&CastVote{Number: 0x102, Yes: true}, "0c 0102 01"},
		{&Ticket{Bytes: []byte{1, 2}}, "0a 0002 0102"},
		{&ListFleet{}, "0d 444f4746"},
		{&MatchWish{Match: 0x0102, Mode: AnyMode, RTTs: []HostRTT{{3, 40}, {4, 0x102}}, Friends: []string{"ab"}},
			"0e 0000000000000102 ff 02 0000000000000003 0028 0000000000000004 0102 01 02 6162"},

		{&Welcome{Version: Version, Token: token, Pilot: 7, Slot: NoSlot, TickRate: 60, Epoch: 0x01020304, Title: "Fun", Setup: duel(t)},
			"11 0006 a00000000000000000000000000000af 0007 ff 3c 01020304 03 46756e " + setup},
		{&Reject{Code: RejectFull, Reason: "full"}, "12 02 04 66756c6c"},
		{&SpawnResult{Status: SpawnFull, Slot: NoSlot}, "13 04 ff"},
		{&Roster{Pilots: []Pilot{
			{ID: 0x102, Slot: 3, Flags: Ready, Colour: 5, Ping: 40, Name: "Al"},
			{ID: 0x103, Slot: NoSlot, Flags: Away, Ping: 900, Name: "B"},
		}}, "14 0002 0102 03 02 05 0028 02 416c 0103 ff 04 00 0384 01 42"},
		{&Keyframe{World: []byte{1, 2, 3}}, "15 010203"},
		{&MatchStart{Number: 2, Slot: 63, Setup: duel(t)}, "16 0002 3f " + setup},
		{&MatchOver{NextIn: 100}, "17 0064"},
		{&Kick{Reason: "no"}, "18 02 6e6f"},
		{&Info{Version: 9, Title: "Fun", Arena: "duel", Mode: game.Teams, Players: 3, Bots: 5, Slots: 64, TickRate: 60},
			"19 0009 03 46756e 04 6475656c 01 0003 0005 0040 3c"},
		{&RTTs{List: []uint8{0, 10, 255}}, "1a 00 0a ff"},
		{&RosterChange{List: []PilotChange{
			{HasLeft, Pilot{ID: 0x102}},
			{IsNew, Pilot{ID: 0x103, Slot: 3, Flags: BotPilot, Colour: 8, Ping: 40, Name: "Al"}},
			{SlotChanged | FlagsChanged | NameChanged | ColourChanged, Pilot{ID: 0x104, Slot: NoSlot, Flags: Ready, Colour: 1, Name: "B"}},
			{NameChanged, Pilot{ID: 0x105, Name: "C"}},
		}}, "1b 0004 0102 00 0103 10 03 01 08 0028 02 416c 0104 0f ff 02 01 42 01 0105 04 01 43"},
		{&Ballot{Number: 0x102, Own: 2, Choices: []Choice{
			{Arena: "duel", Mode: game.Deathmatch}, {Arena: "open", Mode: game.Deathmatch, Votes: 64}, {Arena: "belt", Mode: game.Teams, Votes: 1},
		}}, "1c 0102 02 03 04 6475656c 00 00 04 6f70656e 00 40 04 62656c74 01 01"},
		{&Progress{Number: 0x102, Left: 133, Resumed: true}, "1d 0102 00000085 01"},
		{&ServerFirst{Text: "r=abc"}, "1e 05 723d616263"},
		{&ServerFinal{Text: "v=yes"}, "1f 05 763d796573"},
		{&Web{Port: 0x1f90, Secure: true}, "20 1f90 01"},
		{&VoteState{Number: 0x102, Motion: TeamsMotion, Left: 30, Yes: 2, No: 1, Needed: 3, Own: MayNot, Text: "mix"}, "26 0102 04 1e 02 01 03 03 03 6d6978"},
		{&VoteState{Number: 0x102}, "26 0102 00 00 00 00 00 00 00"},
		{&Redirect{Place{"a:1", "fp", []byte{9}}, "full"}, "27 03 613a31 02 6670 04 66756c6c 0001 09"},
		{&Handover{Place{"a:1", "", []byte{9, 8}}, 0x01020304, 0x0506}, "28 03 613a31 00 01020304 0000000000000506 0002 0908"},
		{&FleetList{
			Hosts:   []FleetHost{{7, "a:1", "eu"}, {5, "b:2", ""}},
			Matches: []FleetMatch{{0x0102, "Fun", game.Teams, "duel", 3, 5, 64, 1}},
		}, "29 02 0000000000000007 03 613a31 02 6575 0000000000000005 03 623a32 00" +
			" 01 0000000000000102 03 46756e 01 04 6475656c 0003 0005 0040 01"},

		{&Chat{Pilot: Notice, Text: "hi"}, "21 ffff 02 6869"},
		{&Bye{Reason: ""}, "24 00"},
		{&Pause{On: true}, "25 01"},
	}
}

func TestEveryMessageHasItsBytes(t *testing.T) {
	seen := map[Type]bool{}
	for _, e := range examples(t) {
		name := e.message.Type().String()
		seen[e.message.Type()] = true
		want := bytesOf(t, e.hex)
		if got := e.message.Append(nil); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: expected\n%x, got\n%x", name, want, got)
		}
		m, err := Parse(want)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := m.Append([]byte{0xee}); !reflect.DeepEqual(got[1:], want) || got[0] != 0xee {
			t.Errorf("%s: parsed and appended: expected\n%x, got\n%x", name, want, got[1:])
		}
		if !reflect.DeepEqual(m, e.message) {
			t.Errorf("%s: expected %+v, got %+v", name, e.message, m)
		}
	}
	for number, k := range messages {
		if k.make != nil && !seen[Type(number)] {
			t.Errorf("%s: no example", k.name)
		}
	}
}

func TestAppendNeedsNoAllocation(t *testing.T) {
	var b []byte
	for _, e := range examples(t) {
		if n := testing.AllocsPerRun(10, func() { b = e.message.Append(b[:0]) }); n != 0 {
			t.Errorf("%v: %v allocations", e.message.Type(), n)
		}
	}
}

func TestTruncatedMessageIsRefused(t *testing.T) {
	for _, e := range examples(t) {
		whole := bytesOf(t, e.hex)
		for n := range whole {
			if open(e.message.Type()) && n > 0 {
				continue
			}
			if m, err := Parse(whole[:n]); err == nil {
				t.Errorf("%v: the first %d of %d bytes gave %+v", e.message.Type(), n, len(whole), m)
			}
		}
	}
}

// open reports whether a message of the type may end anywhere: ParseWorld checks a Keyframe's World, and RTTs are as many as
// the pilots.
func open(t Type) bool { return t == KeyframeType || t == RTTsType }

func TestMessageWithBytesLeftOverIsRefused(t *testing.T) {
	for _, e := range examples(t) {
		if open(e.message.Type()) {
			continue
		}
		var syntax *SyntaxError
		if m, err := Parse(append(bytesOf(t, e.hex), 0)); !errors.As(err, &syntax) {
			t.Errorf("%v: expected a SyntaxError, got %+v and %v", e.message.Type(), m, err)
		}
	}
}

func TestMalformedMessageIsRefusedWithTheFieldAtFault(t *testing.T) {
	for _, c := range []struct{ hex, want string }{
		{"", "message: type must be 1 byte, got 0"},
		{"99", "message 0x99: type must be a known one, got 153"},
		{"01 48545450", `hello: magic must be DOGF, got "HTTP"`},
		{"02 00 00 05 00", "spawn: team must be 0 to 4, got 5"},
		{"02 00 00 00 09 00", "spawn: colour must be 0 to 8, got 9"},
		{"09 0001 00", "vote: choice must be 1 to 3, got 0"},
		{"09 0001 04", "vote: choice must be 1 to 3, got 4"},
		{"0b 00 0001 00", "call-vote: motion must be 1 to 4, got 0"},
		{"0b 05 0001 00", "call-vote: motion must be 1 to 4, got 5"},
		{"0c 0001 02", "cast-vote: yes must be 0 to 1, got 2"},
		{"26 0001 05 00 00 00 00 00 00", "vote-state: motion must be 0 to 4, got 5"},
		{"26 0001 01 00 00 00 00 04 00", "vote-state: own vote must be 0 to 3, got 4"},
		{"02 00 00 00 00 02 41 07", "spawn: name must be legible text, got U+0007"},
		{"02 00 00 00 00 61", "spawn: name must be 0 to 96, got 97"},
		{"03 02", "set-ready: on must be 0 to 1, got 2"},
		{"13 07 00", "spawn-result: status must be 0 to 6, got 7"},
		{"13 00 40", "spawn-result: slot must be below 64, or 255, got 64"},
		{"14 0141", "roster: pilots must be 0 to 320, got 321"},
		{"14 0100 00", "roster: pilots must be no more than the bytes left can hold, got 256"},
		{"14 0001 0001 00 00 00 0000 03 204220", `roster: pilot name must be a clean name, got " B "`},
		{"14 0001 0001 00 08 00 0000 01 42", "roster: pilot flags must be 0 to 7, got 8"},
		{"14 0001 0001 00 00 09 0000 01 42", "roster: pilot colour must be 0 to 8, got 9"},
		{"14 0002 0001 00 00 00 0000 01 42 0001 00 00 00 0000 01 43", "roster: pilot id must be one above 1, got 1"},
		{"1b 0281", "roster-change: changes must be 0 to 640, got 641"},
		{"1b 0002 0001 00", "roster-change: changes must be no more than the bytes left can hold, got 2"},
		{"1b 0002 0002 00 0001 00", "roster-change: pilot id must be one above 2, got 1"},
		{"1b 0001 0002 11 00", "roster-change: change must be 0 to 16, got 17"},
		{"1b 0001 0002 04 01 20", `roster-change: pilot name must be a clean name, got " "`},
		{"1b 0001 0002 08 09", "roster-change: pilot colour must be 0 to 8, got 9"},
		{"1c 0001 00 00", "ballot: choices must be 1 to 3, got 0"},
		{"1c 0001 00 04 00 00 00", "ballot: choices must be 1 to 3, got 4"},
		{"1c 0001 03 02 00 00 00 00 00 00", "ballot: own choice must be one of the choices, got 3"},
		{"1c 0001 00 02 00 fe 00 00 00 00", "ballot: mode must be a known one, got 254"},
		{"1c 0001 00 02 00 00 41 00 00 00", "ballot: votes must be 0 to 64, got 65"},
		{"15", "keyframe: world must be a World, got nothing"},
		{"21 0000 00", "chat: text must be 1 to 200, got 0"},
		{"25 02", "pause: on must be 0 to 1, got 2"},
		{"21 0000 01 ff", "chat: text must be legible text, got U+FFFD"},
	} {
		_, err := Parse(bytesOf(t, c.hex))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestOtherVersionIsReportedBeforeOtherErrors(t *testing.T) {
	for _, future := range []string{"01 444f4746 0102", "01 444f4746 0102 00112233445566", "11 0102 77"} {
		var version *VersionError
		if _, err := Parse(bytesOf(t, future)); !errors.As(err, &version) || version.Theirs != 0x102 {
			t.Errorf("%s: expected a VersionError of 258, got %v", future, err)
		}
	}
}

func TestOtherOrderTablesAreReported(t *testing.T) {
	var version *VersionError
	_, err := Parse(bytesOf(t, "01 444f4746 0006 01020304 77"))
	if !errors.As(err, &version) || version.TheirTables != 0x01020304 || !strings.Contains(err.Error(), "01020304") {
		t.Errorf("expected a VersionError of tables 01020304, got %v", err)
	}
}

func TestOtherRulesAreReported(t *testing.T) {
	ours := Hello{Version: Version, Tables: TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 1, Name: "Al"}
	newer, changed := ours, ours
	newer.RulesVersion++
	changed.Rules ^= 1
	for _, m := range []Hello{newer, changed} {
		var version *VersionError
		_, err := Parse(m.Append(nil))
		if !errors.As(err, &version) || version.TheirRulesVersion != m.RulesVersion || version.TheirRules != m.Rules {
			t.Fatalf("expected a VersionError of rules %d, %08x, got %v", m.RulesVersion, m.Rules, err)
		}
		mine := rulesName(game.RulesVersion, game.RulesFingerprint)
		theirs := rulesName(m.RulesVersion, m.Rules)
		if want := "the host has " + theirs + ", you have " + mine + ": one of you is out of date"; err.Error() != want {
			t.Errorf("here: got %q, expected %q", err, want)
		}
		if want := "the host has " + mine + ", you have " + theirs + ": one of you is out of date"; version.Reason() != want {
			t.Errorf("there: got %q, expected %q", version.Reason(), want)
		}
	}
}

func TestEveryMessageIsListedUnderItsType(t *testing.T) {
	for number, k := range messages {
		if k.make != nil && k.make().Type() != Type(number) {
			t.Errorf("%s: expected %#x, got %#x", k.name, number, uint8(k.make().Type()))
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
