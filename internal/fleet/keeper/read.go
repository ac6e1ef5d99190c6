package keeper

import (
	"context"
	"errors"
	"slices"
	"time"

	"dogfight/internal/fleet"
)

const (
	// heardLook is how often, and heardLooks how many times, a standby looks whether the last pieces of a log have come that it was sent.
	heardLook, heardLooks = 2 * time.Millisecond, 10
	// keptAgain is how long what was published a moment ago may take to be in the stream.
	keptAgain = 10 * time.Millisecond
)

// ReadLog reads the log of a match that is handed over, up to a number of pieces that were told in the epoch of its entry: what this host was
// sent as its standby, or else what is kept of it. Nothing is read of a match that its host has not announced so.
func (k *Keeper) ReadLog(ctx context.Context, of *fleet.Match, pieces uint32) ([]byte, error) {
	switch m, _, err := k.get(of.ID); {
	case err != nil:
		return nil, err
	case m.Host != of.Host || m.Epoch != of.Epoch:
		return nil, errElsewhere
	}
	for range heardLooks {
		if of.Standby != k.self() {
			break
		}
		if log := k.heard(of, pieces); log != nil {
			return log, nil
		}
		time.Sleep(heardLook)
	}
	return k.readKept(ctx, of, pieces)
}

// heard returns the log that this host was sent, if all of it has come; else nil.
func (k *Keeper) heard(of *fleet.Match, pieces uint32) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.standing[of.ID]
	if s == nil || s.log.next < pieces || !s.log.whole(of.Epoch) {
		return nil
	}
	return s.log.bytes()
}

// readKept reads it from the stream.
func (k *Keeper) readKept(ctx context.Context, of *fleet.Match, pieces uint32) ([]byte, error) {
	for {
		var file logFile
		err := k.eachKept(ctx, of.ID, file.addKept)
		switch {
		case err != nil:
			return nil, err
		case file.epoch > of.Epoch:
			return nil, errors.New("another host has the match already")
		case file.whole(of.Epoch) && file.next >= pieces:
			return file.bytes(), nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.New("the log of the match is not to be had whole")
		case <-time.After(keptAgain):
		}
	}
}

// eachKept tells the pieces of a match's log that are in the stream, for good.
func (k *Keeper) eachKept(ctx context.Context, match fleet.ID, told func(*fleet.Chunk)) error {
	return k.conf.Fleet.Kept(ctx, fleet.LogSubject+match.String(), func(b []byte) {
		if c, err := fleet.ParseChunk(b); err == nil && c.Match == match {
			c.Bytes = slices.Clone(c.Bytes)
			told(&c)
		}
	})
}
