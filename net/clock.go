package net

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// clock says which tick the pilot is in: so far ahead of the host that their
// inputs arrive just before they are needed. It glides towards that, by what
// the host reports of their slack, and jumps only when it is far off.
type clock struct {
	running  bool
	paused   bool                        // the match stands still, and so does at
	last     time.Time                   // of the last advance
	at       time.Duration               // the present in the match, as time since tick 0
	shift    time.Duration               // the sum of all corrections of at
	shifts   [historyTicks]time.Duration // what shift was when a tick was pressed, by tick
	intoTick [historyTicks]time.Duration // how far into the tick that was
	lead     time.Duration               // how early the present is in the tick when it reaches the host, had shift always been 0
	slacks   [slackWindow]time.Duration  // what came, had shift always been 0
	reports  int
	spare    time.Duration // to be left beyond slackGoal because packets get lost
}

const (
	// slackWindow is over how many reports, at 20 to 30 a second, the jitter is
	// watched; slackEnough are the fewest that say anything.
	slackWindow = 32
	minReports  = 8
	// slackGoal is what is left of it: half a tick for the client's polling.
	slackGoal = 10 * time.Millisecond
	// lossSpare is what more is left when packets to the host get lost, all of
	// it from much loss on: what was lost comes again in the tick after.
	lossSpare = time.Second / game.TickRate
	highLoss  = 0.03
	spareFade = 10 // s until it is believed that nothing gets lost
	// firstLead is added to the first guess, before any report.
	firstLead = 30 * time.Millisecond

	glide      = 20 // at most 1/20 faster,
	glideBack  = 25 // at most 1/25 slower,
	settleTime = 1  // and no faster than the error would be gone in 1 s
	jumpAt     = 250 * time.Millisecond

	// oldestWorld is how many ticks old a keyframe is at most that comes late: one of a host that was heard of so long
	// ago has lost its link.
	maxWorldAge = int64(2 * quietTime / time.Second * game.TickRate)
)

// start sets the clock when the World of a tick came in from a host that is a
// round trip away.
func (c *clock) start(now time.Time, tick game.Tick, rtt time.Duration) {
	*c = clock{running: true, last: now, at: tickTime(int64(tick)) + rtt + firstLead, spare: lossSpare}
}

// off reports whether the World of a tick is of another time than the clock's, to which no gliding leads. One that is
// seconds behind is not: a keyframe may have waited for a blackout to end.
func (c *clock) isFarOff(tick game.Tick) bool {
	behind := int64(c.tick()) - int64(tick)
	return behind > maxWorldAge || behind < -historyTicks
}

// tick returns the tick that the pilot is in.
func (c *clock) tick() game.Tick {
	return game.Tick(int64(c.at) * game.TickRate / int64(time.Second))
}

// advance lets time pass until now.
func (c *clock) advance(now time.Time) {
	passed := max(now.Sub(c.last), 0)
	c.last = now
	if c.paused {
		return
	}
	step := c.correction() * min(passed, time.Second) / settleTime / time.Second
	step = min(max(step, -passed/glideBack), passed/glide)
	c.at += passed + step
	c.shift += step
}

// reach has the present be no earlier than a tick that the host has decided: no input for that, or one before, is of use to anybody,
// and what the host says of their slack no longer tells how far behind the clock is.
func (c *clock) catchUp(tick game.Tick) {
	if behind := tickTime(int64(tick)) - c.at; behind > 0 && !c.paused {
		c.at += behind
		c.shift += behind
		c.notePress(tick)
	}
}

// hold stops the clock at a time, or lets it go on from one.
func (c *clock) setPaused(on bool, at time.Time) {
	c.advance(at)
	c.paused = on
}

// pressed notes that the pilot's input for a tick is given now.
func (c *clock) notePress(tick game.Tick) {
	c.shifts[tick%historyTicks] = c.shift
	c.intoTick[tick%historyTicks] = c.at - tickTime(int64(tick))
}

// report takes how early the input for a tick reached the host. What the clock
// was corrected by since that was pressed is allowed for, or it would be
// corrected again until the host could tell.
func (c *clock) report(tick game.Tick, slack time.Duration) {
	early := slack - c.shifts[tick%historyTicks]
	c.slacks[c.reports%slackWindow] = early
	if lead := early + c.intoTick[tick%historyTicks]; c.reports == 0 {
		c.lead = lead
	} else {
		c.lead += (lead - c.lead) / leadShare
	}
	c.reports++
	if off := c.correction(); off > jumpAt || off < -jumpAt {
		c.at += off
		c.shift += off
		c.reports = 0 // the host cannot tell how far off the clock was beyond that
	}
}

// expect takes what share of our packets gets lost, as the host tells once a
// second. It takes a while to know, so less is believed little by little.
func (c *clock) expectLoss(lost float64) {
	spare := time.Duration(min(lost/highLoss, 1) * float64(lossSpare))
	c.spare = max(spare, c.spare-lossSpare/spareFade)
}

// correction returns how much the clock should be ahead of what it is.
func (c *clock) correction() time.Duration {
	n := min(c.reports, slackWindow)
	if n < minReports {
		return 0
	}
	return slackGoal + c.spare - secondLeast(c.slacks[:n]) - c.shift
}

// nextToLeast returns the slack that is steered. The least does not count: an input may
// come late now and then, since the next packet repeats it.
func secondLeast(slacks []time.Duration) time.Duration {
	least, next := slacks[0], slacks[1]
	if next < least {
		least, next = next, least
	}
	for _, slack := range slacks[2:] {
		next = min(next, max(least, slack))
		least = min(least, slack)
	}
	return next
}

// leadShare is the weight of one report in lead.
const leadShare = 16

// host returns what the time in the match is for the host now, as far as can be
// told when both ways take equally long.
func (c *clock) hostTime(rtt time.Duration) time.Duration {
	return c.at - c.lead - c.shift - rtt/2
}

// pinger measures a client's round trip to its host, once a second, with what
// travels anyway.
type pinger struct {
	asked  proto.Ping // the last
	sentAt time.Time
	RTT    time.Duration // the last; 0 before the first answer
}

const pingEvery = time.Second

// next returns the Ping that is due, or nil. It tells the host how its packets
// come.
func (p *pinger) next(now time.Time, a *arrivals) *proto.Ping {
	if now.Sub(p.sentAt) < pingEvery {
		return nil
	}
	p.sentAt = now
	p.asked.Nonce++
	p.asked.RTT = uint16(min(p.RTT.Round(time.Millisecond).Milliseconds(), 0xffff))
	p.asked.Gap = uint8(min(a.longestGap(now), 0xff))
	return &p.asked
}

// hear takes the answer that arrived at a time. Held, what the other end let it
// lie, is taken off.
func (p *pinger) receive(m *proto.Pong, at time.Time) {
	if m.Nonce == p.asked.Nonce {
		held := time.Duration(m.Held) * heldUnit
		p.RTT = max(at.Sub(p.sentAt)-held, time.Microsecond)
	}
}

// heldUnit is the unit of proto.Pong.Held.
const heldUnit = time.Millisecond / 10

// answerer answers a client's Pings.
type answerer struct {
	pong    proto.Pong
	askedAt time.Time // when a Ping came that waits for its answer, or zero
	RTT     time.Duration
}

// hear takes a Ping that arrived at a time.
func (a *answerer) receive(m *proto.Ping, at time.Time) {
	a.askedAt = at
	a.pong.Nonce = m.Nonce
	a.RTT = time.Duration(m.RTT) * time.Millisecond
}

// next returns the Pong that is due, or nil.
func (a *answerer) next(now time.Time, lost float64, t *tickStats) *proto.Pong {
	if a.askedAt.IsZero() {
		return nil
	}
	a.pong.Held = uint16(min(max(now.Sub(a.askedAt)/heldUnit, 0), 0xffff))
	a.pong.Lost = encodeShare(lost)
	a.pong.Work = uint16(min(t.work.Microseconds(), 0xffff))
	a.pong.Late = uint8(min(t.late.Milliseconds(), 0xff))
	a.askedAt = time.Time{}
	return &a.pong
}

// shareSent returns a share as it is sent, in 1/255; shareOf what that means.
func encodeShare(share float64) uint8 { return uint8(share*255 + 0.5) }
func decodeShare(sent uint8) float64  { return float64(sent) / 255 }

// arrivals watches how a host's packets come.
type arrivals struct {
	tick   game.Tick // of the newest packet
	at     time.Time // when it came
	jitter time.Duration

	gaps     [2]game.Tick // the longest of ticks between packets: since the mark, and before it
	markedAt time.Time
}

const (
	// jitterShare is the weight of one packet, 1/16 (RFC 3550, section 6.4.1).
	jitterShare = 16
	// gapKept is how long a gap is remembered at least. Bursts of loss come again.
	gapWindow = 10 * time.Second
)

// note takes the arrival of what the host sent after a tick. A packet that was
// overtaken says nothing about those in time.
func (a *arrivals) note(tick game.Tick, at time.Time) {
	if tick <= a.tick && a.tick != 0 {
		return
	}
	if a.tick != 0 {
		off := at.Sub(a.at) - tickTime(int64(tick-a.tick))
		a.jitter += (max(off, -off) - a.jitter) / jitterShare
		a.gaps[0] = max(a.gaps[0], tick-a.tick)
	}
	a.tick, a.at = tick, at
}

// longestGap returns the most ticks that lately passed between two packets.
func (a *arrivals) longestGap(now time.Time) game.Tick {
	longest := max(a.gaps[0], a.gaps[1])
	if now.Sub(a.markedAt) >= gapWindow {
		a.gaps, a.markedAt = [2]game.Tick{0, a.gaps[0]}, now
	}
	return longest
}

// uplink decides when a client's inputs go out: a change at once and in the two
// packets after it, news of what came from the host soon, so that it need not
// send that again, and otherwise 20 times a second.
type uplink struct {
	input   game.Input
	urgent  int  // packets that carry the last change and are still to be sent
	ackDue  bool // the host does not know yet how far we are
	sentAt  time.Time
	sentTo  game.Tick // newest tick that was in a packet
	hostHas game.Tick // newest tick that the host has
}

const (
	changeRepeats = 3
	idleUplink    = time.Second / 20
	// newsUplink is less than the time between two packets of a host at 30 Hz,
	// so that each is answered, but every other of one at 60 Hz.
	ackUplink = time.Second / 40
	maxUplink = 32 // ticks in a packet; what is older would be too late
)

// confirmed notes that ticks of the host came.
func (u *uplink) noteConfirmed() { u.ackDue = true }

// hold notes what the pilot holds.
func (u *uplink) setInput(in game.Input) {
	if in != u.input {
		u.input, u.urgent = in, changeRepeats
	}
}

// due reports whether a packet up to a tick should go out now. Seldom suffices while
// the match stands still.
func (u *uplink) due(now time.Time, tick game.Tick, still bool) bool {
	quiet, idle := now.Sub(u.sentAt), idleUplink
	if still {
		idle = pauseSend
	}
	return u.urgent > 0 && tick > u.sentTo || u.ackDue && quiet >= ackUplink || quiet >= idle
}

// sent notes that a packet went out, and returns how many ticks it must carry.
func (u *uplink) sent(now time.Time, tick game.Tick) int {
	u.sentAt, u.sentTo, u.ackDue = now, tick, false
	u.urgent = max(u.urgent-1, 0)
	return int(min(max(tick-min(u.hostHas, tick), 1), maxUplink))
}
