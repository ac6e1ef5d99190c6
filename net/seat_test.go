package net

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net/link"
	"dogfight/proto"
)

// pipeAs returns a Dial with a proven key.
func (m *testMatch) pipeAs(identity, address string) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(address, identity)
		m.host.Add(far)
		return near
	}
}

// home and elsewhere are two addresses of one player.
const home, elsewhere = "192.0.2.1:1000", "198.51.100.2:2000"

// twoMinutes is how long a seat is kept, less some time for the rest of a test.
const twoMinutes = 2*time.Minute - 5*time.Second

func TestAKilledClientsSeatIsReservedForTwoMinutes(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Mode = game.Teams
		m := startMatch(t, HostConfig{}, played{Setup: setup, Seed: 3})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		m.flyUntil(func() bool { return rex.view.Me >= 0 && rex.me().Kills > 0 }, rex, other)
		was, _ := entry(other, "Rex")
		ship := m.world().Ships[was.Slot]
		rex.Link().Close()

		told := m.listen(lastly, other)
		if is, _ := entry(other, "Rex"); is.ID != was.ID || is.Slot != was.Slot || is.Flags != standsIn {
			t.Errorf("he was %+v in the roster and is %+v", was, is)
		}
		if n := m.pressesIn(30*time.Second, int(was.Slot), other); n < 5 {
			t.Errorf("the ship is hardly flown: it held something else %d times", n)
		}
		m.fly(twoMinutes-lastly-30*time.Second, other)
		again := newPlayer("Rex", m.pipeAs("SHA256:rex", elsewhere), 1) // a new process, without the token
		told = append(told, m.listen(time.Second, again, other)...)
		m.plays(again)
		if is, _ := entry(other, "Rex"); again.view.Me != int(was.Slot) || is.ID != was.ID || is.Flags != 0 {
			t.Errorf("he flies in slot %d and is %+v", again.view.Me, is)
		}
		if now := m.world().Ships[was.Slot]; now.Team != ship.Team || now.Kills < ship.Kills || flying(m.world()) != 2 {
			t.Errorf("team %d and %d kills before, %d and %d after; %d ships", ship.Team, ship.Kills, now.Team, now.Kills, flying(m.world()))
		}
		reads(t, told, "Rex has lost the link", "Rex's ship is flown by a bot", "Rex is back")
	})
}

func TestASeatIsNotReservedLongerThanTwoMinutesWithoutBots(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		was, _ := entry(other, "Rex")
		rex.Link().Close()
		m.fly(2*time.Minute+time.Second, other)
		if flying(m.world()) != 1 || len(other.view.Roster) != 1 {
			t.Errorf("%d ships, roster %v", flying(m.world()), other.view.Roster)
		}
		again := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, again, other)
		m.plays(again)
		if is, _ := entry(other, "Rex"); is.ID == was.ID {
			t.Errorf("he was %+v and is %+v", was, is)
		}
	})
}

func TestASeatNeedsAProof(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		was, _ := entry(other, "Rex")
		rex.Link().Close()
		m.fly(lastly, other)
		for i, identity := range []string{"", "SHA256:thief"} {
			p := newPlayer("Rex", m.pipeAs(identity, home), 1)
			m.fly(time.Second, p, other)
			if m.plays(p); p.view.Me == int(was.Slot) || len(other.view.Roster) != 3+i {
				t.Errorf("%q flies in slot %d, the roster is %v", identity, p.view.Me, other.view.Roster)
			}
		}
	})
}

func TestASecondClientOfAKeyIsASecondPilot(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		dial := m.pipeAs("SHA256:rex", home)
		first, second := newPlayer("Rex", dial, 1), newPlayer("Rex", dial, 2)
		m.fly(time.Second, first)
		m.fly(5*time.Second, first, second)
		m.plays(first)
		if m.plays(second); first.view.Me == second.view.Me || flying(m.world()) != 2 {
			t.Errorf("slots %d and %d, %d ships", first.view.Me, second.view.Me, flying(m.world()))
		}

		// Of two kept seats, each player gets their own by name.
		slots := [2]int{first.view.Me, second.view.Me}
		first.Link().Close()
		second.Link().Close()
		time.Sleep(20 * time.Second)
		first, second = newPlayer("Rex", dial, 1), newPlayer("Rex 2", dial, 2)
		m.fly(time.Second, first, second)
		if [2]int{first.view.Me, second.view.Me} != slots {
			t.Errorf("they had the slots %v and have %d and %d", slots, first.view.Me, second.view.Me)
		}
	})
}

func TestASeatIsReclaimedBeforeTheHostNoticesTheLostLink(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, rex)
		slot := rex.view.Me
		time.Sleep(3 * time.Second) // the machine loses power: neither packets nor the end of the link arrive
		again := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, again)
		if m.plays(again); again.view.Me != slot || flying(m.world()) != 1 || len(again.view.Roster) != 1 {
			t.Errorf("he had slot %d and has %d; %d ships", slot, again.view.Me, flying(m.world()))
		}
	})
}

func TestByeReleasesTheSeat(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, rex)
		rex.Leave()
		time.Sleep(2 * tickTime(1))
		if flying(m.world()) != 0 {
			t.Error("the ship still flies")
		}
	})
}

func TestASpectatorDoesNotReclaimASeat(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, rex)
		rex.Link().Close()
		watcher := newPilot(ClientConfig{Dial: m.pipeAs("SHA256:rex", home), Name: "Rex", Spectate: true})
		m.fly(lastly, watcher)
		if line, _ := entry(watcher, "Rex"); watcher.view.Me >= 0 || line.Flags != standsIn {
			t.Errorf("the player spectates in slot %d, and is %+v", watcher.view.Me, line)
		}
	})
}

func TestASeatIsReservedOverTheNextMatch(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		first, second := testSetup(t), oddSetup(t)
		first.TimeLimit = 15 * game.TickRate
		m := startMatch(t, HostConfig{}, played{Setup: first, Next: func(int) *game.Setup { return second }})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		was, _ := entry(other, "Rex")
		rex.Link().Close()
		m.flyUntil(func() bool { return other.view.Setup.Arena.Name == second.Arena.Name }, other)
		m.fly(lastly, other)
		again := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, again, other)
		m.plays(again)
		if is, _ := entry(other, "Rex"); again.view.Me != int(was.Slot) || is.ID != was.ID {
			t.Errorf("he was %+v and is %+v in slot %d", was, is, again.view.Me)
		}
	})
}

func TestAReservedSeatIsRemovedAfterAllBots(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Fill: game.MaxShips}, func(t *testing.T, m *testMatch) {
		rex, vega, other := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1), newPlayer("Vega", m.pipe, 2), newPlayer("Other", m.pipe, 3)
		m.fly(time.Second, rex, vega, other)
		m.fly(lastly, other)
		var crowd []*player
		for i := range game.MaxShips - 2 {
			p := newPilot(ClientConfig{Dial: m.pipe, Name: fmt.Sprint("P", i)})
			crowd = append(crowd, p)
		}
		m.fly(time.Second, append(crowd, other)...)
		if names := bots(other); !slices.Equal(names, []string{"Rex"}) {
			t.Errorf("of the bots %v are left", names)
		}
		last := newPilot(ClientConfig{Dial: m.pipe, Name: "Last"})
		m.fly(time.Second, append(crowd, other, last)...)
		if m.plays(last); len(bots(other)) != 0 {
			t.Errorf("in the full match %v fly", bots(other))
		}
	})
}

func TestAThousandIdentitiesDoNotBlockSeats(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup, identities := setupIn(t, "grid", 300), 1000
		if !*long {
			setup.Mode = game.Trails // the mode with the fewest ships
			identities = 2 * setup.Mode.Pilots()
		}
		ships := setup.Mode.Pilots()
		m := startMatch(t, HostConfig{HostOptions: HostOptions{PerAddress: ships}}, played{Setup: setup})
		defer m.end()
		other := newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, other)
		for i := range identities {
			r := &raw{t, m.pipeAs(fmt.Sprint("SHA256:", i), home)()}
			r.send(hello("Rex"), &proto.Spawn{Name: "Rex"})
			m.fly(2*tickTime(1), other)
			r.Close()
		}
		m.fly(lastly, other)
		if n := flying(m.world()); n != ships || len(other.view.Roster) != ships {
			t.Errorf("%d ships of %d, %d in the roster", n, ships, len(other.view.Roster))
		}
		newcomer := newPlayer("New", m.pipe, 3)
		m.fly(time.Second, newcomer, other)
		m.plays(newcomer)
		m.fly(2*time.Minute, newcomer, other)
		if n := flying(m.world()); n != 2 {
			t.Errorf("two minutes later there are %d ships", n)
		}
	})
}

// sitter is the link of an idle player on a stage, with the messages of the host.
type sitter struct {
	thin
	name, address string
	awake         bool        // it turns each second
	held          game.Course // while it does not
	asked         int         // number of warnings
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

// sit runs some minutes. Unless all is requested, these sitters have been idle for all but the last half minute of them at once.
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

// fullOfSitters returns an endless match in which every ship is an idle player's from another address. There are eight.
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

func TestAnIdlePlayerMakesRoomForAWaitingOne(t *testing.T) {
	s, all := fullOfSitters(t)
	s.sit(6, all...)
	for _, l := range all {
		if !l.flies() || l.asked > 0 {
			t.Fatalf("%s lost the ship, or was asked about idling, though no one waits for it", l.name)
		}
	}
	waiter := s.sitter("Late", home)
	s.pass(28 * game.TickRate)
	if waiter.flies() || !slices.Equal(waiter.results, []proto.SpawnStatus{proto.SpawnFull}) {
		t.Fatalf("he waits, and got %v", waiter.results)
	}
	s.pass(5 * game.TickRate)
	if !waiter.flies() || !slices.Equal(waiter.results, []proto.SpawnStatus{proto.SpawnFull, proto.SpawnOK}) {
		t.Errorf("the player got %v", waiter.results)
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
		t.Errorf("%v made room, and not the one who was idle for longest", went)
	}
	if n := len(s.pilots); n != len(all)+1 {
		t.Errorf("%d are in the match: one left", n)
	}
}

func TestPressingAKeySavesTheShip(t *testing.T) {
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

func TestAPlayerThatStopsWaitingGetsNoShip(t *testing.T) {
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
		t.Errorf("for the next the player was asked %d times, and flies %v: 30 s should start again", all[0].asked, all[0].flies())
	}
}

func TestACrowdedAddressWaitsForItsPlayers(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{HostOptions: HostOptions{PerAddress: 2}}, played{Setup: testSetup(t)})
	other := s.sitter("Other", elsewhere)
	first, second := s.sitter("First", home), s.sitter("Second", home)
	s.pass(game.TickRate)
	s.sit(6, other, first, second)
	third := s.sitter("Third", home)
	s.pass(40 * game.TickRate)
	if !slices.Equal(third.results, []proto.SpawnStatus{proto.SpawnCrowded, proto.SpawnOK}) {
		t.Errorf("the third got %v", third.results)
	}
	if first.flies() || !second.flies() || !other.flies() || other.asked > 0 {
		t.Errorf("first flies %v, second %v, the one from elsewhere %v, asked %d times", first.flies(), second.flies(), other.flies(), other.asked)
	}
}

func TestTheLocalPlayerDoesNotLoseTheShip(t *testing.T) {
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
		t.Errorf("the local player flies %v", own.flies())
	}
}

func TestAMatchMayBeFilledFromTheLocalNetwork(t *testing.T) {
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
	inMatch(t, HostConfig{HostOptions: HostOptions{PerAddress: 1}}, played{}, func(t *testing.T, m *testMatch) {
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
		if !slices.Contains(told, watchReason[proto.SpawnCrowded]) {
			t.Errorf("the waiting player got %q", told)
		}
		if v := second.view; v.Phase != Playing || v.Me >= 0 || !v.Waiting {
			t.Errorf("the waiting player: phase %d, slot %d, waits %v", v.Phase, v.Me, v.Waiting)
		}
		if v := third.view; v.Phase != Refused || v.Err == nil || !strings.Contains(v.Err.Error(), "from your address") {
			t.Errorf("the other player: phase %d, %v", v.Phase, v.Err)
		}
		first.Leave()
		m.fly(3*time.Second, second)
		if m.plays(second); second.view.Waiting {
			t.Error("the player is still reported as waiting")
		}
	})
}

func privateOnly(at netip.Addr) bool { return at.IsPrivate() }

// seated returns the pilots with a ship.
func (s *stage) seated() (some []*pilot) {
	for _, p := range s.seats {
		if p != nil {
			some = append(some, p)
		}
	}
	return some
}

// In these tests a client without frames is a vanished machine: its link neither closes nor delivers.

func TestASilentPilotFliesOnFor200msAndIsIdleAfter300(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPilot(ClientConfig{Dial: m.dial(link.Conditions{Delay: 20 * time.Millisecond}), Name: "Rex"})
		p.held = game.Steer(game.Right) | game.Fire
		for _, step := range []struct {
			silent time.Duration
			want   game.Input
		}{{200 * time.Millisecond, p.held}, {300 * time.Millisecond, game.Steer(game.Idle)}} {
			m.fly(time.Second, p)
			time.Sleep(20*time.Millisecond + step.silent) // the last packets are still on their way
			if got := m.world().Ships[p.view.Me].Input; got != step.want {
				t.Errorf("silent for %v: expected the ship to hold %d, it holds %d", step.silent, step.want, got)
			}
		}
	})
}

func TestALinkSurvivesFiveSecondsOfSilence(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m, w := startMatch(t, HostConfig{}), &wire{}
		defer m.end()
		p := newPlayer("Rex", w.dial(m, link.Conditions{}), 1)
		m.fly(3*time.Second, p)
		used := p.Link()
		w.dark.Store(true)
		m.fly(5*time.Second, p)
		w.dark.Store(false)
		m.fly(time.Second, p)
		if m.plays(p); p.Link() != used {
			t.Error("it plays over another link")
		}
	})
}

func TestAVanishedMachineLosesItsLink(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p, other := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, p, watcher, other)
		m.fly(6900*time.Millisecond, other)
		for _, gone := range []*player{p, watcher} {
			if err := gone.Link().Err(); err != nil {
				t.Errorf("after 6.9 s the link of %s is down: %v", gone.conf.Name, err)
			}
		}
		m.fly(500*time.Millisecond, other)
		for _, gone := range []*player{p, watcher} {
			if gone.Link().Err() == nil {
				t.Errorf("after 7.4 s the link of %s is up", gone.conf.Name)
			}
		}
		if _, in := entry(other, "Watcher"); in || !away(other.view.Roster, "Rex") {
			t.Errorf("expected Rex to be away and no spectator, the roster is %v", other.view.Roster)
		}
	})
}

// entry returns an entry of a player's roster.
func entry(p *player, name string) (proto.Pilot, bool) {
	for _, line := range p.view.Roster {
		if line.Name == name {
			return line, true
		}
	}
	return proto.Pilot{}, false
}

func TestAVanishedMachinesSlotIsFreeWithinTenSeconds(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		m.seatRest(game.MaxShips - 1)
		m.fly(time.Second, p)
		if n := flying(m.world()); n != game.MaxShips {
			t.Fatalf("the match is not full: %d ships", n)
		}
		slot, vanished := p.view.Me, time.Now()
		newcomer := newPilot(ClientConfig{Dial: m.pipe, Name: "New"})
		for m.fly(100*time.Millisecond, newcomer); newcomer.view.Phase == Refused; m.fly(100*time.Millisecond, newcomer) {
			newcomer = newPilot(newcomer.conf)
		}
		took := time.Since(vanished)
		m.plays(newcomer)
		if t.Logf("it took %v", took); newcomer.view.Me != slot || took < 9*time.Second || took > 10*time.Second {
			t.Errorf("expected slot %d after 9 to 10 s, slot %d was free after %v", slot, newcomer.view.Me, took)
		}
	})
}

// seatRest runs n pilots without a Client until the match ends: each sends an input ten times a second, and reads all packets.
func (m *testMatch) seatRest(n int) {
	var pilots []*raw
	for i := range n {
		r := m.raw()
		r.send(hello(fmt.Sprint("Rest ", i)), &proto.Spawn{Name: fmt.Sprint("Rest ", i)})
		pilots = append(pilots, r)
	}
	go func() {
		for {
			for _, r := range pilots {
				r.drain()
				r.hold(m.tick()+1, game.Steer(game.Idle))
			}
			select {
			case <-m.ended:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
}

// drain discards all packets.
func (r *raw) drain() {
	for {
		if _, ok := r.Receive(nil); !ok {
			return
		}
	}
}

// hold sends one input, for a tick.
func (r *raw) hold(tick game.Tick, in game.Input) {
	ack := tick - min(tick, 20) // that the host has reached
	r.Send(link.Data, (&proto.Inputs{Ack: ack, Newest: tick, List: []game.Input{in}}).Append(nil))
}

func TestAPeerWithoutInputsIsCutOff(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		r.join("Rex")
		r.send(&proto.Spawn{Name: "Rex"})
		for range 90 {
			r.send(&proto.SetReady{On: true})
			r.received()
		}
		if r.Err() != nil || flying(m.world()) != 1 {
			t.Errorf("after 9 s: link %v, %d ships", r.Err(), flying(m.world()))
		}
		for range 8 {
			r.send(&proto.SetReady{On: true})
			r.received()
		}
		if r.Err() == nil || flying(m.world()) != 0 {
			t.Errorf("after 9.8 s: link %v, %d ships", r.Err(), flying(m.world()))
		}
	})
}

func TestOldInputsDoNotReserveASeat(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		r.join("Rex")
		r.send(&proto.Spawn{Name: "Rex"})
		tick := m.tick() + 10
		for range 98 {
			r.hold(tick, game.Steer(game.Up))
			r.received()
		}
		if r.Err() == nil || flying(m.world()) != 0 {
			t.Errorf("after 9.8 s: link %v, %d ships", r.Err(), flying(m.world()))
		}
	})
}

func TestAStoppedHostCutsNoOneOff(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 20 * time.Millisecond}), 1)
		m.fly(3*time.Second, p)
		used := p.Link()
		m.pause.Store(int64(time.Minute))
		for i := range 2 * 70 { // all at once, but no flood
			p.Ready(i%2 == 0)
			m.fly(time.Second/2, p)
		}
		if m.plays(p); p.Link() != used {
			t.Error("it plays over another link")
		}
	})
}

func TestARemovedPilotLosesTheSeatAtOnce(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r, other := m.raw(), newPlayer("Other", m.pipe, 1)
		r.join("Rex")
		r.send(&proto.Spawn{Name: "Rex"})
		m.fly(time.Second, other)
		r.Send(link.Control, []byte("nonsense"))
		m.mustNotify(t, "Rex has left", other)
		if n := flying(m.world()); n != 1 {
			t.Errorf("expected one ship, %d fly", n)
		}
	})
}

// lastly is long enough for a vanished pilot to lose the ship.
const lastly = 10 * time.Second

const standsIn = proto.BotPilot | proto.Away

func TestABotFliesAVanishedPlayersShipUntilTheirReturn(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Fill: 5, Skill: 1, Seed: 3}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.dial(link.Conditions{Delay: 30 * time.Millisecond}), 1), newPlayer("Other", m.pipe, 2)
		m.flyUntil(func() bool { return rex.view != nil && rex.view.World != nil && rex.view.Me >= 0 && rex.me().Kills > 0 }, rex, other)
		was, _ := entry(other, "Rex")
		kills := m.world().Ships[was.Slot].Kills
		if was.Flags != 0 || was.Ping == 0 {
			t.Errorf("he is %+v in the roster", was)
		}

		told := m.listen(lastly, other)
		is, _ := entry(other, "Rex")
		if is.ID != was.ID || is.Slot != was.Slot || is.Flags != standsIn || is.Ping != 0 {
			t.Errorf("he was %+v in the roster and is %+v", was, is)
		}
		if n := flying(m.world()); n != 5 || len(other.view.Roster) != 5 {
			t.Errorf("expected 5 ships, %d fly, and the roster is %v", n, other.view.Roster)
		}
		if n := m.pressesIn(time.Minute/slowdown, int(is.Slot), other); n < 3 {
			t.Errorf("the ship is hardly flown: it held something else %d times", n)
		}
		if got := m.world().Ships[is.Slot].Kills; got < kills {
			t.Errorf("it had %d kills and has %d", kills, got)
		}

		told = append(told, m.listen(time.Second, rex, other)...)
		m.plays(rex)
		if back, _ := entry(other, "Rex"); rex.view.Me != int(was.Slot) || back.ID != was.ID || back.Slot != was.Slot || back.Flags != 0 {
			t.Errorf("he flies in slot %d and is %+v in the roster", rex.view.Me, back)
		}
		if ship := m.world().Ships[was.Slot]; ship.Kills < kills || flying(m.world()) != 5 {
			t.Errorf("%d kills before, %d after; %d ships", kills, ship.Kills, flying(m.world()))
		}
		m.fly(time.Second, other, rex)
		rex.bot, rex.held = nil, game.Steer(game.Left)|game.Special
		m.flyUntil(func() bool { return m.world().Ships[was.Slot].Input == rex.held }, other, rex) // at the latest with the next ship
		reads(t, told, "Rex has lost the link", "Rex's ship is flown by a bot", "Rex is back")
	})
}

// pressesIn counts the changes of a ship's input in a time.
func (m *testMatch) pressesIn(d time.Duration, slot int, players ...*player) (n int) {
	held := m.world().Ships[slot].Input
	for until := time.Now().Add(d); time.Now().Before(until); {
		m.fly(tickTime(1), players...)
		if in := m.world().Ships[slot].Input; in != held {
			held = in
			n++
		}
	}
	return n
}

// reads expects these notices, and no others.
func reads(t *testing.T, told []ChatLine, want ...string) {
	t.Helper()
	var got []string
	for _, line := range told {
		got = append(got, line.Text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("expected to read %q, read %q", want, got)
	}
}

func TestWithoutBotsThereIsNoSubstitute(t *testing.T) {
	skipIfShort(t)
	for what, play := range map[string]played{"no bots": {}, "two bots": {Bots: 2}, "filled": {Fill: 2, Bots: 2}} {
		t.Run(what, func(t *testing.T) {
			inMatch(t, HostConfig{}, play, func(t *testing.T, m *testMatch) {
				rex, other := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2)
				m.fly(time.Second, rex, other)
				reads(t, m.listen(lastly, other), "Rex has lost the link", "Rex has left")
				if n := flying(m.world()); n != 1+play.Bots || len(other.view.Roster) != n {
					t.Errorf("%d ships, roster %v", n, other.view.Roster)
				}
			})
		})
	}
}

func TestASubstituteMakesRoomBeforeOtherBots(t *testing.T) {
	inMatch(t, HostConfig{BotNames: []string{"Ann", "Ben", "Cid"}}, played{Fill: 4}, func(t *testing.T, m *testMatch) {
		rex, other, early := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2), newPlayer("Early", m.pipe, 3)
		m.fly(time.Second, rex, other, early)
		early.Leave() // so that the last one that joined is another bot
		m.fly(time.Second, rex, other)
		before := bots(other)
		first, _ := entry(other, "Rex")
		m.fly(lastly, other)
		newcomer := newPlayer("New", m.pipe, 3)
		reads(t, m.listen(time.Second, newcomer, other), "New has joined", "Rex has left")
		if after := bots(other); !slices.Equal(after, before) || len(after) != 2 || flying(m.world()) != 4 {
			t.Errorf("the bots were %v and are %v; %d ships", before, after, flying(m.world()))
		}

		// The ship is gone, and a new one is given.
		m.fly(time.Second, rex, newcomer, other)
		m.plays(rex)
		if line, _ := entry(other, "Rex"); line.Flags != 0 || line.ID <= first.ID || flying(m.world()) != 4 {
			t.Errorf("he was %+v and is %+v; %d ships", first, line, flying(m.world()))
		}
	})
}

// bots returns the names of the bots in a player's roster.
func bots(p *player) (names []string) {
	for _, line := range p.view.Roster {
		if line.Flags&proto.BotPilot != 0 {
			names = append(names, line.Name)
		}
	}
	return names
}

func TestTheLongestAbsentPlayersSubstituteMakesRoom(t *testing.T) {
	inMatch(t, HostConfig{}, played{Fill: 3}, func(t *testing.T, m *testMatch) {
		rex, vega, other := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2), newPlayer("Other", m.pipe, 3)
		m.fly(time.Second, rex, vega, other)
		slot := rex.view.Me
		m.fly(3*time.Second, rex, other) // without Vega, the last one
		told := m.listen(lastly, other)
		reads(t, told, "Vega has lost the link", "Vega's ship is flown by a bot", "Rex has lost the link", "Rex's ship is flown by a bot")
		newcomer := newPlayer("New", m.pipe, 4)
		m.fly(time.Second, newcomer, other)
		if names := bots(other); !slices.Equal(names, []string{"Rex"}) || flying(m.world()) != 3 {
			t.Errorf("the bots are %v; %d ships", names, flying(m.world()))
		}
		m.fly(time.Second, rex, newcomer, other)
		if m.plays(rex); rex.view.Me != slot || len(bots(other)) != 0 || flying(m.world()) != 3 {
			t.Errorf("he had slot %d and has %d; bots %v, %d ships", slot, rex.view.Me, bots(other), flying(m.world()))
		}
	})
}

func TestASubstituteFliesInTheNextMatch(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		first, second := testSetup(t), oddSetup(t)
		first.TimeLimit = 15 * game.TickRate
		m := startMatch(t, HostConfig{}, played{Setup: first, Fill: 3, Next: func(int) *game.Setup { return second }})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2)
		rex.conf.Class = first.Classes[len(first.Classes)-1].Name
		m.fly(time.Second, rex, other)
		was, _ := entry(other, "Rex")
		m.flyUntil(func() bool { return other.view.Setup.Arena.Name == second.Arena.Name }, other)
		m.fly(2*time.Second, other)
		if is, _ := entry(other, "Rex"); is.ID != was.ID || is.Slot != was.Slot || is.Flags != standsIn || flying(m.world()) != 3 {
			t.Errorf("he was %+v and is %+v; %d ships", was, is, flying(m.world()))
		}
		if n := m.pressesIn(20*time.Second, int(was.Slot), other); n < 5 {
			t.Errorf("the ship is hardly flown: it held something else %d times", n)
		}
		m.fly(time.Second, rex, other)
		m.plays(rex)
		if is, _ := entry(other, "Rex"); rex.view.Me != int(was.Slot) || is.Flags != 0 || rex.view.Setup.Arena.Name != second.Arena.Name {
			t.Errorf("he flies in slot %d of %s and is %+v", rex.view.Me, rex.view.Setup.Arena.Name, is)
		}
	})
}

func TestASubstituteDoesNotDelayTheStart(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Lobby = true
		m := startMatch(t, HostConfig{}, played{Setup: setup, Fill: 3})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		rex.Ready(true)
		m.fly(lastly, other)
		m.fly(time.Second, rex, other)
		if line, _ := entry(other, "Rex"); line.Flags != 0 || other.view.World.Status != game.Waiting {
			t.Errorf("the player returned as %+v, status %d", line, other.view.World.Status)
		}
		m.fly(lastly, other)
		other.Ready(true)
		m.fly(time.Second, other)
		if line, _ := entry(other, "Rex"); line.Flags != standsIn || other.view.World.Status != game.InProgress {
			t.Errorf("he is %+v, status %d", line, other.view.World.Status)
		}
	})
}

func TestTeamsStayBalancedWhenASubstituteMakesRoom(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Mode = game.Teams
		m := startMatch(t, HostConfig{}, played{Setup: setup, Fill: 6})
		defer m.end()
		var players []*player
		for i := range 4 {
			players = append(players, newPlayer(string(rune('A'+i)), m.pipe, uint64(i)))
			m.fly(time.Second, players...)
		}
		for len(players) > 1 {
			gone := players[0]
			players = players[1:]
			m.fly(lastly, players...)
			m.even(gone.conf.Name+" is gone", 6)
		}
		for i := range 6 {
			players = append(players, newPlayer(string(rune('N'+i)), m.pipe, uint64(i)))
			m.fly(time.Second, players...)
			m.even(players[len(players)-1].conf.Name+" has come", max(6, len(players)))
		}
	})
}

// even expects that teams of nearly the same size have so many ships together.
func (m *testMatch) even(when string, ships int) {
	m.t.Helper()
	if a, b := teams(m.world()); a+b != ships || max(a-b, b-a) > 1 {
		m.t.Errorf("%s: expected %d ships in equal teams, the teams have %d and %d", when, ships, a, b)
	}
}

func TestSubstitutesMakeRoomInAFullMatch(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Fill: game.MaxShips}, func(t *testing.T, m *testMatch) {
		rex, vega, other := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2), newPlayer("Other", m.pipe, 3)
		m.fly(time.Second, rex, vega, other)
		m.fly(lastly, other)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, watcher, other)
		if n := len(bots(other)); n != game.MaxShips-1 || !slices.Contains(bots(other), "Rex") {
			t.Errorf("a spectator joined, and of 63 bots %d are left", n)
		}
		newcomer := newPlayer("New", m.pipe, 4)
		m.fly(time.Second, newcomer, watcher, other)
		m.plays(newcomer)
		if names := bots(other); len(names) != game.MaxShips-2 || slices.Contains(names, "Rex") == slices.Contains(names, "Vega") {
			t.Errorf("expected one of the two to have made room, the bots are %v", names)
		}
	})
}

func TestAReturningPlayerHasTimeForInputs(t *testing.T) {
	inMatch(t, HostConfig{}, played{Fill: 2}, func(t *testing.T, m *testMatch) {
		other := newPlayer("Other", m.pipe, 2)
		r := m.raw()
		token := r.join("Rex")
		r.send(&proto.Spawn{Name: "Rex"})
		m.fly(lastly, other)
		r = m.raw()
		r.send(again("Rex", token))
		m.fly(5*time.Second, other)
		if line, _ := entry(other, "Rex"); r.Err() != nil || line.Flags != 0 || line.Slot == proto.NoSlot {
			t.Errorf("link %v, and he is %+v", r.Err(), line)
		}
	})
}

// again is a Hello with a token.
func again(name string, token proto.Token) *proto.Hello {
	m := hello(name)
	m.Token = token
	return m
}

func TestBotsHaveDifferentNames(t *testing.T) {
	var c crew
	s, names := testSetup(t), assets.PilotNames()
	for range game.MaxShips {
		c.addBot(s, &game.World{}, names, 1, rand.New(rand.NewPCG(1, 1)))
	}
	for _, p := range c.pilots {
		if strings.Contains(p.Name, " ") {
			t.Errorf("a bot is called %q though there are %d names for %d bots", p.Name, len(names), game.MaxShips)
		}
	}
	if len(c.pilots) != game.MaxShips {
		t.Errorf("expected %d bots, got %d", game.MaxShips, len(c.pilots))
	}
}

func TestNamesBeyondTheListGetANumber(t *testing.T) {
	var c crew
	chance := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		c.addBot(testSetup(t), &game.World{}, []string{"Only"}, 1, chance)
	}
	if got := []string{c.pilots[0].Name, c.pilots[1].Name, c.pilots[2].Name}; strings.Join(got, ",") != "Only,Only 2,Only 3" {
		t.Errorf("three bots and one name: %q", got)
	}
}

func TestSeatsStayConsistentOverRandomJoinsAndLeaves(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	setup := oddSetup(t)
	rapid.Check(t, func(t *rapid.T) {
		setup := *setup
		setup.Mode = rapid.SampledFrom(playable(&setup)).Draw(t, "mode")
		p := &passage{stage: newStage(HostConfig{}, played{Setup: &setup, Bots: rapid.IntRange(0, 2).Draw(t, "bots"), Fill: rapid.IntRange(0, 5).Draw(t, "fill")})}
		for range rapid.IntRange(8, 16).Draw(t, "steps") {
			p.step(t)
			p.pass(rapid.SampledFrom([]int{1, 2, 30, aliveTime, linkTimeout, seatTimeout, seatKeepTime / 4}).Draw(t, "ticks"))
			p.check(t)
			p.checkRosters(t)
		}
		p.pass(rosterPause + 1)
		p.checkRosters(t)
		for tries := 0; p.stale && tries < 3; tries++ { // a visitor may have given up meanwhile
			p.pass(rosterPause + 1)
		}
		if p.stale {
			t.Errorf("at the end a change is still pending")
		}
	})
}

// playable returns the modes that can be played in the arena.
func playable(s *game.Setup) (modes []game.Mode) {
	for _, mode := range game.Modes() {
		if mode.Plays(s.Arena, 0) == nil {
			modes = append(modes, mode)
		}
	}
	return modes
}

// passage is a stage with visitors.
type passage struct {
	*stage
	visitors []*visitor
}

// visitor is a pilot or spectator on a link.
type visitor struct {
	link.Link
	name     string
	identity string
	token    proto.Token
	dead     bool // the machine sends nothing any more
	pilot    uint16
	roster   []proto.Pilot // as received
}

// step makes a random event happen.
func (p *passage) step(t *rapid.T) {
	if len(p.visitors) == 0 {
		p.join(t, &visitor{name: "V0", identity: p.identity(t)}, true)
		return
	}
	v := rapid.SampledFrom(p.visitors).Draw(t, "who")
	switch rapid.SampledFrom([]string{"comes", "watches", "vanishes", "breaks", "returns", "begins anew", "leaves", "turns", "renames", "is ready"}).Draw(t, "what") {
	case "comes":
		p.join(t, &visitor{name: fmt.Sprint("V", len(p.visitors)), identity: p.identity(t)}, true)
	case "watches":
		p.join(t, &visitor{name: fmt.Sprint("V", len(p.visitors)), identity: p.identity(t)}, false)
	case "vanishes":
		v.dead = true
	case "breaks":
		v.dead = true
		v.Close()
	case "returns":
		p.join(t, &visitor{name: v.name, identity: v.identity, token: v.token}, true)
	case "begins anew":
		p.join(t, &visitor{name: v.name, identity: v.identity}, true)
	case "leaves":
		v.send(&proto.Bye{})
	case "renames":
		v.send(&proto.Spawn{Name: rapid.SampledFrom([]string{"V0", "v1", "Rex", "Bot"}).Draw(t, "name")})
	case "is ready":
		v.send(&proto.SetReady{On: rapid.Bool().Draw(t, "on")})
	case "turns":
		p.startRound(p.Setup)
	}
}

// identity is a newcomer's key and address.
func (p *passage) identity(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", "SHA256:a", "SHA256:b"}).Draw(t, "identity")
}

func (v *visitor) send(m proto.Message) { v.Send(link.Control, m.Append(nil)) }

// join adds a visitor. If it has no ship it asks for one, unless it spectates.
func (p *passage) join(t *rapid.T, v *visitor, flies bool) {
	near, far := link.PipeOf(v.name, v.identity)
	p.admit(far)
	v.Link = near
	p.visitors = append(p.visitors, v)
	v.send(again(v.name, v.token))
	p.pass(1)
	welcome := p.welcome(t, v)
	v.pilot = welcome.Pilot
	if v.token = welcome.Token; flies && welcome.Slot == proto.NoSlot {
		v.send(&proto.Spawn{Name: v.name})
	}
}

func (p *passage) welcome(t *rapid.T, v *visitor) *proto.Welcome {
	for {
		packet, ok := v.Receive(nil)
		if !ok {
			t.Fatal("expected a welcome")
		}
		if packet.Channel != link.Control {
			continue
		}
		if m, err := proto.Parse(packet.Bytes); err != nil {
			t.Fatal(err)
		} else if m, ok := m.(*proto.Welcome); ok {
			return m
		}
	}
}

// pass runs ticks in which all live visitors send an input.
func (p *passage) pass(ticks int) {
	for range ticks {
		for _, v := range p.visitors {
			if !v.dead {
				v.Send(link.Data, (&proto.Inputs{Ack: p.World.Tick, Newest: p.World.Tick + 1, List: []game.Input{0}}).Append(nil))
			}
			v.receive()
		}
		p.stage.pass(1)
	}
}

// receive reads the host's messages.
func (v *visitor) receive() {
	for packet, ok := v.Receive(nil); ok; packet, ok = v.Receive(nil) {
		if packet.Channel != link.Control {
			continue
		}
		switch m, _ := proto.Parse(packet.Bytes); m := m.(type) {
		case *proto.Roster:
			v.roster = m.Pilots
		case *proto.RosterChange:
			v.roster = m.Apply(v.roster)
		}
	}
}

// checkRosters expects that all have the roster that was sent to all, with their own entry and, once nothing changes, the current one.
func (p *passage) checkRosters(t *rapid.T) {
	for _, v := range p.visitors {
		if v.Err() != nil || p.peerNamed(v.pilot) == nil {
			continue // removed, or another has the seat
		}
		v.receive()
		got, told := withoutPings(v.roster), withoutPings(p.roster.pilots)
		if !slices.Equal(got, told) {
			own := slices.IndexFunc(got, func(pilot proto.Pilot) bool { return pilot.ID == v.pilot })
			if own < 0 || !slices.Equal(slices.Delete(slices.Clone(got), own, own+1), told) {
				t.Fatalf("%s was informed of %v, all of %v", v.name, got, told)
			}
		}
		if is := withoutPings(p.listPilots()); !p.stale && !slices.Equal(got, is) {
			t.Fatalf("%s was informed of %v, there are %v", v.name, got, is)
		}
	}
}

// peerNamed returns the client of the pilot with the id, or nil.
func (p *passage) peerNamed(id uint16) *peer {
	for _, peer := range p.peers.all {
		if peer.pilot != nil && peer.pilot.ID == id && !peer.leaving {
			return peer
		}
	}
	return nil
}

func withoutPings(all []proto.Pilot) []proto.Pilot {
	all = slices.Clone(all)
	for i := range all {
		all[i].Ping = 0
	}
	return all
}

// check expects a consistent state.
func (p *passage) check(t *rapid.T) {
	names, there := map[string]bool{}, map[*pilot]bool{}
	for _, peer := range p.peers.all {
		there[peer.pilot] = true
	}
	for _, who := range p.pilots {
		if names[who.Name] {
			t.Errorf("two are called %s", who.Name)
		}
		names[who.Name] = true
		if who.seated() && p.seats[who.Slot] != who {
			t.Errorf("%s is not in seat %d", who.Name, who.Slot)
		}
		if own := who.Token != (proto.Token{}); own == (who.is(proto.BotPilot) && !who.isSubstitute()) {
			t.Errorf("%s has flags %d, and a token: %v", who.Name, who.Flags, own)
		}
		if who.Kept && (!who.isSubstitute() || who.Identity == "" || p.World.Tick-who.Inputs.ReceivedAt > seatKeepTime) {
			t.Errorf("at tick %d, the seat is reserved of %+v", p.World.Tick, who.Pilot)
		}
		if own := who.Token != (proto.Token{}); own && who.is(proto.Away) == there[who] {
			t.Errorf("%s has flags %d, and a link: %v", who.Name, who.Flags, there[who])
		}
		if who.is(proto.Away) && !who.is(proto.BotPilot) && p.World.Tick-who.Inputs.ReceivedAt > seatTimeout {
			t.Errorf("%s has been away since tick %d, at %d", who.Name, who.Inputs.ReceivedAt, p.World.Tick)
		}
	}
	for slot, who := range p.seats {
		if (who == nil) != (p.World.Ships[slot].State == game.Empty) {
			t.Errorf("slot %d: pilot %v, ship %d", slot, who, p.World.Ships[slot].State)
		}
	}
	if humans, bots := p.count(); bots != p.botsWanted(humans) {
		t.Errorf("along with %d humans, expected %d bots, there are %d", humans, p.botsWanted(humans), bots)
	}
}

// suited returns a host, run by hand, of matches of a second with seven bots that adapt to the player.
func suited(t *testing.T, past ...bot.PastMatch) *stage {
	setup := testSetup(t)
	setup.TimeLimit = game.TickRate
	m := FixedMatch(setup, MatchOptions{Bots: 7, Skill: AutoSkill}, 3)
	m.Past = past
	return resumed(m)
}

// tenths returns the mean skill of all bots in tenths, and their skills in order.
func (s *stage) tenths() (mean int, skills []int) {
	for _, p := range s.pilots {
		if p.isBot() {
			skills = append(skills, p.Skill)
			mean += p.Skill
		}
	}
	slices.Sort(skills)
	return mean * bot.Tenths / max(len(skills), 1), skills
}

// finish plays the match to its end with so many points for these players, and moves on to the next.
func (s *stage) finish(points int32, players ...*flier) {
	number := s.liveMatch.Number
	for s.liveMatch.Number == number {
		for slot, p := range s.seats {
			if p != nil && !p.is(proto.BotPilot) {
				s.World.Ships[slot].Score = points
			}
		}
		for _, f := range players {
			f.press()
		}
		s.pass(1)
	}
	s.pass(1)
}

func TestBotsThatSuitAPlayerAreBetterAfterAVictoryAndWorseAfterADefeat(t *testing.T) {
	s := suited(t)
	rex := s.flier(t, "Rex", "", proto.Token{})
	s.pass(2)
	first, skills := s.tenths()
	if len(skills) != 7 || first < 14 || first > 20 || skills[0] == skills[6] {
		t.Fatalf("for an unknown player: %v", skills)
	}
	s.finish(1000, rex)
	better, skills := s.tenths()
	if better <= first || better > first+10 {
		t.Errorf("after a victory over %d tenths: %v", first, skills)
	}
	s.finish(-1000, rex)
	if worse, skills := s.tenths(); worse >= better || worse < better-10 {
		t.Errorf("after a defeat by %d tenths: %v", better, skills)
	}
}

func TestTheFirstMatchUsesEarlierResults(t *testing.T) {
	s := suited(t, bot.PastMatch{Rank: 3, Ships: 8, Level: 36}, bot.PastMatch{Rank: 3, Ships: 8, Level: 36})
	s.pass(2)
	if mean, skills := s.tenths(); mean < 35 || mean > 37 {
		t.Errorf("after matches at 3.6 that suited: %v", skills)
	}
}

func TestAMatchWithoutAPlayerDoesNotChangeTheSkill(t *testing.T) {
	s := suited(t)
	s.pass(2)
	before, _ := s.tenths()
	s.finish(1000)
	if after, _ := s.tenths(); after != before || len(s.Past) != 0 {
		t.Errorf("bots of %d tenths are followed by bots of %d; past: %v", before, after, s.Past)
	}
}

func TestTheResultHasTheSkillOfEachBot(t *testing.T) {
	var told results
	setup := testSetup(t)
	setup.TimeLimit = game.TickRate
	m := FixedMatch(setup, MatchOptions{Bots: 7, Skill: AutoSkill}, 3)
	m.Past = []bot.PastMatch{{Rank: 3, Ships: 8, Level: 24}}
	s := resumed(m)
	s.liveMatch.onResult = told.add
	s.pass(2 * game.TickRate)
	var skills []int
	for _, f := range told.all()[0].Flights {
		skills = append(skills, f.Skill)
		if f.Novice {
			t.Errorf("the result of a novice: %+v", f)
		}
	}
	if slices.Sort(skills); !slices.Equal(skills, []int{1, 2, 2, 2, 3, 3, 4}) {
		t.Errorf("bots of level 2.4 are reported as %v", skills)
	}
	s.Past[0].Level = 0
	s.trainBots()
	for _, p := range s.pilots {
		if f := s.flightOf(p); f.Skill != 1 || !f.Novice {
			t.Errorf("a novice is reported as %+v", f)
		}
	}
}

func TestANoviceHardlyShoots(t *testing.T) {
	skipIfShort(t)
	shots := map[int]int{}
	for _, level := range []bot.Level{0, 10} {
		m := FixedMatch(testSetup(t), MatchOptions{Bots: 8, Skill: AutoSkill}, 3)
		m.Past = []bot.PastMatch{{Rank: 3, Ships: 8, Level: level}}
		s := resumed(m)
		for range 60 * game.TickRate {
			s.pass(1)
			for _, ev := range s.events.List {
				if ev.Kind == game.EventShot {
					shots[int(level)]++
				}
			}
		}
	}
	if shots[0] == 0 || shots[0]*2 > shots[10] {
		t.Errorf("novices fire %d times, bots of level 1 %d times", shots[0], shots[10])
	}
}

// linked joins Rex's and Vega's keys.
func linked(identity string) []string {
	if both := []string{rexKey, vegaKey}; slices.Contains(both, identity) {
		return both
	}
	return []string{identity}
}

func TestALinkedKeyReclaimsTheSeat(t *testing.T) {
	inMatch(t, HostConfig{LinkedKeys: linked}, played{}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipeAs("SHA256:other", home), 2)
		m.fly(time.Second, rex, other)
		slot := rex.view.Me
		rex.Link().Close()
		m.fly(lastly, other)
		again := newPlayer("Rex", m.pipeAs(vegaKey, elsewhere), 1)
		m.fly(time.Second, again, other)
		if m.plays(again); again.view.Me != slot || flying(m.world()) != 2 {
			t.Errorf("he had slot %d and has %d; %d ships", slot, again.view.Me, flying(m.world()))
		}
	})
}

func TestBansAndMutesApplyToAllLinkedKeys(t *testing.T) {
	inMatch(t, HostConfig{LinkedKeys: linked}, played{}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		if err := m.host.Mute(rex.view.Pilot, true); err != nil {
			t.Fatal(err)
		}
		rex.Leave()
		rex = newPlayer("Rex", m.pipeAs(vegaKey, elsewhere), 1)
		m.fly(time.Second, rex, other)
		rex.Say("rude")
		if told := m.listen(time.Second, rex, other); len(told) > 0 {
			t.Errorf("the chat is %v", told)
		}
		if err := m.host.Mute(rex.view.Pilot, false); err != nil {
			t.Fatal(err)
		}
		if _, err := m.host.Ban(rexKey, "", time.Time{}, false); err != nil {
			t.Fatal(err)
		}
		m.refuses(rex, "banned", other)
		m.refuses(newPlayer("Rex", m.pipeAs(vegaKey, elsewhere), 1), "banned", other)
	})
}
