package keeper

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
)

// lease is the state of the leases of an owner's epoch.
type lease struct {
	asked   uint64    // number of the latest request
	asks    int       // without an answer
	granted time.Time // when the latest granted lease was requested; zero: none
	silent  int       // beats since the standby's last answer; a count, so a stopped process does not take all others for silent
	// draining is the standby's report that it would not claim the match.
	draining bool
	higher   uint32 // an epoch above the owner's that the standby knows
}

const (
	// patience is the number of beats without an answer after which the owner names another standby, patienceAtFirst before the first answer.
	patience        = 750 * time.Millisecond / beat
	patienceAtFirst = 1250 * time.Millisecond / beat
	// maxAsks is the maximum of requests without an answer: as many as during a lease.
	maxAsks = int(fleet.LeaseTime / beat)
)

// missing reports whether the standby is silent for too long.
func (l *lease) missing() bool {
	if l.granted.IsZero() {
		return l.silent > int(patienceAtFirst)
	}
	return l.silent > int(patience)
}

// askLease requests a lease from the standby.
func (o *Owner) askLease(now time.Time) {
	standby, epoch := o.entry.Standby, o.entry.Epoch
	if standby == 0 || o.entry.revision == 0 && o.entry.missingSince.IsZero() || o.lease.asks >= maxAsks {
		return
	}
	o.lease.asked++
	o.lease.asks++
	ask := fleet.LeaseAsk{Match: o.id, Host: o.keeper.self(), Epoch: epoch, Number: o.lease.asked}
	o.async(func() func() {
		g, err := o.keeper.ask(standby, &ask, fleet.LeaseTime)
		return func() {
			if o.lost || epoch != o.entry.Epoch || standby != o.entry.Standby {
				return // it belongs to an earlier epoch
			}
			o.lease.asks--
			if err == nil {
				o.answered(&g, now)
			}
		}
	})
}

var errOtherAnswer = errors.New("the answer belongs to another request")

// ask requests a lease from a host, which must answer within a time.
func (k *Keeper) ask(to fleet.ID, ask *fleet.LeaseAsk, within time.Duration) (g fleet.LeaseGrant, err error) {
	ctx, cancel := context.WithTimeout(k.ctx, within)
	defer cancel()
	b, err := k.conf.Fleet.Ask(ctx, fleet.LeaseSubject+to.String(), fleet.Append(nil, ask))
	if err == nil {
		g, err = fleet.Parse[fleet.LeaseGrant](b)
	}
	if err == nil && g.Number != ask.Number {
		err = errOtherAnswer
	}
	return g, err
}

// answerTime is the limit for a host that should be alive: a standby that is replaced meanwhile must not cost the match its lease.
const answerTime = 500 * time.Millisecond

// answers reports whether a host answers a request for a lease, of a match that does not exist.
func (k *Keeper) answers(id fleet.ID, within time.Duration) bool {
	_, err := k.ask(id, &fleet.LeaseAsk{Match: id, Host: k.self(), Epoch: 1, Witness: true}, within)
	return err == nil
}

// countSilence counts a beat. While the bus is away no host answers, and later hosts need time to reconnect.
func (o *Owner) countSilence() {
	if o.lease.silent++; !o.keeper.conf.Fleet.Up() {
		o.lease.silent = -int(returnTime / beat)
		o.witnesses.restart()
	}
}

// answered handles the standby's answer to a request made at a time.
func (o *Owner) answered(g *fleet.LeaseGrant, at time.Time) {
	l := &o.lease
	switch {
	case g.Epoch > o.entry.Epoch:
		l.higher = max(l.higher, g.Epoch)
		o.entry.due = true // writing it finds the owner
	case g.Epoch == o.entry.Epoch:
		if l.silent = 0; at.After(l.granted) {
			l.granted = at
			o.gate.leased(at)
			l.draining = g.Draining
		}
		switch {
		case !o.log.waiting.IsZero():
			o.sendAll(time.Now())
		case !g.Whole:
			o.sendAgain(at)
		}
	}
}

// gate is the time until which a host may play a match. It is checked before each tick, so a process that was stopped and resumes finds it closed.
// Deadlines use both clocks: on some machines the monotonic clock stops during sleep, and the wall clock can be set.
type gate struct {
	lease, witness, entry deadline
	held, lost            atomic.Bool
}

// deadline is a time by both clocks.
type deadline struct{ since, wall atomic.Int64 } // ns; 0: past

var clockBegan = time.Now()

func (d *deadline) set(t time.Time) {
	d.since.Store(int64(t.Sub(clockBegan)))
	d.wall.Store(t.UnixNano())
}

func (d *deadline) passed(now time.Time) bool {
	return int64(now.Sub(clockBegan)) >= d.since.Load() || now.UnixNano() >= d.wall.Load()
}

// never is a time beyond every match.
var never = 100 * 365 * 24 * time.Hour

// mayTick reports whether a tick may be played at time now.
func (g *gate) mayTick(now time.Time) bool {
	return !g.lost.Load() && !g.held.Load() && !g.lease.passed(now) && !g.witness.passed(now) && !g.entry.passed(now)
}

// missing names the lease without which no tick may be played.
func (g *gate) missing(now time.Time) string {
	switch {
	case g.lease.passed(now):
		return "standby"
	case g.witness.passed(now):
		return "witness"
	}
	return "entry"
}

// lapsed returns the time since the first lease ended, or 0.
func (g *gate) lapsed(now time.Time) time.Duration {
	if g.lost.Load() || g.held.Load() {
		return 0
	}
	return max(now.Sub(clockBegan)-time.Duration(min(g.lease.since.Load(), g.witness.since.Load(), g.entry.since.Load())), 0)
}

// leased opens the gate for the time of a lease from at, when the lease was requested or the epoch began.
func (g *gate) leased(at time.Time) { g.lease.set(at.Add(fleet.LeaseTime)) }

// alone opens the gate without a lease.
func (g *gate) alone() { g.lease.set(time.Now().Add(never)) }

// written extends the life of the entry, which a call at a time wrote.
func (g *gate) written(at time.Time) { g.entry.set(at.Add(fleet.EntryTime)) }
