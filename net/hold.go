package net

import (
	"time"

	"dogfight/proto"
)

// A match is held while its host may not play it: see HostConfig.MayTick. Its players are told that it stands still, rather than left in
// silence: so they predict nothing that has to be taken back when it goes on, a moment later as a rule, with their links and seats. A
// host that has to wait for longer will hardly go on at all, as another may play the match by then. It hangs up, which has clients ask
// those who sent them here where the match is. Their seats stay.

// heldMost is how long links are kept while a match is held.
const heldMost = 3 * time.Second

// mayTick reports whether a tick may be played.
func (h *Host) mayTick(now time.Time) bool { return h.conf.MayTick == nil || h.conf.MayTick(now) }

// hold has the match stand still until ticks may be played again.
func (h *Host) hold(now time.Time) {
	h.log.Debug("the match stands still: this host may not play it now")
	h.stand(now)
	h.held = true
}

// owns reports whether the match is this host's at a time: a tick might be played, and if it ended then its result is for this one to tell.
// Another may play it that was stopped, or is held, and tell of it.
func (h *Host) owns(now time.Time) bool {
	return !h.gone && (h.stoodSince.IsZero() || h.held) && h.mayTick(now)
}

// lookAfterHold has the match go on if it was held and may be played again, and else looks after its links.
func (h *Host) lookAfterHold(now time.Time) {
	switch {
	case !h.held:
		return
	case h.mayTick(now):
		h.log.Debug("the match goes on", "after", now.Sub(h.stoodSince).Round(time.Millisecond))
		h.walk(now)
		return
	case now.Sub(h.stoodSince) < heldMost:
		h.hear(now)
		h.tellHeld()
		return
	}
	for _, p := range h.peers.all {
		p.link.Close()
	}
	h.hear(now)
}

// tellHeld tells those in the match who do not know it yet that it stands still.
func (h *Host) tellHeld() {
	for _, p := range h.peers.all {
		if p.pilot != nil && !p.paused && !p.leaving && p.sees() {
			p.paused = true
			p.say(&proto.Pause{On: true})
		}
	}
}
