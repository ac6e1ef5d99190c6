package net

import (
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// lastly is long enough for a pilot who vanished to lose his ship.
const lastly = 10 * time.Second

const standsIn = proto.BotPilot | proto.Away

func TestABotFliesTheShipOfWhoVanishedUntilHeTakesItBack(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Fill: 5, Skill: 1, Seed: 3})
		defer m.end()
		rex, other := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 30 * time.Millisecond}), 1), newPlayer("Other", m.pipe, 2)
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
		m.flyUntil(func() bool { return m.world().Ships[was.Slot].Input == rex.held }, other, rex) // at the latest in his next life
		reads(t, told, "Rex has lost the link", "Rex's ship is flown by a bot", "Rex is back")
	})
}

// pressesIn counts how often a ship came to hold something else in a while.
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

// reads expects that the host gave some notices, and no others.
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

func TestNobodyStandsInWhereNoBotIsWanted(t *testing.T) {
	skipIfShort(t)
	for what, play := range map[string]played{"no bots": {}, "two bots": {Bots: 2}, "filled": {Fill: 2, Bots: 2}} {
		t.Run(what, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m := startMatch(t, HostConfig{}, play)
				defer m.end()
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

func TestAStandInMakesRoomBeforeAnyOtherBot(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{BotNames: []string{"Ann", "Ben", "Cid"}}, played{Fill: 4})
		defer m.end()
		rex, other, early := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2), newPlayer("Early", m.pipe, 3)
		m.fly(time.Second, rex, other, early)
		early.Leave() // so that the last to come is another bot than his
		m.fly(time.Second, rex, other)
		before := bots(other)
		first, _ := entry(other, "Rex")
		m.fly(lastly, other)
		newcomer := newPlayer("New", m.pipe, 3)
		reads(t, m.listen(time.Second, newcomer, other), "New has joined", "Rex has left")
		if after := bots(other); !slices.Equal(after, before) || len(after) != 2 || flying(m.world()) != 4 {
			t.Errorf("the bots were %v and are %v; %d ships", before, after, flying(m.world()))
		}

		// His ship is gone, and he begins anew.
		m.fly(time.Second, rex, newcomer, other)
		m.plays(rex)
		if line, _ := entry(other, "Rex"); line.Flags != 0 || line.ID <= first.ID || flying(m.world()) != 4 {
			t.Errorf("he was %+v and is %+v; %d ships", first, line, flying(m.world()))
		}
	})
}

// bots returns the names of the bots that a player's roster has.
func bots(p *player) (names []string) {
	for _, line := range p.view.Roster {
		if line.Flags&proto.BotPilot != 0 {
			names = append(names, line.Name)
		}
	}
	return names
}

func TestOfTwoWhoDropOutTheLongerGoneMakesRoomAndTheOtherComesBack(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Fill: 3})
		defer m.end()
		rex, vega, other := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2), newPlayer("Other", m.pipe, 3)
		m.fly(time.Second, rex, vega, other)
		slot := rex.view.Me
		m.fly(3*time.Second, rex, other) // without Vega, who was the last to come
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

func TestAStandInFliesInTheNextMatchToo(t *testing.T) {
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

func TestAStandInIsNeverReadyAndKeepsNobodyWaiting(t *testing.T) {
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
			t.Errorf("he came back as %+v, status %d", line, other.view.World.Status)
		}
		m.fly(lastly, other)
		other.Ready(true)
		m.fly(time.Second, other)
		if line, _ := entry(other, "Rex"); line.Flags != standsIn || other.view.World.Status != game.InProgress {
			t.Errorf("he is %+v, status %d", line, other.view.World.Status)
		}
	})
}

func TestTeamsStayBalancedWhenAStandInMakesRoom(t *testing.T) {
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

func TestAFullMatchOfStandInsTakesNewcomersAndSpectatorsWithoutAShip(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Fill: game.MaxShips})
		defer m.end()
		rex, vega, other := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2), newPlayer("Other", m.pipe, 3)
		m.fly(time.Second, rex, vega, other)
		m.fly(lastly, other)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, watcher, other)
		if n := len(bots(other)); n != game.MaxShips-1 || !slices.Contains(bots(other), "Rex") {
			t.Errorf("a spectator came, and of 63 bots %d are left", n)
		}
		newcomer := newPlayer("New", m.pipe, 4)
		m.fly(time.Second, newcomer, watcher, other)
		m.plays(newcomer)
		if names := bots(other); len(names) != game.MaxShips-2 || slices.Contains(names, "Rex") == slices.Contains(names, "Vega") {
			t.Errorf("expected one of the two to have made room, the bots are %v", names)
		}
	})
}

func TestWhoComesBackHasTimeToSendHisInputs(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Fill: 2})
		defer m.end()
		other := newPlayer("Other", m.pipe, 2)
		r := m.raw()
		token := r.join("Rex")
		r.say(&proto.Spawn{Name: "Rex"})
		m.fly(lastly, other)
		r = m.raw()
		r.say(again("Rex", token))
		m.fly(5*time.Second, other)
		if line, _ := entry(other, "Rex"); r.Err() != nil || line.Flags != 0 || line.Slot == proto.NoSlot {
			t.Errorf("link %v, and he is %+v", r.Err(), line)
		}
	})
}

// again is a hello with a token.
func again(name string, token proto.Token) *proto.Hello {
	m := hello(name)
	m.Token = token
	return m
}
