package dogfight

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

func TestNothingIsSaidBeforeThePlayerIsInTheMatch(t *testing.T) {
	m := dialecttest.NewMatch(2)
	s, ear := NewSession(false), dialecttest.Ear{}
	world, roster := m.Scene.World, m.Scene.Roster
	for _, scene := range []dialect.Scene{
		{Me: -1},
		{Me: -1, Pilot: 1, Roster: roster},
		{Setup: m.Setup, World: world, Me: -1, Pilot: 1},
		{Setup: m.Setup, World: world, Me: -1, Pilot: 9, Roster: roster},
	} {
		if err := s.Tick(&scene, ear.Send); err != nil || len(ear.Packets) > 0 {
			t.Errorf("%+v: %d packets, %v", scene, len(ear.Packets), err)
		}
	}
	if err := s.Tick(&m.Scene, ear.Send); err != nil {
		t.Fatal(err)
	}
	packets := ear.Take(dialect.Main)
	if len(packets) != 2 || string(packets[0]) != IDOf(1).String() {
		t.Fatalf("%d packets, expected the id and a state", len(packets))
	}
	if err := new(State).Parse(packets[1]); err != nil {
		t.Error(err)
	}
}

func TestPlayerWantsAShipFromTheStart(t *testing.T) {
	w := NewSession(false).Wish()
	if w.Presence != dialect.Flying || !w.Ready || w.Input != 0 {
		t.Errorf("the wish is %+v", w)
	}
}

// joined returns a session whose player has heard his id and a state.
func joined(t testing.TB, m *dialecttest.Match, classic bool) (*Session, *dialecttest.Ear) {
	t.Helper()
	s, ear := NewSession(classic), new(dialecttest.Ear)
	if err := s.Tick(&m.Scene, ear.Send); err != nil || len(ear.Take(dialect.Main)) != 2 {
		t.Fatalf("no handshake: %v", err)
	}
	return s, ear
}

func TestStateComesTwentyTimesASecondEachInOneWrite(t *testing.T) {
	m := dialecttest.NewMatch(3)
	s, ear := joined(t, m, false)
	for tick := 1; tick <= 60; tick++ {
		if err := s.Tick(m.Step(), ear.Send); err != nil {
			t.Fatal(err)
		}
		packets := ear.Take(dialect.Main)
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
	m := dialecttest.NewMatch(1)
	s, ear := joined(t, m, false)
	both := shoot(s.id).Append(move(Up, s.id).Append(nil))
	if err := s.Hear(dialect.Main, both, ear.Send); err != nil {
		t.Fatal(err)
	}
	if len(ear.Packets) != 0 {
		t.Error("an answer came before the tick, which a flood of events could ask for again and again")
	}
	for tick, want := range []int{1, 0, 0, 1} {
		s.Tick(m.Step(), ear.Send)
		if got := len(ear.Take(dialect.Main)); got != want {
			t.Errorf("tick %d after two events: %d states, expected %d", tick, got, want)
		}
	}
	if in := s.Wish().Input; in.Holds(game.Fire) {
		t.Error("the trigger is still held")
	}
}

func move(d Direction, id ID) *Event { return &Event{Action: Move, Direction: d, PlayerID: id} }
func shoot(id ID) *Event             { return &Event{Action: Shoot, PlayerID: id} }

func TestTwoEventsInOneSegmentBothCount(t *testing.T) {
	m := dialecttest.NewMatch(1)
	s, ear := joined(t, m, false)
	s.Hear(dialect.Main, shoot(s.id).Append(move(Down, s.id).Append(nil)), ear.Send)
	s.Tick(m.Step(), ear.Send)
	if got, want := s.Wish().Input, game.Steer(game.Down)|game.Fire; got != want {
		t.Errorf("held is %#x, expected %#x", got, want)
	}
}

func TestWhatAClientMayNotSayEndsItsConnection(t *testing.T) {
	own := IDOf(1)
	upper := idOf(strings.ToUpper(own.String()))
	for _, c := range []struct {
		joined bool
		bytes  []byte
		want   string // "" for nothing wrong
	}{
		{false, (&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil), ""},
		{false, move(Up, own).Append(nil), "event: player_id: expected none before the handshake, " + own.String() + " came"},
		{false, shoot(own).Append(nil), "event: player_id: expected none before the handshake, " + own.String() + " came"},
		{false, (&Event{Action: PlayerDisconnection, PlayerID: own}).Append(nil), "event: player_id: expected none before the handshake, " + own.String() + " came"},
		{true, (&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil), ""},
		{true, move(Up, own).Append(nil), ""},
		{true, shoot(own).Append(nil), ""},
		{true, shoot(own).Append(nil)[:20], ""},
		{true, (&Event{Action: PlayerDisconnection, PlayerID: own}).Append(nil), "the player has left"},
		{true, move(Up, ones).Append(nil), "event: player_id: expected the player's own, " + own.String() + ", " + ones.String() + " came"},
		{true, shoot(IDOf(2)).Append(nil), "event: player_id: expected the player's own, " + own.String() + ", " + IDOf(2).String() + " came"},
		{true, shoot(upper).Append(nil), "event: player_id: expected the player's own, " + own.String() + ", " + upper.String() + " came"},
		{true, move(5, own).Append(nil), "event: direction: expected 0 to 4, 5 came"},
		{true, []byte("GET / HTTP/1.1\r\n"), "event: action: expected 0 to 3, 71 came"},
		{true, append(shoot(own).Append(nil), 4), "event: action: expected 0 to 3, 4 came"},
		{true, []byte{0xff, 0xff, 0xff, 0xff}, "event: action: expected 0 to 3, 255 came"},
	} {
		for _, size := range []int{1, 7, 1000} {
			m := dialecttest.NewMatch(2)
			s, ear := NewSession(false), dialecttest.Ear{}
			if c.joined {
				s.Tick(&m.Scene, ear.Send)
			}
			var err error
			for _, segment := range segments(c.bytes, size) {
				if err = s.Hear(dialect.Main, segment, ear.Send); err != nil {
					break
				}
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
				t.Errorf("joined %v, %q in segments of %d: expected %q, came %v", c.joined, c.bytes, size, c.want, err)
			}
		}
	}
}

func TestPlayerWhoSaysNothingForFiveMinutesIsDropped(t *testing.T) {
	m := dialecttest.NewMatch(1)
	s, ear := joined(t, m, false)
	s.spoke = true // once; see below for who never does
	for tick := range 5 * 60 * 60 * 2 {
		if tick == 5*60*60-2 {
			s.Hear(dialect.Main, []byte{3}, ear.Send) // half an event is a sign of life too
		}
		if err := s.Tick(&m.Scene, func(dialect.Channel, []byte) {}); err != nil {
			if tick != 2*5*60*60-2 {
				t.Errorf("dropped in tick %d: %v", tick, err)
			}
			return
		}
	}
	t.Error("he was never dropped")
}

func TestLastWordIsThatTheMatchIsClosed(t *testing.T) {
	m := dialecttest.NewMatch(2)
	s, ear := joined(t, m, false)
	s.End("the host closes", ear.Send)
	if got := ear.Take(dialect.Main); len(got) != 1 || !bytes.Equal(got[0], unhex(t, "00000038 02 0000")) {
		t.Errorf("the last words are %x", got)
	}
	NewSession(false).End("full", ear.Send)
	if len(ear.Packets) != 0 {
		t.Error("before the handshake a state would be taken for an id")
	}
}

func TestAllSessionsCallAPilotTheSame(t *testing.T) {
	m := dialecttest.Melee(8, 60)
	one, ear := joined(t, m, false)
	other := m.Scene
	other.Me, other.Pilot = 5, 6
	two := NewSession(false)
	two.Tick(&other, ear.Send)
	ear.Take(dialect.Main)
	one.Hear(dialect.Main, move(Up, one.id).Append(nil), ear.Send)
	two.Hear(dialect.Main, move(Up, two.id).Append(nil), ear.Send)
	one.Tick(&m.Scene, ear.Send)
	two.Tick(&other, ear.Send)
	if got := ear.Take(dialect.Main); len(got) != 2 || !bytes.Equal(got[0], got[1]) || one.id == two.id {
		t.Error("two players of one match are told different states, or have one id")
	}
}

func TestPlayerKeepsHisIDInTheNextMatch(t *testing.T) {
	m := dialecttest.Melee(4, 600)
	s, ear := joined(t, m, false)
	next := dialecttest.NewMatch(2)
	for range 3 {
		s.Tick(next.Step(), ear.Send)
	}
	var state State
	packets := ear.Take(dialect.Main)
	if len(packets) != 1 {
		t.Fatalf("%d packets, expected a state and no handshake", len(packets))
	}
	if err := state.Parse(packets[0]); err != nil || len(state.Ships) != 2 {
		t.Errorf("%d ships, %v", len(state.Ships), err)
	}
	shipOf(t, &state, s.id)
	if err := s.Hear(dialect.Main, move(Up, s.id).Append(nil), ear.Send); err != nil {
		t.Error(err)
	}
}

func TestClassicSessionSendsNoMoreThanTheOriginalClientReads(t *testing.T) {
	m := dialecttest.Melee(64, 600)
	s, ear := joined(t, m, true)
	for range 60 {
		s.Tick(m.Step(), ear.Send)
	}
	for _, p := range ear.Take(dialect.Main) {
		var state State
		if err := state.Parse(p); err != nil || len(p) > 1024 || len(state.Ships) != 10 {
			t.Fatalf("%d bytes, %d ships, %v", len(p), len(state.Ships), err)
		}
		if state.Ships[0].PlayerID != s.id {
			t.Error("the own ship does not come first")
		}
	}
}

func TestWhoNeverSaysAnythingLeavesAfterTenSecondsAndWhoSaidOneByteMayLookOn(t *testing.T) {
	hello := (&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil)
	for _, c := range []struct {
		says  []byte
		ticks int // that he stays
	}{{nil, greeting}, {hello[:1], mostSilence}, {hello, mostSilence}} {
		m := dialecttest.NewMatch(1)
		s, ear := joined(t, m, false) // which takes a tick
		if err := s.Hear(dialect.Main, c.says, ear.Send); err != nil {
			t.Fatal(err)
		}
		ticks := 0
		for s.Tick(&m.Scene, ear.Send) == nil {
			ear.Take(dialect.Main)
			if ticks++; ticks > 2*mostSilence {
				t.Fatalf("after %q he stays for good", c.says)
			}
		}
		if ticks < c.ticks-1 || ticks > c.ticks {
			t.Errorf("after %q he stays for %d ticks, want %d", c.says, ticks, c.ticks)
		}
	}
}

func TestAMegabyteOfNoiseEndsTheSessionAndTakesNoRoom(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(chance.Uint32())
	}
	connections := bytes.Repeat((&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil), 1<<20/eventSize)
	m := dialecttest.NewMatch(1)
	for _, p := range [][]byte{noise, connections} {
		s, ear := joined(t, m, false)
		var err error
		for _, segment := range segments(p, 1000) {
			if err = s.Hear(dialect.Main, segment, ear.Send); err != nil {
				break
			}
		}
		if &p[0] == &noise[0] && err == nil {
			t.Error("a megabyte of noise passes")
		}
		if got := cap(s.events.gatherer.held); got > 2*moveSize || len(ear.Packets) > 0 {
			t.Errorf("%d bytes are held, %d packets sent", got, len(ear.Packets))
		}
	}
}

func TestTickAllocatesNothing(t *testing.T) {
	for _, classic := range []bool{false, true} {
		m := dialecttest.Melee(64, 600)
		s, _ := joined(t, m, classic)
		nobody := func(dialect.Channel, []byte) {}
		event := move(Up, s.id).Append(nil)
		if n := testing.AllocsPerRun(100, func() {
			s.Hear(dialect.Main, event, nobody)
			s.Tick(&m.Scene, nobody)
		}); n != 0 {
			t.Errorf("classic %v: %v allocations", classic, n)
		}
	}
}
