package net

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net/link"
	"dogfight/proto"
)

// flier is a player on a host that is run by hand; it presses keys.
type flier struct {
	link.Link
	stage   *stage
	welcome *proto.Welcome
}

// flier adds a player, by a token or a key if these are not zero, with a ship.
func (s *stage) flier(t *testing.T, name, key string, token proto.Token) *flier {
	t.Helper()
	near, far := link.PipeOf(name, key)
	f := &flier{Link: near, stage: s}
	s.admit(far)
	f.send(again(name, token))
	s.pass(1)
	for packet, ok := f.Receive(nil); ok; packet, ok = f.Receive(nil) {
		if m, _ := proto.Parse(packet.Bytes); packet.Channel == link.Control {
			if welcome, ok := m.(*proto.Welcome); ok {
				f.welcome = welcome
			}
		}
	}
	if f.welcome == nil {
		t.Fatalf("%s was not let in", name)
	}
	if f.welcome.Slot == proto.NoSlot {
		f.send(&proto.Spawn{Name: name, Class: 1})
	}
	return f
}

func (f *flier) send(m proto.Message) { f.Send(link.Control, m.Append(nil)) }

// press sends the input of three ticks from now.
func (f *flier) press() {
	tick := f.stage.World.Tick
	in := game.Steer(game.Course(1+tick/20%8)) | game.Fire
	f.Send(link.Data, (&proto.Inputs{Ack: tick, Newest: tick + 3, List: []game.Input{in}}).Append(nil))
	for _, ok := f.Receive(nil); ok; _, ok = f.Receive(nil) { // messages of the host are ignored
	}
}

// resumed returns a host that continues a match.
func resumed(m Match) *stage {
	h := NewHost(HostConfig{BotNames: []string{"Bot"}}, m)
	s := &stage{h, &h.match, time.Now()}
	s.clock.begin(s.liveMatch.World.Tick, s.now)
	return s
}

// goOn runs both hosts for so many ticks with these players, and expects equal Worlds after each.
func goOn(t *testing.T, a, b *stage, ticks int, fliers ...*flier) {
	t.Helper()
	for range ticks {
		for _, f := range fliers {
			f.press()
		}
		a.pass(1)
		b.pass(1)
		if a.World != b.World {
			t.Fatalf("tick %d: the Worlds differ, hashes %x and %x", a.World.Tick, a.World.Hash(), b.World.Hash())
		}
		if a.Tally != b.Tally || a.Number != b.Number || a.Round != b.Round {
			t.Fatalf("tick %d: other tallies, or matches %d and %d, rounds %d and %d", a.World.Tick, a.Number, b.Number, a.Round, b.Round)
		}
	}
}

func TestAMatchContinuesUnchangedOnAnotherHost(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	for _, at := range []int{3, 100, 10 * game.TickRate, 17 * game.TickRate} {
		t.Run(fmt.Sprint("from tick ", at), func(t *testing.T) {
			setup := testSetup(t)
			setup.Mode, setup.TimeLimit = game.Teams, 15*game.TickRate
			a := newStage(HostConfig{}, played{Setup: setup, Bots: 3, Fill: 7, Seed: 7})
			rex, ann := a.flier(t, "Rex", "", proto.Token{}), a.flier(t, "Ann", "SHA256:ann", proto.Token{})
			for range at {
				rex.press()
				ann.press()
				a.pass(1)
			}
			for class := range uint8(3) { // more than one tick orders
				rex.send(&proto.Spawn{Name: "Rex", Class: class, Team: 1})
				a.pass(1)
			}
			a.orderIn(game.InProgress, game.OrderClose, nil)
			m := a.value()
			b := resumed(m)
			a.peers.all = nil // as if all links broke at once
			goOn(t, a, b, 2*game.TickRate)

			// Both players return, one by token and one by key.
			rexToo, annToo := b.flier(t, "Rex", "", rex.welcome.Token), b.flier(t, "Ann", "SHA256:ann", proto.Token{})
			if rexToo.welcome.Pilot != rex.welcome.Pilot || annToo.welcome.Pilot != ann.welcome.Pilot {
				t.Fatalf("pilots %d and %d are %d and %d now", rex.welcome.Pilot, ann.welcome.Pilot, rexToo.welcome.Pilot, annToo.welcome.Pilot)
			}
			rex, ann = a.flier(t, "Rex", "", rex.welcome.Token), a.flier(t, "Ann", "SHA256:ann", proto.Token{})
			goOn(t, a, b, 26*game.TickRate, rex, ann, rexToo, annToo)
			if a.Number < 2 || b.World.Ships[rexToo.welcome.Slot].State == game.Empty {
				t.Errorf("match %d, Rex's ship %d: this test proves little", a.Number, b.World.Ships[rexToo.welcome.Slot].State)
			}
		})
	}
}

func TestAResumedMatchReservesSeatsLikeALostLink(t *testing.T) {
	a := newStage(HostConfig{}, played{Setup: testSetup(t), Fill: 2})
	rex, ann := a.flier(t, "Rex", "", proto.Token{}), a.flier(t, "Ann", "SHA256:ann", proto.Token{})
	a.pass(30)
	eye := a.flier(t, "Eye", "", proto.Token{}) // never asks for a ship
	b := resumed(a.value())
	if names := pilotNames(b); names != "[Rex Ann]" {
		t.Fatalf("expected Rex and Ann to be waited for, got %s", names)
	}
	if f := b.flier(t, "Eye", "", eye.welcome.Token); f.welcome.Slot != proto.NoSlot {
		t.Errorf("a spectator has slot %d", f.welcome.Slot)
	}
	if f := b.flier(t, "Ann", "SHA256:eve", proto.Token{}); f.welcome.Pilot == ann.welcome.Pilot {
		t.Error("another player has Ann's seat")
	}
	b.peers.all = nil
	b.pass(seatTimeout + 1)
	if p := b.withToken(rex.welcome.Token); p != nil {
		t.Error("Rex is still waited for, without a key")
	}
	if p := b.withToken(ann.welcome.Token); p == nil || !p.isSubstitute() || !p.Kept {
		t.Error("no bot flies for Ann")
	}
}

func pilotNames(s *stage) string {
	var names []string
	for _, p := range s.pilots {
		names = append(names, p.Name)
	}
	return fmt.Sprint(names)
}

func TestAMatchValueDoesNotChange(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t), Bots: 5})
	s.flier(t, "Rex", "", proto.Token{})
	s.pass(60)
	s.change(MatchOptions{Bots: 2})
	was, is := s.value(), s.value()
	other := resumed(is)
	s.change(MatchOptions{Bots: 9})
	s.pass(20 * game.TickRate)
	other.pass(20 * game.TickRate)
	if !reflect.DeepEqual(was, is) {
		t.Error("it changed while its host continued")
	}
}

func TestAMatchIsPlainData(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(where string, of reflect.Type)
	look = func(where string, of reflect.Type) {
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Func, reflect.Chan, reflect.Interface, reflect.Map, reflect.UnsafePointer:
			t.Errorf("%s is a %s", where, of)
		case reflect.Pointer, reflect.Slice, reflect.Array:
			look(where, of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				look(where+"."+of.Field(i).Name, of.Field(i).Type)
			}
		}
	}
	look("Match", reflect.TypeFor[Match]())
}

func TestAClientContinuesAtTheNextHost(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		host := m.host
		p := newPlayer("Rex", func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			host.Add(far)
			return near
		}, 1)
		m.fly(20*time.Second, p)
		slot, pilot := p.view.Me, p.view.Pilot
		taken, err := m.host.Match()
		if err != nil {
			t.Fatal(err)
		}
		host = NewHost(HostConfig{BotNames: []string{"Bot"}}, taken)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); host.Run(ctx) }()
		p.Link().Close()
		for until := time.Now().Add(10 * time.Second); time.Now().Before(until); time.Sleep(tickTime(1)) {
			p.frame()
		}
		v := p.view
		if v.Phase != Playing || v.Me != slot || v.Pilot != pilot || v.Lag.Desyncs != 0 || v.Lag.Age > time.Second/4 {
			t.Errorf("phase %d, slot %d, pilot %d, %d desyncs, news %v old", v.Phase, v.Me, v.Pilot, v.Lag.Desyncs, v.Lag.Age)
		}
		if v.World.Tick < taken.World.Tick+9*game.TickRate {
			t.Errorf("the match continued only from tick %d to %d", taken.World.Tick, v.World.Tick)
		}
		stop()
		<-ended
		m.end()
		if _, err := m.host.Match(); err != errClosed {
			t.Errorf("expected %v, got %v", errClosed, err)
		}
	})
}

func TestWithoutItsArenaTheLastOneIsPlayedAgain(t *testing.T) {
	skipIfShort(t)
	file := filepath.Join(t.TempDir(), "mine.txt")
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(arena.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	options := MatchOptions{Arena: file, Time: time.Second, Bots: 2}
	m, err := NewMatch(options, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := resumed(m)
	s.pass(12 * game.TickRate)
	if s.Number != 2 || s.Setup == m.Setup {
		t.Fatalf("match %d: expected the second, with the arena read again", s.Number)
	}
	os.Remove(file)
	second := s.Setup
	s.pass(12 * game.TickRate)
	if s.Number != 3 || s.Setup != second {
		t.Errorf("match %d is in %s, expected the third in the arena of the second", s.Number, s.Setup.Arena.Name)
	}
	if _, err := s.Change(options); err == nil {
		t.Error("the options were accepted, though no match is possible with them")
	}
	if _, err := NewMatch(options, 1); err == nil {
		t.Error("a match begins in an arena that is not there")
	}
}

// until returns the time until a match is in progress.
func (m *testMatch) until(most time.Duration, players ...*player) time.Duration {
	m.t.Helper()
	began := time.Now()
	m.flyUntil(func() bool {
		return players[0].view.World.Status == game.InProgress || time.Since(began) > most
	}, players...)
	return time.Since(began)
}

func TestASinglePlayerStartsTheNextMatchAtOnce(t *testing.T) {
	skipIfShort(t)
	for name, lobby := range map[string]bool{"without a lobby": false, "past the lobby": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				o := shortMatch()
				o.Lobby = lobby
				m := startMatch(t, HostConfig{}, played{Options: o})
				defer m.end()
				p := newPlayer("Rex", m.pipe, 1)
				eye := newPilot(ClientConfig{Dial: m.pipe, Name: "Eye", Spectate: true})
				m.fly(time.Second, p, eye)
				p.Ready(true) // without a lobby this has no effect, also on the results
				m.toResults(p, eye)
				m.fly(3*time.Second, p, eye)
				if p.view.World.Status != game.Closed || p.marked("Rex") {
					t.Fatalf("status %d, ready: %v, before Rex wanted to go on", p.view.World.Status, p.marked("Rex"))
				}
				eye.Ready(true)
				p.Vote(2)
				p.Ready(true)
				if took := m.until(5*time.Second, p, eye); took > time.Second/4 {
					t.Errorf("the next match began after %v", took)
				}
				if p.view.Setup.Lobby != lobby || p.marked("Rex") {
					t.Errorf("a lobby: %v, still ready: %v", p.view.Setup.Lobby, p.marked("Rex"))
				}
				m.plays(p)
			})
		})
	}
}

func TestTheNextMatchBeginsWhenAllAreReady(t *testing.T) {
	inMatch(t, HostConfig{}, played{Options: shortMatch()}, func(t *testing.T, m *testMatch) {
		a, b, c := newPlayer("A", m.pipe, 1), newPlayer("B", m.pipe, 2), newPlayer("C", m.pipe, 3)
		m.fly(time.Second, a, b, c)
		m.toResults(a, b, c)
		a.Ready(true)
		m.fly(2*time.Second, a, b, c)
		if a.view.World.Status != game.Closed || !b.marked("A") {
			t.Fatalf("status %d, and B sees that A is ready: %v", a.view.World.Status, b.marked("A"))
		}
		c.Link().Close() // absent players delay no one
		b.Ready(true)
		if took := m.until(5*time.Second, a, b); took > time.Second/4 {
			t.Errorf("the next match began after %v", took)
		}
	})
}

func TestResultsWaitForThePlayerIfTheHostSaysSo(t *testing.T) {
	inMatch(t, HostConfig{ResultsWait: true}, played{Options: shortMatch()}, func(t *testing.T, m *testMatch) {
		a := newPlayer("A", m.pipe, 1)
		m.fly(time.Second, a)
		m.toResults(a)
		m.fly(5*time.Minute, a)
		if a.view.World.Status != game.Closed || a.view.NextMatch < 50*time.Minute {
			t.Fatalf("after five minutes the status is %d, and the next match begins in %v", a.view.World.Status, a.view.NextMatch)
		}
		a.Ready(true)
		if took := m.until(5*time.Second, a); took > time.Second/4 {
			t.Errorf("the next match began after %v", took)
		}
		m.toResults(a)
		number := m.host.match.Number
		a.Link().Close()
		m.fly(15 * time.Second)
		if m.host.match.Number == number {
			t.Error("nobody is there, and the results wait")
		}
	})
}

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
			t.Fatalf("no one is ready, but the status is %d", s)
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
			t.Errorf("the match is reported to have lasted %d ticks already", flown)
		}
	})
}

func TestAbsentPlayersDoNotDelayTheStart(t *testing.T) {
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

func TestATeamLargerByTwoIsRefused(t *testing.T) {
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
			t.Error("the team got no notice")
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

func TestTheNextMatchFollowsForAll(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		first, second := testSetup(t), oddSetup(t)
		first.TimeLimit = 5 * game.TickRate
		m := startMatch(t, HostConfig{}, played{Setup: first, Bots: 2, Next: func(round int) *game.Setup {
			if round != 1 {
				t.Errorf("expected a request for round 1, got %d", round)
			}
			return second
		}})
		defer m.end()
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 80 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05}), 1)
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
			t.Errorf("a late player sees the next match in %v, the others in %v", watcher.view.NextMatch, p.view.NextMatch)
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

// turn plays from the results of one match into the next, and expects that no View combines the World of one with the Setup of the other.
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
		m.t.Fatal("there was no next match")
	}
}

func TestTheNextMatchIsShownWithItsWorld(t *testing.T) {
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

// newLobby returns players from several addresses in a lobby.
func newLobby(t *testing.T, from ...string) *council {
	setup := testSetup(t)
	setup.Lobby = true
	c := &council{testMatch: startMatch(t, HostConfig{}, played{Setup: setup})}
	for i, address := range from {
		c.join(fmt.Sprint("P", i), address, "")
	}
	return c
}

func TestALobbyDoesNotWaitForStrangersForever(t *testing.T) {
	skipIfShort(t)
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
			if lines := c.readChat(c.all[0], 2*game.TickRate); test.starts != slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "starts in 60 s") }) {
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

func TestALobbyDoesNotWaitForIdlePlayers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newLobby(t, "203.0.1.1:9", "203.0.2.1:9", "203.0.3.1:9", "203.0.4.1:9")
		defer c.end()
		c.all[0].Ready(true)
		c.wait(idleVoter - 2*game.TickRate)
		c.all[1].Choose(0, 0, 0) // is active
		if c.wait(4 * game.TickRate); c.world().Status != game.Waiting {
			t.Fatal("the match does not wait for a present player who is not ready")
		}
		c.all[1].Ready(true)
		c.reads(c.all[0], "all are ready but 2 who pressed nothing")
		if c.world().Status != game.InProgress {
			t.Errorf("the status is %d", c.world().Status)
		}
	})
}

func TestTogglingReadyDoesNotFloodTheChat(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newLobby(t, "203.0.1.1:9", "203.0.2.1:9", "203.0.3.1:9")
		defer c.end()
		c.all[0].Ready(true)
		told := 0
		for i := range lobbyTime / game.TickRate {
			c.all[1].Ready(i%2 == 0)
			for _, line := range c.readChat(c.all[0], game.TickRate) {
				if strings.Contains(line, "half of the players") {
					told++
				}
			}
		}
		if told < 1 || told > 2 {
			t.Errorf("in a minute all got %d times", told)
		}
	})
}

// rotating is a short match of a rotation.
func rotating(r Rotation) *MatchOptions {
	o := shortMatch()
	o.Rotation = r
	return o
}

// rounds returns the first n rounds.
func rounds(t *testing.T, o *MatchOptions, n int) (played []string) {
	t.Helper()
	for round := range n {
		s, err := o.Setup(round)
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, s.Mode.Name()+":"+s.Arena.Name)
	}
	return played
}

func TestErrorsOfARotationAreOneLine(t *testing.T) {
	for text, want := range map[Rotation]string{
		"deathmatch:open,":         `entry 2: must be MODE:ARENA, MODE or :ARENA, got ""`,
		",":                        `entry 1: must be MODE:ARENA, MODE or :ARENA, got ""`,
		"teams:":                   `entry 1: must be MODE:ARENA, MODE or :ARENA, got "teams:"`,
		" : ":                      `entry 1: must be MODE:ARENA, MODE or :ARENA, got " : "`,
		"teams,chess:open":         `entry 2: no mode called "chess": must be one of ` + ModeNames(),
		"open":                     `entry 1: no mode called "open": must be one of ` + ModeNames() + ", or :ARENA",
		"Teams":                    `entry 1: no mode called "Teams"`,
		"teams:duel,teams:nowhere": `entry 2, "teams:nowhere": no arena called "nowhere": must be one of open, `,
		":../gone.txt":             `entry 1, "deathmatch:../gone.txt": open ../gone.txt: `,
		Rotation(strings.Repeat("teams,", maxTurns) + "teams"): "must be 1 to 64 entries, got 65",
	} {
		err := (&MatchOptions{Rotation: text}).Check()
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, expected %s", text, err, want)
		}
		if _, err := NewMatch(MatchOptions{Rotation: text}, 1); err == nil {
			t.Errorf("a match begins with the rotation %q", text)
		}
	}
}

func TestARotationIsPlayedInItsOrderOverAndOver(t *testing.T) {
	o := &MatchOptions{Rotation: "teams:duel, deathmatch:belt ,:open"}
	want := []string{"teams:duel", "deathmatch:belt", "deathmatch:open", "teams:duel", "deathmatch:belt", "deathmatch:open"}
	if got := rounds(t, o, 6); !slices.Equal(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}

func TestAModeAloneIsPlayedInAnotherOfItsArenasEachTime(t *testing.T) {
	skipIfShort(t)
	arenas := (&MatchOptions{}).Arenas(game.Teams)
	if len(arenas) < 3 {
		t.Fatalf("only %d arenas: this test proves nothing", len(arenas))
	}
	var want []string
	for i := range 2 * len(arenas) {
		want = append(want, "teams:"+arenas[i%len(arenas)].Name)
		if i%2 == 1 {
			want = append(want, "deathmatch:duel")
		}
	}
	if got := rounds(t, &MatchOptions{Rotation: "teams,teams,deathmatch:duel"}, len(want)); !slices.Equal(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}

func TestAHostPlaysItsRotationMatchAfterMatch(t *testing.T) {
	inMatch(t, HostConfig{}, played{Options: rotating("teams:duel,deathmatch:open,:belt")}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		for i, want := range []string{"teams:duel", "deathmatch:open", "deathmatch:belt", "teams:duel"} {
			if i > 0 {
				m.toResults(p)
				if c := p.view.Ballot.Choices[0]; c.Mode.Name()+":"+c.Arena != want {
					t.Errorf("match %d: %+v is announced as next, expected %s", i, c, want)
				}
				m.toNext(p)
			}
			if s := p.view.Setup; s.Mode.Name()+":"+s.Arena.Name != want {
				t.Errorf("match %d: %s in %s, expected %s", i, s.Mode.Name(), s.Arena.Name, want)
			}
			m.fly(time.Second, p) // the description is updated a few times a second
			if info := m.host.current.Load().info; info.Mode.Name()+":"+info.Arena != want {
				t.Errorf("match %d: strangers see %s in %s", i, info.Mode.Name(), info.Arena)
			}
		}
	})
}

// resultsOf returns a stage that shows the results of a rotation's first match.
func resultsOf(t *testing.T, r Rotation) (*stage, *flier) {
	t.Helper()
	s := newStage(HostConfig{}, played{Options: rotating(r)})
	f := s.flier(t, "Rex", "", proto.Token{})
	for s.OverAt == 0 {
		s.pass(1)
	}
	return s, f
}

// offers returns the choices.
func (s *stage) offers() (all []string) {
	for _, c := range s.Ballot.Choices[:s.Ballot.Count] {
		all = append(all, c.Mode.Name()+":"+c.Title)
	}
	return all
}

// next runs to the next match with these players active, and returns it.
func (s *stage) next(all ...*flier) string {
	s.press(resultsTime+1, all...)
	return s.Setup.Mode.Name() + ":" + s.Setup.Arena.Name
}

func TestChoicesAreTheNextTurnsAndTheRotationContinuesFromTheWinner(t *testing.T) {
	s, f := resultsOf(t, "teams:duel,teams:open,teams:open,deathmatch:duel,teams:belt")
	if got, want := s.offers(), []string{"teams:open", "deathmatch:duel", "teams:belt"}; !slices.Equal(got, want) {
		t.Errorf("%v are on offer, expected %v", got, want)
	}
	f.vote(2)
	if got := s.next(f); got != "deathmatch:duel" {
		t.Errorf("%s is played, expected the elected one", got)
	}
	for s.OverAt == 0 {
		s.press(1, f)
	}
	if got := s.next(f); got != "teams:belt" {
		t.Errorf("%s follows, expected teams:belt", got)
	}
}

func TestOtherModesFillUpAShortRotation(t *testing.T) {
	skipIfShort(t)
	for range 5 {
		s, f := resultsOf(t, "teams:duel")
		offers := s.offers()
		if len(offers) != proto.MaxChoices || offers[0] != "teams:duel" || strings.HasPrefix(offers[1], "teams:") {
			t.Fatalf("%v are on offer", offers)
		}
		f.vote(2)
		if got := s.next(f); got != offers[1] {
			t.Errorf("%s is played, expected %s", got, offers[1])
		}
		for s.OverAt == 0 {
			s.press(1, f)
		}
		if got := s.next(f); got != "teams:duel" {
			t.Errorf("%s follows", got)
		}
	}
}

func TestTheChoicesAreOfDifferentModesAndArenas(t *testing.T) {
	skipIfShort(t)
	for seed := range uint64(20) {
		s := newStage(HostConfig{}, played{Options: shortMatch(), Seed: seed})
		for s.OverAt == 0 {
			s.pass(1)
		}
		modes, arenas := map[game.Mode]bool{}, map[string]bool{}
		for _, c := range s.Ballot.Choices {
			modes[c.Mode], arenas[c.Title] = true, true
		}
		if len(modes) != min(len(game.Modes()), proto.MaxChoices) || len(arenas) != proto.MaxChoices {
			t.Errorf("seed %d: %v are on offer", seed, s.offers())
		}
	}
}

func TestANewRotationBeginsWithItsFirstTurn(t *testing.T) {
	skipIfShort(t)
	s, _ := resultsOf(t, "teams:duel,deathmatch:belt,deathmatch:open")
	if got := s.next(); got != "deathmatch:belt" {
		t.Fatalf("%s is played", got)
	}
	s.change(*rotating("teams:belt,teams:open"))
	for s.OverAt == 0 {
		s.pass(1)
	}
	if got := s.offers()[0]; got != "teams:belt" {
		t.Errorf("%s is offered first", got)
	}
	if got := s.next(); got != "teams:belt" {
		t.Errorf("%s is played, expected the first turn", got)
	}
	for s.OverAt == 0 {
		s.pass(1)
	}
	if got := s.next(); got != "teams:open" {
		t.Errorf("%s is played, expected the second turn", got)
	}
}

func TestAChangeToABrokenRotationIsRefused(t *testing.T) {
	skipIfShort(t)
	s, _ := resultsOf(t, "teams:duel")
	if _, err := s.Change(*rotating("teams:duel,chess")); err == nil || !strings.HasPrefix(err.Error(), `rotation: entry 2: no mode called "chess"`) {
		t.Errorf("got %v", err)
	}
}

func TestTheOperatorsPickIsPlayedOnceBetweenTwoTurns(t *testing.T) {
	skipIfShort(t)
	s, f := resultsOf(t, "teams:duel,deathmatch:belt")
	if _, atOnce, err := s.pick(Turn{game.Teams, "open"}); err != nil || atOnce {
		t.Fatalf("at once: %v, %v", atOnce, err)
	}
	if got := s.offers(); fmt.Sprint(got) != "[teams:open]" {
		t.Errorf("%v are on offer, expected the pick alone", got)
	}
	f.vote(1)
	if s.countVotes() != [proto.MaxChoices]uint8{} {
		t.Error("a vote counts where there is no choice")
	}
	for _, want := range []string{"teams:open", "deathmatch:belt", "teams:duel"} {
		if got := s.next(f); got != want {
			t.Errorf("%s is played, expected %s", got, want)
		}
		for s.OverAt == 0 {
			s.press(1, f)
		}
	}
}

func TestAPickOfAModeAloneUsesOneOfItsArenas(t *testing.T) {
	skipIfShort(t)
	s, _ := resultsOf(t, "deathmatch:duel")
	c, _, err := s.pick(Turn{Mode: game.Teams})
	if got := s.next(); err != nil || got != "teams:"+c.Title {
		t.Errorf("%s is played, %+v was picked, %v", got, c, err)
	}
	if _, _, err := s.pick(Turn{game.Teams, "nowhere"}); err == nil || s.Picked.Title != "" {
		t.Errorf("got %v, %+v", err, s.Picked)
	}
}

func TestALobbyBecomesThePickAtOnce(t *testing.T) {
	skipIfShort(t)
	o := rotating("deathmatch:duel,deathmatch:belt")
	o.Lobby = true
	s := newStage(HostConfig{}, played{Options: o})
	f := s.flier(t, "Rex", "", proto.Token{})
	_, atOnce, err := s.pick(Turn{game.Teams, "open"})
	if s.pass(1); err != nil || !atOnce || s.Setup.Mode != game.Teams || s.Setup.Arena.Name != "open" || s.World.Status != game.Waiting {
		t.Fatalf("at once: %v, %v; %s in %s, status %d", atOnce, err, s.Setup.Mode.Name(), s.Setup.Arena.Name, s.World.Status)
	}
	s.order(game.OrderStart)
	for s.OverAt == 0 {
		s.press(1, f)
	}
	if got := s.next(f); got != "deathmatch:belt" {
		t.Errorf("%s follows", got)
	}
}

func TestWithoutVotesPlayersSeeTheNextMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		o := rotating("teams:duel,deathmatch:belt")
		o.NoVotes = true
		m := startMatch(t, HostConfig{}, played{Options: o})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		m.toResults(p)
		if got := p.view.Ballot.Choices; len(got) != 1 || got[0] != (proto.Choice{Arena: "belt", Mode: game.Deathmatch}) {
			t.Errorf("got %+v, expected deathmatch in belt alone", got)
		}
		p.Vote(1)
		m.toNext(p)
		if p.view.Setup.Arena.Name != "belt" {
			t.Errorf("%s is played", p.view.Setup.Arena.Name)
		}
	})
}

func TestEachTurnHasTheUsualLimitsOfItsMode(t *testing.T) {
	skipIfShort(t)
	o := &MatchOptions{Time: UsualTime}
	for i, mode := range game.Modes() {
		o.Rotation += Rotation("," + mode.Name())
		o.Rotation = Rotation(strings.TrimPrefix(string(o.Rotation), ","))
		s, err := o.Setup(i)
		if err != nil {
			t.Fatal(err)
		}
		limit, score := mode.Limits()
		if limit == 0 && score == 0 && mode != game.Waves {
			limit = 5 * 60 * game.TickRate
		}
		if s.Mode != mode || s.TimeLimit != limit || s.ScoreLimit != score {
			t.Errorf("%s: %s with limits %d and %d, expected %d and %d", mode.Name(), s.Mode.Name(), s.TimeLimit, s.ScoreLimit, limit, score)
		}
	}
}

func TestTheNumberOfTeamsAppliesWhereTheModeAllowsIt(t *testing.T) {
	skipIfShort(t)
	o := &MatchOptions{Teams: 3}
	for _, o.Mode = range game.Modes() {
		s, err := o.Setup(0)
		if err != nil {
			continue // no arena for so many
		}
		want := 3
		if fewest, most := o.Mode.Sides(); fewest > 3 || most < 3 {
			want = fewest
		}
		if s.Teams() != want {
			t.Errorf("%s: %d teams, expected %d", o.Mode.Name(), s.Teams(), want)
		}
	}
}

// wavesMatch returns a match of waves, and a function that steps it with eight bots.
func wavesMatch(t *testing.T, campaign string, seed uint64) (*game.Setup, *game.World, func()) {
	t.Helper()
	o := MatchOptions{Mode: game.Waves, Arena: "rampart", Campaign: campaign, Time: UsualTime}
	s, err := o.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	w := game.NewWorld(s, seed)
	var orders []game.Order
	var bots [8]bot.Bot
	for i := range bots {
		bots[i] = bot.New(4, seed+uint64(i))
		orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Class: uint8(i % 3), Weapon: uint8(i % 4), Team: 1})
	}
	return s, &w, func() {
		w.Step(s, orders, nil)
		orders = orders[:0]
		for i := range bots {
			orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: bots[i].Fly(&w, s, i)})
		}
	}
}

func TestKeyframesOfWavesAreShortAndTheSameWorldAgain(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	longest, most := 0, 0
	for _, campaign := range []string{"frontier", "exodus", "maelstrom"} {
		s, w, step := wavesMatch(t, campaign, 7)
		for w.Status == game.InProgress {
			for range 30 {
				step()
			}
			b := proto.AppendWorld(nil, s, w)
			got, err := proto.ParseWorld(s, b)
			if err != nil {
				t.Fatalf("%s, tick %d: %v", campaign, w.Tick, err)
			}
			if got != *w {
				t.Fatalf("%s, tick %d: the decoded World differs", campaign, w.Tick)
			}
			ships := 0
			for i := range w.Ships {
				if w.Ships[i].State == game.Flying {
					ships++
				}
			}
			longest, most = max(longest, len(b)), max(most, ships)
		}
	}
	t.Logf("the longest keyframe has %d bytes, %d ships at most", longest, most)
	if longest > 2600 {
		t.Errorf("the longest keyframe has %d bytes, expected at most 2600", longest)
	}
}

func TestAHostileKeyframeOfWavesIsRefusedOrCanBePlayedOn(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	s, w, step := wavesMatch(t, "maelstrom", 3)
	chance := rand.New(rand.NewPCG(1, 5))
	taken := 0
	rounds := 50
	if *long {
		rounds = 150
	}
	for range rounds {
		for range 120 {
			step()
		}
		if w.Status != game.InProgress {
			s, w, step = wavesMatch(t, "frontier", uint64(taken))
		}
		good := proto.AppendWorld(nil, s, w)
		for range 40 {
			bad := append([]byte(nil), good...)
			for range 1 + chance.IntN(3) {
				bad[chance.IntN(len(bad))] ^= 1 << chance.IntN(8)
			}
			got, err := proto.ParseWorld(s, bad)
			if err != nil {
				continue
			}
			taken++
			got.Status = game.InProgress
			for range 30 {
				got.Step(s, nil, nil)
			}
			if _, err := proto.ParseWorld(s, proto.AppendWorld(nil, s, &got)); err != nil {
				t.Fatalf("an accepted World led to one that is not: %v", err)
			}
		}
	}
	if t.Logf("%d of %d were accepted", taken, 40*rounds); taken < 20 {
		t.Error("hardly any was accepted: this tests nothing")
	}
}

// staged returns a host, run by hand, of a scenario with these bots.
func staged(t *testing.T, s Scenario, seconds game.Tick) *stage {
	setup := testSetup(t)
	setup.TimeLimit = seconds * game.TickRate
	m := FixedMatch(setup, MatchOptions{Bots: len(s.Bots), Skill: 3}, 1)
	m.Scenario = &s
	return resumed(m)
}

// aCast returns three bots that fight.
func aCast() []BotSpec {
	return []BotSpec{
		{Name: "Nova", Class: 1, Weapon: 2, Skill: 1, Seed: 11},
		{Name: "Comet", Weapon: 1, Skill: 3, Seed: 12},
		{Name: "Vega", Class: 2, Skill: 5, Seed: 13},
	}
}

// timeless returns the World as if its round had begun at tick 0.
func (s *stage) timeless() game.World {
	w := s.World
	w.Tick -= w.Started
	w.Started = 0
	return w
}

func TestAScenarioBeginsTheSameWheneverItsPlayerJoins(t *testing.T) {
	skipIfShort(t)
	soon, late := staged(t, Scenario{Seed: 5, Bots: aCast()}, 0), staged(t, Scenario{Seed: 5, Bots: aCast()}, 0)
	other := staged(t, Scenario{Seed: 6, Bots: aCast()}, 0)
	late.pass(1000)
	if _, bots := late.count(); bots != 0 {
		t.Errorf("%d bots joined before the player", bots)
	}
	stages := []*stage{soon, late, other}
	var players []*flier
	for _, s := range stages {
		players = append(players, s.flier(t, "Rex", "", proto.Token{}))
		for !s.Cued {
			s.pass(1)
		}
	}
	for range 20 * game.TickRate {
		if soon.timeless() != late.timeless() {
			t.Fatalf("the Worlds differ after %d ticks", soon.World.Tick-soon.World.Started)
		}
		for i, s := range stages {
			players[i].rest()
			s.pass(1)
		}
	}
	if soon.timeless() == other.timeless() {
		t.Error("another seed gives the same World")
	}
	for i, spec := range aCast() {
		p := soon.pilots[i+1]
		if p.Name != spec.Name || p.Class != spec.Class || p.Weapon != spec.Weapon || p.Skill != spec.Skill {
			t.Errorf("bot %d is %s of class %d, weapon %d, skill %d, expected %+v", i, p.Name, p.Class, p.Weapon, p.Skill, spec)
		}
	}
}

// rest sends idle inputs to stay in the match.
func (f *flier) rest() {
	tick := f.stage.World.Tick
	f.Send(link.Data, (&proto.Inputs{Ack: tick, Newest: tick + 3, List: []game.Input{game.Steer(game.Idle)}}).Append(nil))
	for _, ok := f.Receive(nil); ok; _, ok = f.Receive(nil) { // messages of the host are ignored
	}
}

func TestAllRoundsOfAScenarioBeginTheSame(t *testing.T) {
	s := staged(t, Scenario{Seed: 5, Bots: aCast()}, 1)
	rex := s.flier(t, "Rex", "", proto.Token{})
	var begun [2]game.World
	for round := range begun {
		for s.World.Status != game.InProgress || !s.Cued || s.World.Tick-s.World.Started != 30 {
			rex.rest()
			s.pass(1)
		}
		begun[round] = s.timeless()
		for s.World.Status == game.InProgress {
			s.pass(1)
		}
	}
	if begun[0] != begun[1] {
		t.Error("half a second into their rounds the Worlds differ")
	}
}

func TestAnInstantScenarioRespawnsAtOnce(t *testing.T) {
	for _, instant := range []bool{false, true} {
		s := staged(t, Scenario{Seed: 5, Instant: instant}, 0)
		rex := s.flier(t, "Rex", "", proto.Token{})
		s.pass(100)
		rex.send(&proto.Spawn{Name: "Rex", Class: 2, Weapon: 3})
		s.pass(2)
		ship := &s.World.Ships[0]
		if changed := ship.Class == 2 && ship.Weapon == 3; changed != instant || ship.State != game.Flying {
			t.Errorf("instant %v: the ship is %+v", instant, ship)
		}
	}
}

func TestTargetsStayAndDronesFlyAndNeitherFires(t *testing.T) {
	setup := &game.Setup{Arena: assets.RangeArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}
	m := FixedMatch(setup, MatchOptions{Bots: 4}, 1)
	m.Scenario = &Scenario{Seed: 5, Bots: []BotSpec{
		{Name: "Target", Duty: bot.Target}, {Name: "Circler", Duty: bot.Circler}, {Name: "Drone", Skill: 2, Duty: bot.Drone},
		{Name: "Circler", Duty: bot.Circler},
	}}
	s := resumed(m)
	rex := s.flier(t, "Rex", "", proto.Token{})
	for range 15 * game.TickRate { // until they are at their places
		rex.rest()
		s.pass(1)
	}
	var farthest [5]int32
	begun := s.World
	for range 20 * game.TickRate {
		rex.rest()
		s.pass(1)
		for _, ev := range s.events.List {
			if ev.Kind == game.EventShot && ev.Slot > 0 {
				t.Fatalf("slot %d has fired", ev.Slot)
			}
		}
		for slot := range farthest {
			is, was := &s.World.Ships[slot], &begun.Ships[slot]
			farthest[slot] = max(farthest[slot], is.X-was.X, was.X-is.X, is.Y-was.Y, was.Y-is.Y)
		}
	}
	for slot, within := range [][2]int32{{0, 60}, {0, 40}, {40, 100}, {100, 1000}, {40, 100}} {
		if units := farthest[slot] / game.One; units < within[0] || units > within[1] {
			t.Errorf("slot %d moved %d units, expected %v", slot, units, within)
		}
	}
}

func TestTargetsReachTheirPlaces(t *testing.T) {
	skipIfShort(t)
	setup := &game.Setup{Arena: assets.RangeArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}
	for slot := range setup.Arena.TeamSpawns[1] {
		for _, from := range setup.Arena.Spawns {
			w := game.NewWorld(setup, 1)
			w.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: uint8(slot)}}, nil)
			ship := &w.Ships[slot]
			ship.X, ship.Y = from.X, from.Y
			for range 20 * game.TickRate {
				in := bot.Target.Hold(&w, setup, slot)
				w.Step(setup, []game.Order{{Kind: game.OrderInput, Slot: uint8(slot), Input: in}}, nil)
			}
			home := setup.Arena.TeamSpawns[1][slot]
			if dx, dy := (ship.X-home.X)/game.One, (ship.Y-home.Y)/game.One; max(dx, -dx, dy, -dy) > 12 || ship.VX != 0 || ship.VY != 0 {
				t.Errorf("slot %d from %v: %d,%d units beside its place", slot, from, dx, dy)
			}
		}
	}
}

// shortMatch ends soon.
func shortMatch() *MatchOptions { return &MatchOptions{Time: 2 * time.Second, Bots: 2, Skill: 1} }

// toResults runs the players until all see a ballot.
func (m *testMatch) toResults(players ...*player) {
	m.t.Helper()
	m.flyUntil(func() bool {
		return !slices.ContainsFunc(players, func(p *player) bool { return p.view == nil || p.view.Ballot == nil })
	}, players...)
}

// toNext runs them until all see the next match.
func (m *testMatch) toNext(players ...*player) {
	m.t.Helper()
	m.flyUntil(func() bool {
		return !slices.ContainsFunc(players, func(p *player) bool {
			return p.view.Ballot != nil || p.view.World.Status == game.Closed
		})
	}, players...)
}

// tallyOf returns the votes of each choice, as a client has them.
func tallyOf(p *player) (votes []int) {
	for _, c := range p.view.Ballot.Choices {
		votes = append(votes, int(c.Votes))
	}
	return votes
}

func TestTheMostVotedChoiceIsPlayedNextBetweenTurns(t *testing.T) {
	inMatch(t, HostConfig{}, played{Options: shortMatch()}, func(t *testing.T, m *testMatch) {
		bad := m.dial(link.Conditions{Delay: 60 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05})
		a, b, c := newPlayer("A", m.pipe, 1), newPlayer("B", bad, 2), newPlayer("C", m.pipe, 3)
		eye := newPilot(ClientConfig{Dial: m.pipe, Name: "Eye", Spectate: true})
		all := []*player{a, b, c, eye}
		m.fly(time.Second, all...)
		if a.view.Ballot != nil {
			t.Error("there is a ballot in a match under way")
		}
		m.toResults(all...)
		choices := a.view.Ballot.Choices
		if len(choices) != 3 || choices[0].Mode != game.Deathmatch || choices[1].Mode == game.Deathmatch || choices[1].Arena == choices[0].Arena {
			t.Fatalf("expected another mode in another arena after the next turn, got %+v", choices)
		}
		a.Vote(1)
		b.Vote(2)
		c.Vote(3)
		eye.Vote(1)
		m.fly(time.Second, all...)
		c.Vote(2) // a changed vote
		eye.Vote(1)
		m.fly(time.Second, all...)
		for _, p := range all {
			if got := tallyOf(p); !slices.Equal(got, []int{1, 2, 0}) {
				t.Errorf("%s sees the votes %v, expected 1, 2 and 0", p.conf.Name, got)
			}
		}
		if a.view.Ballot.Own != 1 || c.view.Ballot.Own != 2 || eye.view.Ballot.Own != 0 {
			t.Errorf("the own votes are reported as %d, %d and %d", a.view.Ballot.Own, c.view.Ballot.Own, eye.view.Ballot.Own)
		}
		m.toNext(all...)
		for _, p := range all {
			if s := p.view.Setup; s.Mode != choices[1].Mode || s.Arena.Name != choices[1].Arena {
				t.Errorf("%s plays %s in %s, expected %+v", p.conf.Name, s.Mode.Name(), s.Arena.Name, choices[1])
			}
		}
		m.toResults(all...)
		after, err := shortMatch().Setup(2)
		if first := a.view.Ballot.Choices[0]; err != nil || first.Arena != after.Arena.Name || first.Mode != game.Deathmatch {
			t.Errorf("after that %+v is next in turn, expected a deathmatch in %s", first, after.Arena.Name)
		}
		if got := tallyOf(a); !slices.Equal(got, []int{0, 0, 0}) || a.view.Ballot.Own != 0 {
			t.Errorf("the next ballot begins with %v", got)
		}
	})
}

func TestWithoutVotesTheArenasAlternate(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Options: shortMatch()}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		for round := 1; round < 4; round++ {
			m.toResults(p)
			m.toNext(p)
			want, err := shortMatch().Setup(round)
			if err != nil {
				t.Fatal(err)
			}
			if s := p.view.Setup; s.Arena.Name != want.Arena.Name || s.Mode != game.Deathmatch {
				t.Errorf("round %d: %s in %s, expected %s", round, s.Mode.Name(), s.Arena.Name, want.Arena.Name)
			}
		}
	})
}

// atResults returns a stage that shows results, with so many players.
func atResults(t *testing.T, seed uint64, players int) (*stage, []*flier) {
	t.Helper()
	s := newStage(HostConfig{}, played{Options: shortMatch(), Seed: seed})
	var all []*flier
	for i := range players {
		all = append(all, s.flier(t, fmt.Sprint("Player ", i), "", proto.Token{}))
	}
	for s.OverAt == 0 {
		s.pass(1)
	}
	return s, all
}

// press runs n ticks with these players active.
func (s *stage) press(n int, all ...*flier) {
	for range n {
		for _, f := range all {
			f.press()
		}
		s.pass(1)
	}
}

// vote sends a vote and runs a tick.
func (f *flier) vote(choice uint8) {
	f.send(&proto.Vote{Ballot: f.stage.Ballot.Number, Choice: choice})
	f.stage.pass(1)
}

func TestATieIsDecidedTheSameOnAnyHost(t *testing.T) {
	skipIfShort(t)
	won := map[bool]int{} // whether the second choice won
	for seed := range uint64(20) {
		s, all := atResults(t, seed, 3)
		all[0].vote(2)
		all[1].vote(3)
		second, other := s.Ballot.Choices[1], resumed(s.value())
		here, there := s.nextSetup(), other.nextSetup()
		if here.Arena.Name != there.Arena.Name || here.Mode != there.Mode || s.Random != other.Random {
			t.Fatalf("seed %d: %s in %s, on another host %s in %s", seed, here.Mode.Name(), here.Arena.Name, there.Mode.Name(), there.Arena.Name)
		}
		won[here.Mode == second.Mode && here.Arena.Name == second.Title]++
	}
	if won[true] < 3 || won[false] < 3 {
		t.Errorf("of 20 ties %v were won", won)
	}
}

func TestWithoutVotesThereIsNoChoice(t *testing.T) {
	skipIfShort(t)
	fixed := newStage(HostConfig{}, played{Setup: testSetup(t)})
	fixed.orderIn(game.InProgress, game.OrderClose, nil)
	o := shortMatch()
	o.NoVotes = true
	pinned := newStage(HostConfig{}, played{Options: o})
	for choices, s := range []*stage{fixed, pinned} { // the second offers the next match only
		for s.OverAt == 0 {
			s.pass(1)
		}
		if s.Ballot.Count != choices {
			t.Errorf("there are %d choices, expected %d: %+v", s.Ballot.Count, choices, s.Ballot)
		}
	}
}

func TestAChangeDuringResultsIsANewBallot(t *testing.T) {
	skipIfShort(t)
	s, all := atResults(t, 1, 2)
	all[0].vote(2)
	old := s.Ballot.Number
	s.change(MatchOptions{Mode: game.Teams, Arena: "duel", Bots: 2, Skill: 1, Time: time.Minute})
	if first := s.Ballot.Choices[0]; first.Title != "duel" || first.Mode != game.Teams || s.countVotes() != [3]uint8{} {
		t.Errorf("the first choice is %+v, the votes %v", first, s.countVotes())
	}
	all[1].send(&proto.Vote{Ballot: old, Choice: 3}) // sent for the former ballot
	s.pass(resultsTime + 1)
	if s.Setup.Arena.Name != "duel" || s.Setup.Mode != game.Teams {
		t.Errorf("%s in %s is played", s.Setup.Mode.Name(), s.Setup.Arena.Name)
	}
}

func TestBotsOfTheTeamsFlyTheSameShips(t *testing.T) {
	for _, teams := range []int{2, 3} {
		s := newStage(HostConfig{}, played{Options: &MatchOptions{Arena: "quarters", Mode: game.Teams, Teams: teams, Bots: 4 * teams}, Seed: 9})
		s.pass(2)
		var ships [game.MaxTeams + 1][]string
		for _, p := range s.pilots {
			ships[p.Team] = append(ships[p.Team], fmt.Sprint(p.Class, p.Weapon))
		}
		for team := 1; team <= teams; team++ {
			if slices.Sort(ships[team]); len(ships[team]) != 4 || !slices.Equal(ships[team], ships[1]) {
				t.Errorf("%d teams: team %d has %v, team 1 has %v", teams, team, ships[team], ships[1])
			}
		}
	}
}

func TestABotThatGetsATeamMatchesAPlayersShip(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)})
	rex, bot := s.enter("Rex", 0), s.enter("Bot", proto.BotPilot)
	rex.Class, rex.Weapon = 2, 3
	s.seat(bot)
	s.seat(rex)
	s.change(MatchOptions{Arena: "odd", Bots: 1, Skill: 1})
	if bot.Team == rex.Team || bot.Class != rex.Class || bot.Weapon != rex.Weapon {
		t.Errorf("the bot is in team %d with ship %d, %d, the player in team %d with %d, %d", bot.Team, bot.Class, bot.Weapon, rex.Team, rex.Class, rex.Weapon)
	}
}
