package net

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

func TestAWaitingMatchStartsWhenAllAreReady(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Lobby = true
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 3})
		defer m.end()
		a, b := newPlayer("A", m.pipe, 1), newPlayer("B", m.pipe, 2)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		status := func(d time.Duration) game.Status {
			m.fly(d, a, b, watcher)
			return a.view.World.Status
		}
		if s := status(5 * time.Second); s != game.Waiting {
			t.Fatalf("nobody is ready, but the status is %d", s)
		}
		a.Ready(true)
		if s := status(time.Second); s != game.Waiting {
			t.Fatalf("one is not ready, but the status is %d", s)
		}
		a.Ready(false)
		b.Ready(true)
		if s := status(time.Second); s != game.Waiting {
			t.Fatalf("one is ready no more, but the status is %d", s)
		}
		a.Ready(true)
		if s := status(time.Second); s != game.InProgress {
			t.Fatalf("all are ready, but the status is %d", s)
		}
		if flown := a.view.World.Tick - a.view.World.Started; flown > game.TickRate+5 {
			t.Errorf("the match is said to last %d ticks already", flown)
		}
	})
}

func TestWhoIsAwayKeepsNobodyWaiting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Lobby = true
		m := startMatch(t, HostConfig{}, played{Setup: setup})
		defer m.end()
		a, b := newPlayer("A", m.pipe, 1), newPlayer("B", m.pipe, 2)
		m.fly(time.Second, a, b)
		b.Link().Close()
		a.Ready(true)
		m.fly(time.Second, a)
		if s := a.view.World.Status; s != game.InProgress {
			t.Errorf("the status is %d", s)
		}
	})
}

func TestTeamsAreBalancedAndChosenInTheLobby(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Lobby, setup.Mode = true, game.Teams
		m := startMatch(t, HostConfig{}, played{Setup: setup})
		defer m.end()
		var players []*player
		for i := range 5 {
			players = append(players, newPlayer(string(rune('A'+i)), m.pipe, 1))
			m.fly(100*time.Millisecond, players...)
		}
		if a, b := teams(m.world()); a+b != 5 || a-b > 1 || b-a > 1 {
			t.Errorf("the teams have %d and %d ships", a, b)
		}
		p, larger := players[0], uint8(1)
		if _, b := teams(m.world()); b == 3 {
			larger = 2
		}
		for _, q := range players {
			if q.me().Team == larger {
				p = q
			}
		}
		p.Choose(0, 0, 3-larger)
		m.fly(time.Second, players...)
		if p.me().Team != 3-larger {
			t.Errorf("it is still in team %d", p.me().Team)
		}
	})
}

func TestATeamThatWouldBeLargerByTwoIsRefusedInOneLine(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Lobby, setup.Mode, setup.Sides = true, game.Teams, 3
		m := startMatch(t, HostConfig{}, played{Setup: setup})
		defer m.end()
		var players []*player
		for i := range 6 {
			players = append(players, newPlayer(string(rune('A'+i)), m.pipe, 1))
			m.fly(100*time.Millisecond, players...)
		}
		p := players[0]
		team := p.me().Team
		p.Choose(0, 0, 1+team%3)
		told := false
		for range game.TickRate {
			m.fly(time.Second/game.TickRate, players...)
			for _, line := range p.view.Chat {
				told = told || strings.HasSuffix(line.Text, "is full: the teams may differ by one ship")
			}
		}
		if p.me().Team != team {
			t.Errorf("it went from team %d to %d, which had as many", team, p.me().Team)
		}
		if !told {
			t.Error("it was not told")
		}
	})
}

func TestABotMakesWayForAPlayerInTheTeamTheyWant(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Lobby, setup.Mode = true, game.Teams
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 6, Skill: 1})
		defer m.end()
		a, b := newPlayer("A", m.pipe, 1), newPlayer("B", m.pipe, 2)
		m.fly(time.Second, a, b)
		want := a.me().Team
		if b.me().Team == want {
			t.Fatalf("both players are in team %d", want)
		}
		b.Choose(0, 0, want)
		m.fly(time.Second, a, b)
		if one, two := teams(m.world()); b.me().Team != want || one != 4 || two != 4 {
			t.Errorf("it is in team %d of %d and %d ships, expected team %d of four and four", b.me().Team, one, two, want)
		}
	})
}

func TestATeamChosenInPlayIsJoinedAfterTheNextDeath(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Mode, setup.TimeLimit = game.Teams, 0
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 9, Skill: 5})
		defer m.end()
		p := newPilot(ClientConfig{Dial: m.pipe, Name: "Rex"})
		m.fly(2*time.Second, p)
		team, deaths := p.me().Team, p.me().Deaths
		p.Choose(1, 1, 3-team)
		for p.me().Deaths == deaths {
			if p.me().Team != team {
				t.Fatal("it changed sides in flight")
			}
			m.fly(tickTime(1), p)
		}
		m.fly(4*time.Second, p)
		if got := p.me(); got.Team != 3-team || got.Class != 1 || got.Weapon != 1 {
			t.Errorf("it flies for team %d, class %d, weapon %d", got.Team, got.Class, got.Weapon)
		}
	})
}

func TestAMatchThatIsOverIsFollowedByTheNextForAllWhoAreThere(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		first, second := testSetup(t), oddSetup(t)
		first.TimeLimit = 5 * game.TickRate
		m := startMatch(t, HostConfig{}, played{Setup: first, Bots: 2, Next: func(round int) *game.Setup {
			if round != 1 {
				t.Errorf("expected round 1 to be asked for, %d came", round)
			}
			return second
		}})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 80 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05}), 1)
		p.conf.Class = m.host.match.Setup.Classes[2].Name
		m.fly(4*time.Second, p)
		if p.view.World.Status != game.InProgress || p.view.NextMatch != 0 {
			t.Errorf("status %d, next match in %v", p.view.World.Status, p.view.NextMatch)
		}
		m.fly(2*time.Second, p)
		if left := p.view.NextMatch; p.view.World.Status != game.Closed || left < 8*time.Second || left > 9500*time.Millisecond {
			t.Errorf("status %d, next match in %v", p.view.World.Status, left)
		}
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Late", Spectate: true})
		m.fly(time.Second, p, watcher)
		if off := p.view.NextMatch - watcher.view.NextMatch; off < -time.Second/2 || off > time.Second/2 {
			t.Errorf("who came late sees the next match in %v, the others in %v", watcher.view.NextMatch, p.view.NextMatch)
		}
		m.turn(p, watcher)
		m.plays(p)
		if w := p.view.World; w.Status != game.InProgress || flying(*w) != 3 || p.view.NextMatch != 0 {
			t.Errorf("status %d, %d ships, next match in %v", w.Status, flying(*w), p.view.NextMatch)
		}
		if p.view.Lag.Desyncs != 0 {
			t.Errorf("%d desyncs", p.view.Lag.Desyncs)
		}
	})
}

// turn flies from the results of one match well into the next, and expects that
// a View never shows the World of one with the Setup of the other.
func (m *testMatch) turn(players ...*player) {
	m.t.Helper()
	old := players[0].view.Setup
	for range 12 * game.TickRate {
		m.fly(tickTime(1), players...)
		for _, p := range players {
			if stale := p.view.World.Status == game.Closed; stale != (p.view.Setup == old || p.view.Setup.Arena.Name == old.Arena.Name) {
				m.t.Fatalf("%s sees a World of status %d in %s", p.conf.Name, p.view.World.Status, p.view.Setup.Arena.Name)
			}
		}
	}
	if players[0].view.Setup == old {
		m.t.Fatal("no next match came")
	}
}

func TestTheNextMatchIsSeenWhenItsWorldIsThere(t *testing.T) {
	first, second := testSetup(t), oddSetup(t)
	near, far := link.PipeOf(link.Here, "")
	c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Watcher", Spectate: true})
	see := func(m proto.Message) *View {
		far.Send(link.Control, m.Append(nil))
		return c.Frame(time.Now(), 0)
	}
	keyframe := func(s *game.Setup) *proto.Keyframe {
		w := game.NewWorld(s, 1)
		w.Tick = 100
		return &proto.Keyframe{World: proto.AppendWorld(nil, s, &w)}
	}
	c.Frame(time.Now(), 0)
	see(&proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Slot: proto.NoSlot, TickRate: game.TickRate, Setup: first})
	for _, step := range []struct {
		message proto.Message
		arena   string
	}{
		{keyframe(first), first.Arena.Name},
		{&proto.MatchStart{Number: 2, Slot: proto.NoSlot, Setup: second}, first.Arena.Name},
		{keyframe(second), second.Arena.Name},
	} {
		v := see(step.message)
		if v.Phase != Playing || v.Setup.Arena.Name != step.arena {
			t.Errorf("after a %v: expected %s to be seen, phase %d, %s", step.message.Type(), step.arena, v.Phase, v.Setup.Arena.Name)
		}
	}
}

// newLobby returns players from addresses whose match waits for them.
func newLobby(t *testing.T, from ...string) *council {
	setup := testSetup(t)
	setup.Lobby = true
	c := &council{testMatch: startMatch(t, HostConfig{}, played{Setup: setup})}
	for i, address := range from {
		c.comes(fmt.Sprint("P", i), address, "")
	}
	return c
}

func TestAMatchDoesNotWaitInItsLobbyForStrangersForEver(t *testing.T) {
	for name, test := range map[string]struct {
		ready, strangers int
		from             string // of each of the strangers, with %d
		starts           bool
	}{
		"one stranger, one ready":              {1, 1, "198.51.%d.1:9", true},
		"one stranger, three ready":            {3, 1, "198.51.%d.1:9", true},
		"eight of one address, two ready":      {2, 8, "198.51.100.1:%d", true},
		"three of other addresses, two ready":  {2, 3, "198.51.%d.1:9", false},
		"eight of one address, none is ready":  {0, 8, "198.51.100.1:%d", false},
		"three of other addresses, none ready": {0, 3, "198.51.%d.1:9", false},
	} {
		bubble(t, func(t *testing.T) {
			var from []string
			for i := range test.ready {
				from = append(from, fmt.Sprintf("203.0.%d.1:9", i+1))
			}
			for i := range test.strangers {
				from = append(from, fmt.Sprintf(test.from, i+1))
			}
			c := newLobby(t, from...)
			defer c.end()
			for _, p := range c.all[:test.ready] {
				p.Ready(true)
			}
			if lines := c.hears(c.all[0], 2*game.TickRate); test.starts != slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "starts in 60 s") }) {
				t.Errorf("%s: P0 reads %q", name, lines)
			}
			if c.stay(lobbyTime - 4*game.TickRate); c.world().Status != game.Waiting {
				t.Errorf("%s: the match has started before a minute was over", name)
			}
			if c.stay(4 * game.TickRate); (c.world().Status == game.InProgress) != test.starts {
				t.Errorf("%s: after a minute the status is %d", name, c.world().Status)
			}
		})
	}
}

func TestAMatchDoesNotWaitInItsLobbyForTheIdle(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newLobby(t, "203.0.1.1:9", "203.0.2.1:9", "203.0.3.1:9", "203.0.4.1:9")
		defer c.end()
		c.all[0].Ready(true)
		c.wait(idleVoter - 2*game.TickRate)
		c.all[1].Choose(0, 0, 0) // is there
		if c.wait(4 * game.TickRate); c.world().Status != game.Waiting {
			t.Fatal("the match does not wait for one who is there and not ready")
		}
		c.all[1].Ready(true)
		c.reads(c.all[0], "all are ready but 2 who pressed nothing")
		if c.world().Status != game.InProgress {
			t.Errorf("the status is %d", c.world().Status)
		}
	})
}

func TestWhoIsReadyAndNotInTurnDoesNotFillTheChat(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newLobby(t, "203.0.1.1:9", "203.0.2.1:9", "203.0.3.1:9")
		defer c.end()
		c.all[0].Ready(true)
		told := 0
		for i := range lobbyTime / game.TickRate {
			c.all[1].Ready(i%2 == 0)
			for _, line := range c.hears(c.all[0], game.TickRate) {
				if strings.Contains(line, "half of the players") {
					told++
				}
			}
		}
		if told < 1 || told > 2 {
			t.Errorf("in a minute all are told %d times", told)
		}
	})
}
