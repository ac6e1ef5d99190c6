package dogfight

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestNothingIsSentBeforeThePlayerIsInTheMatch(t *testing.T) {
	m := dialects.NewMatch(2)
	s, sent := NewSession(false), dialects.Recorder{}
	world, roster := m.Scene.World, m.Scene.Roster
	for _, scene := range []dialect.Scene{
		{Me: -1},
		{Me: -1, Pilot: 1, Roster: roster},
		{Setup: m.Setup, World: world, Me: -1, Pilot: 1},
		{Setup: m.Setup, World: world, Me: -1, Pilot: 9, Roster: roster},
	} {
		if err := s.Tick(&scene, sent.Send); err != nil || len(sent.Packets) > 0 {
			t.Errorf("%+v: %d packets, %v", scene, len(sent.Packets), err)
		}
	}
	if err := s.Tick(&m.Scene, sent.Send); err != nil {
		t.Fatal(err)
	}
	packets := sent.Take(dialect.Main)
	if len(packets) != 2 || string(packets[0]) != IDOf(1).String() {
		t.Fatalf("%d packets, expected the id and a state", len(packets))
	}
	if err := new(State).Parse(packets[1]); err != nil {
		t.Error(err)
	}
}

func TestPlayerWantsAShipFromTheStart(t *testing.T) {
	w := NewSession(false).Intent()
	if w.Presence != dialect.Flying || !w.Ready || w.Input != 0 {
		t.Errorf("the intent is %+v", w)
	}
}

// joined returns a session that has sent the id and a state.
func joined(t testing.TB, m *dialects.Match) (*Session, *dialects.Recorder) {
	t.Helper()
	s, sent := NewSession(false), new(dialects.Recorder)
	if err := s.Tick(&m.Scene, sent.Send); err != nil || len(sent.Take(dialect.Main)) != 2 {
		t.Fatalf("no handshake: %v", err)
	}
	return s, sent
}

func TestStateIsSentTwentyTimesASecondEachInOneWrite(t *testing.T) {
	m := dialects.NewMatch(3)
	s, sent := joined(t, m)
	for tick := 1; tick <= 60; tick++ {
		if err := s.Tick(m.Step(), sent.Send); err != nil {
			t.Fatal(err)
		}
		packets := sent.Take(dialect.Main)
		if want := tick%3 == 0; (len(packets) == 1) != want || len(packets) > 1 {
			t.Errorf("tick %d: %d packets", tick, len(packets))
		}
		for _, p := range packets {
			if err := new(State).Parse(p); err != nil {
				t.Errorf("tick %d: %v", tick, err)
			}
		}
	}
}

func TestEventsAreAnsweredByOneStateInTheNextTick(t *testing.T) {
	m := dialects.NewMatch(1)
	s, sent := joined(t, m)
	both := shoot(s.id).Append(move(Up, s.id).Append(nil))
	if err := s.Receive(dialect.Main, both, sent.Send); err != nil {
		t.Fatal(err)
	}
	if len(sent.Packets) != 0 {
		t.Error("an answer came before the tick, which a flood of events could ask for again and again")
	}
	for tick, want := range []int{1, 0, 0, 1} {
		s.Tick(m.Step(), sent.Send)
		if got := len(sent.Take(dialect.Main)); got != want {
			t.Errorf("tick %d after two events: %d states, expected %d", tick, got, want)
		}
	}
	if in := s.Intent().Input; in.Holds(game.Fire) {
		t.Error("the trigger is still held")
	}
}

func move(d Direction, id ID) *Event { return &Event{Action: Move, Direction: d, PlayerID: id} }
func shoot(id ID) *Event             { return &Event{Action: Shoot, PlayerID: id} }

func TestTwoEventsInOneSegmentBothCount(t *testing.T) {
	m := dialects.NewMatch(1)
	s, sent := joined(t, m)
	s.Receive(dialect.Main, shoot(s.id).Append(move(Down, s.id).Append(nil)), sent.Send)
	s.Tick(m.Step(), sent.Send)
	if got, want := s.Intent().Input, game.Steer(game.Down)|game.Fire; got != want {
		t.Errorf("held is %#x, expected %#x", got, want)
	}
}

func TestAnInvalidEventEndsTheConnection(t *testing.T) {
	own := IDOf(1)
	upper := idOf(strings.ToUpper(own.String()))
	for _, c := range []struct {
		joined bool
		bytes  []byte
		want   string // "" if valid
	}{
		{false, (&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil), ""},
		{false, move(Up, own).Append(nil), "event: player_id must be none before the handshake, got " + own.String()},
		{false, shoot(own).Append(nil), "event: player_id must be none before the handshake, got " + own.String()},
		{false, (&Event{Action: PlayerDisconnection, PlayerID: own}).Append(nil), "event: player_id must be none before the handshake, got " + own.String()},
		{true, (&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil), ""},
		{true, move(Up, own).Append(nil), ""},
		{true, shoot(own).Append(nil), ""},
		{true, shoot(own).Append(nil)[:20], ""},
		{true, (&Event{Action: PlayerDisconnection, PlayerID: own}).Append(nil), "the player has left"},
		{true, move(Up, ones).Append(nil), "event: player_id must be the player's own, " + own.String() + ", got " + ones.String()},
		{true, shoot(IDOf(2)).Append(nil), "event: player_id must be the player's own, " + own.String() + ", got " + IDOf(2).String()},
		{true, shoot(upper).Append(nil), "event: player_id must be the player's own, " + own.String() + ", got " + upper.String()},
		{true, move(5, own).Append(nil), "event: direction must be 0 to 4, got 5"},
		{true, []byte("GET / HTTP/1.1\r\n"), "event: action must be 0 to 3, got 71"},
		{true, append(shoot(own).Append(nil), 4), "event: action must be 0 to 3, got 4"},
		{true, []byte{0xff, 0xff, 0xff, 0xff}, "event: action must be 0 to 3, got 255"},
	} {
		for _, size := range []int{1, 7, 1000} {
			m := dialects.NewMatch(2)
			s, sent := NewSession(false), dialects.Recorder{}
			if c.joined {
				s.Tick(&m.Scene, sent.Send)
			}
			var err error
			for _, segment := range segments(c.bytes, size) {
				if err = s.Receive(dialect.Main, segment, sent.Send); err != nil {
					break
				}
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
				t.Errorf("joined %v, %q in segments of %d: expected %q, got %v", c.joined, c.bytes, size, c.want, err)
			}
		}
	}
}

func TestLastWordIsThatTheMatchIsClosed(t *testing.T) {
	m := dialects.NewMatch(2)
	s, sent := joined(t, m)
	s.End("the host closes", sent.Send)
	if got := sent.Take(dialect.Main); len(got) != 1 || !bytes.Equal(got[0], unhex(t, "00000038 02 0000")) {
		t.Errorf("the last words are %x", got)
	}
	NewSession(false).End("full", sent.Send)
	if len(sent.Packets) != 0 {
		t.Error("before the handshake a state would be taken for an id")
	}
}

func TestAllSessionsCallAPilotTheSame(t *testing.T) {
	m := dialects.Melee(8, 60)
	one, sent := joined(t, m)
	other := m.Scene
	other.Me, other.Pilot = 5, 6
	two := NewSession(false)
	two.Tick(&other, sent.Send)
	sent.Take(dialect.Main)
	one.Receive(dialect.Main, move(Up, one.id).Append(nil), sent.Send)
	two.Receive(dialect.Main, move(Up, two.id).Append(nil), sent.Send)
	one.Tick(&m.Scene, sent.Send)
	two.Tick(&other, sent.Send)
	if got := sent.Take(dialect.Main); len(got) != 2 || !bytes.Equal(got[0], got[1]) || one.id == two.id {
		t.Error("two players of one match get different states, or have one id")
	}
}

func TestAPlayerHasTheSameIDInTheNextMatch(t *testing.T) {
	m := dialects.Melee(4, 600)
	s, sent := joined(t, m)
	next := dialects.NewMatch(2)
	for range 3 {
		s.Tick(next.Step(), sent.Send)
	}
	var state State
	packets := sent.Take(dialect.Main)
	if len(packets) != 1 {
		t.Fatalf("%d packets, expected a state and no handshake", len(packets))
	}
	if err := state.Parse(packets[0]); err != nil || len(state.Ships) != 2 {
		t.Errorf("%d ships, %v", len(state.Ships), err)
	}
	shipOf(t, &state, s.id)
	if err := s.Receive(dialect.Main, move(Up, s.id).Append(nil), sent.Send); err != nil {
		t.Error(err)
	}
}

func TestAnIdlePlayerStays(t *testing.T) {
	m := dialects.NewMatch(1)
	s, sent := joined(t, m)
	for range 3600 * game.TickRate {
		if err := s.Tick(&m.Scene, sent.Send); err != nil {
			t.Fatal(err)
		}
		sent.Take(dialect.Main)
	}
}

func TestAMegabyteOfNoiseEndsTheSessionAndNeedsNoMemory(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(chance.Uint32())
	}
	connections := bytes.Repeat((&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil), 1<<20/eventSize)
	m := dialects.NewMatch(1)
	for _, p := range [][]byte{noise, connections} {
		s, sent := joined(t, m)
		var err error
		for _, segment := range segments(p, 1000) {
			if err = s.Receive(dialect.Main, segment, sent.Send); err != nil {
				break
			}
		}
		if &p[0] == &noise[0] && err == nil {
			t.Error("a megabyte of noise passes")
		}
		if got := cap(s.events.framer.held); got > 2*moveSize || len(sent.Packets) > 0 {
			t.Errorf("%d bytes are held, %d packets sent", got, len(sent.Packets))
		}
	}
}

func TestTickAllocatesNothing(t *testing.T) {
	for _, classic := range []bool{false, true} {
		m := dialects.Melee(64, 600)
		s, _ := joined(t, m)
		if classic {
			s, _, _ = classicJoined(t, m)
		}
		nobody := func(dialect.Channel, []byte) {}
		event := move(Up, s.id).Append(nil)
		if n := testing.AllocsPerRun(100, func() {
			s.Receive(dialect.Main, event, nobody)
			s.Tick(&m.Scene, nobody)
		}); n != 0 {
			t.Errorf("classic %v: %v allocations", classic, n)
		}
	}
}
