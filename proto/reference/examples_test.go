package reference

import (
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
		&proto.CallVote{Motion: proto.NextMotion, What: "teams:duel"},
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
		&proto.Wish{Match: 1 << 40, Mode: proto.AnyMode, RTTs: []proto.HostRTT{{Host: 1, RTT: 20}, {Host: 1 << 40, RTT: 300}}, Friends: []string{"SHA256:x"}},
		&proto.FleetList{
			Hosts:   []proto.FleetHost{{ID: 1, Address: "example.org:4242", Region: "eu"}},
			Matches: []proto.FleetMatch{{ID: 2, Title: "evening", Mode: 9, Arena: "open", Players: 3, Bots: 4, Slots: 64}},
		},
		&proto.Redirect{Place: proto.Place{Address: "[::1]:4242", Fingerprint: "SHA256:x", Ticket: []byte{4}}, Reason: "there is room"},
		&proto.Handover{Place: proto.Place{Address: "example.org:4242"}, Tick: 500, Hash: 1 << 40},
		&proto.Info{Version: 9, Title: "evening", Arena: "open", Mode: 7, Players: 3, Bots: 4, Slots: 64, TickRate: 60},
		&proto.RTTs{List: []uint8{0, 25, 255}},
		&proto.RosterChange{List: []proto.PilotChange{
			{What: proto.HasLeft, Pilot: proto.Pilot{ID: 1}}, {What: proto.IsNew, Pilot: proto.Pilot{ID: 2, Slot: 5, Flags: proto.Ready, Ping: 9, Name: "Ziv"}},
			{What: proto.NameChanged | proto.SlotChanged | proto.ColourChanged, Pilot: proto.Pilot{ID: 3, Slot: proto.NoSlot, Colour: 4, Name: "Å"}},
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

// stretch returns an Orders with those of up to count ticks of the match.
func stretch(m match, at, count int) []byte {
	w := &m.worlds[at]
	baseline := proto.BaselineOf(w)
	count = min(count, len(m.orders)-at)
	o := proto.Orders{
		Report:  proto.Report{Slack: int8(-at), Heard: w.Tick + 3},
		Decided: proto.Decided{Base: w.Tick, Hash: uint16(m.worlds[at+count].Hash()), Ticks: m.orders[at : at+count]},
	}
	if at%3 == 0 {
		o.Pong = &proto.Pong{Nonce: 1, Held: 2, Lost: 3, Work: 4, Late: 5}
	}
	return o.Append(nil, &baseline)
}

func TestTheTextsTablesAreThoseOfProto(t *testing.T) {
	if got := loadTables().checksum(); got != proto.TableVersion {
		t.Errorf("expected tables told by %08x, got %08x", uint32(proto.TableVersion), got)
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
