package reference

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto"
)

// examples has one of each message of the control channel.
func examples() []proto.Message {
	s := matches()[0].setup
	return []proto.Message{
		&proto.Hello{Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Token: proto.Token{1, 2}, Purpose: proto.Spectate, Pace: 2, Name: "Ada"},
		&proto.Spawn{Class: 1, Weapon: 2, Team: 1, Colour: 3, Name: "Bo"},
		&proto.SetReady{On: true},
		&proto.NeedKeyframe{Have: 70000},
		&proto.InfoQuery{},
		&proto.ClientFirst{Text: "p=tls-exporter,,n=,r=fyko"},
		&proto.ClientFinal{Text: "c=biws,r=fyko3rfc,p=dHzb"},
		&proto.Vote{Ballot: 7, Choice: 2},
		&proto.CallVote{Motion: proto.NextMotion, Next: "teams:duel"},
		&proto.CastVote{Number: 7, Yes: true},
		&proto.VoteState{Number: 7, Motion: proto.KickMotion, Left: 30, Yes: 2, No: 1, Needed: 3, Own: proto.VotedYes, Text: "kick Zoë"},
		&proto.Welcome{Version: proto.Version, Token: proto.Token{3}, Pilot: 300, Slot: proto.NoSlot, TickRate: 60, Epoch: 7, Title: "evening", Setup: s},
		&proto.Reject{Code: proto.RejectFull, Reason: "64 of 64 play"},
		&proto.SpawnResult{Status: 0, Slot: 63},
		&proto.Roster{Pilots: []proto.Pilot{{ID: 1, Slot: 0, Flags: proto.BotPilot, Colour: 8, Name: "Ziv"}, {ID: 2, Slot: proto.NoSlot, Flags: proto.Ready | proto.Away, Ping: 300, Name: "Å"}}},
		&proto.Keyframe{World: proto.AppendWorld(nil, s, &matches()[0].worlds[0])},
		&proto.MatchStart{Number: 7, Slot: 3, Setup: matches()[1].setup},
		&proto.MatchStart{Number: 8, Slot: 3, Setup: newSetupIn(rowOfSpawns, game.Teams)},
		&proto.MatchOver{NextIn: 100},
		&proto.Kick{Reason: "idle"},
		&proto.Progress{Number: 3, Left: 133, Resumed: true},
		&proto.Web{Port: 8080, Secure: true},
		&proto.Ticket{Bytes: []byte{1, 2, 3}},
		&proto.ListFleet{},
		&proto.MatchWish{Match: 1 << 40, Mode: proto.AnyMode, RTTs: []proto.HostRTT{{Host: 1, RTT: 20}, {Host: 1 << 40, RTT: 300}}, Friends: []string{"SHA256:x"}},
		&proto.FleetList{
			Hosts:   []proto.FleetHost{{ID: 1, Address: "example.org:4242", Region: "eu"}},
			Matches: []proto.FleetMatch{{ID: 2, Title: "evening", Mode: 9, Arena: "open", Players: 3, Bots: 4, Slots: 64}},
		},
		&proto.Redirect{Place: proto.Place{Address: "[::1]:4242", Fingerprint: "SHA256:x", Ticket: []byte{4}}, Reason: "there is room"},
		&proto.Handover{Place: proto.Place{Address: "example.org:4242"}, Tick: 500, Hash: 1 << 40},
		&proto.Info{Version: 9, Title: "evening", Arena: "open", Mode: 7, Players: 3, Bots: 4, Slots: 64, TickRate: 60},
		&proto.RTTs{List: []uint8{0, 25, 255}},
		&proto.RosterChange{List: []proto.PilotChange{
			{Change: proto.HasLeft, Pilot: proto.Pilot{ID: 1}}, {Change: proto.IsNew, Pilot: proto.Pilot{ID: 2, Slot: 5, Flags: proto.Ready, Ping: 9, Name: "Ziv"}},
			{Change: proto.NameChanged | proto.SlotChanged | proto.ColourChanged, Pilot: proto.Pilot{ID: 3, Slot: proto.NoSlot, Colour: 4, Name: "Å"}},
		}},
		&proto.Ballot{Number: 7, Own: 1, Choices: []proto.Choice{{Arena: "belt", Mode: game.Teams, Votes: 2}, {Arena: "duel"}}},
		&proto.ServerFirst{Text: "r=fyko3rfc,s=W22Z,i=600000"},
		&proto.ServerFinal{Text: "v=6rri"},
		&proto.Chat{Pilot: proto.Notice, Text: "é and e\u0301"},
		&proto.Bye{Reason: ""},
		&proto.Pause{On: true},
	}
}

// rowOfSpawns has more spawns of teams 3 and 4 side by side than a run of tiles.
var rowOfSpawns = func() *game.Arena {
	arena, err := game.ParseArena("row", "\n"+strings.Repeat(".", 60)+"\n.@"+strings.Repeat("3", 20)+strings.Repeat("4", 36)+"\n.\n")
	if err != nil {
		panic(err)
	}
	return arena
}()

func TestEachMessageReadsAlike(t *testing.T) {
	for _, m := range examples() {
		b := m.Append(nil)
		if _, err := verdict(func() any { return control(b) }); err != nil {
			t.Errorf("%v: expected a message, got %v", m.Type(), err)
		}
		sameControl(t, b)
	}
}

func TestBothKnowTheSameTypes(t *testing.T) {
	for kind := range 256 {
		for _, rest := range []string{"", "\x00", "\x00\x00"} {
			sameControl(t, append([]byte{byte(kind)}, rest...))
		}
	}
}

func TestEachTickOfAMatchReadsAlike(t *testing.T) {
	for _, m := range matches() {
		for at := range m.orders {
			b := stretch(m, at, 1+at%20)
			sameOrders(t, b, m.worlds[at].Tick, &m.worlds[at])
			sameWorld(t, proto.AppendWorld(nil, m.setup, &m.worlds[at]), m.setup)
		}
	}
}

// stretch returns an Orders with up to count ticks of the match.
func stretch(m match, at, count int) []byte {
	w := &m.worlds[at]
	baseline := proto.BaselineOf(w)
	count = min(count, len(m.orders)-at)
	o := proto.Orders{
		Report:  proto.Report{Slack: int8(-at), NewestInput: w.Tick + 3},
		Decided: proto.Decided{Base: w.Tick, Hash: uint16(m.worlds[at+count].Hash()), Ticks: m.orders[at : at+count]},
	}
	if at%3 == 0 {
		o.Pong = &proto.Pong{Nonce: 1, Held: 2, Lost: 3, Work: 4, Late: 5}
	}
	return o.Append(nil, &baseline)
}

func TestTheTextsTablesAreThoseOfProto(t *testing.T) {
	if got := loadTables().checksum(); got != proto.TableVersion {
		t.Errorf("expected tables with the hash %08x, got %08x", uint32(proto.TableVersion), got)
	}
}

// inputExamples has an Inputs of each form.
func inputExamples() []proto.Inputs {
	up, fire := game.Steer(game.Up), game.Steer(game.DownLeft)|game.Fire
	return []proto.Inputs{
		{Ack: 100, Newest: 103, List: []game.Input{up}},
		{Ack: 70000, Newest: 70255, List: []game.Input{up, fire, fire, fire, up}, Ping: &proto.Ping{Nonce: 200, RTT: 300, Gap: 4}},
		{Ack: 65535, Newest: 65540, List: []game.Input{0, 0, 0, 0, fire, fire, game.Special}},
	}
}

func TestInputsReadAlike(t *testing.T) {
	for _, m := range inputExamples() {
		b := m.Append(nil)
		if _, err := verdict(func() inputs { return fromClient(b, m.Ack) }); err != nil {
			t.Errorf("%x: expected Inputs, got %v", b, err)
		}
		sameInputs(t, b, m.Ack)
	}
}

// piece is a part of an example, in hex or in bits.
type piece struct{ name, as string }

// rule changes one piece of an example, which then is valid or not.
type rule struct {
	piece, as string
	valid     bool
}

// with returns the example with one piece as the rule has it.
func (r rule) with(t *testing.T, example []piece) []piece {
	t.Helper()
	pieces := slices.Clone(example)
	at := slices.IndexFunc(pieces, func(p piece) bool { return p.name == r.piece })
	if at < 0 {
		t.Fatalf("expected a piece of the example, got %q", r.piece)
	}
	pieces[at].as = r.as
	return pieces
}

// joined returns all pieces without the spaces in them.
func joined(pieces []piece) string {
	text := ""
	for _, p := range pieces {
		text += p.as
	}
	return strings.ReplaceAll(text, " ", "")
}

// check fails unless the text's decoder judges as the rule, and so does proto.
func (r rule) check(t *testing.T, err error) {
	t.Helper()
	if (err == nil) != r.valid {
		t.Errorf("%s as %s: expected valid %v, got %v", r.piece, r.as, r.valid, err)
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// matchStartExample is a MatchStart with an arena of 10 by 5 tiles, one of them a spawn.
var matchStartExample = []piece{
	{"head", "16 0001 00 00"},
	{"width", "000a"}, {"height", "0005"}, {"laps", "00"}, {"pull", "00"}, {"tiles", "0a c000 25"},
	{"classes", "01"}, {"class names", "00 00"}, {"hp", "01"}, {"top speed", "0001"}, {"thrust", "0001"}, {"brake", "0000"}, {"drone", "00"},
	{"weapons", "01"}, {"weapon names", "00 00"}, {"shots", "01"}, {"fan", "01"}, {"damage", "00"}, {"cooldown", "00"},
	{"life", "0001"}, {"speed", "0000"}, {"reach", "0000"}, {"drone weapon", "00"},
	{"mode", "00"}, {"teams", "00"}, {"flags", "00"}, {"ticks", "00000000"}, {"points", "00000000"}, {"end", ""},
}

func TestRulesOfASetup(t *testing.T) {
	for _, r := range []rule{
		{"end", "", true}, {"end", "00", false}, {"points", "000000", false},
		{"width", "0000", false}, {"height", "0000", false}, {"width", "0101", false}, {"width", "0005", false},
		{"tiles", "09 00 c000 25", false}, // a run that is too short
		{"tiles", "0a c000 24 00", false}, // nor for as long as it could
		{"tiles", "0a c000 26", false}, {"tiles", "0a c000 24", false}, {"tiles", "0a 8000 25", false}, {"tiles", "0a bd00 25", false},
		{"tiles", "0a ae00 25", false}, {"tiles", "0a a300 25", false}, // space and rock have a byte of their own
		{"tiles", "31", false}, // nowhere to spawn
		{"tiles", "0a c000 01 b301 21", true}, {"tiles", "0a c000 01 b300 b300 21", false}, {"tiles", "0a c000 01 fe01 21", true},
		{"tiles", "0a 40 25", false}, {"tiles", "0a c000 24 40", true}, {"tiles", "0a c000 24 e100", true}, {"tiles", "0a c000 24 e200", false},
		{"laps", "14", true}, {"laps", "15", false}, {"pull", "64", true}, {"pull", "65", false},
		{"drone", "01", false}, {"drone", "02", false}, {"drone weapon", "01", false}, {"teams", "02", false}, {"teams", "01", false},
		{"classes", "00", false}, {"classes", "11", false}, {"class names", "21 00", false}, {"class names", "01 07 00", false},
		{"hp", "00", false}, {"hp", "0f", true}, {"hp", "10", false},
		{"top speed", "0000", false}, {"top speed", "0355", true}, {"top speed", "0356", false},
		{"thrust", "0000", false}, {"thrust", "0600", true}, {"thrust", "0601", false},
		{"brake", "0600", true}, {"brake", "0601", false},
		{"weapons", "00", false}, {"weapons", "11", false},
		{"shots", "00", false}, {"shots", "08", true}, {"shots", "09", false},
		{"fan", "00", false}, {"fan", "02", false}, {"fan", "03", true}, {"fan", "04", false},
		{"damage", "0f", true}, {"damage", "10", false}, {"cooldown", "ff", true},
		{"life", "0000", false}, {"life", "ffff", true},
		{"speed", "1e00", true}, {"speed", "1e01", false}, {"reach", "1000", true}, {"reach", "1001", false},
		{"mode", "01", true}, {"mode", "ff", false}, {"flags", "03", true}, {"flags", "04", false},
		{"ticks", "ffffffff", true}, {"points", "7fffffff", true}, {"points", "80000000", false},
	} {
		message := unhex(t, joined(r.with(t, matchStartExample)))
		_, err := verdict(func() any { return control(message) })
		r.check(t, err)
		sameControl(t, message)
	}
}

func TestRulesOfTheControlChannel(t *testing.T) {
	hello := fmt.Sprintf("01 444f4746 0006 %08x %04x %08x", uint32(proto.TableVersion), game.RulesVersion, uint32(game.RulesFingerprint)) + strings.Repeat("00", 16)
	long := strings.Repeat("61", 24)
	choices := [3]string{" 00 00 00", " 01 61 01 40", " 20" + strings.Repeat("61", 32) + "00 01"}
	for message, taken := range map[string]bool{
		"": false, "00": false, "06": false, "10": false, "1c": false, "0a": false, "20": false, "22": false, "23": false, "ff": false,
		hello + "00 01 00": true, hello + "01 02 00": true, hello + "02 01 00": false, hello + "00 00 00": false, hello + "00 03 00": false,
		hello + "00 01 60" + strings.Repeat(long, 4): true, hello + "00 01 61" + strings.Repeat(long, 4) + "61": false,
		"01 444f4747 0001": false, "01 444f4746 0006": false, "01 444f4746 0001 00000000" + strings.Repeat("00", 16) + "00 01 00": false,
		"02 ff ff 04 08 00": true, "02 00 00 05 00 00": false, "02 00 00 00 09 00": false, "02 00 00 00 00 01": false,
		"03 00": true, "03 02": false, "03": false, "03 00 00": false,
		"04 ffffffff": true, "04 ffffff": false, "05 444f4746": true, "05 444f4747": false,
		"12 ff 00": true, "12 00 00": true, "13 04 3f": true, "13 07 00": false, "13 00 ff": true, "13 00 40": false, "13 00 fe": false,
		"14 0000": true, "14 0001 0000 ff 07 08 ffff 01 61": true, "14 0001 0000 ff 08 00 0000 01 61": false, "14 0001 0000 ff 00 09 0000 01 61": false, "14 0001 0000 40 00 00 0000 01 61": false,
		"14 0001 0000 ff 00 00 0000 00": false, "14 0001 0000 ff 00 00 0000 18" + long: true, "14 0001 0000 ff 00 00 0000 19 61" + long: false,
		"14 0001 0000 ff 00 00 0000 02 2061": false, "14 0001 0000 ff 00 00 0000 02 6120": false, "14 0001 0000 ff 00 00 0000 03 612061": true,
		"14 0140" + rising(320, "ff 00 00 0000 01 61"): true, "14 0141" + rising(321, "ff 00 00 0000 01 61"): false, "14 0002" + strings.Repeat("0001 ff 00 00 0000 01 61", 2): false,
		"1b 0000": true, "1b": false, "1b 0280" + rising(640, "00"): true, "1b 0281" + rising(641, "00"): false, "1b 0002 0001 00 0001 00": false, "1b 0002 0002 00 0001 00": false,
		"1b 0001 0007 10 3f 07 08 ffff 01 61": true, "1b 0001 0007 10 3f 07 08 ffff 00": false, "1b 0001 0007 07 ff 00 01 61": true, "1b 0001 0007 01 40": false,
		"1b 0001 0007 02 07": true, "1b 0001 0007 02 08": false, "1b 0001 0007 04 02 2061": false, "1b 0001 0007 11 3f 07 00 ffff 01 61": false,
		"1b 0001 0007 08 08": true, "1b 0001 0007 08 09": false, "1b 0001 0007 0f 3f 07 01 61 00": true, "1b 0001 0007 10 3f 07 09 ffff 01 61": false,
		"09 ffff 01": true, "09 0000 03": true, "09 0000 00": false, "09 0000 04": false, "09 0000": false, "09 0000 01 00": false,
		"1c ffff 02 02" + choices[0] + choices[1]: true, "1c 0000 03 03" + choices[0] + choices[1] + choices[2]: true, "1c 0000 03 02" + choices[0] + choices[1]: false,
		"1c 0000 00 01" + choices[0]: true, "1c 0000 00 00": false, "1c 0000 00 04" + strings.Repeat(choices[0], 4): false, "1c 0000 00 02" + choices[0]: false,
		"1c 0000 00 02" + choices[0] + "00 fe 00": false, "1c 0000 00 02" + choices[0] + "00 00 41": false, "1c 0000 00 02" + choices[0] + "21" + strings.Repeat("61", 33) + "00 00": false,
		"15": false, "15 00": true, "17 ffff": true, "17 ff": false, "18 00": true,
		"18 c8" + strings.Repeat("61", 200): true, "18 c9" + strings.Repeat("61", 201): false,
		"19 ffff 00 00 ff ffff ffff ffff ff": true, "19 ffff 00 00 00 0000 0000 0000 00": true,
		"1a": true, "1a" + strings.Repeat("ff", 320): true, "1a" + strings.Repeat("00", 321): false,
		"21 ffff 01 61": true, "21 0000 00": false, "21 0000 01 20": true, "24 00": true, "24 01": false,
		"24 01 0a": false, "24 01 ff": false, "24 02 c2a0": false, "24 03 e2808e": false, "24 03 e2a080": false,
		"24 02 cc81": false, "24 05 61 cc81cc81": true, "24 07 61 cc81cc81cc81": false,
	} {
		b := unhex(t, message)
		_, err := verdict(func() any { return control(b) })
		rule{"message", message, taken}.check(t, err)
		sameControl(t, b)
	}
}

// rising returns n pilots with the same fields.
func rising(n int, rest string) string {
	var all strings.Builder
	for id := range n {
		fmt.Fprintf(&all, "%04x %s", id, rest)
	}
	return all.String()
}

func TestRulesOfInputs(t *testing.T) {
	for message, taken := range map[string]bool{
		"01 0000 00 80": true, "20 0000 00 80": true, "00 0000 00 80": false, "21 0000 00 80": false, "81 0000 00 80": false,
		"02 0000 00 01 80": true, "02 0000 00 01 81": false, "02 0000 00 41 02": false,
		"03 0000 00 41 02 80": true, "03 0000 00 41 01 80": false, "03 0000 00 41 03 80": false, "03 0000 00 01 02 80": true,
		"02 0000 00 c0": false, "02 0000 00 c0 02": false, "01 0000 00 b8": true, "01 0000 00 89": false,
		"01 0000 00 80 00": false, "01 0000 00": false, "01 0000 00 00": false,
		"41 0000 00 01 0002 03 80": true, "41 0000 00 01 0002 03": false,
	} {
		b := unhex(t, message)
		_, err := verdict(func() inputs { return fromClient(b, 0) })
		rule{"message", message, taken}.check(t, err)
		sameInputs(t, b, 0)
		sameInputs(t, b, 0x8000)
		sameInputs(t, b, 0x8001)
	}
}

func TestRulesOfOrders(t *testing.T) {
	base := &matches()[2].worlds[0]
	for message, taken := range map[string]bool{
		"80 00 80 0000 0000": true, "80 00 7f 0000 0000": true, "00 00 80 0000 0000": false, "80 00 80 0000 00": false,
		"c0 00 80 01 0002 03 0004 05 0000 0000": true, "c0 00 80 01 0002 03 0004 0000 00": false,
		"81 00 00 0000 0000" + strings.Repeat("00", 1193): true, "81 00 00 0000 0000" + strings.Repeat("00", 1194): false,
	} {
		b := unhex(t, message)
		_, err := verdict(func() orders { return fromHost(b, 0) })
		rule{"message", message, taken}.check(t, err)
		sameOrders(t, b, 0, base)
		sameOrders(t, b, base.Tick, base)
	}
}
