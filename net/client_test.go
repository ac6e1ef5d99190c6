package net

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestAStrangerGetsTheMatchAndTheWebPort(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		ask := func() HostInfo {
			near, far := link.PipeOf(link.Here, "")
			m.host.Add(far)
			told, err := Ask(t.Context(), near)
			if err != nil {
				t.Fatal(err)
			}
			return told
		}
		if told := ask(); told.Info == nil || told.Progress == nil || told.Web != (proto.Web{}) {
			t.Errorf("of a host without a door for browsers: %+v", told)
		}
		m.host.SetWeb(8080, true)
		if told := ask(); told.Info == nil || told.Progress == nil || told.Web != (proto.Web{Port: 8080, Secure: true}) {
			t.Errorf("of one with such a door: %+v", told)
		}
	})
}

func TestAnswersOfOlderHostsAreRead(t *testing.T) {
	info, progress := &proto.Info{Title: "Fun"}, &proto.Progress{Number: 3}
	for what, c := range map[string]struct {
		says           [][]byte
		stays          bool // the host does not close
		progress, port bool
		took           time.Duration // at most
	}{
		"before Progress":     {says: [][]byte{info.Append(nil)}, took: time.Second},
		"before Web":          {says: [][]byte{info.Append(nil), progress.Append(nil)}, progress: true, took: time.Second},
		"ours":                {says: [][]byte{info.Append(nil), progress.Append(nil), (&proto.Web{Port: 80}).Append(nil)}, stays: true, progress: true, port: true, took: time.Second},
		"a later one":         {says: [][]byte{info.Append(nil), {0xf0, 1}, progress.Append(nil)}, progress: true, took: time.Second},
		"one that stays":      {says: [][]byte{info.Append(nil), progress.Append(nil)}, stays: true, progress: true, took: time.Minute},
		"one that never ends": {says: append([][]byte{info.Append(nil)}, make([][]byte, 100)...), stays: true, took: time.Second},
	} {
		bubble(t, func(t *testing.T) {
			near, far := link.PipeOf(link.Here, "")
			for _, p := range c.says {
				if p == nil {
					p = progress.Append(nil)
				}
				far.Send(link.Control, p)
			}
			if !c.stays {
				far.Close()
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			began := time.Now()
			told, err := Ask(ctx, near)
			if err != nil || told.Info == nil || told.Info.Title != "Fun" || (told.Web.Port != 0) != c.port || c.progress && told.Progress == nil {
				t.Errorf("%s: %+v, %v", what, told, err)
			}
			if took := time.Since(began); took > c.took {
				t.Errorf("%s: it took %v", what, took)
			}
			far.Close()
		})
	}
}

func TestAClientWaitsForADoorThatIsSearching(t *testing.T) {
	bubble(t, func(t *testing.T) {
		far := raw{t: t}
		p := knowing("", func() link.Link {
			near, end := link.PipeOf(link.Here, "")
			far.Link = end
			return near
		})
		for began := time.Now(); time.Since(began) < 4*answerTime; time.Sleep(time.Second) {
			p.frame()
			far.send(&proto.FleetList{})
		}
		if p.view.Phase != Joining {
			t.Fatalf("phase %d, %v", p.view.Phase, p.view.Err)
		}
		for began := time.Now(); time.Since(began) < 2*answerTime; time.Sleep(time.Second) {
			p.frame()
		}
		if p.view.Phase != Refused || p.view.Err != errNoAnswer {
			t.Errorf("when it falls silent: phase %d, %v", p.view.Phase, p.view.Err)
		}
	})
}

// distant is a link that is not within this process.
type distant struct{ link.Link }

func (distant) Kind() string { return "udp" }

// On a busy machine the proof of a password takes seconds, in which there is no match.
func TestAProofOfAPasswordMayTakeLongerThanAMatchMayBeSilent(t *testing.T) {
	near, _ := link.PipeOf(link.Here, "")
	c := NewClient(ClientConfig{Dial: func() link.Link { return distant{near} }, Name: "Rex", Password: "open sesame"})
	now := time.Unix(1000, 0)
	c.Frame(now, 0)
	c.entry = clientEntry{asked: true, proof: &passwordProof{final: make(chan proofAnswer)}}
	for passed := time.Duration(0); passed < 2*quietTime; passed += maxQuietStep {
		now = now.Add(maxQuietStep)
		if v := c.Frame(now, 0); v.Phase != Joining {
			t.Fatalf("after %v: phase %d, %v", passed, v.Phase, v.Err)
		}
	}
}

func TestClientsOfAProcessShareConfirmedWorlds(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 8}, func(t *testing.T, m *testMatch) {
		var steps Steps
		join := func(name string) *player {
			return newPilot(ClientConfig{Dial: m.dial(link.Conditions{Seed: uint64(len(name))}), Name: name, Steps: &steps})
		}
		all := []*player{join("Ann"), join("Barb")}
		m.fly(time.Second, all...)
		all = append(all, join("Cedric")) // late
		m.fly(time.Second, all...)
		before := steps.last
		const passed = 10 * time.Second
		m.fly(passed, all...)
		m.plays(all[2])
		for _, p := range all[1:] {
			if p.confirmed != all[0].confirmed || p.setup != all[0].setup {
				t.Errorf("%s has a World of its own at tick %d, Ann at %d", p.conf.Name, p.confirmed.Tick, all[0].confirmed.Tick)
			}
		}
		if taken, ticks := steps.last-before, uint64(passed/tickTime(1)); taken > ticks+2 {
			t.Errorf("they took %d steps in %d ticks", taken, ticks)
		}
		for _, p := range all {
			p.Leave()
			p.frame()
		}
		if len(steps.lines) != 0 || len(steps.free) > lineTicks {
			t.Errorf("%d matches and %d Worlds are left when all are gone", len(steps.lines), len(steps.free))
		}
	})
}

func TestABlackoutOfFiveSecondsHealsWithinOne(t *testing.T) {
	skipIfShort(t)
	for _, rtt := range []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond} {
		if !*long && rtt == 0 {
			continue
		}
		t.Run(rtt.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T) { survivesBlackout(t, rtt) })
		})
	}
}

func survivesBlackout(t *testing.T, rtt time.Duration) {
	m := startMatch(t, HostConfig{}, played{Setup: expanse(t), Bots: 60})
	defer m.end()
	var w wire
	p := newPlayer("Rex", w.dial(m, link.Conditions{Delay: rtt / 2, Loss: 0.05}), 1)
	m.fly(5*time.Second, p)
	w.dark.Store(true)
	m.fly(time.Second, p)
	if !p.view.Stale {
		t.Errorf("after a second of silence the others are no ghosts; age %v", p.view.Lag.Age)
	}
	m.fly(4*time.Second, p)
	w.dark.Store(false)
	heals := time.Second
	if rtt > 100*time.Millisecond { // a lost repetition comes again a round trip later
		heals += rtt
	}
	m.fly(heals, p)
	m.plays(p)
	behind := m.tick() - p.confirmed.Tick
	if usual := game.Tick(rtt/2*game.TickRate/time.Second) + 8; behind > usual || p.view.Stale {
		t.Errorf("a second after it was %d ticks behind, stale: %v", behind, p.view.Stale)
	}
	if p.desyncs != 0 {
		t.Errorf("%d desyncs", p.desyncs)
	}
	// Its inputs count again.
	p.bot, p.held = nil, game.Steer(game.Left)
	m.fly(rtt+200*time.Millisecond, p)
	world := m.world()
	if ship := &world.Ships[p.view.Me]; ship.AcceptsInput() && ship.Input != p.held {
		t.Errorf("the ship holds %d", ship.Input)
	}
}

// impostor is a host that does not know the password.
type impostor struct {
	*player
	far raw
}

// meets connects a player with a password to an impostor that asks for it, up to the first message of the proof.
func meets(t *testing.T) (i *impostor, first *proto.ClientFirst) {
	t.Helper()
	i = &impostor{far: raw{t: t}}
	i.player = knowing("open sesame", func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		i.far.Link = far
		return near
	})
	i.frame()
	among[*proto.Hello](t, i.far.received())
	i.sends(&proto.Reject{Code: proto.RejectPassword, Reason: "a password, please"})
	return i, among[*proto.ClientFirst](t, i.far.received())
}

// sends sends a message of the impostor to the player.
func (i *impostor) sends(messages ...proto.Message) {
	i.far.send(messages...)
	for range 3 {
		i.frame()
		time.Sleep(time.Millisecond) // until a proof is found, as the bubble's time waits for it
	}
}

// unmasked expects that the player has left with the reason.
func (i *impostor) unmasked(t *testing.T) {
	t.Helper()
	if i.view.Phase != Refused || !strings.Contains(i.view.Err.Error(), "this host does not know the password that you typed") {
		t.Errorf("phase %d, %v", i.view.Phase, i.view.Err)
	}
}

func TestAHostThatDoesNotKnowThePasswordIsUnmasked(t *testing.T) {
	welcome := &proto.Welcome{Version: proto.Version, Token: proto.Token{1}, TickRate: game.TickRate, Title: "Fun", Setup: testSetup(t)}
	for name, plays := range map[string]func(*impostor, *proto.ClientFirst){
		"welcomes at once":        func(i *impostor, _ *proto.ClientFirst) { i.sends(welcome) },
		"asks for few iterations": func(i *impostor, f *proto.ClientFirst) { i.sends(challenge(f, "1")) },
		"asks for too many":       func(i *impostor, f *proto.ClientFirst) { i.sends(challenge(f, "2147483647")) },
		"asks for nonsense": func(i *impostor, _ *proto.ClientFirst) {
			i.sends(&proto.ServerFirst{Text: "m=x,r=,s=,i=" + fewIterations})
		},
		"confirms out of order":  func(i *impostor, _ *proto.ClientFirst) { i.sends(&proto.ServerFinal{Text: "v=AAAA"}) },
		"welcomes without proof": func(i *impostor, f *proto.ClientFirst) { i.sends(challenge(f, fewIterations)); i.sends(welcome) },
		"proves another password": func(i *impostor, f *proto.ClientFirst) {
			exam := newPasswordVerifier("guess", iterations).Examine(nil)
			text, _ := exam.Challenge(f.Text)
			i.sends(&proto.ServerFirst{Text: text})
			i.sends(&proto.ServerFinal{Text: "v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}, welcome)
		},
		"challenges twice": func(i *impostor, f *proto.ClientFirst) {
			i.sends(challenge(f, fewIterations), challenge(f, fewIterations))
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				i, first := meets(t)
				plays(i, first)
				i.unmasked(t)
			})
		})
	}
}

// challenge needs no password.
func challenge(first *proto.ClientFirst, iterations string) *proto.ServerFirst {
	_, nonce, _ := strings.Cut(first.Text, ",r=")
	return &proto.ServerFirst{Text: "r=" + nonce + "more,s=c2FsdHNhbHRzYWx0c2FsdA==,i=" + iterations}
}

func TestAnImpostorLearnsNothingOfThePassword(t *testing.T) {
	bubble(t, func(t *testing.T) {
		i, first := meets(t)
		i.sends(challenge(first, fewIterations))
		for _, m := range i.far.received() {
			if strings.Contains(string(m.Append(nil)), "sesame") {
				t.Errorf("the player gets %+v", m)
			}
		}
	})
}

func TestAHostThatFallsSilentAfterItsChallengeTimesOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		i, first := meets(t)
		i.sends(challenge(first, fewIterations))
		for began := time.Now(); i.view.Phase == Joining && time.Since(began) < time.Minute; time.Sleep(tickTime(1)) {
			i.frame()
		}
		if i.view.Phase != Refused || i.view.Err != errNoAnswer {
			t.Errorf("phase %d, %v", i.view.Phase, i.view.Err)
		}
	})
}

func TestProofsOutOfOrderEndTheConnection(t *testing.T) {
	skipIfShort(t)
	first := &proto.ClientFirst{Text: "n,,n=,r=abcdef"}
	for name, says := range map[string][]proto.Message{
		"no first":      {&proto.ClientFinal{Text: "c=biws,r=,p="}},
		"two firsts":    {first, first},
		"nonsense":      {&proto.ClientFirst{Text: "sesame"}},
		"bound":         {&proto.ClientFirst{Text: "p=tls-exporter,,n=,r=abcdef"}}, // in memory
		"after a hello": {hello("Rex"), first},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				conf := HostConfig{HostOptions: HostOptions{Password: "open sesame"}}
				if name == "after a hello" {
					conf.Password = ""
				}
				m := startMatch(t, conf)
				defer m.end()
				r := m.raw()
				r.send(says...)
				among[*proto.Kick](t, r.received())
			})
		})
	}
}

func TestAPeerThatIgnoresItsChallengeIsCutOff(t *testing.T) {
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame"}}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		r.send(&proto.ClientFirst{Text: "n,,n=,r=abcdef"})
		time.Sleep(proofTimeout)
		if r.Err() != nil {
			t.Error("a slow board is cut off")
		}
		time.Sleep(proofWait + time.Second)
		if r.Err() == nil {
			t.Error("the link stays")
		}
	})
}

func TestInputsArriveJustBeforeTheyAreNeeded(t *testing.T) {
	skipIfShort(t)
	for i, rtt := range []time.Duration{0, 20, 50, 100, 200} {
		for j, jitter := range []time.Duration{0, 5, 20} {
			if !*long && i%3 != j {
				continue // each round trip once, unless all are requested
			}
			c := link.Conditions{Delay: rtt * time.Millisecond / 2, Jitter: jitter * time.Millisecond, Seed: 3}
			t.Run(fmt.Sprintf("RTT %d ms, jitter %d ms", rtt, jitter), func(t *testing.T) {
				bubble(t, func(t *testing.T) { settles(t, c) })
			})
		}
	}
}

// settles expects a correct clock five seconds after joining.
func settles(t *testing.T, c link.Conditions) {
	m := startMatch(t, HostConfig{}, played{Bots: 3})
	defer m.end()
	p := newPlayer("Rex", m.dial(c), 1)
	m.fly(5*time.Second, p)
	slacks := m.slacks(10*time.Second, p)
	worst, median := slacks[len(slacks)/50], slacks[len(slacks)/2]
	t.Logf("slack: 2 %% below %v, median %v, most %v", worst, median, slacks[len(slacks)-1])
	if worst < 0 || median > 3*tickTime(1) {
		t.Errorf("expected slack between 0 and 3 ticks, 2 %% is below %v and half above %v", worst, median)
	}
}

// slacks returns the reported slacks, worst first.
func (m *testMatch) slacks(d time.Duration, p *player) (slacks []time.Duration) {
	for until := time.Now().Add(d); time.Now().Before(until); {
		m.fly(tickTime(1), p)
		slacks = append(slacks, p.view.Lag.Slack)
	}
	slices.Sort(slacks)
	return slacks
}

func TestTheClockFollowsARoundTripThatChanges(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	for _, change := range [][2]time.Duration{{20, 150}, {150, 20}, {20, 600}, {600, 20}, {0, 1000}} {
		from, to := change[0]*time.Millisecond, change[1]*time.Millisecond
		t.Run(fmt.Sprintf("from %v to %v", from, to), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m, w := startMatch(t, HostConfig{}, played{Bots: 3}), &wire{}
				defer m.end()
				w.setDelay(from / 2)
				p := newPlayer("Rex", w.dial(m, link.Conditions{Jitter: 5 * time.Millisecond}), 1)
				m.fly(5*time.Second, p)
				w.setDelay(to / 2)
				took := m.heals(p)
				t.Logf("took %v", took)
				if took > 5*time.Second {
					t.Errorf("expected inputs to be in time again within 5 s, it took %v", took)
				}
				if p.view.Lag.Desyncs != 0 {
					t.Errorf("%d desyncs", p.view.Lag.Desyncs)
				}
			})
		})
	}
}

// heals returns the time until inputs come in time, and at most 4 ticks early, for the rest of 12 seconds.
func (m *testMatch) heals(p *player) (after time.Duration) {
	began := time.Now()
	for time.Since(began) < 12*time.Second {
		m.fly(tickTime(1), p)
		if slack := p.view.Lag.Slack; slack < 0 || slack > 4*tickTime(1) {
			after = time.Since(began)
		}
	}
	return after
}

func TestTheClockSurvivesAPauseOfTheHost(t *testing.T) {
	skipIfShort(t)
	for _, pause := range []time.Duration{300 * time.Millisecond, 3 * time.Second} {
		t.Run(pause.String(), func(t *testing.T) {
			inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
				p := newPlayer("Rex", m.dial(link.Conditions{Delay: 30 * time.Millisecond}), 1)
				m.fly(10*time.Second, p)
				m.pause.Store(int64(pause))
				took := m.heals(p)
				t.Logf("took %v", took)
				if took > pause+8*time.Second {
					t.Errorf("expected inputs to be in time again within 8 s, it took %v", took)
				}
			})
		})
	}
}

func TestAClientIsBackWithinASecondOfABlackout(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m, w := startMatch(t, HostConfig{}, played{Bots: 8}), &wire{}
		defer m.end()
		w.setDelay(50 * time.Millisecond)
		p := newPlayer("Rex", w.dial(m, link.Conditions{}), 1)
		m.fly(5*time.Second, p)
		w.dark.Store(true)
		m.fly(5*time.Second, p)
		w.dark.Store(false)
		m.fly(time.Second, p)
		m.plays(p)
		if behind := m.tick() - p.confirmed.Tick; behind > 8 {
			t.Errorf("it is %d ticks behind", behind)
		}
		if slack := m.slacks(time.Second, p)[0]; slack < 0 {
			t.Errorf("its inputs have a slack of %v", slack)
		}
		if p.view.Lag.Desyncs != 0 {
			t.Errorf("%d desyncs", p.view.Lag.Desyncs)
		}
	})
}

func TestTheClockJumpsOnlyWhenItIsFarOff(t *testing.T) {
	for _, off := range []time.Duration{-400, -240, -100, 0, 100, 240, 400} {
		slack := slackGoal - off*time.Millisecond
		now := time.Now()
		var c clock
		c.start(now, 1000, 0)
		c.spare = 0
		before := c.at
		for range slackWindow {
			c.report(1000, slack)
			now = now.Add(tickTime(1))
			c.advance(now)
		}
		moved := c.at - before - slackWindow*tickTime(1)
		if jumped := max(moved, -moved) > 200*time.Millisecond; jumped != (max(off, -off) > 250) {
			t.Errorf("%d ms off: it was moved by %v in half a second", off, moved)
		}
	}
}

// Inputs must count again soon after the clock has fallen behind by any time, because only old packets came or the program did not run.
func TestAClockBehindTheHostCatchesUp(t *testing.T) {
	for _, behind := range []time.Duration{40, 80, 150, 240} {
		t.Run(fmt.Sprintf("%d ms", behind), func(t *testing.T) {
			inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
				p := newPlayer("Rex", m.pipe, 1)
				m.fly(time.Second/10, p) // before there are reports
				p.clock.at -= behind * time.Millisecond
				m.fly(3*time.Second, p)
				slacks := m.slacks(2*time.Second, p)
				if worst := slacks[len(slacks)/50]; worst < 0 {
					t.Errorf("five seconds later the inputs are %v late", -worst)
				}
			})
		})
	}
}

func TestAKeyMovesTheLocalShipInTheSameFrame(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		p := newPilot(ClientConfig{Dial: m.dial(link.Conditions{Delay: 100 * time.Millisecond}), Name: "Rex"})
		m.fly(5*time.Second, p)
		due := 0
		for i := range 5 * game.TickRate {
			p.held = game.Steer(game.Course(1 + i%8))
			before, accepted := p.view.World.Tick, p.me().AcceptsInput()
			m.fly(tickTime(1), p)
			if p.view.World.Tick == before || !accepted || !p.me().AcceptsInput() {
				continue
			}
			if due++; p.me().Input != p.held {
				t.Fatalf("it holds %d when %d is pressed", p.me().Input, p.held)
			}
		}
		if due < 2*game.TickRate { // the ship may be destroyed meanwhile
			t.Errorf("only %d ticks were due in 5 s", due)
		}
	})
}

func TestThePredictionIsRightWhenNoOneElseActs(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 100 * time.Millisecond, Jitter: 5 * time.Millisecond}), 1)
		m.fly(5*time.Second, p)
		before := p.view.Lag.Rollbacks
		predicted, compared := map[game.Tick]uint64{}, 0
		for range 20 * game.TickRate {
			m.fly(tickTime(1), p)
			predicted[p.view.World.Tick] = p.view.World.Hash()
			if want, ok := predicted[p.confirmed.Tick]; ok {
				if compared++; want != p.confirmed.Hash() {
					t.Fatalf("tick %d was predicted to be another", p.confirmed.Tick)
				}
			}
		}
		if n := p.view.Lag.Rollbacks - before; n != 0 || compared < 9*game.TickRate {
			t.Errorf("%d roll-backs, %d ticks compared", n, compared)
		}
	})
}

func TestAWrongPredictionIsRolledBack(t *testing.T) {
	setup := testSetup(t)
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: 0}, {Kind: game.OrderJoin, Slot: 1}}, nil)
	for ticks := range 30 {
		p := &prediction{slot: 0, at: &step{}}
		p.reset(setup, &world)
		truth := world
		for i := range ticks + 1 {
			p.press(game.Steer(game.Course(1 + i%8)))
		}
		var decided [][]game.Order
		for i := range ticks + 1 {
			decided = append(decided, []game.Order{
				{Kind: game.OrderInput, Slot: 0, Input: game.Steer(game.Course(1 + i%8))},
				{Kind: game.OrderInput, Slot: 1, Input: game.Steer(game.Course(1+i%7)) | game.Fire}, // not predicted
			})
		}
		for _, orders := range decided {
			truth.Step(setup, orders, nil)
			p.confirm(orders)
		}
		p.reconcile()
		if *p.confirmed != truth || p.predicted != truth || p.Rollbacks != 1 {
			t.Errorf("%d ticks: not the true World after %d roll-backs", ticks+1, p.Rollbacks)
		}
	}
}

func TestARightPredictionIsNotRolledBack(t *testing.T) {
	setup := testSetup(t)
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: 0}}, nil)
	p := &prediction{slot: 0, at: &step{}}
	p.reset(setup, &world)
	var orders [][]game.Order
	press := func(ticks int) {
		for range ticks {
			p.press(game.Steer(game.Course(1 + len(orders)%8)))
			orders = append(orders, slices.Clone(p.orders))
		}
	}
	for _, ahead := range []int{1, 5, 30, 2, historyTicks - 2} {
		press(ahead)
		for range ahead {
			p.confirm(orders[0])
			orders = orders[1:]
			p.reconcile()
		}
	}
	if p.Rollbacks > 0 || p.predicted != *p.confirmed {
		t.Errorf("%d roll-backs", p.Rollbacks)
	}
}

func TestACorrectionFadesWithinATenthOfASecond(t *testing.T) {
	for _, frame := range []time.Duration{time.Second / 120, time.Second / 60, time.Second / 30} {
		var p prediction
		p.offsets[3] = game.Point{X: 20 * game.One, Y: -7}
		last := p.offsets[3]
		passed := time.Duration(0)
		for ; passed < 100*time.Millisecond; passed += frame {
			p.fade(int64(fadeTime-frame), int64(fadeTime))
			if p.offsets[3].X >= last.X || p.offsets[3].X < 0 {
				t.Fatalf("from %d to %d", last.X, p.offsets[3].X)
			}
			last = p.offsets[3]
		}
		if last.X > 20*game.One/8 {
			t.Errorf("after %v at %v a frame, %d of %d is left", passed, frame, last.X, 20*game.One)
		}
		for ; passed < time.Second; passed += frame {
			p.fade(int64(fadeTime-frame), int64(fadeTime))
		}
		if p.offsets[3] != (game.Point{}) {
			t.Errorf("%v stays for ever", p.offsets[3])
		}
	}
}

func TestShipsStayInPlaceOnScreenAfterARollback(t *testing.T) {
	var p prediction
	var before game.World
	for i, moved := range []int32{0, 3 * game.One, maxBlend + 1} {
		before.Ships[i] = game.Ship{State: game.Flying, X: 1000}
		p.predicted.Ships[i] = game.Ship{State: game.Flying, X: 1000 + moved}
	}
	before.Ships[3] = game.Ship{State: game.Dead}
	p.predicted.Ships[3] = game.Ship{State: game.Flying, X: 100}
	p.blend(&before.Ships)
	for i, want := range []int32{0, -3 * game.One, 0, 0} {
		if got := p.offsets[i].X; got != want {
			t.Errorf("ship %d: expected an offset of %d, got %d", i, want, got)
		}
	}
}

func TestFactsAreShownOnceAndOnlyWhenConfirmed(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Bots: 12, Skill: 5, Seed: 6}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 60 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.1}), 1)
		m.fly(2*time.Second, p)
		from := p.confirmed.Tick
		var told []game.Event
		for range 60 * game.TickRate {
			m.fly(tickTime(1), p)
			told = append(told, facts(p.view.Events)...)
		}
		want := m.factsOf(from+1, p.confirmed.Tick)
		if len(want) < 20 || !slices.Equal(told, want) {
			t.Errorf("the host had %d facts, the client showed %d", len(want), len(told))
		}
		if p.view.Lag.Keyframes != 1 {
			t.Fatal("got a keyframe: this test proves nothing")
		}
	})
}

func TestDecidedEventsAreReportedOnce(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Bots: 12, Skill: 5, Seed: 6}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 60 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.1}), 1)
		m.fly(2*time.Second, p)
		from := p.confirmed.Tick
		var told, want []game.Event
		for range 20 * game.TickRate {
			m.fly(tickTime(1), p)
			told = append(told, p.view.Decided...)
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		for tick := from + 1; tick <= p.confirmed.Tick; tick++ {
			want = append(want, m.events[tick]...)
		}
		if len(want) < 100 || !slices.Equal(told, want) {
			t.Errorf("%d events were decided, the client showed %d", len(want), len(told))
		}
	})
}

func facts(events []game.Event) (some []game.Event) {
	for _, ev := range events {
		if ev.Kind.Factual() {
			some = append(some, ev)
		}
	}
	return some
}

func TestAShotIsShownOnce(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 100 * time.Millisecond}), 1)
		m.fly(3*time.Second, p)
		p.bot, p.held = nil, game.Steer(game.Right)
		m.fly(time.Second, p) // earlier shots have been shown
		shown := 0
		for i := range 20 * game.TickRate {
			p.held = game.Steer(game.Right) | game.Input((i/60+1)%2)*game.Fire // none in the last second
			m.fly(tickTime(1), p)
			for _, ev := range p.view.Events {
				if ev.Kind == game.EventShot {
					shown++
				}
			}
		}
		fired := m.shotsSince(20*time.Second + 100*time.Millisecond)
		if shown == 0 || shown != fired {
			t.Errorf("%d shots were fired, %d shown", fired, shown)
		}
	})
}

func TestAMomentMeasuresTheErrorOfItsShips(t *testing.T) {
	var guess, is game.World
	for _, slot := range []int{0, 3, game.MaxShips - 1} {
		guess.Ships[slot] = game.Ship{State: game.Flying, X: 1000, Y: 1000}
		is.Ships[slot] = game.Ship{State: game.Flying, X: 1000 + int32(slot), Y: 1000}
	}
	guess.Ships[5].State = game.Flying // it no longer is
	var m moment
	m.note(&guess, nil)
	if off := m.meanError(&is, 0); off != (3+game.MaxShips-1)/2 {
		t.Errorf("%d off", off)
	}
	if off := m.meanError(&is, 3); off != (game.MaxShips-1)/2 {
		t.Errorf("%d off without the own ship", off)
	}
}

func TestAMomentRecognizesItsOrders(t *testing.T) {
	own := game.Order{Slot: 3, Input: game.Steer(game.Up)}
	other := game.Order{Slot: 4, Input: game.Steer(game.Up)}
	var none, one moment
	none.note(&game.World{}, nil)
	one.note(&game.World{}, []game.Order{own})
	for _, c := range []struct {
		moment *moment
		orders []game.Order
		is     bool
	}{
		{&none, nil, true}, {&none, []game.Order{own}, false},
		{&one, []game.Order{own}, true}, {&one, nil, false}, {&one, []game.Order{other}, false}, {&one, []game.Order{own, other}, false},
	} {
		if c.moment.predicted(c.orders) != c.is {
			t.Errorf("%v led to a moment of %v: expected %v", c.orders, c.moment.steer, c.is)
		}
	}
}

func TestThe65thShipIsRefusedAndASpectatorIsNot(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		var players []*player
		for i := range game.MaxShips {
			players = append(players, newPilot(ClientConfig{Dial: m.pipe, Name: fmt.Sprint("P", i)}))
		}
		m.fly(time.Second, players...)
		for _, p := range players {
			m.plays(p)
		}
		late := newPilot(ClientConfig{Dial: m.pipe, Name: "Late"})
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, late, watcher)
		if late.view.Phase != Refused || !strings.Contains(late.view.Err.Error(), "full") {
			t.Errorf("expected a full match, got %v", late.view.Err)
		}
		if watcher.view.Phase != Playing || watcher.view.Me != -1 || watcher.view.World == nil {
			t.Errorf("the spectator does not see the match: phase %d, %v", watcher.view.Phase, watcher.view.Err)
		}
		m.fly(time.Second, watcher)
		if behind := m.tick() - watcher.confirmed.Tick; behind > 4 {
			t.Errorf("the spectator is %d ticks behind", behind)
		}
	})
}

func TestAnotherVersionIsRejectedWithBothNumbers(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		r.send(&proto.Hello{Version: 77, Name: "Future"})
		reject := among[*proto.Reject](t, r.received())
		bothVersions(t, errors.New(reject.Reason))
		if reject.Code != proto.RejectVersion || r.Err() == nil {
			t.Errorf("code %d, link %v", reject.Code, r.Err())
		}
	})
}

func TestOtherRulesAreRejectedWithBothVersions(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		other := hello("Rex")
		other.RulesVersion, other.Rules = 77, 0xabad1dea
		r.send(other)
		reject := among[*proto.Reject](t, r.received())
		ours := fmt.Sprintf("the host has rules version %d (%08x)", game.RulesVersion, uint32(game.RulesFingerprint))
		if reject.Code != proto.RejectVersion || r.Err() == nil ||
			!strings.Contains(reject.Reason, ours) || !strings.Contains(reject.Reason, "you have rules version 77 (abad1dea)") {
			t.Errorf("code %d, %q, link %v", reject.Code, reject.Reason, r.Err())
		}
	})
}

// bothVersions expects our version and 77 in a line.
func bothVersions(t *testing.T, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), fmt.Sprint(proto.Version)) || !strings.Contains(err.Error(), "77") {
		t.Errorf("expected the versions %d and 77, got %v", proto.Version, err)
	}
}

func TestAClientReportsTheVersionOfItsHost(t *testing.T) {
	for what, answer := range map[string]proto.Message{
		"welcome": &proto.Welcome{Version: 77, TickRate: 60, Setup: testSetup(t)},
		"reject":  &proto.Reject{Code: proto.RejectVersion, Reason: (&proto.VersionError{Theirs: 77}).Error()},
	} {
		t.Run(what, func(t *testing.T) {
			near, far := link.PipeOf(link.Here, "")
			c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
			c.Frame(time.Now(), 0)
			far.Send(link.Control, answer.Append(nil))
			far.Close() // the end of the link must not hide the answer
			v := c.Frame(time.Now(), 0)
			if v.Phase != Refused {
				t.Errorf("expected to be refused, phase %d", v.Phase)
			}
			bothVersions(t, v.Err)
		})
	}
}

func TestAnotherTryHelpsUnlessTheHostWouldRefuseItToo(t *testing.T) {
	for _, c := range []struct {
		answer proto.Message
		helps  bool
	}{
		{&proto.Reject{Code: proto.RejectFull, Reason: "full"}, true},
		{&proto.Reject{Code: proto.RejectClosing, Reason: "closing"}, true},
		{&proto.Bye{Reason: "the host closed the match"}, true},
		{&proto.Reject{Code: proto.RejectBanned, Reason: "banned"}, false},
		{&proto.Kick{Reason: "be nice"}, false},
		{&proto.Welcome{Version: 77, TickRate: 60, Setup: testSetup(t)}, false},
	} {
		near, far := link.PipeOf(link.Here, "")
		client := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
		client.Frame(time.Now(), 0)
		far.Send(link.Control, c.answer.Append(nil))
		if v := client.Frame(time.Now(), 0); v.Err == nil || MayRetry(v.Err) != c.helps {
			t.Errorf("%v: another try helps: %v", v.Err, !c.helps)
		}
	}
	if changed := (&link.ChangedHostError{}); MayRetry(fmt.Errorf("no: %w", changed)) {
		t.Error("another try helps with a host that is another")
	}
}

func TestUnreadableNamesAreRefused(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		for _, name := range []string{"", "   ", strings.Repeat("ä", proto.MaxName+1)} {
			p := newPilot(ClientConfig{Dial: m.pipe, Name: name})
			m.fly(200*time.Millisecond, p)
			if p.view.Phase != Refused || !strings.Contains(p.view.Err.Error(), "name") {
				t.Errorf("%q: expected to be refused for the name, phase %d, %v", name, p.view.Phase, p.view.Err)
			}
		}
		for _, name := range []string{"a\x1b[H", "a\u202eb", "a\x00", "\xff"} {
			r := m.raw() // our own end would remove these
			bytes := hello("").Append(nil)
			bytes[len(bytes)-1] = byte(len(name))
			r.Send(link.Control, append(bytes, name...))
			kick := among[*proto.Kick](t, r.received())
			if !strings.Contains(kick.Reason, "name") || r.Err() == nil {
				t.Errorf("%q: kicked for %q, link %v", name, kick.Reason, r.Err())
			}
		}
		if w := m.world(); flying(w) != 0 {
			t.Errorf("%d of them fly", flying(w))
		}
	})
}

func TestEqualNamesGetNumbers(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		longest := strings.Repeat("ü", proto.MaxName)
		var players []*player
		for _, name := range []string{"Rex", "Rex", "Rex", longest, longest} {
			players = append(players, newPilot(ClientConfig{Dial: m.pipe, Name: name}))
		}
		m.fly(time.Second, players...)
		names := map[string]bool{}
		for _, p := range players[0].view.Roster {
			if _, err := proto.CleanName(p.Name); err != nil {
				t.Error(err)
			}
			names[p.Name] = true
		}
		if len(names) != len(players) || !names["Rex"] || !names["Rex 2"] || !names["Rex 3"] {
			t.Errorf("the roster has %v", names)
		}
	})
}

func TestAnUnknownShipOrGunIsAnsweredWithTheList(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		for _, conf := range []ClientConfig{
			{Dial: m.pipe, Name: "Rex", Class: "submarine"},
			{Dial: m.pipe, Name: "Rex", Weapon: "harpoon"},
		} {
			p := newPilot(conf)
			m.fly(200*time.Millisecond, p)
			if p.view.Phase != Refused {
				t.Fatalf("expected to be refused, phase %d", p.view.Phase)
			}
			for _, part := range []string{conf.Class + conf.Weapon, "must be one of"} {
				if !strings.Contains(p.view.Err.Error(), part) {
					t.Errorf("expected %q in %v", part, p.view.Err)
				}
			}
		}
		r := m.raw()
		r.join("Raw")
		for _, spawn := range []proto.Spawn{{Class: 9, Name: "Raw"}, {Weapon: 200, Name: "Raw"}} {
			r.send(&spawn)
			if result := among[*proto.SpawnResult](t, r.received()); result.Status == proto.SpawnOK || result.Slot != proto.NoSlot {
				t.Errorf("class %d, weapon %d: status %d, slot %d", spawn.Class, spawn.Weapon, result.Status, result.Slot)
			}
		}
	})
}

func TestAnUnansweredLinkTimesOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		near, _ := link.PipeOf(link.Here, "")
		m := &testMatch{t: t}
		p := newPilot(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
		m.fly(answerTime+time.Second, p)
		if p.view.Phase != Refused || !errors.Is(p.view.Err, errNoAnswer) {
			t.Errorf("phase %d, %v", p.view.Phase, p.view.Err)
		}
	})
}

func TestALostLinkReturnsToItsSeatAndScore(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Bots: 5, Skill: 1, Seed: 3}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 30 * time.Millisecond}), 1)
		other := newPlayer("Other", m.pipe, 2)
		m.flyUntil(func() bool { return p.view != nil && p.view.World != nil && p.view.Me >= 0 && p.me().Kills > 0 }, p, other)
		slot, kills := p.view.Me, m.world().Ships[p.view.Me].Kills

		p.Link().Close()
		time.Sleep(5 * time.Second)
		m.fly(time.Second, p, other)
		m.plays(p)
		if p.view.Me != slot || m.world().Ships[slot].Kills < kills {
			t.Errorf("had slot %d and %d kills, has %d and %d", slot, kills, p.view.Me, m.world().Ships[slot].Kills)
		}
		if ships := flying(m.world()); ships != 7 {
			t.Errorf("expected 7 ships, there are %d", ships)
		}
	})
}

func TestALinkIsRestoredAgainAndAgain(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		slot := p.view.Me
		for range 50 {
			p.Link().Close()
			m.fly(700*time.Millisecond, p)
			if m.plays(p); p.view.Me != slot {
				t.Fatalf("had slot %d, has %d", slot, p.view.Me)
			}
		}
	})
}

func TestALostSeatIsFreeAfterTenSeconds(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p, watcher := newPlayer("Rex", m.pipe, 1), newPlayer("Watcher", m.pipe, 2)
		m.fly(time.Second, p, watcher)
		p.Link().Close()
		m.fly(9*time.Second, watcher)
		if flying(m.world()) != 2 || !away(watcher.view.Roster, "Rex") {
			t.Errorf("after 9 s: %d ships, roster %v", flying(m.world()), watcher.view.Roster)
		}
		m.fly(2*time.Second, watcher)
		if flying(m.world()) != 1 || len(watcher.view.Roster) != 1 {
			t.Errorf("after 11 s: %d ships, roster %v", flying(m.world()), watcher.view.Roster)
		}

		// A lost seat is no reason not to join.
		m.fly(2*time.Second, p, watcher)
		m.plays(p)
	})
}

func away(roster []proto.Pilot, name string) bool {
	for _, p := range roster {
		if p.Name == name {
			return p.Flags&proto.Away != 0
		}
	}
	return false
}

func TestByeFreesTheSeatAtOnce(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		p.Leave()
		time.Sleep(2 * tickTime(1))
		if flying(m.world()) != 0 {
			t.Error("the ship still flies")
		}
		if v := p.Frame(time.Now(), 0); v.Phase != Ended || v.Err != nil {
			t.Errorf("phase %d, %v", v.Phase, v.Err)
		}
	})
}

func TestASecondHelloOnALinkIsKicked(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		r.join("Rex")
		r.send(hello("Rex"))
		if kick := among[*proto.Kick](t, r.received()); !strings.Contains(kick.Reason, "hello") || r.Err() == nil {
			t.Errorf("kicked for %q, link %v", kick.Reason, r.Err())
		}
	})
}

func TestTheTokenReclaimsTheSeatAndCutsTheOldLink(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		r := m.raw()
		back := hello("Rex")
		back.Token = p.token
		r.send(back)
		welcome := among[*proto.Welcome](t, r.received())
		if int(welcome.Slot) != p.view.Me || welcome.Token != p.token {
			t.Errorf("expected slot %d, got %d", p.view.Me, welcome.Slot)
		}
		m.fly(5*time.Second, p)
		if p.view.Phase != Refused { // and must not return to take the seat back
			t.Errorf("the old end is in phase %d, %v", p.view.Phase, p.view.Err)
		}
		if r.Err() != nil || flying(m.world()) != 1 {
			t.Errorf("link %v, %d ships", r.Err(), flying(m.world()))
		}
	})
}

func TestAnUnknownTokenIsANewcomer(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 2}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		never := hello("Rex")
		never.Token = proto.Token{1}
		r.send(never)
		welcome := among[*proto.Welcome](t, r.received())
		if welcome.Slot != proto.NoSlot || welcome.Token == (proto.Token{1}) || welcome.Token == (proto.Token{}) {
			t.Errorf("slot %d, token %x", welcome.Slot, welcome.Token)
		}
	})
}

func TestAHostThatClosesTheMatchEndsItsClients(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 20 * time.Millisecond}), 1)
		m.fly(time.Second, p)
		m.end()
		m.fly(100*time.Millisecond, p)
		if p.view.Phase != Ended || p.view.Err == nil || !strings.Contains(p.view.Err.Error(), "closed") {
			t.Errorf("phase %d, %v", p.view.Phase, p.view.Err)
		}
		late := newPlayer("Late", m.pipe, 1)
		m.fly(100*time.Millisecond, late)
		if late.view.Phase != Refused {
			t.Errorf("a later player is in phase %d", late.view.Phase)
		}
	})
}

func TestAClientContinuesAtARestartedHost(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		at := startMatch(t, HostConfig{}, played{Bots: 4})
		p := newPlayer("Rex", func() link.Link { return at.dial(link.Conditions{Delay: 20 * time.Millisecond})() }, 1)
		at.fly(time.Minute, p)
		p.Link().Close() // before its Bye could arrive
		at.end()
		at = startMatch(t, HostConfig{}, played{Setup: oddSetup(t), Bots: 2})
		defer at.end()
		at.mustGoOn(p)
		if p.view.Setup.Arena.Name != "odd" || flying(*p.view.World) != 3 {
			t.Errorf("it flies in %s with %d ships", p.view.Setup.Arena.Name, flying(*p.view.World))
		}
	})
}

// mustGoOn expects that a player with a running clock joins the match, has its present World and sees its events.
func (m *testMatch) mustGoOn(p *player) {
	m.t.Helper()
	shots := 0
	for range 10 * game.TickRate {
		p.frame()
		for _, ev := range p.view.Events {
			if ev.Kind == game.EventShot {
				shots++
			}
		}
		time.Sleep(tickTime(1))
	}
	m.plays(p)
	m.check(p.Client)
	if ahead := int(p.view.World.Tick - m.tick()); ahead < 0 || ahead > 8 {
		m.t.Errorf("it is %d ticks ahead of the host", ahead)
	}
	if shots == 0 {
		m.t.Error("it saw no shot in ten seconds")
	}
}

func TestALateJoinerSeesTheSameWorld(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{HostOptions: HostOptions{Title: "the match"}}, played{Bots: 10, Seed: 2}, func(t *testing.T, m *testMatch) {
		time.Sleep(20 * time.Second)
		p := newPlayer("Late", m.dial(link.Conditions{Delay: 50 * time.Millisecond}), 1)
		m.fly(300*time.Millisecond, p)
		m.plays(p) // two round trips and some ticks
		m.fly(10*time.Second, p)
		if lag := p.view.Lag; lag.Keyframes != 1 || lag.Desyncs != 0 {
			t.Errorf("expected one keyframe and no desync, got %d and %d", lag.Keyframes, lag.Desyncs)
		}
		if n := len(p.view.Roster); n != 11 {
			t.Errorf("expected 11 in the roster, got %d", n)
		}
		if p.view.Title != "the match" {
			t.Errorf("the title is %q", p.view.Title)
		}
	})
}

func TestBotsFillTheMatchAndMakeRoom(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Mode = game.Teams
		m := startMatch(t, HostConfig{}, played{Setup: setup, Fill: 6})
		defer m.end()
		var players []*player
		for humans := range 8 {
			time.Sleep(time.Second)
			if want, ships := max(6, humans), flying(m.world()); ships != want {
				t.Errorf("with %d humans: expected %d ships, %d fly", humans, want, ships)
			}
			if a, b := teams(m.world()); max(a-b, b-a) > 1 {
				t.Errorf("with %d humans: the teams have %d and %d ships", humans, a, b)
			}
			players = append(players, newPlayer(fmt.Sprint("P", humans), m.pipe, 1))
			m.fly(time.Second, players...)
		}
		for _, p := range players {
			p.Leave()
		}
		time.Sleep(time.Second)
		if ships := flying(m.world()); ships != 6 {
			t.Errorf("when all had left: expected 6 ships again, %d fly", ships)
		}
	})
}

func flying(w game.World) (ships int) {
	for i := range w.Ships {
		if w.Ships[i].State != game.Empty {
			ships++
		}
	}
	return ships
}

func teams(w game.World) (a, b int) {
	for i := range w.Ships {
		switch w.Ships[i].Team {
		case 1:
			a++
		case 2:
			b++
		}
	}
	return a, b
}

func TestSetBotsAddsAndRemovesBots(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		a := newPlayer("A", m.pipe, 1)
		for _, n := range []int{0, 1, 5, 0} {
			m.host.SetBots(n)
			m.fly(time.Second, a)
			if bots := len(a.view.Roster) - 1; bots != n || flying(m.world()) != 1+n {
				t.Errorf("expected %d bots, the host has %d, and %d ships", n, bots, flying(m.world()))
			}
		}
	})
}

func TestPeacefulBotsNeverFire(t *testing.T) {
	skipIfShort(t)
	for _, peaceful := range []bool{true, false} {
		inMatch(t, HostConfig{}, played{Bots: 8, Peaceful: peaceful}, func(t *testing.T, m *testMatch) {
			time.Sleep(20 * time.Second)
			if shots := m.shotsSince(19 * time.Second); shots == 0 != peaceful {
				t.Errorf("peaceful %v: %d shots", peaceful, shots)
			}
		})
	}
}
