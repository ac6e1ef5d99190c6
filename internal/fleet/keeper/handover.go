package keeper

import (
	"context"
	"errors"
	"time"

	"dogfight/internal/fleet"
)

// A match is handed over so: its host holds it, so that no tick is played whatever becomes of the rest; it asks another, which takes
// it by Take; then it hands it over, or goes on. To go on it has the entry rise by an epoch, over which nobody takes it late.

// Hold has no tick be played until GoOn. The standby is still asked for leases.
func (o *Owner) Hold() { o.gate.held.Store(true) }

// GoOn has ticks be played again as soon as it is certain that nobody has taken the match, and closes what it returns then. If somebody
// has, it is lost.
func (o *Owner) GoOn() (certain <-chan struct{}) {
	settled := make(chan struct{})
	o.ask(func() { o.entry.settle, o.entry.settled = true, settled })
	return settled
}

// Hand says that another host has taken the match.
func (o *Owner) Hand(to fleet.Match) {
	o.gate.lost.Store(true)
	o.handed.Store(&to)
	o.close()
}

// Entry returns the match as it stands in the directory.
func (o *Owner) Entry() fleet.Match { return *o.stands.Load() }

// Made is closed when the match stands in the directory.
func (o *Owner) Made() <-chan struct{} { return o.made }

// Pieces returns how many pieces of the log were told in the epoch of the entry, with all that was recorded before the call.
func (o *Owner) Pieces() uint32 {
	n := make(chan uint32, 1)
	o.ask(func() {
		for len(o.footage) > 0 {
			o.tell(<-o.footage)
		}
		if !o.film.waits.IsZero() {
			o.tellAll(time.Now())
		}
		n <- o.film.number
	})
	select {
	case pieces := <-n:
		return pieces
	case <-o.ended:
		return 0
	}
}

// ask has the owner's goroutine do something.
func (o *Owner) ask(do func()) {
	select {
	case o.results <- do:
	case <-o.ended:
	}
}

// errElsewhere is why a match is not taken that its host does not have as it said.
var errElsewhere = errors.New("the match is not where the host that hands it over says")

// Take takes a match that another host hands over, as its entry stands. One that its host writes at that very moment is tried again.
func (k *Keeper) Take(ctx context.Context, was *fleet.Match) (c *Claim, err error) {
	for range 3 {
		m, revision, err := k.get(was.ID)
		if err != nil {
			return nil, err
		}
		if m.Host != was.Host || m.Epoch != was.Epoch {
			return nil, errElsewhere
		}
		if c, err = k.take(ctx, m, revision); c != nil || err != nil {
			return c, err
		}
	}
	return nil, errElsewhere
}

// take takes a match over a revision of its entry: nothing, if that has been written over.
func (k *Keeper) take(ctx context.Context, m fleet.Match, revision uint64) (*Claim, error) {
	k.mu.Lock()
	s := k.standing[m.ID]
	if s == nil && !k.closed && k.owners[m.ID] == nil {
		s = k.stand(m.ID)
	}
	if s == nil || s.claiming {
		k.mu.Unlock()
		return nil, errElsewhere
	}
	taken := make(chan *Claim)
	begun := k.claim(s, m, revision, func(c *Claim) {
		select {
		case taken <- c:
		case <-ctx.Done(): // who asked waits no more
			if c != nil {
				k.goOnWith(s, c)
			}
		}
	})
	k.mu.Unlock()
	if !begun {
		return nil, errElsewhere
	}
	select {
	case c := <-taken:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
