package keeper

import (
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
)

// gate says until when a host may play a match. It is asked before each tick, so that a process that was stopped, and goes on, finds it
// closed before anything happens. Times are held against both clocks: that which only goes forward stands still on some machines while
// they sleep, and the other can be set.
type gate struct {
	lease, entry deadline
	held, lost   atomic.Bool
}

// deadline is a time by both clocks.
type deadline struct{ since, wall atomic.Int64 } // ns; 0 for none, which is past

var clockBegan = time.Now()

func (d *deadline) set(t time.Time) {
	d.since.Store(int64(t.Sub(clockBegan)))
	d.wall.Store(t.UnixNano())
}

func (d *deadline) past(now time.Time) bool {
	return int64(now.Sub(clockBegan)) >= d.since.Load() || now.UnixNano() >= d.wall.Load()
}

// never is a deadline that does not come.
var never = 100 * 365 * 24 * time.Hour

// mayTick reports whether a tick may be played now.
func (g *gate) mayTick(now time.Time) bool {
	return !g.lost.Load() && !g.held.Load() && !g.lease.past(now) && !g.entry.past(now)
}

// leased has the match be played for as long as a lease lasts that was asked for, or an epoch that was begun, at a time.
func (g *gate) leased(at time.Time) { g.lease.set(at.Add(fleet.LeaseTime)) }

// alone has no lease be needed.
func (g *gate) alone() { g.lease.set(time.Now().Add(never)) }

// written has the entry stand that was written by a call at a time.
func (g *gate) written(at time.Time) { g.entry.set(at.Add(fleet.EntryTime)) }
