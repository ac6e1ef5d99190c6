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

// drain is a host that takes no more players: it plays the match under way to its end, or up to a limit, and is drained then. The zero
// drain is none.
type drain struct {
	// Safe from any goroutine.
	on        atomic.Bool
	suspended atomic.Bool // the match stays in its log, for another host to go on with

	// Static after construction.
	changed func(on bool) // see HostConfig.Draining
	drained func()        // see HostConfig.Drained

	// Owned by Run.
	until      time.Time // when the match is ended, if it is not over before
	left       time.Duration
	emptySince time.Time // since when nobody has been there to play; zero: somebody is
	done       bool
}

const (
	// drainGrace is how long a player may be gone, whose link was lost, before nobody is there to wait for.
	drainGrace = 10 * time.Second
	// lastCall is how long before the end players are told for the last time.
	lastCall = 10 * time.Second
	// handedOn is how long a host whose match goes on elsewhere waits for its last words to get out: the players wait meanwhile.
	handoverWait = 200 * time.Millisecond
)

// closing is what those are told who come while a host is drained, and restarting what players are told whose match goes on.
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

// Drain has the host take no more players, and end when the match under way does, or after so long at the latest: 0 is at once. Who has a
// seat keeps it. Another call changes how long. Safe from any goroutine while Run runs or after it.
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

// Undrain has a host go on as if it had never drained. Safe as Drain is.
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

// Suspend has the host end at once and leave its match in its log: another host goes on with it as if this one had been killed, but
// nothing is lost. Players are told to hold on. Safe as Drain is.
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

// Draining reports whether the host takes no more players. Safe from any goroutine.
func (h *Host) Draining() bool { return h.drain.on.Load() }

// Suspended reports whether the match is left in its log, for another host to go on with. Safe from any goroutine.
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

// lookAtDrain ends the host when there is nothing more to wait for, and until then tells players when it does.
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

// endIfHeld ends a host at the limit though it may not play its match: nobody knows when, or whether, that goes on here.
func (h *Host) endWithoutLease(now time.Time) {
	if d := &h.drain; h.leaseLost && h.Draining() && !d.done && !now.Before(d.until) {
		d.end()
	}
}

// nobodyPlays reports whether nobody with a ship has been there for a moment.
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

// tell tells players how long they have: at once, each minute, and shortly before the end.
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

// inWords tells a time as a player would.
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

// suspend lets go of everybody, who will be back at the host that goes on with the match.
func (h *Host) suspend() {
	h.match.recorder.pause(&h.match.World)
	h.peers.noticeAll(restartText)
	for _, p := range h.peers.all {
		p.link.Close()
	}
	h.waitForLinks(handoverWait)
}

// refusesAll says why nobody new may come in, or nil.
func (h *Host) refusesAll() *proto.Reject {
	if !h.Draining() {
		return nil
	}
	return &proto.Reject{Code: proto.RejectClosing, Reason: closingText}
}

// A match goes from one host to another so: this one stops it, which flushes its log; the other resumes from that; then this one sends
// all players there. What fails in between, it goes on with itself.

// Stopped says where a match stands still.
type Stopped struct {
	Tick  game.Tick
	Hash  uint64 // of the World
	Epoch uint32 // that clients were welcomed with: who goes on with the match tells them the same
}

// standLook is how often a host looks after its links while the match stands still.
const stoppedPoll = 10 * time.Millisecond

// Stop has the match stand still until GoOn, and its log be whole. Players see the last tick, and keep their seats however long it lasts.
func (h *Host) Stop() (s Stopped, err error) {
	err = h.ask(func() error {
		h.stopTicks(time.Now())
		h.leaseLost = false // it is not to go on by itself
		h.send(time.Now())
		h.match.recorder.flush(&h.match.World)
		s = Stopped{h.match.World.Tick, h.match.World.Hash(), h.epoch}
		return nil
	})
	return s, err
}

// GoOn has a match go on that was stopped.
func (h *Host) GoOn() error {
	return h.ask(func() error {
		h.resumeTicks(time.Now())
		return nil
	})
}

// SendOn sends all players, and those who watch, to the host that goes on with a match that was stopped, each to the place that where
// returns for the link, or nowhere: with Handover if they are in the match, else with Redirect. The Host is of no use after that: it is to be ended, and keeps no result.
func (h *Host) SendOn(where func(link.Link) proto.Place) error {
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
			case place.Address == "": // nobody knows where that is
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

// stand has no tick be due.
func (h *Host) stopTicks(now time.Time) {
	if h.clock.paused() {
		h.clock.resume(now)
		h.peers.sendResume()
	}
	if h.stoppedAt.IsZero() {
		h.stoppedAt = now
	}
}

// walk has ticks be due again, none of which is caught up on.
func (h *Host) resumeTicks(now time.Time) {
	if !h.stoppedAt.IsZero() && !h.handedOver {
		h.clock.delay(now.Sub(h.stoppedAt))
		h.stoppedAt, h.leaseLost = time.Time{}, false
		h.peers.sendResume()
	}
}

// flush has what was filmed be told, with what another host needs to go on from here.
func (c *recorder) flush(w *game.World) {
	if c.w == nil {
		return
	}
	c.writeState(true, w.Tick)
	c.w.Flush(w)
	c.sendChunk(false)
}

// A match is held while its host may not play it: see HostConfig.MayTick. Its players are told that it stands still, rather than left in
// silence: so they predict nothing that has to be taken back when it goes on, a moment later as a rule, with their links and seats. A
// host that has to wait for longer will hardly go on at all, as another may play the match by then. It hangs up, which has clients ask
// those who sent them here where the match is. Their seats stay.

// heldMost is how long links are kept while a match is held.
const maxLeaseWait = 3 * time.Second

// mayTick reports whether a tick may be played.
func (h *Host) hasLease(now time.Time) bool { return h.conf.MayTick == nil || h.conf.MayTick(now) }

// hold has the match stand still until ticks may be played again.
func (h *Host) waitForLease(now time.Time) {
	h.log.Debug("the match stands still: this host may not play it now")
	h.stopTicks(now)
	h.leaseLost = true
}

// owns reports whether the match is this host's at a time: a tick might be played, and if it ended then its result is for this one to tell.
// Another may play it that was stopped, or is held, and tell of it.
func (h *Host) ownsMatch(now time.Time) bool {
	return !h.handedOver && (h.stoppedAt.IsZero() || h.leaseLost) && h.hasLease(now)
}

// lookAfterHold has the match go on if it was held and may be played again, and else looks after its links.
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

// tellHeld tells those in the match who do not know it yet that it stands still.
func (h *Host) notifyPaused() {
	for _, p := range h.peers.all {
		if p.pilot != nil && !p.paused && !p.leaving && p.sees() {
			p.paused = true
			p.send(&proto.Pause{On: true})
		}
	}
}

// matchPause is a match that stands still because the only player in it is in a menu. No tick
// passes, so nothing that is counted in ticks does either: limits of time, the
// tally for the records, how long a player is silent. The zero matchPause is none.
type matchPause struct {
	since  time.Time // zero: the match runs
	polls  int       // since the player was last heard
	sentAt time.Time // when they were last told where the match stands
}

const (
	// pauseLook is how often a host looks whether the match is to run on.
	pausePoll = time.Second / 20
	// pauseQuiet is after how many looks without a word of the player the match runs on,
	// until the usual limits find that nobody is there. They are counted, rather than
	// timed, so that a process which was stopped meanwhile does not count as silence.
	maxSilentPolls = int(7 * time.Second / pausePoll)
	// pauseSend is how often either end says something though nothing happens.
	pauseSend = time.Second
)

// stop lets the match stand still.
func (p *matchPause) stop(now time.Time) { *p = matchPause{since: now} }

func (p *matchPause) paused() bool { return !p.since.IsZero() }

// look counts a look at the player, and reports whether the pause goes on.
func (p *matchPause) poll(heard bool) bool {
	if p.polls++; heard {
		p.polls = 0
	}
	return p.polls <= maxSilentPolls
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
	if p := h.peers.onlyIdlePeer(h.match.pilots); p != nil && p.active && p.sees() {
		h.clock.stop(time.Now())
		p.paused = true
		p.send(&proto.Pause{On: true})
	}
}

// lookAfterPause lets the match run on if it should, and else tells where it stands.
func (h *Host) checkPause(now time.Time) {
	h.receive(now)
	p := h.peers.onlyIdlePeer(h.match.pilots)
	if on := h.clock.poll(p != nil && p.active); p == nil || !on {
		h.clock.resume(now)
		h.peers.sendResume()
		return
	}
	p.active = false
	h.reportFigures()
	if h.clock.sendDue(now, p.acked >= h.viewOf(p).world.Tick) {
		h.sendRoster()
		h.sendState(p, now)
		h.publish(h.describe(), h.progress())
	}
}
