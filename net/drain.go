package net

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// drain is a host that takes no more players: it plays the match under way to its end, or up to a limit, and is drained then. The zero
// drain is none.
type drain struct {
	// Safe from any goroutine.
	begun atomic.Bool
	keep  atomic.Bool // the match stays in its log, for another host to go on with

	// Static after construction.
	began   func(on bool) // see HostConfig.Draining
	drained func()        // see HostConfig.Drained

	// Owned by Run.
	until time.Time // when the match is ended, if it is not over before
	left  time.Duration
	empty time.Time // since when nobody has been there to play; zero: somebody is
	done  bool
}

const (
	// drainGrace is how long a player may be gone, whose link was lost, before nobody is there to wait for.
	drainGrace = 10 * time.Second
	// lastCall is how long before the end players are told for the last time.
	lastCall = 10 * time.Second
	// handedOn is how long a host whose match goes on elsewhere waits for its last words to get out: the players wait meanwhile.
	handedOn = 200 * time.Millisecond
)

// closing is what those are told who come while a host is drained, and restarting what players are told whose match goes on.
const (
	closing    = "this host is closing and takes no new players: try another, or come back later"
	restarting = "the host restarts: hold on, you will be back in a moment"
)

var (
	errNoDrain  = errors.New("the player who hosts ends this match: only a host with --headless can be drained")
	errGoing    = errors.New("the host is ending already")
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
		if err := h.drain.mayEnd(); err != nil {
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
		if err := h.drain.mayEnd(); err != nil {
			return err
		}
		if !h.Draining() {
			return errNotBegun
		}
		h.setDraining(false)
		h.peers.proclaim("the host stays open after all")
		return nil
	})
}

// Suspend has the host end at once and leave its match in its log: another host goes on with it as if this one had been killed, but
// nothing is lost. Players are told to hold on. Safe as Drain is.
func (h *Host) Suspend() error {
	return h.ask(func() error {
		if err := h.drain.mayEnd(); err != nil {
			return err
		}
		if !h.match.camera.conf.State || !h.match.camera.on() || h.match.Scenario != nil {
			return errNoLog
		}
		h.drain.keep.Store(true)
		h.setDraining(true)
		h.drain.end()
		return nil
	})
}

// Draining reports whether the host takes no more players. Safe from any goroutine.
func (h *Host) Draining() bool { return h.drain.begun.Load() }

// Suspended reports whether the match is left in its log, for another host to go on with. Safe from any goroutine.
func (h *Host) Suspended() bool { return h.drain.keep.Load() }

func (d *drain) mayEnd() error {
	switch {
	case d.drained == nil:
		return errNoDrain
	case d.done:
		return errGoing
	}
	return nil
}

func (h *Host) setDraining(on bool) {
	if h.drain.begun.Swap(on) != on && h.drain.began != nil {
		h.drain.began(on)
	}
	h.match.last = on
	h.drain.empty = time.Time{}
}

// lookAtDrain ends the host when there is nothing more to wait for, and until then tells players when it does.
func (h *Host) lookAtDrain(now time.Time) {
	d := &h.drain
	if !h.Draining() || d.done {
		return
	}
	left := d.until.Sub(now)
	switch world := &h.match.World; {
	case d.left == -1 && left <= 0, h.nobodyPlays(now), world.Status == game.Waiting:
		d.end()
	case world.Status == game.Closed:
		if h.match.OverAt != 0 && h.match.nextIn() == 0 {
			d.end()
		}
	case left > 0:
		d.tell(h, left)
	case h.clock.paused():
		d.end()
	default:
		h.match.order(game.OrderClose)
	}
}

// endIfHeld ends a host at the limit though it may not play its match: nobody knows when, or whether, that goes on here.
func (h *Host) endIfHeld(now time.Time) {
	if d := &h.drain; h.held && h.Draining() && !d.done && !now.Before(d.until) {
		d.end()
	}
}

// nobodyPlays reports whether nobody with a ship has been there for a moment.
func (h *Host) nobodyPlays(now time.Time) bool {
	for _, p := range h.peers.all {
		if p.pilot != nil && p.pilot.seated() && !p.leaving {
			h.drain.empty = time.Time{}
			return false
		}
	}
	for _, p := range h.match.seats {
		if p != nil && p.isPlayer() {
			if h.drain.empty.IsZero() {
				h.drain.empty = now
			}
			return now.Sub(h.drain.empty) >= drainGrace
		}
	}
	return true
}

// tell tells players how long they have: at once, each minute, and shortly before the end.
func (d *drain) tell(h *Host, left time.Duration) {
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
	h.peers.proclaim("this host closes after this match, in " + inWords(step) + " at the latest")
}

// inWords tells a time as a player would.
func inWords(d time.Duration) string {
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
	h.match.camera.pause(&h.match.World)
	h.peers.proclaim(restarting)
	for _, p := range h.peers.all {
		p.link.Close()
	}
	h.waitForLinks(handedOn)
}

// refusesAll says why nobody new may come in, or nil.
func (h *Host) refusesAll() *proto.Reject {
	if !h.Draining() {
		return nil
	}
	return &proto.Reject{Code: proto.RejectClosing, Reason: closing}
}
