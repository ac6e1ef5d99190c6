package net

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// pipeAs returns a Dial for somebody who has proven to hold a key.
func (m *testMatch) pipeAs(identity, address string) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(address, identity)
		m.host.Add(far)
		return near
	}
}

// home and elsewhere are two addresses of one player.
const home, elsewhere = "192.0.2.1:1000", "198.51.100.2:2000"

// twoMinutes is how long a seat is kept, less the time that a test takes for other
// things.
const twoMinutes = 2*time.Minute - 5*time.Second

func TestAKilledClientsSeatIsFlownByABotAndGivenBackWithinTwoMinutes(t *testing.T) {
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

func TestASeatIsNotKeptForLongerThanTwoMinutesWhereNoBotIsWanted(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
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

func TestASeatIsNobodysWhoHasNotProvenThatItIsHis(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
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

func TestWhoComesWhileHeIsThereIsASecondPilot(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		dial := m.pipeAs("SHA256:rex", home)
		first, second := newPlayer("Rex", dial, 1), newPlayer("Rex", dial, 2)
		m.fly(time.Second, first)
		m.fly(5*time.Second, first, second)
		m.plays(first)
		if m.plays(second); first.view.Me == second.view.Me || flying(m.world()) != 2 {
			t.Errorf("slots %d and %d, %d ships", first.view.Me, second.view.Me, flying(m.world()))
		}

		// Of two seats that wait, each gets his own by its name.
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

func TestASeatIsGivenBackBeforeTheHostKnowsThatTheLinkIsDown(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, rex)
		slot := rex.view.Me
		time.Sleep(3 * time.Second) // his machine lost its power: nothing comes, and no end of the link either
		again := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, again)
		if m.plays(again); again.view.Me != slot || flying(m.world()) != 1 || len(again.view.Roster) != 1 {
			t.Errorf("he had slot %d and has %d; %d ships", slot, again.view.Me, flying(m.world()))
		}
	})
}

func TestWhoSaysByeGivesUpHisSeat(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, rex)
		rex.Leave()
		time.Sleep(2 * tickTime(1))
		if flying(m.world()) != 0 {
			t.Error("the ship still flies")
		}
	})
}

func TestASpectatorLeavesHisOtherSeatAlone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex := newPlayer("Rex", m.pipeAs("SHA256:rex", home), 1)
		m.fly(time.Second, rex)
		rex.Link().Close()
		watcher := newPilot(ClientConfig{Dial: m.pipeAs("SHA256:rex", home), Name: "Rex", Spectate: true})
		m.fly(lastly, watcher)
		if line, _ := entry(watcher, "Rex"); watcher.view.Me >= 0 || line.Flags != standsIn {
			t.Errorf("he looks on in slot %d, and is %+v", watcher.view.Me, line)
		}
	})
}

func TestASeatIsKeptOverTheNextMatch(t *testing.T) {
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

func TestASeatThatIsKeptGoesOnlyWhenNoBotIsLeftToGo(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Fill: game.MaxShips})
		defer m.end()
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

func TestAThousandIdentitiesKeepNobodyOut(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup, identities := setupIn(t, "grid", 300), 1000
		if !*long {
			setup.Mode = game.Trails // of the fewest ships
			identities = 2 * setup.Mode.Pilots()
		}
		ships := setup.Mode.Pilots()
		m := startMatch(t, HostConfig{PerAddress: ships}, played{Setup: setup})
		defer m.end()
		other := newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, other)
		for i := range identities {
			r := &raw{t, m.pipeAs(fmt.Sprint("SHA256:", i), home)()}
			r.say(hello("Rex"), &proto.Spawn{Name: "Rex"})
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
