package net

import (
	"time"

	"dogfight/proto"
)

// matchPause is a match that stands still because the only player in it is in a menu. No tick
// passes, so nothing that is counted in ticks does either: limits of time, the
// tally for the records, how long a player is silent. The zero matchPause is none.
type matchPause struct {
	since  time.Time // zero: the match runs
	looks  int       // since the player was last heard
	sentAt time.Time // when they were last told where the match stands
}

const (
	// pauseLook is how often a host looks whether the match is to run on.
	pauseLook = time.Second / 20
	// pauseQuiet is after how many looks without a word of the player the match runs on,
	// until the usual limits find that nobody is there. They are counted, rather than
	// timed, so that a process which was stopped meanwhile does not count as silence.
	pauseQuiet = int(7 * time.Second / pauseLook)
	// pauseSend is how often either end says something though nothing happens.
	pauseSend = time.Second
)

// stop lets the match stand still.
func (p *matchPause) stop(now time.Time) { *p = matchPause{since: now} }

func (p *matchPause) paused() bool { return !p.since.IsZero() }

// look counts a look at the player, and reports whether the pause goes on.
func (p *matchPause) look(heard bool) bool {
	if p.looks++; heard {
		p.looks = 0
	}
	return p.looks <= pauseQuiet
}

// sendDue reports whether the player is to be told now where the match stands: once in
// a while, and as long as they do not know.
func (p *matchPause) sendDue(now time.Time, known bool) bool {
	if known && now.Sub(p.sentAt) < pauseSend {
		return false
	}
	p.sentAt = now
	return true
}

// pauseIfIdle lets the match stand still if the only player in it is in a menu.
func (h *Host) pauseIfIdle() {
	if p := h.peers.soleIdler(h.match.pilots); p != nil && p.spoke && p.sees() {
		h.clock.stop(time.Now())
		p.paused = true
		p.say(&proto.Pause{On: true})
	}
}

// lookAfterPause lets the match run on if it should, and else tells where it stands.
func (h *Host) lookAfterPause(now time.Time) {
	h.hear(now)
	p := h.peers.soleIdler(h.match.pilots)
	if on := h.clock.look(p != nil && p.spoke); p == nil || !on {
		h.clock.resume(now)
		h.peers.resume()
		return
	}
	p.spoke = false
	h.tellFigures()
	if h.clock.sendDue(now, p.acked >= h.shown(p).world.Tick) {
		h.sendRoster()
		h.sendState(p, now)
		h.publish(h.describe(), h.progress())
	}
}
