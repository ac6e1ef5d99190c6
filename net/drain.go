package net

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// drain is the state of a host that takes no more players, plays its match to the end or a limit, and can then be closed. The zero drain is
// off.
type drain struct {
	// Safe for concurrent use.
	on        atomic.Bool
	suspended atomic.Bool // the match stays in its log, for another host

	// Static after construction.
	changed func(on bool) // see HostConfig.Draining
	drained func()        // see HostConfig.Drained

	// Owned by Run.
	until      time.Time     // when the match ends at the latest
	left       time.Duration // last notice; -1: none yet
	emptySince time.Time     // when the last player left; zero: players are there
	done       bool
}

const (
	// drainGrace is how long the player of a lost link may be absent before the host no longer waits.
	drainGrace = 10 * time.Second
	// lastCall is how long before the end players get the last notice.
	lastCall = 10 * time.Second
	// handoverWait is how long a host waits after handing over its match for its last messages to be sent: the players wait meanwhile.
	handoverWait = 200 * time.Millisecond
)

// closingText is for visitors of a draining host, restartText for the players of a suspended match.
const (
	closingText = "this host is closing and takes no new players: try another, or come back later"
	restartText = "the host restarts: hold on, you will be back in a moment"
)

var (
	errNoDrain  = errors.New("the player who hosts ends this match: only a host with --headless can be drained")
	errEnding   = errors.New("the host is ending already")
	errNotBegun = errors.New("the host is not draining")
	errNoLog    = errors.New("this match is in no log: a host must be at an address of its own, with replays recorded")
)

// Drain stops admitting players and ends the host with its match, or after limit at the latest; 0 is at once. Players keep their seats. A
// further call changes the limit. Safe for concurrent use while Run runs or after it.
func (h *Host) Drain(limit time.Duration) error {
	if limit < 0 {
		return fmt.Errorf("must be a time such as 10m, got %v", limit)
	}
	return h.ask(func() error {
		if err := h.drain.check(); err != nil {
			return err
		}
		h.drain.until, h.drain.left = time.Now().Add(limit), -1
		h.setDraining(true)
		return nil
	})
}

// Undrain cancels Drain. Safe as Drain is.
func (h *Host) Undrain() error {
	return h.ask(func() error {
		if err := h.drain.check(); err != nil {
			return err
		}
		if !h.Draining() {
			return errNotBegun
		}
		h.setDraining(false)
		h.peers.noticeAll("the host stays open after all")
		return nil
	})
}

// Suspend ends the host at once and leaves the match in its log, so that another host can continue it without loss. Players get a notice to
// wait. Safe as Drain is.
func (h *Host) Suspend() error {
	return h.ask(func() error {
		if err := h.drain.check(); err != nil {
			return err
		}
		if !h.match.recorder.conf.State || !h.match.recorder.active() || h.match.Scenario != nil {
			return errNoLog
		}
		h.drain.suspended.Store(true)
		h.setDraining(true)
		h.drain.end()
		return nil
	})
}

// Draining reports whether the host takes no more players. Safe for concurrent use.
func (h *Host) Draining() bool { return h.drain.on.Load() }

// Suspended reports whether the match is left in its log for another host. Safe for concurrent use.
func (h *Host) Suspended() bool { return h.drain.suspended.Load() }

func (d *drain) check() error {
	switch {
	case d.drained == nil:
		return errNoDrain
	case d.done:
		return errEnding
	}
	return nil
}

func (h *Host) setDraining(on bool) {
	if h.drain.on.Swap(on) != on && h.drain.changed != nil {
		h.drain.changed(on)
	}
	h.match.lastMatch = on
	h.drain.emptySince = time.Time{}
}

// checkDrain ends a draining host when it need not wait any longer, and sends notices until then.
func (h *Host) checkDrain(now time.Time) {
	d := &h.drain
	if !h.Draining() || d.done {
		return
	}
	left := d.until.Sub(now)
	switch world := &h.match.World; {
	case d.left == -1 && left <= 0, h.noPlayers(now), world.Status == game.Waiting:
		d.end()
	case world.Status == game.Closed:
		if h.match.OverAt != 0 && h.match.nextIn() == 0 {
			d.end()
		}
	case left > 0:
		d.notify(h, left)
	case h.clock.paused():
		d.end()
	default:
		h.match.order(game.OrderClose)
	}
}

// endWithoutLease ends a draining host at its limit while it has no lease: when the match continues is unknown.
func (h *Host) endWithoutLease(now time.Time) {
	if d := &h.drain; h.leaseLost && h.Draining() && !d.done && !now.Before(d.until) {
		d.end()
	}
}

// noPlayers reports whether no player with a ship has been there for drainGrace.
func (h *Host) noPlayers(now time.Time) bool {
	for _, p := range h.peers.all {
		if p.pilot != nil && p.pilot.seated() && !p.leaving {
			h.drain.emptySince = time.Time{}
			return false
		}
	}
	for _, p := range h.match.seats {
		if p != nil && p.isPlayer() {
			if h.drain.emptySince.IsZero() {
				h.drain.emptySince = now
			}
			return now.Sub(h.drain.emptySince) >= drainGrace
		}
	}
	return true
}

// notify announces the end to the players: at once, each minute, and shortly before the end.
func (d *drain) notify(h *Host, left time.Duration) {
	step := (left + time.Minute - 1).Truncate(time.Minute)
	if left <= lastCall {
		step = lastCall
	}
	if step == d.left {
		return
	}
	first := d.left == -1
	if d.left = step; first && left > lastCall {
		step = left
	}
	h.peers.noticeAll("this host closes after this match, in " + durationText(step) + " at the latest")
}

func durationText(d time.Duration) string {
	if d = d.Round(time.Second); d >= 2*time.Minute {
		return fmt.Sprintf("%d min", d.Round(time.Minute)/time.Minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

func (d *drain) end() {
	d.done = true
	d.drained()
}

// suspend closes all links: the players return when a host resumes the match.
func (h *Host) suspend() {
	h.match.recorder.flush(&h.match.World)
	h.peers.noticeAll(restartText)
	for _, p := range h.peers.all {
		p.link.Close()
	}
	h.waitForLinks(handoverWait)
}

// refusesAll returns the answer to visitors of a draining host, else nil.
func (h *Host) refusesAll() *proto.Reject {
	if !h.Draining() {
		return nil
	}
	return &proto.Reject{Code: proto.RejectClosing, Reason: closingText}
}

// A match is handed over in three steps: this host stops it, which flushes its log; the other host resumes from the log; this host sends
// all clients there. If a step fails, this host continues.

// Stopped is the state of a stopped match.
type Stopped struct {
	Tick  game.Tick
	Hash  uint64 // of the World
	Epoch uint32 // to be used by the host that continues
}

// stoppedPoll is how often a host checks its links and lease while the match is stopped.
const stoppedPoll = 10 * time.Millisecond

// Stop stops the match until Resume, and flushes its log. Players see the last tick and keep their seats.
func (h *Host) Stop() (Stopped, error) {
	return get(&h.requests, func() (Stopped, error) {
		h.stopTicks(time.Now())
		h.leaseLost = false // it must not resume by itself
		h.send(time.Now())
		h.match.recorder.flush(&h.match.World)
		return Stopped{h.match.World.Tick, h.match.World.Hash(), h.epoch}, nil
	})
}

// Resume resumes a stopped match.
func (h *Host) Resume() error {
	return h.ask(func() error {
		h.resumeTicks(time.Now())
		return nil
	})
}

// Redirect sends all clients of a stopped match to the host that continues it: those in the match with Handover, others with Redirect.
// where returns the place for a link. The Host can only be closed after it, and publishes no result.
func (h *Host) Redirect(where func(link.Link) proto.Place) error {
	return h.ask(func() error {
		if h.stoppedAt.IsZero() {
			return errors.New("the match runs")
		}
		h.handedOver = true
		w := &h.match.World
		hash := w.Hash()
		for _, p := range h.peers.all {
			switch place := where(p.link); {
			case p.leaving:
			case place.Address == "": // unknown
				p.link.Close()
				p.leaving = true
			case p.pilot == nil:
				p.dismiss(&proto.Redirect{Place: place})
			default:
				p.dismiss(&proto.Handover{Place: place, Tick: w.Tick, Hash: hash})
			}
		}
		return nil
	})
}

// stopTicks stops the match, and ends its pause.
func (h *Host) stopTicks(now time.Time) {
	if h.clock.paused() {
		h.clock.resume(now)
		h.peers.sendResume()
	}
	if h.stoppedAt.IsZero() {
		h.stoppedAt = now
	}
}

// resumeTicks resumes a stopped match. The missed ticks are not caught up on.
func (h *Host) resumeTicks(now time.Time) {
	if !h.stoppedAt.IsZero() && !h.handedOver {
		h.clock.delay(now.Sub(h.stoppedAt))
		h.stoppedAt, h.leaseLost = time.Time{}, false
		h.peers.sendResume()
	}
}

// flush writes the recording so far, with all that another host needs to resume.
func (c *recorder) flush(w *game.World) {
	if c.w == nil {
		return
	}
	c.writeState(true, w.Tick)
	c.w.Flush(w)
	c.conf.Send(c.w.Piece(false))
}

// A host suspends its match while it has no lease on it (HostConfig.HasLease). Clients get Pause, so they stop predicting. After
// maxLeaseWait the host closes its links: another host probably plays the match by then, and clients ask their door for it. Seats are kept.

const maxLeaseWait = 3 * time.Second

// hasLease reports whether this host may run ticks at time now.
func (h *Host) hasLease(now time.Time) bool { return h.conf.HasLease == nil || h.conf.HasLease(now) }

// waitForLease stops the match until the host has a lease again.
func (h *Host) waitForLease(now time.Time) {
	h.log.Debug("the match stands still: this host may not play it now")
	h.stopTicks(now)
	h.leaseLost = true
}

// ownsMatch reports whether this host may publish the match's result at time now.
func (h *Host) ownsMatch(now time.Time) bool {
	return !h.handedOver && (h.stoppedAt.IsZero() || h.leaseLost) && h.hasLease(now)
}

// checkLease resumes the match once the host has a lease again; otherwise it closes links that have waited too long.
func (h *Host) checkLease(now time.Time) {
	switch {
	case !h.leaseLost:
		return
	case h.hasLease(now):
		h.log.Debug("the match goes on", "after", now.Sub(h.stoppedAt).Round(time.Millisecond))
		h.resumeTicks(now)
		return
	case now.Sub(h.stoppedAt) < maxLeaseWait:
		h.receive(now)
		h.notifyPaused()
		return
	}
	for _, p := range h.peers.all {
		p.link.Close()
	}
	h.receive(now)
}

// notifyPaused sends Pause to peers that have not received it.
func (h *Host) notifyPaused() {
	for _, p := range h.peers.all {
		if p.pilot != nil && !p.paused && !p.leaving && p.sees() {
			p.paused = true
			p.send(&proto.Pause{On: true})
		}
	}
}

// matchPause is the pause of a match while all its players are in menus. No ticks run, so limits in ticks do not either: time limits,
// statistics, silence. The zero value is no pause.
type matchPause struct {
	since  time.Time // zero: no pause
	sentAt time.Time // when the state was last sent to the players
}

const (
	// pausePoll is how often a host checks whether the pause is over.
	pausePoll = time.Second / 20
	// maxSilentPolls ends the pause of a silent player; the usual limits apply then. Polls are counted, not timed, so that a process that
	// was itself stopped does not find the player silent.
	maxSilentPolls = int(7 * time.Second / pausePoll)
	// pauseSend is how often either end sends during a pause.
	pauseSend = time.Second
)

func (p *matchPause) stop(now time.Time) { *p = matchPause{since: now} }

func (p *matchPause) paused() bool { return !p.since.IsZero() }

// sendDue reports whether to send the state to the players now: every pauseSend, and always until they have confirmed it.
func (p *matchPause) sendDue(now time.Time, known bool) bool {
	if known && now.Sub(p.sentAt) < pauseSend {
		return false
	}
	p.sentAt = now
	return true
}

// pauseIfIdle pauses the match if all its players are in menus.
func (h *Host) pauseIfIdle() {
	if !h.peers.allIdle(h.match.pilots) {
		return
	}
	ready := true
	h.peers.players(func(p *peer) { ready = ready && p.active && p.sees() })
	if ready {
		h.clock.stop(time.Now())
		h.notifyPaused()
	}
}

// checkPause ends the pause if it is over, and else sends the players the state.
func (h *Host) checkPause(now time.Time) {
	h.receive(now)
	on, known := h.peers.allIdle(h.match.pilots), true
	h.peers.players(func(p *peer) {
		on = p.pollPause() && on
		known = known && p.acked >= h.viewOf(p).world.Tick
	})
	if !on {
		h.clock.resume(now)
		h.peers.sendResume()
		return
	}
	h.reportFigures()
	if h.clock.sendDue(now, known) {
		h.sendRoster()
		h.peers.players(func(p *peer) { h.sendState(p, now) })
		h.publish(h.describe(), h.progress())
	}
}
