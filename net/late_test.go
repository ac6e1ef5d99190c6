package net

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// lateBy is how much later spectators see the matches of these tests.
const lateBy = 30 * time.Second

// watcher is a spectator, and what they saw.
type watcher struct {
	*player
	matches []string    // their arenas, one after another
	seen    game.Tick   // how many ticks of the host's they held against it
	early   game.Tick   // the least that they were behind
	over    []time.Time // when a match was over
	said    []string
}

func watch(m *testMatch, name string, dial func() link.Link) *watcher {
	return &watcher{player: newPilot(ClientConfig{Dial: dial, Name: name, Spectate: true, Wait: true}), early: 1 << 30}
}

// look looks at what the watcher sees: of each tick the host's World or, before there was one, nobody.
func (w *watcher) look(m *testMatch) {
	m.t.Helper()
	was := w.view != nil && w.view.NextMatch > 0
	w.frame()
	for _, line := range w.view.Chat {
		w.said = append(w.said, line.Text)
	}
	if w.view.Phase != Playing || !w.known {
		return
	}
	if w.view.Me >= 0 {
		m.t.Fatalf("%s has a ship", w.conf.Name)
	}
	present := m.tick()
	w.early = min(w.early, present-w.confirmed.Tick)
	if w.predicted.Tick > present {
		m.t.Fatalf("%s is at tick %d before the host, which is at %d", w.conf.Name, w.predicted.Tick, present)
	}
	if w.confirmed.Tick > m.host.late.behind {
		m.check(w.Client)
		w.seen++
	} else if w.confirmed.Tick < m.host.late.behind && (w.confirmed.Status != game.Waiting || slices.ContainsFunc(w.confirmed.Ships[:], func(s game.Ship) bool { return s.State != game.Empty })) {
		m.t.Fatalf("%s sees something before the match began", w.conf.Name)
	}
	if over := w.view.NextMatch > 0; over && !was {
		w.over = append(w.over, time.Now())
	}
	if arena := w.view.Setup.Arena.Name; w.confirmed.Status != game.Waiting && (len(w.matches) == 0 || w.matches[len(w.matches)-1] != arena) {
		w.matches = append(w.matches, arena)
	}
}

// setupIn returns a short match in an arena.
func setupIn(t testing.TB, name string, seconds game.Tick) *game.Setup {
	arena, err := assets.Arena(name)
	if err != nil {
		t.Fatal(err)
	}
	setup := testSetup(t)
	setup.Arena, setup.TimeLimit = arena, seconds*game.TickRate
	return setup
}

const inTurnFor = 12 // s

// inTurn plays short matches in other arenas.
func inTurn(t testing.TB, what played) played {
	arenas := []string{"open", "duel", "basin"}
	what.Setup = setupIn(t, arenas[0], inTurnFor)
	what.Next = func(round int) *game.Setup { return setupIn(t, arenas[round%len(arenas)], inTurnFor) }
	return what
}

func TestSpectatorsSeeEveryTickOfTheMatchesAsMuchLater(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Delay: lateBy}, inTurn(t, played{Bots: 5}))
		defer m.end()
		rex := newPlayer("Rex", m.pipe, 1)
		bad := lossy.Conditions{Delay: 80 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05, Seed: 7}
		all := []*watcher{watch(m, "Early", m.pipe), watch(m, "Far", m.dial(bad))}
		var over []time.Time
		began, finished := time.Now(), false
		for time.Since(began) < 110*time.Second {
			m.fly(tickTime(1), rex)
			if is := rex.view.NextMatch > 0; is != finished {
				if finished = is; is {
					over = append(over, time.Now())
				}
			}
			if len(all) == 2 && time.Since(began) > 40*time.Second {
				all = append(all, watch(m, "Later", m.pipe))
			}
			for _, w := range all {
				w.look(m)
			}
		}
		for _, w := range all {
			t.Logf("%s held %d ticks against the host's, at least %d behind; saw %v", w.conf.Name, w.seen, w.early, w.matches)
			if w.early < m.host.late.behind || w.early > m.host.late.behind+game.TickRate {
				t.Errorf("%s was %d ticks behind at the least, expected %d", w.conf.Name, w.early, m.host.late.behind)
			}
			if len(w.matches) < 3 || w.desyncs > 0 || w.keyframes > 6 {
				t.Errorf("%s saw %v, with %d desyncs and %d keyframes", w.conf.Name, w.matches, w.desyncs, w.keyframes)
			}
			for i, at := range w.over {
				if later := at.Sub(over[i]); w.conf.Name != "Later" && (later < lateBy-tickTime(2) || later > lateBy+time.Second) {
					t.Errorf("%s saw the end of match %d %v later", w.conf.Name, i+1, later)
				}
			}
			if len(w.over) < 3 {
				t.Errorf("%s saw %d ends", w.conf.Name, len(w.over))
			}
			if !slices.ContainsFunc(w.said, func(s string) bool { return strings.Contains(s, "30 s late") }) {
				t.Errorf("%s was not told to see what was: %q", w.conf.Name, w.said)
			}
		}
		if rex.keyframes > 6 || len(over) < 4 {
			t.Errorf("the player got %d keyframes in %d matches", rex.keyframes, len(over))
		}
	})
}

func TestNothingOfThePresentReachesASpectator(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Delay: lateBy}, inTurn(t, played{Bots: 2}))
		defer m.end()
		rex, wat := newPlayer("Rex", m.pipe, 1), watch(m, "Wat", m.pipe)
		flown := func(d time.Duration, also ...*player) {
			t.Helper()
			for until := time.Now().Add(d); time.Now().Before(until); {
				m.fly(tickTime(1), append(also, rex)...)
				wat.look(m)
			}
		}
		flown(40 * time.Second)
		ace := newPlayer("Ace", m.pipe, 2)
		flown(time.Second, ace)
		if err := ace.Say("behind the rock"); err != nil {
			t.Fatal(err)
		}
		knows := func() []bool {
			return []bool{
				slices.ContainsFunc(wat.view.Roster, func(p proto.Pilot) bool { return p.Name == "Ace" }),
				slices.Contains(wat.said, "Ace has joined"), slices.Contains(wat.said, "behind the rock"),
			}
		}
		flown(lateBy-2*time.Second, ace)
		if now := knows(); slices.Contains(now, true) {
			t.Errorf("29 s later the spectator knows the roster, the notice, the line: %v", now)
		}
		for _, info := range []proto.Info{m.asked(), m.host.public.Load().info} {
			if info.Arena != wat.view.Setup.Arena.Name || info.Players != 2 {
				t.Errorf("strangers are told %+v where spectators see %s", info, wat.view.Setup.Arena.Name)
			}
		}
		var told proto.Progress
		err := m.host.ask(func() error { told = m.host.progress(); return nil })
		if left := (wat.confirmed.TimeLeft(wat.setup) + game.TickRate - 1) / game.TickRate; err != nil || told.Left != uint32(left) || told.Number != m.host.late.number {
			t.Errorf("strangers are told %+v where spectators have %d s left; %v", told, left, err)
		}
		if who, err := m.host.Who(); err != nil || slices.ContainsFunc(who.Pilots, func(p proto.Pilot) bool { return p.Name == "Ace" }) || who.Status != wat.confirmed.Status {
			t.Errorf("strangers are told that these are there: %+v, %v", who, err)
		}
		if all, err := m.host.Pilots(); err != nil || !slices.ContainsFunc(all, func(p Present) bool { return p.Name == "Ace" }) {
			t.Errorf("the operator does not see who is there: %+v, %v", all, err)
		}
		if err := m.host.Say("five minutes left"); err != nil {
			t.Fatal(err)
		}
		flown(time.Second/4, ace)
		if !slices.Contains(wat.said, "five minutes left") {
			t.Error("what the operator says does not reach the spectator at once")
		}
		flown(3*time.Second, ace)
		if now := knows(); slices.Contains(now, false) {
			t.Errorf("32 s later the spectator knows the roster, the notice, the line: %v", now)
		}
	})
}

// asked returns what the host tells a stranger over a link.
func (m *testMatch) asked() proto.Info {
	near, far := link.PipeOf(link.Here, "")
	m.host.Add(far)
	told, err := Ask(m.t.Context(), near)
	if err != nil {
		m.t.Fatal(err)
	}
	return *told.Info
}

func TestSpectatorsTalkAtOnceOfWhatTheySee(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Delay: lateBy}, played{Bots: 2})
		defer m.end()
		a, b := watch(m, "A", m.pipe), watch(m, "B", m.pipe)
		rex := newPlayer("Rex", m.pipe, 1)
		heard := map[string]int{}
		flown := func(d time.Duration) {
			for until := time.Now().Add(d); time.Now().Before(until); {
				m.fly(tickTime(1), rex)
				for _, line := range rex.view.Chat {
					heard[line.Text]++
				}
				a.look(m)
				b.look(m)
			}
		}
		count := func(said []string, text string) (n int) {
			for _, s := range said {
				n += btoi(s == text)
			}
			return n
		}
		flown(2 * time.Second)
		a.Say("hello")
		flown(time.Second)
		if count(a.said, "hello") != 1 || count(b.said, "hello") != 0 || heard["hello"] != 1 {
			t.Error("who has just come may know the present: only players and they themselves read it")
		}
		flown(lateBy)
		a.Say("what a shot")
		flown(time.Second)
		if count(a.said, "what a shot") != 1 || count(b.said, "what a shot") != 1 || heard["what a shot"] != 1 {
			t.Error("who has watched for long speaks of what others see as well")
		}
		flown(lateBy)
		if count(a.said, "hello") != 1 || count(b.said, "hello") != 1 || count(b.said, "what a shot") != 1 {
			t.Errorf("each line is read once: %q, %q", a.said, b.said)
		}
	})
}

func TestWhoTakesASeatSeesThePresentAndWhoLosesItThePast(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{5 * time.Second, lateBy} {
		if testing.Short() && delay == lateBy {
			continue
		}
		t.Run(fmt.Sprint(delay), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m := startMatch(t, HostConfig{Delay: delay}, inTurn(t, played{Bots: 3}))
				defer m.end()
				w := watch(m, "Wat", m.pipe)
				behind := m.host.late.behind
				turns := 3
				if delay == lateBy && !*long {
					turns = 1
				}
				for i := range turns {
					for until := time.Now().Add(delay + 17*time.Second); time.Now().Before(until); time.Sleep(tickTime(1)) {
						w.look(m)
					}
					if d := m.tick() - w.confirmed.Tick; d < behind || d > behind+game.TickRate {
						t.Fatalf("the spectator is %d ticks behind", d)
					}
					w.Choose(0, 0, 0)
					w.bot = newPlayer("", nil, uint64(i)).bot
					time.Sleep(tickTime(3))
					w.frame() // goes on in the other time
					m.fly(5*time.Second, w.player)
					m.plays(w.player)
					if d := m.tick() - w.confirmed.Tick; d > game.TickRate/4 || w.view.Lag.Ahead > game.TickRate/4 {
						t.Fatalf("the player is %d ticks behind, and predicts %d", d, w.view.Lag.Ahead)
					}
					m.unseat("Wat")
					w.bot = nil
					for until := time.Now().Add(3 * time.Second); time.Now().Before(until); time.Sleep(tickTime(1)) {
						w.frame()
					}
					w.early = 1 << 30
				}
				if w.desyncs > 0 {
					t.Errorf("%d desyncs", w.desyncs)
				}
			})
		})
	}
}

// unseat takes a player's ship, as from one who is idle.
func (m *testMatch) unseat(name string) {
	m.t.Helper()
	h := m.host
	if err := h.ask(func() error {
		i := slices.IndexFunc(h.match.pilots, func(p *pilot) bool { return p.Name == name })
		h.match.unseat(h.match.pilots[i])
		h.peers.say(h.match.pilots[i], &proto.SpawnResult{Status: proto.SpawnIdle, Slot: proto.NoSlot})
		return nil
	}); err != nil {
		m.t.Fatal(err)
	}
}

func TestWhoWaitsForAShipSeesNoMoreThanASpectator(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := setupIn(t, "grid", 300)
		setup.Mode = game.Trails // of the fewest ships
		m := startMatch(t, HostConfig{Delay: 5 * time.Second}, played{Setup: setup})
		defer m.end()
		var seated []*player
		for i := range setup.Mode.Pilots() {
			seated = append(seated, newPlayer(fmt.Sprint("Pilot ", string(rune('a'+i))), m.pipe, uint64(i)))
		}
		m.fly(time.Second, seated...)
		waits := &watcher{player: newPilot(ClientConfig{Dial: m.pipe, Name: "Waits", Wait: true}), early: 1 << 30}
		for range 8 * game.TickRate {
			m.fly(tickTime(1), seated...)
			waits.look(m)
		}
		if !waits.view.Waiting || waits.seen == 0 || waits.early < m.host.late.behind {
			t.Errorf("waits %v, saw %d ticks, %d behind at the least", waits.view.Waiting, waits.seen, waits.early)
		}
		seated[0].Leave()
		for range 3 * game.TickRate {
			m.fly(tickTime(1), seated[1:]...)
			waits.frame()
		}
		if waits.view.Me < 0 || m.tick()-waits.confirmed.Tick > game.TickRate/4 {
			t.Errorf("has slot %d, %d behind", waits.view.Me, m.tick()-waits.confirmed.Tick)
		}
	})
}

func TestAVoteLeavesTheScreenOfAPlayerWhoLosesTheShip(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{Delay: 10 * time.Second})
		defer c.end()
		c.all[0].CallVote(proto.RestartMotion, 0, "")
		c.stay(game.TickRate)
		if c.all[3].view.Vote == nil {
			t.Fatal("P3 does not see the vote")
		}
		c.unseat("P3")
		for range game.TickRate { // what P3 sees goes back in time
			for _, p := range c.all {
				p.frame()
			}
			time.Sleep(tickTime(1))
		}
		if c.all[0].view.Vote == nil || c.all[3].view.Vote != nil {
			t.Errorf("P0 sees %+v, and P3, without a ship, %+v", c.all[0].view.Vote, c.all[3].view.Vote)
		}
	})
}
