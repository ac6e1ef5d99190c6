package dogfight

import (
	"bytes"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// space is the room that a classic session finds.
type space struct{ now, most int }

// classicJoined returns a classic session whose player was sent the id and has shown it, and the room on the connection.
func classicJoined(t testing.TB, m *dialecttest.Match) (*Session, *dialecttest.Recorder, *space) {
	t.Helper()
	s, sent, room := NewSession(true), new(dialecttest.Recorder), &space{64 << 10, 1448}
	s.Room = func() (now, most int) { return room.now, room.most }
	s.Tick(&m.Scene, sent.Send)
	if id := sent.Take(dialect.Main); len(id) != 1 || string(id[0]) != s.id.String() {
		t.Fatalf("%d packets, expected the id alone", len(id))
	}
	if err := s.Receive(dialect.Main, move(Idle, s.id).Append(nil), sent.Send); err != nil {
		t.Fatal(err)
	}
	return s, sent, room
}

// classicStates lets so many ticks pass, and returns the states that came as the original client reads them.
func classicStates(t testing.TB, s *Session, m *dialecttest.Match, sent *dialecttest.Recorder, ticks int) (all []State, sizes []int) {
	t.Helper()
	for range ticks {
		if err := s.Tick(m.Step(), sent.Send); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range sent.Take(dialect.Main) {
		var state State
		if err := state.ParseClassic(p); err != nil {
			t.Fatal(err)
		}
		all, sizes = append(all, state), append(sizes, len(p))
	}
	return all, sizes
}

func TestClassicStatesAreOfOneSizeWhileShipsComeAndGo(t *testing.T) {
	m := dialecttest.Melee(64, 600)
	everybody := m.Scene.Roster
	s, sent, _ := classicJoined(t, m)
	for _, ships := range []int{64, 5, 6, 1, 16, 3, 10, 11} {
		m.Scene.Roster = everybody[:ships]
		states, sizes := classicStates(t, s, m, sent, 60)
		if len(states) != 20 {
			t.Errorf("%d states in a second, expected 20", len(states))
		}
		for i := range states {
			if len(states[i].Ships) != min(ships, 10) || sizes[i] != 1024 || states[i].Ships[0].PlayerID != s.id {
				t.Fatalf("%d ships: %d came in %d bytes", ships, len(states[i].Ships), sizes[i])
			}
		}
	}
}

func TestClassicStatesBecomeShortForGoodWhereSegmentsAre(t *testing.T) {
	m := dialecttest.Melee(64, 600)
	s, sent, room := classicJoined(t, m)
	for _, c := range []struct{ most, size, ships int }{{1024, 1024, 10}, {1023, 512, 5}, {1448, 512, 5}} {
		room.most = c.most
		states, sizes := classicStates(t, s, m, sent, 6)
		for i := range states {
			if sizes[i] != c.size || len(states[i].Ships) != c.ships {
				t.Errorf("segments of %d: %d ships in %d bytes, expected %d in %d", c.most, len(states[i].Ships), sizes[i], c.ships, c.size)
			}
		}
	}
}

func TestAClassicStateThatHasNoRoomIsLeftOutAndTheNewestIsSentOnceThereIsRoom(t *testing.T) {
	m := dialecttest.Melee(8, 600)
	s, sent, room := classicJoined(t, m)
	for _, now := range []int{-100, 0, 512, 1023} {
		room.now = now
		if states, _ := classicStates(t, s, m, sent, 60); len(states) != 0 {
			t.Errorf("%d states came with room for %d bytes", len(states), now)
		}
	}
	room.now = 1024
	states, _ := classicStates(t, s, m, sent, 1)
	own := m.World.Ships[0]
	if len(states) != 1 || states[0].Ships[0].X != dialect.Whole(own.X) || states[0].Ships[0].Y != dialect.Whole(own.Y) {
		t.Errorf("%+v came, expected the state of now", states)
	}
}

func TestTheFirstClassicStateLeavesTheIDASecondToBeReadByItself(t *testing.T) {
	for _, shows := range []bool{false, true} {
		m := dialecttest.NewMatch(2)
		s, sent := NewSession(true), new(dialecttest.Recorder)
		s.Tick(&m.Scene, sent.Send)
		sent.Take(dialect.Main)
		if states, _ := classicStates(t, s, m, sent, game.TickRate-2); len(states) != 0 {
			t.Fatal("a state came within the first second")
		}
		s.Receive(dialect.Main, (&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil), sent.Send)
		if shows { // that it has the id
			s.Receive(dialect.Main, move(Up, s.id).Append(nil), sent.Send)
		}
		states, _ := classicStates(t, s, m, sent, 1)
		if got := len(states) == 1; got != shows {
			t.Errorf("the client has shown that it read the id: %v; a state came: %v", shows, got)
		}
		if states, _ := classicStates(t, s, m, sent, 60); len(states) != 20 {
			t.Errorf("%d states in the next second, expected 20", len(states))
		}
	}
}

func TestClassicStatesFollowEventsButLeaveAReaderOfSixtyFramesTimeToCatchUp(t *testing.T) {
	m := dialecttest.NewMatch(2)
	s, sent, _ := classicJoined(t, m)
	classicStates(t, s, m, sent, 60)
	came := 0
	for range 60 {
		s.Receive(dialect.Main, move(Up, s.id).Append(nil), sent.Send)
		states, _ := classicStates(t, s, m, sent, 1)
		came += len(states)
	}
	if came != 30 {
		t.Errorf("%d states in a second of events in each frame, expected 30", came)
	}
}

func TestTheStatusOfClassicStatesIsNeverOneThatTheOriginalClientTakesForClosed(t *testing.T) {
	for _, status := range []game.Status{game.Waiting, game.InProgress, game.Closed} {
		m := dialecttest.NewMatch(2)
		m.World.Status = status
		s, sent, _ := classicJoined(t, m)
		s.Tick(&m.Scene, sent.Send)
		var state State
		if p := sent.Take(dialect.Main); len(p) != 1 || state.ParseClassic(p[0]) != nil || state.Status != Nil {
			t.Errorf("status %d came of %d", state.Status, status)
		}
	}
}

func TestTheLastClassicStateIsWholeOrThereIsNone(t *testing.T) {
	for _, c := range []struct{ now, states int }{{1024, 1}, {1023, 0}} {
		m := dialecttest.NewMatch(2)
		s, sent, room := classicJoined(t, m)
		room.now = c.now
		s.End("the host closes", sent.Send)
		last := sent.Take(dialect.Main)
		if len(last) != c.states || c.states > 0 && !bytes.Equal(last[0], append(unhex(t, "00000007 00 0000"), make([]byte, 1017)...)) {
			t.Errorf("with room for %d bytes the last words are %x", c.now, last)
		}
	}
	s, sent := NewSession(true), new(dialecttest.Recorder)
	m := dialecttest.NewMatch(2)
	s.Tick(&m.Scene, sent.Send)
	sent.Take(dialect.Main)
	s.End("the host closes", sent.Send)
	if len(sent.Packets) != 0 {
		t.Error("a state came right after the id")
	}
}

func TestAClassicPlayerWhoNeitherReadsNorSpeaksForFiveMinutesIsDisconnected(t *testing.T) {
	m := dialecttest.NewMatch(1)
	s, sent, room := classicJoined(t, m)
	for _, c := range []struct{ now, ticks int }{{0, mostFull - 1}, {1024, 1}, {1023, mostFull}} {
		room.now = c.now
		classicStates(t, s, m, sent, c.ticks)
	}
	s.Receive(dialect.Main, shoot(s.id).Append(nil), sent.Send)
	classicStates(t, s, m, sent, mostFull)
	if err := s.Tick(m.Step(), sent.Send); err != errFull {
		t.Errorf("after five minutes without room: %v", err)
	}
}
