package keeper

import (
	"context"
	"errors"
	"time"

	"dogfight/internal/fleet"
)

// hearing is whether a keeper can trust its ears: while the bus is away from it, or stands still, all hosts fall silent at once, and none
// of them has died. It is owned by its Keeper's lock.
type hearing struct {
	deaf time.Time // when the bus was found away, or slow, the last time; zero: never
}

const (
	// slowCall is how long a call of the directory takes at most of a bus that does not stand still.
	slowCall = 500 * time.Millisecond
	// returnTime is how long hosts have, when the bus is back, to find it again and ask for a lease: a dial that the bus has not answered
	// takes two seconds until it is tried again.
	returnTime = 4 * time.Second
)

// trusted reports whether whoever is silent now is so by themselves.
func (h *hearing) trusted(now time.Time) bool {
	return h.deaf.IsZero() || now.Sub(h.deaf) >= returnTime
}

// listen looks whether the bus is there.
func (k *Keeper) listen(now time.Time) {
	if !k.conf.Fleet.Up() {
		k.mu.Lock()
		k.hearing.deaf = now
		k.mu.Unlock()
	}
}

// read reads a match's entry, and notes how the bus does.
func (k *Keeper) read(ctx context.Context, id fleet.ID) (fleet.Entry, error) {
	began := time.Now()
	e, err := k.conf.Fleet.Get(ctx, fleet.Matches, id.String())
	if now := time.Now(); err != nil && !errors.Is(err, fleet.ErrNone) || now.Sub(began) > slowCall {
		k.mu.Lock()
		k.hearing.deaf = now
		k.mu.Unlock()
	}
	return e, err
}
