package net

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestAHostWith64ClientsAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	s, _ := crowd(t)
	if n := testing.AllocsPerRun(600, func() { s.pass(1) }); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

func TestAClientInPlayAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	d := newDuel(t)
	d.fly(10 * game.TickRate)
	if n := testing.AllocsPerRun(600, func() { d.fly(1) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// duel is a client in a match of 63 bots, at a round trip of 100 ms.
type duel struct {
	*stage
	client *Client
	frames time.Duration // spent in Frame
}

func newDuel(t testing.TB) *duel {
	d := &duel{stage: newStage(HostConfig{}, played{Setup: expanse(t), Bots: game.MaxShips - 1})}
	near, far := newTube(d.stage, 50*time.Millisecond)
	d.client = NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
	d.admit(far)
	d.fly(2 * game.TickRate)
	if d.client.view.Phase != Playing || d.client.view.Me < 0 {
		t.Fatal("the client does not play")
	}
	return d
}

// fly runs n frames of a tick.
func (d *duel) fly(n int) {
	for range n {
		d.pass(1)
		began := time.Now()
		d.client.Frame(d.now, game.Steer(game.Course(1+d.now.Unix()%8))|game.Fire)
		d.frames += time.Since(began)
	}
}

func BenchmarkHostTick64Clients(b *testing.B) {
	s, pilots := crowd(b)
	for _, p := range pilots {
		p.sent = 0
	}
	b.ReportAllocs()
	ticks := 0
	for b.Loop() {
		s.pass(1)
		ticks++
	}
	b.ReportMetric(float64(pilots[0].sent)/float64(ticks)*2, "B/packet")
}

func BenchmarkClientFrame100msRTT(b *testing.B) {
	d := newDuel(b)
	rollbacks := d.client.Rollbacks
	d.frames = 0
	b.ReportAllocs()
	frames := 0
	for b.Loop() {
		d.fly(1)
		frames++
	}
	b.ReportMetric(float64(d.frames.Nanoseconds())/float64(frames), "ns/frame")
	b.ReportMetric(float64(d.client.Rollbacks-rollbacks)/float64(frames), "rollbacks/frame")
}

func TestAKeyframeOf64ShipsIsSmall(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{}, played{Setup: expanse(t), Bots: game.MaxShips})
	most, seconds := 0, 20
	if *long {
		seconds = 60
	}
	for range seconds {
		s.pass(game.TickRate)
		most = max(most, len(proto.AppendWorld(nil, s.Setup, &s.World)))
	}
	t.Logf("at most %d bytes in %d s", most, seconds)
	if most > 2100 {
		t.Errorf("expected at most 2100 bytes, there were %d", most)
	}
}

func BenchmarkKeyframe(b *testing.B) {
	s := newStage(HostConfig{}, played{Setup: expanse(b), Bots: game.MaxShips})
	s.pass(30 * game.TickRate)
	bytes := proto.AppendWorld(nil, s.Setup, &s.World)
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			bytes = proto.AppendWorld(bytes[:0], s.Setup, &s.World)
		}
		b.ReportMetric(float64(len(bytes)), "B/keyframe")
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := proto.ParseWorld(s.Setup, bytes); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestResultsAreShownForTenSecondsOrAsConfigured(t *testing.T) {
	for given, want := range map[time.Duration]game.Tick{0: 10 * game.TickRate, time.Second: game.TickRate, time.Minute: 60 * game.TickRate} {
		h := NewHost(HostConfig{HostOptions: HostOptions{Delay: time.Second}, Results: given, BotNames: []string{"Bot"}}, FixedMatch(testSetup(t), MatchOptions{}, 0))
		h.match.OverAt, h.late.overAt = h.match.World.Tick, h.late.world.Tick
		if got, late := h.match.nextIn(), h.late.nextIn(); got != want || late != want {
			t.Errorf("given %v: %d ticks, and %d for late spectators, want %d", given, got, late, want)
		}
		if over := h.matchOver(); int(over.NextIn) != int(want)*10/game.TickRate {
			t.Errorf("given %v: players got %d tenths of a second", given, over.NextIn)
		}
	}
}

// figureLog stores the figures of a host.
type figureLog struct {
	mu      sync.Mutex
	figures []Figures
}

func (t *figureLog) note(f Figures) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.figures = append(t.figures, f)
}

func (t *figureLog) times() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.figures)
}

func (t *figureLog) last() Figures {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.figures[len(t.figures)-1]
}

func TestFiguresAreReportedOnceASecond(t *testing.T) {
	var f figureLog
	s := newStage(HostConfig{Figures: f.note}, played{Setup: expanse(t), Bots: 3})
	eye, _ := newTube(s, 0)
	eye.hello = true // silent: it has not said Hello
	s.admit(&thin{stage: s})
	s.admit(eye)
	s.pass(3 * game.TickRate)
	if n := f.times(); n != 3 {
		t.Fatalf("%d reports in 3 s", n)
	}
	want := Figures{Players: 1, Bots: 3, Visitors: 1, Keyframes: f.last().Keyframes}
	if got := f.last(); got != want || got.Keyframes == 0 {
		t.Errorf("got %+v, expected %+v, and keyframes", got, want)
	}
}

func TestRefusedVisitorsAreCounted(t *testing.T) {
	var f figureLog
	s := newStage(HostConfig{Figures: f.note}, played{Setup: expanse(t)})
	say := func(m []byte) {
		near, far := link.PipeOf(link.Here, "")
		s.admit(far)
		near.Send(link.Control, m)
	}
	old := hello("Old")
	old.Version = 1
	say(old.Append(nil))
	say(hello("\x1b").Append(nil))
	say([]byte{0xff, 1, 2})
	flood := make([]byte, 0, 64)
	near, far := link.PipeOf(link.Here, "")
	s.admit(far)
	near.Send(link.Control, hello("Flood").Append(flood))
	for range 2 * perSecond {
		near.Send(link.Control, (&proto.Pause{}).Append(nil))
	}
	s.pass(2 * game.TickRate)
	got := f.last()
	if got.Refused[proto.RejectVersion] != 1 || got.Refused[proto.RejectName] != 1 || got.Malformed != 1 || got.Flooded != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestDesyncsAreCounted(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var f figureLog
		m := startMatch(t, HostConfig{Figures: f.note})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		p.send(&proto.NeedKeyframe{Have: p.confirmed.Tick})
		m.fly(2*time.Second, p)
		m.end()
		if got := f.last(); got.Desyncs != 1 || got.Keyframes != 2 {
			t.Errorf("got %+v, expected one desync, and one keyframe more than the first", got)
		}
	})
}

func TestFiguresAreReportedDuringAPause(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var f figureLog
		m := startMatch(t, HostConfig{Figures: f.note})
		time.Sleep(time.Second)
		if _, err := m.host.Stop(); err != nil {
			t.Fatal(err)
		}
		before := f.times()
		time.Sleep(2 * time.Second)
		m.end()
		if n := f.times() - before; n < 10 || !f.last().Paused {
			t.Errorf("%d reports in 2 s, standing: %v", n, f.last().Paused)
		}
	})
}

func TestMeasuring64ClientsAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	var last Figures
	s, _ := crowd(t)
	s.conf.Figures = func(f Figures) { last = f }
	s.conf.Measure = func(Measured) {}
	n := testing.AllocsPerRun(600, func() {
		s.pass(1)
		s.measure(0, 0)
	})
	if n != 0 || last.Players != game.MaxShips {
		t.Errorf("%v allocations a tick, and %d players", n, last.Players)
	}
}

// answerTo returns a host's answer.
func (m *testMatch) answerTo(q proto.Query) proto.Answer {
	m.t.Helper()
	a, err := proto.ParseAnswer(m.host.Answer(q.Append(nil), nil))
	if err != nil {
		m.t.Fatal(err)
	}
	return a
}

func TestHostAnswersAQueryWithTheCurrentMatch(t *testing.T) {
	inMatch(t, HostConfig{HostOptions: HostOptions{Title: "Fun"}, ID: 77}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		p := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(2*time.Second, p)
		got := m.answerTo(proto.Query{Nonce: 5})
		want := proto.Answer{Nonce: 5, ID: 77, Info: proto.Info{
			Version: proto.Version, Title: "Fun", Arena: "open", Players: 1, Bots: 3, Slots: game.MaxShips, TickRate: game.TickRate,
		}}
		if got != want {
			t.Errorf("expected %+v, got %+v", want, got)
		}
		if info, progress := m.host.PublicInfo(); info != want.Info || progress.Number != 1 || progress.Left < 290 || progress.Left > 300 {
			t.Errorf("without a query it answers %+v, %+v", info, progress)
		}
	})
}

func TestHostAnswersBeforeItRuns(t *testing.T) {
	h := played{Setup: testSetup(t), Skill: 1}.host(HostConfig{HostOptions: HostOptions{Title: "Fun"}, BotNames: []string{"Bot"}})
	a, err := proto.ParseAnswer(h.Answer((&proto.Query{}).Append(nil), nil))
	if err != nil || a.Info.Title != "Fun" {
		t.Errorf("got %+v and %v", a, err)
	}
}

func TestHostDoesNotAnswerInvalidQueries(t *testing.T) {
	h := played{Setup: testSetup(t)}.host(HostConfig{})
	for _, p := range [][]byte{nil, []byte("DOGF"), (&proto.Query{}).Append(nil)[1:], append((&proto.Query{}).Append(nil), 0)} {
		if got := h.Answer(p, nil); len(got) > 0 {
			t.Errorf("%x was answered with %x", p, got)
		}
	}
}

// FuzzHostAnswers: for any query the answer is an Answer and no longer than the query.
func FuzzHostAnswers(f *testing.F) {
	h := played{Setup: testSetup(f)}.host(HostConfig{HostOptions: HostOptions{Title: "A title of some length, as people like to have them"}})
	f.Add((&proto.Query{Nonce: 1}).Append(nil))
	f.Fuzz(func(t *testing.T, p []byte) {
		a := h.Answer(p, nil)
		if len(a) == 0 {
			return
		}
		if _, err := proto.ParseAnswer(a); err != nil || len(a) > len(p) {
			t.Errorf("%d bytes were answered with %d: %v", len(p), len(a), err)
		}
	})
}

func TestAPauseDelaysAllTicks(t *testing.T) {
	var c hostClock
	now := time.Now()
	c.begin(1000, now) // as of a match that is resumed
	c.Due(now)
	next := c.deadline(c.nextTick())
	c.stop(now)
	if c.wait(now) != pausePoll {
		t.Errorf("in a pause there is something to do in %v", c.wait(now))
	}
	c.resume(now.Add(time.Minute))
	if got := c.deadline(c.nextTick()); c.paused() || !got.Equal(next.Add(time.Minute)) {
		t.Errorf("paused: %v, the next tick is due at %v, expected %v", c.paused(), got, next.Add(time.Minute))
	}
	if slack := c.slack(game.Tick(c.nextTick())+1, next.Add(time.Minute-10*slackUnit)); slack != 10 {
		t.Errorf("an input that is 10 units early has a slack of %d", slack)
	}
}

func TestAPauseEndsWithASilentPlayer(t *testing.T) {
	var p peer
	for range 3 * maxSilentPolls {
		if p.active = true; !p.pollPause() {
			t.Fatal("it ended while the player sent packets")
		}
	}
	looks := 1
	for p.pollPause() {
		looks++
	}
	if looks != maxSilentPolls+1 {
		t.Errorf("it ended after %d checks", looks)
	}
}

const rate = 60

// ticks returns how long n ticks take.
func ticks(n int) time.Duration { return time.Duration(n) * time.Second / rate }

func TestALateTickDelaysNoneAfterIt(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	for _, step := range []struct {
		at   time.Duration
		due  int
		next int64
	}{
		{-time.Nanosecond, 0, 0},
		{0, 1, 1},
		{0, 0, 1},
		{ticks(1), 1, 2},
		{ticks(3) + time.Millisecond, 2, 4}, // a tick and a bit late
		{ticks(4), 1, 5},
		{ticks(9), 5, 10},
	} {
		if due := c.Due(start.Add(step.at)); due != step.due || c.nextTick() != step.next {
			t.Errorf("at %v: %d ticks due and then tick %d, expected %d and %d", step.at, due, c.nextTick(), step.due, step.next)
		}
	}
	if wait := c.Wait(start.Add(ticks(9))); c.Slips != 0 || wait != ticks(10)-ticks(9) {
		t.Errorf("%d slips, and %v until the next", c.Slips, wait)
	}
}

func TestOnlyAFewTicksAreCaughtUpOn(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	if due := c.Due(start.Add(ticks(99))); due != maxCatchUp || c.Slips != 100-maxCatchUp {
		t.Errorf("%d ticks due and %d skipped", due, c.Slips)
	}
	if due := c.Due(start.Add(ticks(99))); due != 0 {
		t.Errorf("%d ticks due at once again", due)
	}
	if due := c.Due(start.Add(ticks(100))); due != 1 {
		t.Errorf("%d ticks due a tick later", due)
	}
}

func TestADelayedClockHasNothingToCatchUpOn(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	c.Due(start)
	c.delay(time.Hour)
	if due := c.Due(start.Add(time.Hour)); due != 0 {
		t.Errorf("%d ticks due right after the pause", due)
	}
	if due := c.Due(start.Add(time.Hour + ticks(1))); due != 1 || c.Slips != 0 {
		t.Errorf("%d ticks due a tick later, and %d skipped", due, c.Slips)
	}
}

func TestAClockMayBeginWithAnyTick(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(1000, start, rate)
	if due := c.Due(start); due != 1 || c.nextTick() != 1001 || !c.deadline(1000).Equal(start) {
		t.Errorf("%d ticks due and then tick %d, tick 1000 at %v", due, c.nextTick(), c.deadline(1000))
	}
}

func TestDeadlinesDoNotDrift(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	if hour := c.deadline(3600 * rate).Sub(start); hour != time.Hour {
		t.Errorf("an hour of ticks takes %v", hour)
	}
}

func TestATickerCatchesUpOnSlowTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ticker := NewTicker(rate)
		defer ticker.Stop()
		done := 0
		for began := time.Now(); time.Since(began) < 10*time.Second; {
			<-ticker.C
			if ticker.Next() {
				done++
			}
			if done%50 == 0 {
				time.Sleep(60 * time.Millisecond) // three ticks and a half
			}
		}
		if done < 10*rate-5 || done > 10*rate {
			t.Errorf("%d ticks in 10 s", done)
		}
	})
}

func TestUndoneTicksAreDueAgain(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	now := start.Add(ticks(2))
	if due := c.Due(now); due != 3 {
		t.Fatalf("%d ticks due", due)
	}
	c.undo(2)
	if due := c.Due(now); due != 2 || c.nextTick() != 3 {
		t.Errorf("%d ticks due again, and then tick %d", due, c.nextTick())
	}
}

// send sends packets to a client up to a tick, each with all orders until then, and returns the base of the next.
func (b *base) send(from, to, pace game.Tick, each func(present game.Tick)) game.Tick {
	for present := from; present < to; present += pace {
		if each != nil {
			each(present)
		}
		b.forPacket(present, pace)
		b.noteSent(present)
	}
	return b.forPacket(to, pace)
}

func TestOrdersAreSentThreeTimesAtAnyRoundTrip(t *testing.T) {
	for _, trip := range []game.Tick{6, 12, 24} {
		var b base
		acks := func(present game.Tick) { b.ack(present-min(present, trip), present) }
		if got := b.send(2, 400, 2, acks); got != 394 {
			t.Errorf("%d ticks of round trip: the packet of tick 400 begins at %d, expected 394, three packets before", trip, got)
		}
	}
}

func TestAtSixtyHertzOrdersAreSentFourTimes(t *testing.T) {
	var b base
	acks := func(present game.Tick) { b.ack(present-min(present, 12), present) }
	if got := b.send(1, 400, 1, acks); got != 396 {
		t.Errorf("the packet of tick 400 begins at %d, expected 396, four packets before", got)
	}
}

func TestAcknowledgedOrdersAreNotRepeated(t *testing.T) {
	var b base
	acks := func(present game.Tick) { b.ack(present-2, present) }
	if got := b.send(2, 400, 2, acks); got != 396 {
		t.Errorf("the packet of tick 400 begins at %d, expected 396, the newest acknowledged", got)
	}
}

func TestWithoutAcknowledgementsAllOrdersAreRepeated(t *testing.T) {
	var b base
	acks := func(present game.Tick) {
		if present <= 300 {
			b.ack(present-min(present, 12), present)
		}
	}
	b.send(2, 302, 2, acks)
	for present := game.Tick(302); present < 400; present += 2 {
		got := b.forPacket(present, 2)
		if quiet := present - 300; quiet > ackPatience && got != 288 {
			t.Fatalf("%d ticks after the last acknowledgement, of tick 288, a packet begins at %d", quiet, got)
		}
		b.noteSent(present)
	}
}

func TestGapsIncreaseTheRepetitions(t *testing.T) {
	var b base
	b.gap = 12 // ticks, of six packets
	acks := func(present game.Tick) { b.ack(present-min(present, 24), present) }
	if got := b.send(2, 400, 2, acks); got != 388 {
		t.Errorf("the packet of tick 400 begins at %d, expected 388, six packets before", got)
	}
}

func TestNoOrdersBeforeAKeyframeAreSent(t *testing.T) {
	var b base
	acks := func(present game.Tick) { b.ack(present-min(present, 12), present) }
	b.send(2, 400, 2, acks)
	b.restart()
	b.ack(400, 412) // the keyframe was of tick 400
	for present := game.Tick(412); present < 440; present += 2 {
		if got := b.forPacket(present, 2); got < 400 {
			t.Fatalf("the packet of tick %d begins at %d, before the keyframe", present, got)
		}
		b.noteSent(present)
	}
}

// recorded returns a history of so many ticks with the orders.
func recorded(ticks int, orders []game.Order) *history {
	h := &history{}
	h.restart(&game.World{})
	for tick := range ticks {
		w := game.World{Tick: game.Tick(tick + 1)}
		h.record(orders, &w, w.Hash())
	}
	return h
}

func TestALaggardGetsTheHistoryInPieces(t *testing.T) {
	h := recorded(keptTicks-1, nil)
	var m proto.Orders
	for at := game.Tick(0); at < h.last; at = m.Now() {
		shared := h.since(at)
		if err := m.Parse(append(proto.Report{}.Append(nil, at, shared.now), shared.bytes...), at); err != nil {
			t.Fatal(err)
		}
		if want := min(at+proto.MaxOrderTicks, h.last); m.Base != at || m.Now() != want || m.Hash != uint16((&game.World{Tick: want}).Hash()) {
			t.Fatalf("from %d: orders of %d to %d, hash %d; expected up to %d", at, m.Base, m.Now(), m.Hash, want)
		}
	}
	if h.record(nil, &game.World{}, 0); h.reaches(0) {
		t.Errorf("after %d ticks the World of tick 0 is still thought to be known", keptTicks)
	}
}

func TestAPacketIsNeverTooLong(t *testing.T) {
	skipIfShort(t)
	var crowd []game.Order // the longest orders, more than a tick ever has
	for slot := range uint8(game.MaxShips) {
		for range 4 {
			crowd = append(crowd, game.Order{Kind: game.OrderChoose, Slot: slot, Class: 7, Weapon: 7, Team: 2})
		}
	}
	h := recorded(proto.MaxOrderTicks, crowd)
	for base := h.first; base < h.last; base = h.since(base).now {
		shared := h.since(base)
		packet := append(proto.Report{Pong: &proto.Pong{}}.Append(nil, base, shared.now), shared.bytes...)
		if len(packet) > link.MaxData || shared.now == base {
			t.Fatalf("from %d: %d bytes for %d ticks", base, len(packet), shared.now-base)
		}
	}
}

func TestAShortBlackoutNeedsNoKeyframe(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 8}, func(t *testing.T, m *testMatch) {
		var w wire
		p := newPlayer("Pilot", w.dial(m, link.Conditions{Delay: 50 * time.Millisecond}), 1)
		m.fly(3*time.Second, p)
		w.dark.Store(true)
		m.fly(3*time.Second, p)
		w.dark.Store(false)
		m.fly(time.Second, p)
		if behind := m.tick() - p.confirmed.Tick; behind > 10 || p.keyframes != 1 {
			t.Errorf("%d ticks behind after %d keyframes; expected at most 10, and the first keyframe alone", behind, p.keyframes)
		}
	})
}

func TestSendingChangesAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	s, _ := crowd(t)
	p, on, told := s.pilots[3], false, 0
	if n := testing.AllocsPerRun(100, func() {
		on = !on
		p.set(proto.Ready, on)
		s.stale = true
		s.pass(rosterPause)
		told += len(s.roster.changes.List)
	}); n != 0 {
		t.Errorf("%v allocations in %d ticks", n, rosterPause)
	}
	if told < 90 {
		t.Errorf("only %d changes were shown", told)
	}
}

func TestIDsRestartWithoutCollisions(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	var c crew
	first := c.enter("Ann", 0)
	for range 1<<16 + 1000 {
		p := c.enter("Bo", 0)
		if p.ID == 0 || p.ID == proto.Notice || p.ID == first.ID {
			t.Fatalf("one has the id %d, another %d", p.ID, first.ID)
		}
		c.leave(p)
	}
}

func TestAMatchHasRoomFor256PeopleAndABotInEachShip(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{}, played{Setup: expanse(t), Bots: 64})
	var all []*nuisance
	for n := range proto.MaxPeople + 3 {
		all = append(all, &nuisance{thin: thin{stage: s, joined: true}, number: n, message: mobs["quiet"]}) // spectators
		s.admit(all[n])
	}
	s.pass(60)
	if people := s.players(); people != proto.MaxPeople || len(s.pilots) != proto.MaxPilots {
		t.Errorf("%d people, %d pilots", people, len(s.pilots))
	}
	if len(s.roster.pilots) != proto.MaxPilots {
		t.Errorf("of %d was informed", len(s.roster.pilots))
	}
	if m, err := proto.Parse(s.roster.forNewcomer(&s.pilots[0].Pilot).Append(nil)); err != nil || len(m.(*proto.Roster).Pilots) != proto.MaxPilots {
		t.Errorf("the longest roster: %v", err)
	}
}

func TestInputsArriveDespiteLoss(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Bots: 4, Seed: 1}, func(t *testing.T, m *testMatch) {
		var players []*player
		for i := range uint64(4) {
			c := link.Conditions{Delay: 45 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05, Seed: 100 * i}
			players = append(players, newPlayer("P"+string(rune('1'+i)), m.dial(c), i))
		}
		m.fly(5*time.Second, players...)
		confirmed, others := 0, 0
		for until := time.Now().Add(time.Minute / 3 / slowdown); time.Now().Before(until); {
			m.fly(tickTime(1), players...)
			for _, p := range players {
				if !p.confirmed.Ships[p.view.Me].AcceptsInput() {
					continue
				}
				confirmed++
				if p.prediction.inputs[p.confirmed.Tick%historyTicks] != p.confirmed.Ships[p.view.Me].Input {
					others++
				}
			}
		}
		share := 100 * float64(others) / float64(confirmed)
		t.Logf("at 5 %% loss and 10 ms jitter, %.2f %% of a pilot's ticks were flown with another input than he pressed", share)
		if share > 1.5 {
			t.Errorf("expected at most 1.5 %%")
		}
	})
}

func TestASilentPilotsButtonsAreHeldForAQuarterOfASecond(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPilot(ClientConfig{Dial: m.dial(link.Conditions{Delay: 20 * time.Millisecond}), Name: "Rex"})
		p.held = game.Steer(game.Right) | game.Fire
		m.fly(time.Second, p)
		held := func() game.Input { w := m.world(); return w.Ships[p.view.Me].Input }
		for range 20 { // for 200 ms
			time.Sleep(10 * time.Millisecond)
			if held() != p.held {
				t.Fatalf("the ship holds %d too early", held())
			}
		}
		time.Sleep(200 * time.Millisecond)
		if held() != game.Steer(game.Idle) {
			t.Errorf("the ship still holds %d", held())
		}
		m.fly(time.Second, p)
		if held() != p.held {
			t.Errorf("when the player sent packets again the ship held %d", held())
		}
	})
}

func TestALateInputCountsForTheNextTick(t *testing.T) {
	var q inputQueue
	right, left := game.Steer(game.Right), game.Steer(game.Left)
	q.put(100, 99, right)
	if got := q.next(100); got != right {
		t.Errorf("in time: %d", got)
	}
	q.put(101, 103, left)
	if got := q.next(104); got != left {
		t.Errorf("late: %d", got)
	}
	q.put(102, 104, right)
	q.put(106, 104, left)
	q.put(103, 104, right) // overtaken
	if got := q.next(105); got != right {
		t.Errorf("late, with a newer one for later: %d", got)
	}
	if got := q.next(106); got != left {
		t.Errorf("in time again: %d", got)
	}
}

func TestInputsFromTheFutureAreIgnored(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		r.join("Rex")
		r.send(&proto.Spawn{Name: "Rex"})
		r.received()
		for _, newest := range []game.Tick{1<<32 - 1, 1<<32 - 2, 1 << 31, m.tick() + 200} {
			in := proto.Inputs{Ack: newest, Newest: newest, List: []game.Input{game.Steer(game.Up)}}
			r.Send(link.Data, in.Append(nil))
			in.Ack = 0
			r.Send(link.Data, in.Append(nil))
		}
		r.received()
		if w := m.world(); r.Err() != nil || w.Ships[0].State == game.Empty || w.Ships[0].Input != 0 {
			t.Errorf("link %v, ship %+v", r.Err(), w.Ships[0])
		}
	})
}

func TestSeatedPilotsAndSpectatorsHaveSettled(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var settled []string
		list, _ := admission.OpenBans("")
		list.Add("SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ", "", time.Time{})
		m := startMatch(t, HostConfig{
			HostOptions: HostOptions{Password: "open sesame"}, Bans: list,
			Settled: func(l link.Link) { settled = append(settled, l.Identity()) },
		})
		silent := m.pipeAs("silent", home)() // sends nothing
		guesser := newPilot(ClientConfig{Dial: m.pipeAs("guesser", home), Name: "Guesser", Password: "wrong"})
		unasked := knowing("", m.pipeAs("unasked", home))
		barred := knowing("open sesame", m.pipeAs(vegaKey, home))
		player := knowing("open sesame", m.pipeAs("player", elsewhere))
		watcher := newPilot(ClientConfig{Dial: m.pipeAs("watcher", elsewhere), Name: "Eye", Password: "open sesame", Spectate: true})
		m.fly(2*time.Second, guesser, unasked, barred, player, watcher)
		player.Choose(1, 1, 0) // and none twice
		player.Link().Close()
		m.fly(time.Second, player, watcher)
		silent.Close()
		m.end()
		slices.Sort(settled)
		if want := []string{"player", "player", "watcher"}; !slices.Equal(settled, want) { // the player joined twice
			t.Errorf("%q have, expected %q", settled, want)
		}
	})
}

func TestAPilotWithoutAShipHasNotSettled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		n := 0
		m := startMatch(t, HostConfig{Settled: func(link.Link) { n++ }})
		r := m.raw()
		r.send(hello("Rex"))
		time.Sleep(time.Second)
		m.end()
		if n != 0 {
			t.Errorf("%d have, in %d ticks", n, game.TickRate)
		}
	})
}

// notices returns the notices that a player reads in a second.
func (m *testMatch) notices(p *player, others ...*player) (lines []string) {
	until := time.Now().Add(time.Second)
	m.flyUntil(func() bool {
		for _, line := range p.view.Chat {
			if line.Pilot == proto.Notice {
				lines = append(lines, line.Text)
			}
		}
		return !time.Now().Before(until)
	}, append(others, p)...)
	return lines
}

// newcomer is a player after a first frame.
func newcomer(conf ClientConfig) *player {
	p := newPilot(conf)
	p.frame()
	return p
}

func TestNewPlayersGetTheMessageOfTheDay(t *testing.T) {
	bubble(t, func(t *testing.T) {
		day := []string{"Welcome.", "Be kind."}
		m := startMatch(t, HostConfig{HostOptions: HostOptions{Title: "Monday", Welcome: day}})
		defer m.end()
		rex := newcomer(ClientConfig{Dial: m.pipe, Name: "Rex"})
		if got := m.notices(rex); !slices.Equal(got, day) {
			t.Errorf("Rex got %q", got)
		}
		watcher := newcomer(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		if got := m.notices(watcher, rex); !slices.Equal(got, day) {
			t.Errorf("a spectator got %q", got)
		}
		if got := m.notices(rex); slices.Contains(got, day[0]) {
			t.Errorf("Rex gets it again: %q", got)
		}

		rex.Link().Close()
		if got := m.notices(rex); len(got) != 0 || rex.view.Me < 0 {
			t.Errorf("Rex, back in the seat, got %q", got)
		}

		day = []string{"Another day."}
		if err := m.host.Reconfigure(HostOptions{Title: "Tuesday", Welcome: day}); err != nil {
			t.Fatal(err)
		}
		if got := m.notices(rex); len(got) != 0 {
			t.Errorf("Rex got %q", got)
		}
		late := newcomer(ClientConfig{Dial: m.pipe, Name: "Late"})
		if got := m.notices(late, rex); !slices.Equal(got, day) || late.view.Title != "Tuesday" {
			t.Errorf("a later player got %q with the title %q", got, late.view.Title)
		}
	})
}

func TestThePasswordCanChangeDuringAMatch(t *testing.T) {
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame"}}, played{}, func(t *testing.T, m *testMatch) {
		rex := knowing("open sesame", m.pipeAs("", "192.0.2.1:1"))
		m.fly(time.Second, rex)
		m.plays(rex)

		m.host.Reconfigure(HostOptions{Password: "close sesame"})
		m.turnsAway(knowing("open sesame", m.pipeAs("", "192.0.2.2:1")), "not the password")
		vega := knowing("close sesame", m.pipeAs("", "192.0.2.3:1"))
		m.fly(time.Second, rex, vega)
		m.plays(rex)
		m.plays(vega)

		m.host.Reconfigure(HostOptions{Password: ""})
		ann := newPilot(ClientConfig{Dial: m.pipeAs("", "192.0.2.4:1"), Name: "Ann"})
		m.fly(time.Second, rex, vega, ann)
		if m.plays(ann); m.host.Closed() {
			t.Error("the match is reported to have a password")
		}
		m.host.Reconfigure(HostOptions{Password: "again"})
		m.turnsAway(newPilot(ClientConfig{Dial: m.pipeAs("", "192.0.2.5:1"), Name: "Bob"}), "asks for a password")
	})
}

func TestAHostThatHasClosedIsNotReconfigured(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		m.end()
		if m.host.Reconfigure(HostOptions{Title: "x"}) == nil || m.host.ReloadBans() == nil {
			t.Error("it is")
		}
	})
}

// oddSetup has an arena, ships and guns that are in no file of ours.
func oddSetup(t *testing.T) *game.Setup {
	t.Helper()
	arena, err := game.ParseArena("odd", ""+
		"######.#######\n"+
		"#....#.......#\n"+
		"#.@..#...o.@.#\n"+
		"#........+...#\n"+
		"#..o.........#\n"+
		"#.......##...#\n"+
		"#.@...+......#\n"+
		"#............#\n"+
		"##############\n")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{
		Arena: arena,
		Classes: []game.Class{
			{Name: "slug", Title: "Slug", HP: 15, TopSpeed: 100, Thrust: 3, Brake: 1},
			{Name: "wasp", Title: "Wasp", HP: 1, TopSpeed: 853, Thrust: 400, Brake: 0},
			{Name: "tram", Title: "Tram", HP: 7, TopSpeed: 300, Thrust: 1, Brake: 200},
		},
		Weapons: []game.Weapon{
			{Name: "pea", Title: "Pea", Shots: 8, Fan: 1, Speed: 700, Damage: 1, Cooldown: 1, Life: 40},
			{Name: "wall", Title: "Wall", Shots: 6, Fan: 3, Speed: 90, Damage: 9, Cooldown: 50, Life: 400, Reach: 4000},
			{Name: "egg", Title: "Egg", Shots: 3, Fan: 1, Speed: 0, Damage: 3, Cooldown: 9, Life: 3000, Reach: 1000},
		},
		ScoreLimit: 1000,
	}
}

func TestClientsUseTheTablesOfTheirHost(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := oddSetup(t)
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 6, Seed: 4})
		defer m.end()
		p := newPlayer("Guest", m.dial(link.Conditions{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.02, Seed: 3}), 5)
		p.conf.Class, p.conf.Weapon = "tram", "egg"
		m.fly(time.Minute, p)
		m.plays(p)
		if p.view.Setup == setup {
			t.Fatal("the client has the host's own tables: this test proves nothing")
		}
		if got := p.view.Setup.Arena.Text(); got != setup.Arena.Text() {
			t.Errorf("the client flies in\n%s", got)
		}
		ship := p.me()
		if class, gun := p.view.Setup.Classes[ship.Class].Name, p.view.Setup.Weapons[ship.Weapon].Name; class != "tram" || gun != "egg" {
			t.Errorf("the client flies a %s with %s", class, gun)
		}
		if p.view.Lag.Desyncs != 0 || p.view.Lag.Keyframes != 1 {
			t.Errorf("desyncs %d, keyframes %d", p.view.Lag.Desyncs, p.view.Lag.Keyframes)
		}
	})
}

// TestConfirmedWorldsEqualTheHosts plays matches of 64 over all kinds of lines. m.fly compares each confirmed World with the host's.
func TestConfirmedWorldsEqualTheHosts(t *testing.T) {
	for i, rtt := range []time.Duration{0, 50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond} {
		for j, loss := range []link.Conditions{{}, {Loss: 0.01}, {Loss: 0.05}, {Loss: 0.20}, {Loss: 0.05, Burst: 4}} {
			for _, shaken := range []bool{false, true} {
				if !*allConditions && slowdown == 1 && ((i+j)%5 != 0 || shaken != (i%2 == 0)) {
					continue // each round trip and each loss once, every second with jitter, unless all are requested
				}
				if slowdown > 1 && shaken != (rtt == 100*time.Millisecond) {
					continue // the race detector runs a part
				}
				if testing.Short() && (!shaken || rtt != 100*time.Millisecond || j%2 > 0) {
					continue // and -short another
				}
				c := loss
				c.Delay, c.Seed = rtt/2, 7
				if shaken {
					c.Jitter, c.Duplicate, c.Reorder = 40*time.Millisecond, 0.05, 0.05
				}
				t.Run(conditionsName(c), func(t *testing.T) {
					t.Parallel()
					bubble(t, func(t *testing.T) { flyOver(t, c) })
				})
			}
		}
	}
}

func conditionsName(c link.Conditions) string {
	name := fmt.Sprintf("RTT %v, loss %.0f %%", 2*c.Delay, 100*c.Loss)
	if c.Burst > 1 {
		name += " in bursts"
	}
	if c.Jitter > 0 {
		name += ", shaken"
	}
	return name
}

// matrixTime is the length of a match of the matrix.
func matrixTime() time.Duration {
	if *long {
		return 5 * time.Minute / slowdown
	}
	return 3 * time.Second / slowdown
}

// flyOver plays a match of four players and 60 bots over one kind of line.
func flyOver(t *testing.T, c link.Conditions) {
	m := startMatch(t, HostConfig{}, played{Setup: expanse(t), Bots: 60, Skill: 3, Seed: 1})
	defer m.end()
	var players []*player
	for i := range 4 {
		c.Seed += 10
		players = append(players, newPlayer(fmt.Sprintf("Pilot %d", i+1), m.dial(c), uint64(i)))
	}
	m.fly(3*time.Second, players...)
	for _, p := range players {
		m.plays(p)
	}
	rollbacks := players[0].Rollbacks
	missed, flown := m.inputs()
	var ages []time.Duration
	for until := time.Now().Add(matrixTime()); time.Now().Before(until); {
		for _, p := range players {
			p.frame()
			m.check(p.Client)
			ages = append(ages, m.ageOf(p))
		}
		time.Sleep(tickTime(1))
	}
	slices.Sort(ages)
	missedAtLast, flownAtLast := m.inputs()
	for _, p := range players {
		if matches := m.checked[p.Client].matches; p.desyncs != 0 || p.keyframes != matches {
			t.Errorf("%s: %d desyncs, %d keyframes in %d matches", p.conf.Name, p.desyncs, p.keyframes, matches)
		}
	}
	t.Logf("age p50 %v, p99 %v; %.2f %% of ticks flown otherwise; %.1f roll-backs a second; prediction off by %.1f units",
		ages[len(ages)/2].Round(time.Millisecond), ages[len(ages)*99/100].Round(time.Millisecond),
		100*float64(missedAtLast-missed)/float64(flownAtLast-flown), float64(players[0].Rollbacks-rollbacks)/matrixTime().Seconds(),
		float64(players[0].view.Lag.Error)/game.One)
}

// ageOf returns the age of a player's newest tick.
func (m *testMatch) ageOf(p *player) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.lastAt) + tickTime(int64(m.last.Tick-p.confirmed.Tick))
}

// inputs returns the players' ticks, and those with a wrong input.
func (m *testMatch) inputs() (missed, flown uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.missed, m.flown
}

// TestConfirmedWorldsEqualTheHostsInAllModes plays a match of each mode over a line that loses, duplicates and reorders packets. A player
// joins in the middle of it.
func TestConfirmedWorldsEqualTheHostsInAllModes(t *testing.T) {
	lines := []link.Conditions{
		{Delay: 50 * time.Millisecond, Loss: 0.05, Jitter: 40 * time.Millisecond, Duplicate: 0.05, Reorder: 0.05, Seed: 7},
		{Delay: 100 * time.Millisecond, Loss: 0.20, Jitter: 40 * time.Millisecond, Seed: 9},
	}
	if slowdown > 1 || testing.Short() {
		lines = lines[:1]
	}
	for i, mode := range game.Modes() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		some := lines
		if !*allConditions {
			some = lines[i%len(lines):][:1]
		}
		for _, c := range some {
			t.Run(mode.Name()+", "+conditionsName(c), func(t *testing.T) {
				t.Parallel()
				bubble(t, func(t *testing.T) { flyMode(t, mode, c) })
			})
		}
	}
}

// flyMode plays a match of the mode, with two dozen ships or, if all conditions are requested, as many as fit.
func flyMode(t *testing.T, mode game.Mode, c link.Conditions) {
	o := MatchOptions{Mode: mode, Time: UsualTime, Bots: game.MaxShips}
	s, err := o.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	bots := 20
	if *allConditions {
		bots = 60
	}
	m := startMatch(t, HostConfig{}, played{Setup: s, Bots: min(bots, mode.Pilots()-4), Skill: 3, Seed: 1})
	defer m.end()
	var players []*player
	join := func() {
		c.Seed += 10
		players = append(players, newPlayer(fmt.Sprintf("Pilot %d", len(players)+1), m.dial(c), uint64(len(players))))
	}
	for range 3 {
		join()
	}
	m.fly(modeTime(), players...)
	join() // late
	m.fly(modeTime(), players...)
	for _, p := range players {
		m.plays(p)
		if matches := m.checked[p.Client].matches; p.desyncs != 0 || p.keyframes != matches {
			t.Errorf("%s: %d desyncs, %d keyframes in %d matches", p.conf.Name, p.desyncs, p.keyframes, matches)
		}
	}
}

// modeTime is the time before a player joins late, and after.
func modeTime() time.Duration {
	if *long {
		return 2 * time.Minute / slowdown
	}
	return max(4*time.Second/slowdown, 2*time.Second) // until all have a ship
}

// BenchmarkTickWithLateSpectators measures a tick of a host with 64 bots, with and without a delay for spectators.
func BenchmarkTickWithLateSpectators(b *testing.B) {
	for _, delay := range []time.Duration{0, 30 * time.Second, MaxDelay} {
		b.Run(delay.String(), func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			h := played{Setup: testSetup(b), Bots: game.MaxShips, Skill: 3}.host(HostConfig{HostOptions: HostOptions{Delay: delay}, BotNames: []string{"Bot"}})
			now := time.Now()
			h.clock.begin(h.match.World.Tick, now)
			for range ticksOf(delay) + game.TickRate {
				h.tick(now)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportAllocs()
			for b.Loop() {
				h.tick(now)
			}
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		})
	}
}
