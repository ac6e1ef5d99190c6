package net

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// clock gives the tick that the pilot's input is for: so far ahead of the host that inputs arrive just in time. It is corrected gradually
// by the slack that the host reports, and jumps only when it is far off.
type clock struct {
	running  bool
	paused   bool
	last     time.Time                   // of the last advance
	at       time.Duration               // the present, as time since tick 0
	shift    time.Duration               // sum of all corrections of at
	shifts   [historyTicks]time.Duration // shift when the input for a tick was given, by tick
	intoTick [historyTicks]time.Duration // how far into the tick that was
	lead     time.Duration               // average time into the tick at which the host gets the input, less shift
	slacks   [slackWindow]time.Duration  // reported, less shift
	reports  int
	spare    time.Duration // additional slack because packets get lost
}

const (
	// slackWindow is the number of reports, at 20 to 30 a second, over which jitter is measured.
	slackWindow = 32
	minReports  = 8
	// slackGoal is the wanted slack: half a tick, for the client's polling.
	slackGoal = 10 * time.Millisecond
	// lossSpare is the additional slack at highLoss: a lost input comes again a tick later.
	lossSpare = time.Second / game.TickRate
	highLoss  = 0.03
	spareFade = 10 // s until a loss is forgotten
	// firstLead is added to the first guess.
	firstLead = 30 * time.Millisecond

	glide      = 20 // at most 1/20 faster,
	glideBack  = 25 // at most 1/25 slower,
	settleTime = 1  // s: and no faster than the error takes to disappear
	jumpAt     = 250 * time.Millisecond

	// maxWorldAge is how many ticks old a keyframe may be: a host that was silent for longer has lost its link.
	maxWorldAge = int64(2 * quietTime / time.Second * game.TickRate)
)

// start sets the clock to the World of a tick that came from a host one round trip away.
func (c *clock) start(now time.Time, tick game.Tick, rtt time.Duration) {
	*c = clock{running: true, last: now, at: tickTime(int64(tick)) + rtt + firstLead, spare: lossSpare}
}

// isFarOff reports whether a World is of another time than the clock's, so that the clock must be set. A World that is seconds old is not:
// a keyframe may have waited for the end of a blackout.
func (c *clock) isFarOff(tick game.Tick) bool {
	behind := int64(c.tick()) - int64(tick)
	return behind > maxWorldAge || behind < -historyTicks
}

// tick returns the tick that the pilot is in.
func (c *clock) tick() game.Tick {
	return game.Tick(int64(c.at) * game.TickRate / int64(time.Second))
}

// advance moves the clock to now.
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

// catchUp moves the clock to a tick that the host has decided, if it is behind: earlier inputs are useless, and their slack does not show
// how far the clock is behind.
func (c *clock) catchUp(tick game.Tick) {
	if behind := tickTime(int64(tick)) - c.at; behind > 0 && !c.paused {
		c.at += behind
		c.shift += behind
		c.notePress(tick)
	}
}

// setPaused stops the clock at a time, or restarts it.
func (c *clock) setPaused(on bool, at time.Time) {
	c.advance(at)
	c.paused = on
}

// notePress notes that the input for a tick is given now.
func (c *clock) notePress(tick game.Tick) {
	c.shifts[tick%historyTicks] = c.shift
	c.intoTick[tick%historyTicks] = c.at - tickTime(int64(tick))
}

// report handles the slack of the input for a tick. Corrections made since that input are taken into account, as otherwise they would be
// made again until the host sees them.
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
		c.reports = 0 // older reports do not show how far off the clock was
	}
}

// expectLoss handles the share of our packets that get lost, which the host sends once a second. It rises at once and falls slowly.
func (c *clock) expectLoss(lost float64) {
	spare := time.Duration(min(lost/highLoss, 1) * float64(lossSpare))
	c.spare = max(spare, c.spare-lossSpare/spareFade)
}

// correction returns by how much the clock should be ahead of its time.
func (c *clock) correction() time.Duration {
	n := min(c.reports, slackWindow)
	if n < minReports {
		return 0
	}
	return slackGoal + c.spare - secondLeast(c.slacks[:n]) - c.shift
}

// secondLeast returns the slack to steer by. The least is ignored: a late input now and then does no harm, as the next packet repeats it.
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

// hostTime returns the host's time in the match, if both ways take equally long.
func (c *clock) hostTime(rtt time.Duration) time.Duration {
	return c.at - c.lead - c.shift - rtt/2
}

// pinger measures a client's round trip to its host once a second, in packets that are sent anyway.
type pinger struct {
	asked  proto.Ping // the last
	sentAt time.Time
	RTT    time.Duration // the last measured; 0 before the first
}

const pingEvery = time.Second

// next returns the Ping that is due, or nil. It also reports gaps in the host's packets.
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

// receive handles the answer that arrived at a time. The time for which the host held it is subtracted.
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
	askedAt time.Time // arrival of a Ping that is not answered yet, or zero
	RTT     time.Duration
}

// receive handles a Ping that arrived at a time.
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

// encodeShare returns a share in 1/255, as it is sent; decodeShare is its inverse.
func encodeShare(share float64) uint8 { return uint8(share*255 + 0.5) }
func decodeShare(sent uint8) float64  { return float64(sent) / 255 }

// arrivals measures how regularly a host's packets arrive.
type arrivals struct {
	tick   game.Tick // of the newest packet
	at     time.Time // of its arrival
	jitter time.Duration

	gaps     [2]game.Tick // longest ones in ticks: since markedAt, and before
	markedAt time.Time
}

const (
	// jitterShare is the weight of one packet, 1/16 (RFC 3550, section 6.4.1).
	jitterShare = 16
	// gapWindow is how long a gap is remembered at least: bursts of loss repeat.
	gapWindow = 10 * time.Second
)

// note notes the arrival of a packet sent after a tick. A packet that was overtaken is ignored.
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

// longestGap returns the longest recent gap between two packets.
func (a *arrivals) longestGap(now time.Time) game.Tick {
	longest := max(a.gaps[0], a.gaps[1])
	if now.Sub(a.markedAt) >= gapWindow {
		a.gaps, a.markedAt = [2]game.Tick{0, a.gaps[0]}, now
	}
	return longest
}

// uplink decides when inputs are sent: a change at once and in the next two packets, an acknowledgement soon, so that the host need not
// repeat orders, and otherwise 20 times a second.
type uplink struct {
	input   game.Input
	urgent  int  // packets that must still carry the last change
	ackDue  bool // ticks were confirmed that are not acknowledged
	sentAt  time.Time
	sentTo  game.Tick // newest tick that was sent
	hostHas game.Tick // newest tick that the host has
}

const (
	changeRepeats = 3
	idleUplink    = time.Second / 20
	// ackUplink is less than the time between two packets of a host at 30 Hz, so each is acknowledged; at 60 Hz every other.
	ackUplink = time.Second / 40
	maxUplink = 32 // ticks in a packet; older ones would be too late
)

// noteConfirmed notes that ticks of the host were confirmed.
func (u *uplink) noteConfirmed() { u.ackDue = true }

// setInput sets the current input.
func (u *uplink) setInput(in game.Input) {
	if in != u.input {
		u.input, u.urgent = in, changeRepeats
	}
}

// due reports whether a packet up to a tick should be sent now. During a pause it seldom is.
func (u *uplink) due(now time.Time, tick game.Tick, still bool) bool {
	quiet, idle := now.Sub(u.sentAt), idleUplink
	if still {
		idle = pauseSend
	}
	return u.urgent > 0 && tick > u.sentTo || u.ackDue && quiet >= ackUplink || quiet >= idle
}

// sent notes that a packet is sent, and returns how many ticks it must carry.
func (u *uplink) sent(now time.Time, tick game.Tick) int {
	u.sentAt, u.sentTo, u.ackDue = now, tick, false
	u.urgent = max(u.urgent-1, 0)
	return int(min(max(tick-min(u.hostHas, tick), 1), maxUplink))
}
