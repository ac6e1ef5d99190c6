// Package tickclock says when ticks are due: at absolute times, so that a late tick
// delays none after it. A time.Ticker drops the ticks that its reader was too slow for.
package net

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// tickClock says when a host's ticks are due. While the match is paused none is.
type hostClock struct {
	TickClock
	stats tickStats
	matchPause
}

// begin has a tick due at a time, which the World does next.
func (c *hostClock) begin(next game.Tick, due time.Time) {
	c.TickClock = newTickClock(int64(next), due, game.TickRate)
}

// run does the ticks that are due, for as long as they may be done, which is asked right before each, and reports of each how late it
// began and how long it took.
func (c *hostClock) run(may func(now time.Time) bool, tick func(now time.Time), done func(late, work time.Duration)) (went bool) {
	first := c.nextTick()
	due := c.Due(time.Now())
	for n := range int64(due) {
		began := time.Now()
		if !may(began) {
			c.undo(due - int(n))
			return false
		}
		tick(began)
		late, work := began.Sub(c.deadline(first+n)), time.Since(began)
		c.stats.add(began, late, work)
		done(late, work)
	}
	return true
}

// wait returns the time until the host has something to do: the next tick or, in a
// pause, the next look at whether it is over.
func (c *hostClock) wait(now time.Time) time.Duration {
	if c.paused() {
		return pausePoll
	}
	return c.Wait(now)
}

// resume ends a pause: all ticks are due as much later as it lasted.
func (c *hostClock) resume(now time.Time) {
	c.delay(now.Sub(c.matchPause.since))
	c.matchPause = matchPause{}
}

// slackUnit is the unit of proto.Report.Slack.
const slackUnit = proto.SlackUnit * time.Millisecond

// slack returns how long before its tick an input came; less than 0 is too late.
// The World's first tick is the clock's tick 0, and neither ever skips one.
func (c *hostClock) slack(tick game.Tick, at time.Time) int8 {
	early := c.deadline(int64(tick) - 1).Sub(at)
	return int8(min(max(early/slackUnit, -128), 127))
}

// Clock counts ticks. It is told the time, and belongs to one goroutine.
type TickClock struct {
	Slips int64 // ticks given up because their owner fell too far behind

	start time.Time // when tick 0 was due, or would have been
	rate  int64     // ticks a second
	next  int64     // the next tick
}

// MaxCatchUp is how many ticks may be made up at once. A loop that is further behind gives up
// the rest.
const maxCatchUp = 5

// New returns a Clock whose next tick is due at a time. Ticks are rate a second.
func newTickClock(next int64, due time.Time, rate int) TickClock {
	c := TickClock{rate: int64(rate), next: next}
	c.start = due.Add(-c.span(next))
	return c
}

// Due returns how many ticks to do now, at most MaxCatchUp.
func (c *TickClock) Due(now time.Time) int {
	behind := int64(0)
	for now.Sub(c.deadline(c.next+behind)) >= 0 {
		behind++
	}
	if behind > maxCatchUp {
		c.Slips += behind - maxCatchUp
		c.start = c.start.Add(c.span(behind - maxCatchUp))
		behind = maxCatchUp
	}
	c.next += behind
	return int(behind)
}

// Back takes back the last ticks that were due, so that they are due again.
func (c *TickClock) undo(n int) { c.next -= int64(n) }

// Next returns the number of the next tick.
func (c *TickClock) nextTick() int64 { return c.next }

// Wait returns the time until the next tick.
func (c *TickClock) Wait(now time.Time) time.Duration { return c.deadline(c.next).Sub(now) }

// Deadline returns when a tick is due, if none is given up before it.
func (c *TickClock) deadline(tick int64) time.Time { return c.start.Add(c.span(tick)) }

// Delay makes all ticks due so much later, as after a pause.
func (c *TickClock) delay(d time.Duration) { c.start = c.start.Add(d) }

// span returns how long n ticks take. Sums of single ticks would drift, as a tick is no
// whole number of nanoseconds.
func (c *TickClock) span(n int64) time.Duration {
	return time.Duration(n * int64(time.Second) / c.rate)
}

// Ticker wakes a select loop for each tick. After each receive from C the loop calls Next. A
// late loop is woken for one tick after another, so that its other cases get their turn.
type TickTicker struct {
	C <-chan time.Time

	clock   TickClock
	timer   *time.Timer
	pending int // ticks that are due and still to be done
}

// NewTicker returns a Ticker whose first tick is one tick from now.
func NewTickTicker(rate int) *TickTicker {
	now := time.Now()
	t := &TickTicker{clock: newTickClock(0, now.Add(time.Second/time.Duration(rate)), rate)}
	t.timer = time.NewTimer(t.clock.Wait(now))
	t.C = t.timer.C
	return t
}

// Next reports whether a tick is due now, and sets the alarm for the one after it.
func (t *TickTicker) Next() bool {
	now := time.Now()
	if t.pending == 0 {
		t.pending = t.clock.Due(now)
	}
	due := t.pending > 0
	if due {
		t.pending--
	}
	if t.pending > 0 {
		t.timer.Reset(0)
	} else {
		t.timer.Reset(t.clock.Wait(now))
	}
	return due
}

// Stop ends the alarms.
func (t *TickTicker) Stop() { t.timer.Stop() }

// Figures is what a Host tells of itself once a second: how many are there, and what it has counted since it was made.
type Figures struct {
	Players    int  // with a ship, or whose seat waits for them
	Bots       int  // that fly for themselves
	Spectators int  // in the match without a ship
	Visitors   int  // linked, and not in the match yet
	Standing   bool // still, on purpose: the only player is in a menu, or another host is about to go on with the match

	Skipped   uint64 // ticks that were given up because the host was too far behind
	Keyframes uint64 // whole Worlds that were sent
	Desyncs   uint64 // times that a client in the match asked for one: its World was another, or it had lost too much

	Refused   [Refusals]uint64 // visitors, by the proto.RejectCode that they were told
	Malformed uint64           // peers that were thrown out for a message that is none
	Flooded   uint64           // and for more messages than a peer may send
}

// Refusals is how long a table is that proto.RejectCodes are looked up in.
const Refusals = int(proto.RejectRelayed) + 1

// figuresEvery is how often a host tells its figures.
const figuresEvery = game.TickRate

// hostCounts are what a host counts for its Figures.
type hostCounts struct {
	keyframes, desyncs, malformed, flooded uint64
	refused                                [Refusals]uint64
}

// refuse sends a visitor away.
func (c *hostCounts) refuse(p *peer, m *proto.Reject) {
	c.refused[m.Code]++
	p.dismiss(m)
}

// tellFigures tells who wants to know how the match fares.
func (h *Host) reportFigures() {
	if h.conf.Figures == nil {
		return
	}
	f := Figures{
		Standing: h.clock.paused() || !h.stoppedAt.IsZero(), Skipped: uint64(h.clock.Slips),
		Keyframes: h.counts.keyframes, Desyncs: h.counts.desyncs,
		Refused: h.counts.refused, Malformed: h.counts.malformed, Flooded: h.counts.flooded,
	}
	f.Players, f.Bots = h.match.count()
	for _, p := range h.match.pilots {
		if !p.seated() && !p.isBot() {
			f.Spectators++
		}
	}
	for _, p := range h.peers.all {
		if p.pilot == nil {
			f.Visitors++
		}
	}
	h.conf.Figures(f)
}

// tickStats is what ticks take of a host's time, in the last full second.
type tickStats struct {
	work time.Duration // a tick, on average
	late time.Duration // that a tick began, at worst

	since time.Time // of the second that runs
	ticks time.Duration
	sum   time.Duration
	worst time.Duration
}

// add counts a tick that began late by one time and took another.
func (s *tickStats) add(began time.Time, late, work time.Duration) {
	if began.Sub(s.since) >= time.Second {
		s.work, s.late = s.sum/max(s.ticks, 1), s.worst
		s.since, s.ticks, s.sum, s.worst = began, 0, 0, 0
	}
	s.ticks++
	s.sum += work
	s.worst = max(s.worst, late)
}

// meter watches what goes over a link.
type meter struct {
	at   time.Time
	last [meterWindow]link.Counts // at the ends of the last seconds, the newest first
	n    int

	Took     time.Duration // between the last two looks
	Down, Up int           // bytes a second in that time: in and out
	Lost     float64       // share of the other end's data that is missing, 0 to 1
}

// meterKept is over how many seconds a loss is looked at: at 30 packets a
// second, less would not tell 1 %.
const meterWindow = 5

// read looks at a link's counts once a second, and reports whether it did.
func (m *meter) read(now time.Time, l link.Link) bool {
	took := now.Sub(m.at)
	if took < time.Second {
		return false
	}
	m.at = now
	copy(m.last[1:], m.last[:])
	m.last[0] = l.Counts()
	m.n = min(m.n+1, meterWindow)
	if m.n < 2 {
		return false
	}
	newest, before, oldest := &m.last[0], &m.last[1], &m.last[m.n-1]
	m.Took = took
	m.Down = int(float64(newest.WireIn-before.WireIn) / took.Seconds())
	m.Up = int(float64(newest.WireOut-before.WireOut) / took.Seconds())
	came := newest.DataIn - oldest.DataIn
	// What came late is taken off what was lost, which so may sink.
	lost := max(int64(newest.DataLost-oldest.DataLost), 0)
	m.Lost = float64(lost) / max(float64(came)+float64(lost), 1)
	return true
}
