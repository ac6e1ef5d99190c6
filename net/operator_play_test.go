package net

import (
	"slices"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// lobbySetup returns a deathmatch on the default arena that waits.
func lobbySetup(t *testing.T) *game.Setup {
	s := testSetup(t)
	s.Lobby = true
	return s
}

// oddLobby returns a match that waits, other than lobbySetup's in all respects.
func oddLobby(t *testing.T) *game.Setup {
	s := oddSetup(t)
	s.Lobby, s.Mode = true, game.Teams
	return s
}

// lobbies are what the host may change to.
func lobbies(t *testing.T) map[string]*game.Setup {
	return map[string]*game.Setup{"": lobbySetup(t), "odd": oddLobby(t)}
}

// change gives the host other options and expects that they are taken at once, or not.
func (m *testMatch) change(to MatchOptions, atOnce bool) {
	m.t.Helper()
	if now, err := m.host.Change(to); now != atOnce || err != nil {
		m.t.Errorf("expected it at once: %v, got %v, %v", atOnce, now, err)
	}
}

// marked reports whether a player's client shows a pilot as ready.
func (p *player) marked(name string) bool {
	for _, pilot := range p.view.Roster {
		if pilot.Name == name {
			return pilot.Flags&proto.Ready != 0
		}
	}
	return false
}

func TestAChangeInTheLobbyReachesAllWhoWaitAndWhoComesLater(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Bots: 3})
		defer m.end()
		a := newPlayer("A", m.pipe, 1)
		b := newPlayer("B", m.dial(lossy.Conditions{Delay: 80 * time.Millisecond, Loss: 0.05}), 2)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(2*time.Second, a, b, watcher)
		a.Ready(true)
		m.fly(time.Second, a, b, watcher)
		if !b.marked("A") {
			t.Fatal("A is not ready: this test proves nothing")
		}
		m.change(MatchOptions{Arena: "odd", Bots: 4, Skill: 1}, true)
		m.fly(time.Second, a, b, watcher)
		late := newPlayer("Late", m.pipe, 3)
		m.fly(time.Second, a, b, watcher, late)
		for _, p := range []*player{a, b, watcher, late} {
			if v := p.view; v.Setup.Arena.Name != "odd" || v.Setup.Mode != game.Teams || v.World.Status != game.Waiting {
				t.Errorf("%s sees %s, mode %d, status %d", p.conf.Name, v.Setup.Arena.Name, v.Setup.Mode, v.World.Status)
			}
			if p.marked("A") {
				t.Errorf("%s sees A still ready", p.conf.Name)
			}
			if p.view.Lag.Desyncs != 0 {
				t.Errorf("%s: %d desyncs", p.conf.Name, p.view.Lag.Desyncs)
			}
		}
		if one, two := teams(m.world()); one+two != 7 || one-two > 1 || two-one > 1 {
			t.Errorf("the teams have %d and %d ships", one, two)
		}
		if a.me().Team == b.me().Team {
			t.Errorf("both who were there are in team %d", a.me().Team)
		}
		a.Ready(true)
		b.Ready(true)
		late.Ready(true)
		m.fly(3*time.Second, a, b, watcher, late)
		if s := m.world().Status; s != game.InProgress {
			t.Errorf("all are ready, but the status is %d", s)
		}
		m.plays(a)
		m.plays(b)
	})
}

func TestStartWaitsForNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)})
		defer m.end()
		a, b := newPlayer("A", m.pipe, 1), newPlayer("B", m.pipe, 2)
		m.fly(time.Second, a, b)
		m.change(MatchOptions{Arena: "odd", Skill: 1}, true)
		if err := m.host.Start(); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, a, b)
		if v := b.view; v.World.Status != game.InProgress || v.Setup.Arena.Name != "odd" {
			t.Errorf("status %d in %s", v.World.Status, v.Setup.Arena.Name)
		}
		if err := m.host.Start(); err != errUnderWay {
			t.Errorf("expected %v, got %v", errUnderWay, err)
		}
	})
}

func TestStartOfAMatchThatStartsAnywayDoesNoMore(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)})
	s.order(game.OrderStart)
	if err := s.orderIn(game.Waiting, game.OrderStart, errUnderWay); err != nil || len(s.orders) != 1 {
		t.Errorf("%v, orders %v", err, s.orders)
	}
	s.pass(3)
	if s.World.Status != game.InProgress {
		t.Errorf("status %d", s.World.Status)
	}
}

func TestAChangeInPlayHoldsFromTheNextMatchOn(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var asked []int
		setup := testSetup(t)
		odd := oddSetup(t)
		odd.TimeLimit = game.TickRate
		next := func(round int) *game.Setup {
			if round > 0 { // which Change asks for, to see whether it can be had
				asked = append(asked, round)
			}
			return odd
		}
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 2, Next: next})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.change(MatchOptions{Bots: 5, Skill: 1}, false)
		m.fly(2*time.Second, p)
		if v := p.view; v.Setup.Arena.Name != setup.Arena.Name || v.World.Status != game.InProgress || flying(*v.World) > 3 {
			t.Errorf("%s, status %d, %d ships", v.Setup.Arena.Name, v.World.Status, flying(*v.World))
		}
		if err := m.host.Finish(); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, p)
		if p.view.World.Status != game.Closed || p.view.NextMatch == 0 {
			t.Errorf("status %d, next in %v", p.view.World.Status, p.view.NextMatch)
		}
		if err := m.host.Finish(); err != errIdle {
			t.Errorf("expected %v, got %v", errIdle, err)
		}
		m.fly(10*time.Second, p)
		if v := p.view; v.Setup.Arena.Name != "odd" || len(v.Roster) != 6 {
			t.Errorf("%s with %d pilots", v.Setup.Arena.Name, len(v.Roster))
		}
		m.fly(12*time.Second, p)
		if asked = slices.Compact(asked); !slices.Equal(asked, []int{1, 2, 3}) { // each for its ballot too
			t.Errorf("expected rounds 1, 2 and 3 to be asked for, got %v", asked)
		}
	})
}

func TestBotsAreAsSkilledAsTheChangeSays(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Bots: 4})
	s.pass(2)
	before := s.pilots[0].Bot
	s.change(MatchOptions{Bots: 2, Skill: 2})
	s.pass(2)
	if humans, bots := s.count(); humans != 0 || bots != 2 {
		t.Errorf("%d humans and %d bots", humans, bots)
	}
	if s.pilots[0].Bot == before {
		t.Error("the bots fly as before")
	}
}

func TestNobodyIsReadyForWhatHeHasNotSeen(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 200 * time.Millisecond}), 1)
		m.fly(2*time.Second, p)
		p.Ready(true) // arrives after the change
		m.change(MatchOptions{Arena: "odd", Skill: 1}, true)
		m.fly(2*time.Second, p)
		if s := m.world().Status; s != game.Waiting || p.marked("Rex") {
			t.Errorf("the status is %d, ready: %v", s, p.marked("Rex"))
		}
	})
}

func TestAStandInsTeamIsOneOfTheNewMode(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Fill: 3})
	pilots := []*thin{{stage: s}, {stage: s}}
	for _, p := range pilots {
		s.admit(p)
	}
	s.pass(30)
	s.replace(s.seats[1])
	s.change(MatchOptions{Arena: "odd", Fill: 5, Skill: 1})
	s.pass(3)
	for i := range s.World.Ships[:5] {
		if ship := &s.World.Ships[i]; ship.State == game.Empty || !s.Setup.HasTeam(ship.Team) {
			t.Errorf("slot %d: state %d, team %d", i, ship.State, ship.Team)
		}
	}
}

func TestHumansAreSpreadOverTheTeamsOfANewMode(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)})
	for _, flags := range []proto.PilotFlags{0, 0, proto.BotPilot, 0, proto.BotPilot, 0} {
		s.seat(s.enter("Rex", flags))
	}
	s.change(MatchOptions{Arena: "odd", Bots: 2, Skill: 1})
	ships, humans := s.teamSizes()
	if ships != [game.MaxTeams + 1]int{0, 3, 3} || humans != [game.MaxTeams + 1]int{0, 2, 2} {
		t.Errorf("ships %v, humans among them %v", ships, humans)
	}
}

func TestAHostThatHasClosedTakesNoWishes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		m.end()
		if _, err := m.host.Change(MatchOptions{}); err != errClosed {
			t.Errorf("got %v", err)
		}
		if err := m.host.Start(); err != errClosed {
			t.Errorf("got %v", err)
		}
	})
}

func TestWishesFromManyGoroutinesAreTakenOneByOne(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Bots: 2})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		var all sync.WaitGroup
		for i := range 4 {
			arenas := []string{"", "odd"}
			all.Go(func() {
				for n := range 20 {
					m.change(MatchOptions{Arena: arenas[(i+n)%2], Bots: n, Skill: 1 + n%5}, true)
				}
			})
		}
		m.fly(time.Second, p)
		all.Wait()
		m.change(MatchOptions{Arena: "odd", Bots: 3, Skill: 2}, true)
		m.fly(time.Second, p)
		if v := p.view; v.Setup.Arena.Name != "odd" || len(v.Roster) != 4 || v.Phase != Playing {
			t.Errorf("%s with %d pilots, phase %d, %v", v.Setup.Arena.Name, len(v.Roster), v.Phase, v.Err)
		}
	})
}
