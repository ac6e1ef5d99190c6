package net

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// hostClock is a host's TickClock with a pause, in which no tick is due.
type hostClock struct {
	TickClock
	stats tickStats
	matchPause
}

// begin sets the time of the World's next tick.
func (c *hostClock) begin(next game.Tick, due time.Time) {
	c.TickClock = newTickClock(int64(next), due, game.TickRate)
}

// run runs the due ticks, and calls done with each one's delay and duration. It stops and returns false when may, called before each tick,
// does.
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

// wait returns the time until the next tick or, in a pause, until the next poll.
func (c *hostClock) wait(now time.Time) time.Duration {
	if c.paused() {
		return pausePoll
	}
	return c.Wait(now)
}

// resume ends the pause: all ticks are delayed by its length.
func (c *hostClock) resume(now time.Time) {
	c.delay(now.Sub(c.matchPause.since))
	c.matchPause = matchPause{}
}

// slackUnit is the unit of proto.Report.Slack.
const slackUnit = proto.SlackUnit * time.Millisecond

// slack returns how long before its tick an input arrived, in slackUnits; negative if too late. World ticks and clock ticks are counted
// alike: the World's first tick is the clock's tick 0.
func (c *hostClock) slack(tick game.Tick, at time.Time) int8 {
	early := c.deadline(int64(tick) - 1).Sub(at)
	return int8(min(max(early/slackUnit, -128), 127))
}

// TickClock counts ticks that are due at absolute times. It is passed the time, and is not safe for concurrent use.
type TickClock struct {
	Slips int64 // ticks skipped because the caller fell too far behind

	start time.Time // when tick 0 is due
	rate  int64     // ticks a second
	next  int64
}

// maxCatchUp is how many ticks are caught up on at once. Further ones are skipped.
const maxCatchUp = 5

// newTickClock returns a TickClock with its next tick due at the given time. rate is in ticks a second.
func newTickClock(next int64, due time.Time, rate int) TickClock {
	c := TickClock{rate: int64(rate), next: next}
	c.start = due.Add(-c.span(next))
	return c
}

// Due returns how many ticks to run now, at most maxCatchUp.
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

// undo makes the last n due ticks due again.
func (c *TickClock) undo(n int) { c.next -= int64(n) }

func (c *TickClock) nextTick() int64 { return c.next }

func (c *TickClock) Wait(now time.Time) time.Duration { return c.deadline(c.next).Sub(now) }

// deadline returns when a tick is due, if none is skipped before it.
func (c *TickClock) deadline(tick int64) time.Time { return c.start.Add(c.span(tick)) }

// delay delays all ticks, as after a pause.
func (c *TickClock) delay(d time.Duration) { c.start = c.start.Add(d) }

// span returns how long n ticks take. Sums of single ticks would drift: a tick is not a whole number of nanoseconds.
func (c *TickClock) span(n int64) time.Duration {
	return time.Duration(n * int64(time.Second) / c.rate)
}

// Ticker wakes a select loop for each tick. The loop calls Next after each receive from C. A late loop is woken once a tick, so its
// other cases get their turn.
type Ticker struct {
	C <-chan time.Time

	clock   TickClock
	timer   *time.Timer
	pending int // due ticks that are not run yet
}

// NewTicker returns a Ticker with its first tick one tick from now.
func NewTicker(rate int) *Ticker {
	now := time.Now()
	t := &Ticker{clock: newTickClock(0, now.Add(time.Second/time.Duration(rate)), rate)}
	t.timer = time.NewTimer(t.clock.Wait(now))
	t.C = t.timer.C
	return t
}

// Next reports whether a tick is due now, and sets the timer for the next.
func (t *Ticker) Next() bool {
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

func (t *Ticker) Stop() { t.timer.Stop() }

// Figures are a Host's numbers of the moment, and its counters since it was made.
type Figures struct {
	Players    int  // with a ship, or with a kept seat
	Bots       int  // without substitutes
	Spectators int  // in the match without a ship
	Visitors   int  // linked, not in the match yet
	Paused     bool // paused: all players are in menus, or another host is about to continue the match
	Leaseless  bool // stopped: the host has no lease on the match

	Skipped   uint64 // ticks skipped because the host was too far behind
	Keyframes uint64 // sent
	Desyncs   uint64 // keyframes that clients in the match requested: their World differed, or they had lost too much

	Refused   [Refusals]uint64 // visitors, by proto.RejectCode
	Malformed uint64           // peers removed for a malformed message
	Flooded   uint64           // peers removed for too many messages
}

// Refusals is the length of a table by proto.RejectCode.
const Refusals = int(proto.RejectRelayed) + 1

// figuresEvery is how often a host reports its figures.
const figuresEvery = game.TickRate

// refuse rejects a visitor.
func (f *Figures) refuse(p *peer, m *proto.Reject) {
	f.Refused[m.Code]++
	p.dismiss(m)
}

func (h *Host) reportFigures() {
	if h.conf.Figures == nil {
		return
	}
	f := h.counts
	f.Leaseless = h.leaseLost
	f.Paused, f.Skipped = h.clock.paused() || !h.stoppedAt.IsZero() && !f.Leaseless, uint64(h.clock.Slips)
	f.Players, f.Bots = h.match.count()
	f.Spectators = countIf(h.match.pilots, func(p *pilot) bool { return !p.seated() && !p.isBot() })
	f.Visitors = countIf(h.peers.all, func(p *peer) bool { return p.pilot == nil })
	h.conf.Figures(f)
}

// tickStats are the average work and the worst delay of ticks in the last full second.
type tickStats struct {
	work, late time.Duration

	// The current second.
	since      time.Time
	ticks      time.Duration
	sum, worst time.Duration
}

func (s *tickStats) add(began time.Time, late, work time.Duration) {
	if began.Sub(s.since) >= time.Second {
		s.work, s.late = s.sum/max(s.ticks, 1), s.worst
		s.since, s.ticks, s.sum, s.worst = began, 0, 0, 0
	}
	s.ticks++
	s.sum += work
	s.worst = max(s.worst, late)
}

// meter measures the traffic of a link, once a second.
type meter struct {
	at   time.Time
	last [meterWindow]link.Counts // at the ends of the last seconds, newest first
	n    int

	Took     time.Duration // length of the last interval
	Down, Up int           // bytes a second, in and out
	Lost     float64       // share of the other end's data that is missing, 0 to 1
}

// meterWindow is the number of seconds over which loss is measured: at 30 packets a second, fewer would not show 1 %.
const meterWindow = 5

// read updates the meter once a second, and reports whether it did.
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
	// Late packets reduce DataLost, so it may sink.
	lost := max(int64(newest.DataLost-oldest.DataLost), 0)
	m.Lost = float64(lost) / max(float64(came)+float64(lost), 1)
	return true
}
