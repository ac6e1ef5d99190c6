package net

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// sitter is the link of a player on a stage who presses nothing new unless told to, and
// who remembers what the host says.
type sitter struct {
	thin
	name, address string
	awake         bool        // he presses another course each second
	held          game.Course // while he is not
	asked         int         // whether he is there
	results       []proto.SpawnStatus
	slot          uint8
}

func (s *stage) sitter(name, address string) *sitter {
	l := &sitter{thin: thin{stage: s}, name: name, address: address, held: game.Up, slot: proto.NoSlot}
	s.admit(l)
	s.pass(1)
	return l
}

func (l *sitter) Remote() string { return l.address }

func (l *sitter) Send(channel link.Channel, p []byte) {
	if channel != link.Control {
		return
	}
	switch m, _ := proto.Parse(p); m := m.(type) {
	case *proto.SpawnResult:
		l.results, l.slot = append(l.results, m.Status), m.Slot
	case *proto.Chat:
		if strings.HasPrefix(m.Text, "Still there?") {
			l.asked++
		}
	}
}

func (l *sitter) Receive(buf []byte) (link.Packet, bool) {
	p, ok := l.thin.Receive(buf)
	switch {
	case !ok:
	case p.Channel == link.Data:
		course := l.held
		if l.awake {
			course = game.Course(1 + l.stage.World.Tick/game.TickRate%8)
		}
		in := game.Steer(course)
		l.inputs.List = append(l.inputs.List[:0], in, in, in, in)
		p.Bytes = l.inputs.Append(buf[:0])
	case l.joined:
		p.Bytes = (&proto.Spawn{Name: l.name}).Append(buf[:0])
	default:
		p.Bytes = hello(l.name).Append(buf[:0])
	}
	return p, ok
}

// sit lets some minutes pass. Unless all is asked for, these sitters have pressed nothing for all but the last half minute
// of them at once.
func (s *stage) sit(minutes game.Tick, sitters ...*sitter) {
	ticks := minutes * 60 * game.TickRate
	if skipped := ticks - 30*game.TickRate; !*long {
		for _, l := range sitters {
			s.seats[l.slot].Stirred -= skipped
		}
		ticks -= skipped
	}
	s.pass(int(ticks))
}

func (l *sitter) flies() bool { return l.slot != proto.NoSlot }

// fullOfSitters returns a match without an end in which every ship is a player's who presses nothing,
// each from another address. There are eight.
func fullOfSitters(t *testing.T) (s *stage, all []*sitter) {
	setup := testSetup(t)
	setup.TimeLimit = 0
	s = newStage(HostConfig{}, played{Setup: setup})
	s.room = 8
	for i := range s.room {
		all = append(all, s.sitter(fmt.Sprint("P", i), fmt.Sprintf("198.51.100.%d:1", i)))
	}
	s.pass(game.TickRate)
	return s, all
}

func TestAnIdlePlayerGivesWayToOneWhoWaits(t *testing.T) {
	s, all := fullOfSitters(t)
	s.sit(6, all...)
	for _, l := range all {
		if !l.flies() || l.asked > 0 {
			t.Fatalf("%s lost his ship, or was asked whether he is there, though nobody waits for it", l.name)
		}
	}
	waiter := s.sitter("Late", home)
	s.pass(28 * game.TickRate)
	if waiter.flies() || !slices.Equal(waiter.results, []proto.SpawnStatus{proto.SpawnFull}) {
		t.Fatalf("he waits, and was told %v", waiter.results)
	}
	s.pass(5 * game.TickRate)
	if !waiter.flies() || !slices.Equal(waiter.results, []proto.SpawnStatus{proto.SpawnFull, proto.SpawnOK}) {
		t.Errorf("he was told %v", waiter.results)
	}
	var went []string
	for _, l := range all {
		if l.flies() == (l.asked == 1) {
			t.Errorf("%s flies %v, and was asked %d times", l.name, l.flies(), l.asked)
		}
		if !l.flies() {
			went = append(went, l.name)
		}
	}
	if !slices.Equal(went, []string{"P0"}) {
		t.Errorf("%v gave way, and not the one who sat for the longest", went)
	}
	if n := len(s.pilots); n != len(all)+1 {
		t.Errorf("%d are in the match: one left", n)
	}
}

func TestWhoPressesAKeyKeepsHisShip(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	s, all := fullOfSitters(t)
	for _, l := range all[1:] {
		l.awake = true
	}
	waiter := s.sitter("Late", home)
	s.sit(4, all[0])
	if all[0].asked != 0 {
		t.Error("he was asked after four minutes")
	}
	s.pass(50 * game.TickRate)
	if all[0].asked != 1 || !all[0].flies() {
		t.Fatalf("after 4:50 he was asked %d times, and flies %v", all[0].asked, all[0].flies())
	}
	all[0].held = game.Down
	s.pass(30)
	s.sit(4, all[0])
	if !all[0].flies() || waiter.flies() || all[0].asked != 1 {
		t.Errorf("he pressed a key: he flies %v, and was asked %d times", all[0].flies(), all[0].asked)
	}
	s.pass(65 * game.TickRate)
	if all[0].flies() || !waiter.flies() || all[0].asked != 2 {
		t.Errorf("then he slept again: he flies %v, and was asked %d times", all[0].flies(), all[0].asked)
	}
}

func TestWhoWaitsNoMoreTakesNoShip(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	s, all := fullOfSitters(t)
	s.sit(6, all...)
	s.sitter("Late", home)
	s.pass(10 * game.TickRate)
	s.kick(s.peers.all[len(s.peers.all)-1], "gone")
	s.pass(60 * game.TickRate)
	if all[0].asked != 1 || !all[0].flies() {
		t.Errorf("he was asked %d times, and flies %v", all[0].asked, all[0].flies())
	}
	s.sitter("Later", home)
	s.pass(10 * game.TickRate)
	if all[0].asked != 2 || !all[0].flies() {
		t.Errorf("for the next he was asked %d times, and flies %v: 30 s begin anew", all[0].asked, all[0].flies())
	}
}

func TestAnAddressThatHasItsShipsWaitsForItsOwn(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{PerAddress: 2}, played{Setup: testSetup(t)})
	other := s.sitter("Other", elsewhere)
	first, second := s.sitter("First", home), s.sitter("Second", home)
	s.pass(game.TickRate)
	s.sit(6, other, first, second)
	third := s.sitter("Third", home)
	s.pass(40 * game.TickRate)
	if !slices.Equal(third.results, []proto.SpawnStatus{proto.SpawnCrowded, proto.SpawnOK}) {
		t.Errorf("the third is told %v", third.results)
	}
	if first.flies() || !second.flies() || !other.flies() || other.asked > 0 {
		t.Errorf("first flies %v, second %v, the one from elsewhere %v, asked %d times", first.flies(), second.flies(), other.flies(), other.asked)
	}
}

func TestTheHostsOwnPlayerKeepsHisShip(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	s, all := fullOfSitters(t)
	s.kick(s.peers.all[0], "makes room")
	own := s.sitter("Own", link.Here)
	for _, l := range all[1:] {
		l.awake = true
	}
	waiter := s.sitter("Late", home)
	s.sit(7, own)
	if !own.flies() || waiter.flies() {
		t.Errorf("the player who hosts flies %v", own.flies())
	}
}

func TestAMatchMayBeFilledFromItsOwnNetwork(t *testing.T) {
	skipIfShort(t)
	for address, local := range map[string]bool{"127.0.0.1": true, "[::1]": true, "10.1.2.3": true, "192.0.2.1": false} {
		s := newStage(HostConfig{Local: privateOnly}, played{Setup: testSetup(t)})
		n := 0
		for i := range 2 * seatsPerAddress {
			if s.sitter(fmt.Sprint("P", i), fmt.Sprintf("%s:%d", address, 1000+i)); len(s.seated()) > n {
				n++
			}
		}
		if want := map[bool]int{true: 2 * seatsPerAddress, false: seatsPerAddress}[local]; n != want {
			t.Errorf("%s: %d ships, expected %d", address, n, want)
		}
	}
}

func TestASeatIsOfferedToAClientThatWaits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{PerAddress: 1})
		defer m.end()
		first := newPlayer("First", m.pipeAs("", home), 1)
		m.fly(time.Second, first)
		second := newPlayer("Second", m.pipeAs("", home), 2)
		second.conf.Wait = true
		third := newPlayer("Third", m.pipeAs("", home), 3)
		var told []string
		m.flyUntil(func() bool {
			if second.view != nil {
				for _, line := range second.view.Chat {
					told = append(told, line.Text)
				}
			}
			return second.view != nil && second.view.Waiting && third.view.Phase == Refused && len(told) > 0
		}, first, second, third)
		if !slices.Contains(told, lookOn[proto.SpawnCrowded]) {
			t.Errorf("who waits is told %q", told)
		}
		if v := second.view; v.Phase != Playing || v.Me >= 0 || !v.Waiting {
			t.Errorf("who waits: phase %d, slot %d, waits %v", v.Phase, v.Me, v.Waiting)
		}
		if v := third.view; v.Phase != Refused || v.Err == nil || !strings.Contains(v.Err.Error(), "from your address") {
			t.Errorf("who does not: phase %d, %v", v.Phase, v.Err)
		}
		first.Leave()
		m.fly(3*time.Second, second)
		if m.plays(second); second.view.Waiting {
			t.Error("he is said to wait yet")
		}
	})
}

func privateOnly(at netip.Addr) bool { return at.IsPrivate() }

// seated returns who has a ship.
func (s *stage) seated() (some []*pilot) {
	for _, p := range s.seats {
		if p != nil {
			some = append(some, p)
		}
	}
	return some
}
