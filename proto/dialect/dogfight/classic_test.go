package dogfight

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

var long = flag.Bool("long", false, "try states of any number of ships with any number of power-ups, not with every fifth")

// classicExamples are states as the original client reads them, to the zeros at their end.
func classicExamples() []struct {
	state State
	size  int
	hex   string
} {
	const ship = "%08x 0000003d 05 01 04" + onesHex
	ships := func(n int) (list []Ship, text string) {
		for i := range n {
			list = append(list, Ship{X: int32(i), Y: 61, HP: 5, Alive: true, Direction: Right, PlayerID: ones})
			text += fmt.Sprintf(ship, i) + noFive
		}
		return list, text
	}
	five, fiveHex := ships(5)
	six, sixHex := ships(6)
	ten, tenHex := ships(10)
	bullet := Ship{X: -1, Y: 61, Alive: true, PlayerID: letters, Bullets: [MaxBullets]Bullet{{343, -123, true, Up}}}
	zeros := func(n int) string { return strings.Repeat("00", n) }
	return []struct {
		state State
		size  int
		hex   string
	}{
		{State{Status: Nil}, classicShort, "00000007 00 0000" + zeros(505)},
		{State{Status: InProgress, Ships: five}, classicShort, "00000237 01 0000" + fiveHex + zeros(20)},
		{State{Status: InProgress, Ships: six}, classicLong, "000002a7 01 0000" + sixHex + zeros(435)},
		{State{Status: InProgress, Ships: ten}, classicLong, "00000467 01 0000" + tenHex + zeros(47)},
		{State{Status: InProgress, Ships: five, PowerUps: []PowerUp{{407, 209, HPPlusThree}, {-1, -256, AmmoPlusOne}}}, classicShort,
			"0000024f 01 0012 00000197 000000d1 02 ffffffff ffffff00 03" + fiveHex + zeros(2)},
		{State{Status: InProgress, Ships: []Ship{bullet}, PowerUps: []PowerUp{{1, 2, None}}}, classicLong,
			"00000083 01 0009 00000001 00000002 00 ffffffff 0000003d 00 01 00" + lettersHex + "00000157 ffffff85 01 01" + strings.Repeat(noBullet, 4) + zeros(911)},
	}
}

func TestEveryClassicStateHasItsBytes(t *testing.T) {
	for _, c := range classicExamples() {
		want := unhex(t, c.hex)
		if got := c.state.AppendClassic([]byte{0xee}, c.size); !bytes.Equal(got[1:], want) || got[0] != 0xee {
			t.Errorf("%+v: expected\n%x, got\n%x", c.state, want, got)
		}
		var got State
		if err := got.ParseClassic(want); err != nil || !sameState(&got, &c.state) {
			t.Errorf("%x: expected\n%+v, got\n%+v, %v", want, c.state, got, err)
		}
	}
}

// Every number of ships and power-ups that there is room for.
func TestTheOriginalClientReadsEveryShipOfAClassicState(t *testing.T) {
	step := 5
	if *long {
		step = 1
	}
	for _, size := range []int{classicShort, classicLong} {
		for n := range MaxShips + 1 {
			for powerUps := n % step; powerUps <= MaxPowerUps; powerUps += step {
				s := crowd(n, powerUps, false)
				s.shrink(size, letters, point{})
				p := s.AppendClassic(nil, size)
				var got State
				if err := got.ParseClassic(p); err != nil || !sameState(&got, &s) || len(p) != size {
					t.Fatalf("%d ships and %d power-ups in %d bytes: %d bytes, %+v, %v", n, powerUps, size, len(p), got, err)
				}
				room := size - headSize - len(s.Ships)*97 - len(s.PowerUps)*9
				if want := min(n, size/100); len(s.Ships) != want || len(s.PowerUps) < powerUps && room >= 9 {
					t.Fatalf("%d ships and %d power-ups in %d bytes: got %d and %d", n, powerUps, size, len(s.Ships), len(s.PowerUps))
				}
			}
		}
	}
}

// It is why classic states do not have the surplus.
func TestTheSurplusHidesTheLastShipFromTheOriginalClient(t *testing.T) {
	s := crowd(5, 0, false)
	var got State
	if err := got.ParseClassic(s.Append(nil)); err != nil || len(got.Ships) != 4 {
		t.Errorf("%d ships of 5, %v", len(got.Ships), err)
	}
}

func TestStatesThatEndTheOriginalClient(t *testing.T) {
	ship := "00000001 00000002 05 01 00" + onesHex + noFive
	for _, c := range []struct{ hex, want string }{
		{"", "total_length must be 4 bytes, got 0"},
		{"00000007 01 00", "power_ups_size must be 2 bytes, got 1"},
		{"00000007 02 0000", "status must be 0 to 1, got 2"},
		{"00000038 ff 0000", "status must be 0 to 1, got 255"},
		{"00000000 00 0000", "total_length must be 7 or more, got 0"},
		{"00000012 00 0009 00000001 00000002 00", "total_length must be 19 or more, got 18"},
		{"00000007 00 0008", "power_ups_size must be a multiple of 9, got 8"},
		{"00000077 01 0000" + ship[:len(ship)-2], "ships must be those of the 103 bytes that were read, got 1"},
		{"000000e7 01 0000" + ship, "ships must be those of the 104 bytes that were read, got 2"},
		{"ffffffff 01 0000" + ship, "ships must be those of the 104 bytes that were read, got 38347922"},
		{"00000013 00 0009 00000001 00000002 04", "power_up kind must be 0 to 3, got 4"},
		{"00000077 01 0000" + strings.Replace(ship, onesHex, strings.Repeat("00", 36), 1), `player_id must be a UUID, got "` + strings.Repeat(`\x00`, 36) + `"`},
	} {
		var syntax *proto.SyntaxError
		err := new(State).ParseClassic(unhex(t, c.hex))
		if !errors.As(err, &syntax) || err.Error() != "classic state: "+c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestTheOriginalClientDiesOfAClassicStateThatIsCutOff(t *testing.T) {
	for _, c := range classicExamples() {
		p := unhex(t, c.hex)
		for n := range headSize + len(c.state.PowerUps)*9 + len(c.state.Ships)*97 {
			if err := new(State).ParseClassic(p[:n]); err == nil {
				t.Errorf("%s: its first %d bytes pass", c.hex, n)
			}
		}
	}
}

// A reader reads up to 1,024 bytes at any time. All its possible reads are tried, with states of these lengths.
func TestEveryReadBeginsAStateUnlessALongOneFollowsAShortOne(t *testing.T) {
	long, short := classicLong, classicShort
	for _, c := range []struct {
		sizes []int
		lives bool
	}{
		{[]int{long, long, long, long, long}, true},
		{[]int{short, short, short, short, short}, true},
		{[]int{long, short, short, short}, true},
		{[]int{long, long, long, short, short, short}, true},
		{[]int{short, long}, false},
		{[]int{short, short, long}, false},
		{[]int{long, short, long}, false},
		{[]int{700, 700}, false},
	} {
		if got := livesAtAnyPace(c.sizes, 0, 0); got != c.lives {
			t.Errorf("states of %v bytes: %v that every read begins one, expected %v", c.sizes, got, c.lives)
		}
	}
}

// livesAtAnyPace reports whether reads begin states however those that come fall between them.
func livesAtAnyPace(sizes []int, came, read int) bool {
	end, begins := 0, read == 0
	for i, size := range sizes {
		begins = begins || end == read
		if i < came {
			end += size
		}
	}
	begins = begins || end == read
	switch {
	case !begins:
		return false
	case came < len(sizes) && !livesAtAnyPace(sizes, came+1, read):
		return false
	case end > read:
		return livesAtAnyPace(sizes, came, min(end, read+1024))
	}
	return true
}

// FuzzClassic: a parsed state appends the same bytes, but for zeros and the rest of a division.
func FuzzClassic(f *testing.F) {
	for _, c := range classicExamples() {
		f.Add(c.state.AppendClassic(nil, c.size))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		var s State
		if s.ParseClassic(p) != nil {
			return
		}
		again := s.AppendClassic(nil, 0)
		if len(again) > len(p) || !bytes.Equal(again[4:], p[4:len(again)]) || binary.BigEndian.Uint32(p)-binary.BigEndian.Uint32(again) >= classicShip {
			t.Errorf("%x became %x", p, again)
		}
	})
}

// space is the room that a classic session finds.
type space struct{ now, most int }

// classicJoined returns a classic session of a player that has its id and has proven it, and the room on the connection.
func classicJoined(t testing.TB, m *dialects.Match) (*Session, *dialects.Recorder, *space) {
	t.Helper()
	s, sent, room := NewSession(true), new(dialects.Recorder), &space{64 << 10, 1448}
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
func classicStates(t testing.TB, s *Session, m *dialects.Match, sent *dialects.Recorder, ticks int) (all []State, sizes []int) {
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

func TestClassicStatesAreOfOneSizeWhileShipsJoinAndLeave(t *testing.T) {
	m := dialects.Melee(64, 600)
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

func TestClassicStatesStayShortAfterShortSegments(t *testing.T) {
	m := dialects.Melee(64, 600)
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
	m := dialects.Melee(8, 600)
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
		m := dialects.NewMatch(2)
		s, sent := NewSession(true), new(dialects.Recorder)
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
	m := dialects.NewMatch(2)
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

func TestTheStatusOfClassicStatesIsNeverClosed(t *testing.T) {
	for _, status := range []game.Status{game.Waiting, game.InProgress, game.Closed} {
		m := dialects.NewMatch(2)
		m.World.Status = status
		s, sent, _ := classicJoined(t, m)
		s.Tick(&m.Scene, sent.Send)
		var state State
		if p := sent.Take(dialect.Main); len(p) != 1 || state.ParseClassic(p[0]) != nil || state.Status != Nil {
			t.Errorf("status %d came of %d", state.Status, status)
		}
	}
}

func TestTheLastClassicStateIsWholeOrMissing(t *testing.T) {
	for _, c := range []struct{ now, states int }{{1024, 1}, {1023, 0}} {
		m := dialects.NewMatch(2)
		s, sent, room := classicJoined(t, m)
		room.now = c.now
		s.End("the host closes", sent.Send)
		last := sent.Take(dialect.Main)
		if len(last) != c.states || c.states > 0 && !bytes.Equal(last[0], append(unhex(t, "00000007 00 0000"), make([]byte, 1017)...)) {
			t.Errorf("with room for %d bytes the last words are %x", c.now, last)
		}
	}
	s, sent := NewSession(true), new(dialects.Recorder)
	m := dialects.NewMatch(2)
	s.Tick(&m.Scene, sent.Send)
	sent.Take(dialect.Main)
	s.End("the host closes", sent.Send)
	if len(sent.Packets) != 0 {
		t.Error("a state came right after the id")
	}
}

func TestASilentClassicPlayerIsDisconnectedAfterFiveMinutes(t *testing.T) {
	m := dialects.NewMatch(1)
	s, sent, room := classicJoined(t, m)
	for _, c := range []struct{ now, ticks int }{{0, maxFull - 1}, {1024, 1}, {1023, maxFull}} {
		room.now = c.now
		classicStates(t, s, m, sent, c.ticks)
	}
	s.Receive(dialect.Main, shoot(s.id).Append(nil), sent.Send)
	classicStates(t, s, m, sent, maxFull)
	if err := s.Tick(m.Step(), sent.Send); err != errFull {
		t.Errorf("after five minutes without room: %v", err)
	}
}
