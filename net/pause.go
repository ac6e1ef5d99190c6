package net

import (
	"time"

	"dogfight/proto"
)

// standstill is a match that stands still because the only one in it is in a menu. No tick
// passes, so nothing that is counted in ticks does either: limits of time, what is
// noted for the records, how long somebody is silent.
type standstill struct {
	since  time.Time // zero: the match runs
	looks  int       // since the one was last heard
	sentAt time.Time // when it was last told where the match stands
}

const (
	// pauseLook is how often a host looks whether the match is to run on.
	pauseLook = time.Second / 20
	// pauseQuiet is after how many looks without a word of the one the match runs on,
	// until the usual limits find that nobody is there. They are counted, rather than
	// timed, so that a process which was stopped meanwhile does not count as silence.
	pauseQuiet = int(7 * time.Second / pauseLook)
	// pauseSend is how often either end says something though nothing happens.
	pauseSend = time.Second
)

// goOn does what is due, and returns how long to wait for what comes next.
func (h *Host) goOn(now time.Time) time.Duration {
	if !h.pause.since.IsZero() {
		h.hear(now)
		h.lookAfterPause(now)
	} else {
		h.beatTicks()
		if p := h.soleIdler(); p != nil && p.spoke && p.sees() {
			h.stop(p, time.Now())
		}
	}
	if !h.pause.since.IsZero() {
		return pauseLook
	}
	return h.beat.wait(time.Now())
}

// stop lets the match stand still for a peer.
func (h *Host) stop(p *peer, now time.Time) {
	h.pause = standstill{since: now}
	p.paused = true
	p.say(&proto.Pause{On: true})
}

// lookAfterPause lets the match run on if it should, and else tells where it stands.
func (h *Host) lookAfterPause(now time.Time) {
	p := h.soleIdler()
	if h.pause.looks++; p != nil && p.spoke {
		h.pause.looks = 0
	}
	if p == nil || h.pause.looks > pauseQuiet {
		h.runOn(now)
		return
	}
	p.spoke = false
	if now.Sub(h.pause.sentAt) >= pauseSend || p.acked < h.world.Tick {
		h.pause.sentAt = now
		h.sendRoster()
		h.sendState(p, now)
		h.putUpSign()
	}
}

// runOn ends a pause: all ticks are due as much later as it lasted.
func (h *Host) runOn(now time.Time) {
	h.beat.start = h.beat.start.Add(now.Sub(h.pause.since))
	h.pause = standstill{}
	for _, p := range h.peers {
		if p.paused && !p.leaving {
			p.say(&proto.Pause{On: false})
		}
		p.paused = false
	}
}

// soleIdler returns the peer that is all there is in the match but bots, if its player
// is in a menu. Who has lost the link and is waited for is in the match as well.
func (h *Host) soleIdler() (sole *peer) {
	for _, p := range h.peers {
		switch {
		case p.pilot == nil || p.leaving:
		case sole != nil || !p.idle:
			return nil
		default:
			sole = p
		}
	}
	if sole == nil {
		return nil
	}
	for _, who := range h.pilots {
		if who != sole.pilot && !who.isBot() {
			return nil
		}
	}
	return sole
}
