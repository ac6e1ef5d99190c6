package keeper

import (
	"context"
	"time"

	"dogfight/internal/fleet"
)

// lease is what an owner knows of the leases of its epoch.
type lease struct {
	asked   uint64    // the number of the last ask
	asks    int       // that are not answered yet
	granted time.Time // when that was asked for which was granted last; zero: none was
	silent  int       // beats since the standby was last heard, counted so that a process which was stopped does not think all others silent
	// draining is what the standby has said of itself: it would not claim the match.
	draining bool
	higher   uint32 // an epoch that the standby knows, above the owner's
}

const (
	// patience is after how many beats without a word of the standby another is named, and patienceAtFirst that of one who has not
	// said any yet: it may have much to do.
	patience        = 750 * time.Millisecond / beat
	patienceAtFirst = 1250 * time.Millisecond / beat
	// mostAsks is how many asks are under way at most: as many as there are while a lease lasts.
	mostAsks = int(fleet.LeaseTime / beat)
)

// missing reports whether the standby has been silent for too long.
func (l *lease) missing() bool {
	if l.granted.IsZero() {
		return l.silent > int(patienceAtFirst)
	}
	return l.silent > int(patience)
}

// askLease asks the standby for a lease.
func (o *Owner) askLease(now time.Time) {
	standby, epoch := o.entry.Standby, o.entry.Epoch
	if standby == 0 || o.entry.revision == 0 && o.entry.goneSince.IsZero() || o.lease.asks >= mostAsks {
		return
	}
	o.lease.asked++
	o.lease.asks++
	ask := fleet.LeaseAsk{Match: o.id, Host: o.keeper.self(), Epoch: epoch, Number: o.lease.asked}
	o.beside(func() func() {
		ctx, cancel := context.WithTimeout(o.keeper.ctx, fleet.LeaseTime)
		defer cancel()
		b, err := o.keeper.conf.Fleet.Ask(ctx, fleet.LeaseSubject+standby.String(), fleet.Append(nil, &ask))
		var g fleet.LeaseGrant
		if err == nil {
			g, err = fleet.Parse[fleet.LeaseGrant](b)
		}
		return func() {
			if o.lost || epoch != o.entry.Epoch || standby != o.entry.Standby {
				return // which has nothing to do with the leases of now
			}
			o.lease.asks--
			if err == nil && g.Number == ask.Number {
				o.answered(&g, now)
			}
		}
	})
}

// answered takes what a standby said to what it was asked at a time.
func (o *Owner) answered(g *fleet.LeaseGrant, at time.Time) {
	l := &o.lease
	switch {
	case g.Epoch > o.entry.Epoch:
		l.higher = max(l.higher, g.Epoch)
		o.entry.due = true // which finds out who has it
	case g.Epoch == o.entry.Epoch:
		if l.silent = 0; at.After(l.granted) {
			l.granted = at
			o.gate.leased(at)
			l.draining = g.Draining
		}
		switch {
		case !o.film.waits.IsZero():
			o.tellAll(time.Now())
		case !g.Whole:
			o.tellAgain(at)
		}
	}
}
