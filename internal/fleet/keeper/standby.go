package keeper

import (
	"errors"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// standing is a match of another host that this one stands by for, or claims. It is owned by its Keeper's lock.
type standing struct {
	match    fleet.ID
	host     fleet.ID
	epoch    uint32    // that leases were granted of; 0: none was
	granted  time.Time // when the last was
	claiming bool      // so that none is granted
	looking  bool      // what the directory has of it is being read
	notUntil time.Time // that is read again
	log      logFile
	full     bool // the log takes too much memory
	stop     func()
}

// answerLease answers a host that asks for a lease.
func (k *Keeper) answerLease(b []byte) []byte {
	ask, err := fleet.Parse[fleet.LeaseAsk](b)
	if err != nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	grant := k.grant(&ask, time.Now())
	return fleet.Append(nil, &grant)
}

// grant grants a lease, unless the match is played here or is being claimed, or the host asks in an epoch that is over or another's.
func (k *Keeper) grant(ask *fleet.LeaseAsk, now time.Time) fleet.LeaseGrant {
	if o := k.owners[ask.Match]; o != nil {
		o.wake()
		return refusal(ask, o.epoch.Load()) // if that is lower, who asks has claimed the match, and this host will know soon
	}
	if p := k.past[ask.Match]; ask.Epoch < p.epoch {
		return refusal(ask, p.epoch)
	}
	s := k.standing[ask.Match]
	if s == nil && !k.closed && len(k.standing) < mostStanding {
		s = k.stand(ask.Match)
	}
	switch {
	case s == nil || s.claiming:
		return refusal(ask, 0)
	case ask.Epoch < s.epoch || ask.Epoch == s.epoch && ask.Host != s.host:
		return refusal(ask, s.epoch)
	}
	s.host, s.epoch, s.granted, s.notUntil = ask.Host, ask.Epoch, now, time.Time{}
	return fleet.LeaseGrant{Number: ask.Number, Epoch: ask.Epoch, Whole: s.log.whole(ask.Epoch), Draining: k.conf.Self().Draining}
}

// refusal tells of an epoch that is known here; not of that which was asked for, for that is how a grant reads.
func refusal(ask *fleet.LeaseAsk, epoch uint32) fleet.LeaseGrant {
	if epoch == ask.Epoch {
		epoch = 0
	}
	return fleet.LeaseGrant{Number: ask.Number, Epoch: epoch}
}

// stand begins to listen to the log of a match; nil if that cannot be.
func (k *Keeper) stand(match fleet.ID) *standing {
	s := &standing{match: match, granted: time.Now()}
	stop, err := k.conf.Fleet.Subscribe(fleet.LogSubject+match.String(), func(b []byte) { k.hear(s, b) })
	if err != nil {
		return nil
	}
	s.stop = stop
	k.standing[match] = s
	return s
}

// hear takes a piece of a log.
func (k *Keeper) hear(s *standing, b []byte) {
	c, err := fleet.ParseChunk(b)
	if err != nil || c.Match != s.match {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.standing[s.match] != s {
		return
	}
	if c.First {
		s.full = false
	}
	if s.full {
		return
	}
	before := s.log.size
	s.log.add(&c)
	if k.bytes += s.log.size - before; s.log.size > mostLog || k.bytes > k.conf.MostBytes {
		k.bytes -= s.log.size
		s.log, s.full = logFile{}, true
	}
}

// forget lets go of a match.
func (k *Keeper) forget(s *standing) {
	s.stop()
	k.bytes -= s.log.size
	delete(k.standing, s.match)
}

const (
	// standsFor is how long after its last lease a match is kept that names another standby now.
	standsFor = 30 * time.Second
	// quietAfter is when the directory is read for the first time: a bus that stands still is found out before anything may be claimed.
	quietAfter = time.Second
	// readAgain is when the directory is asked again for a match of which it did not answer, readSeldom when for one that this host may
	// not claim: that changes only with another lease.
	readAgain, readSeldom = 250 * time.Millisecond, 5 * time.Second
	// mostLooking is how many entries are read at a time. More would be slow, and a host that finds the bus slow claims nothing: a member
	// that has it grant leases of thousands of matches must not come to that.
	mostLooking = 64
)

// lookAtStanding looks whether this host may claim what no lease was asked of for long enough.
func (k *Keeper) lookAtStanding(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, p := range k.past {
		if now.After(p.until) {
			delete(k.past, id)
		}
	}
	for _, s := range k.standing {
		if k.closed || s.claiming || s.looking || now.Sub(s.granted) < quietAfter || now.Before(s.notUntil) {
			continue
		}
		if k.looking == mostLooking {
			return // and goes on in another order
		}
		k.looking++
		s.looking = true
		k.running.Go(func() {
			defer sys.Restore()
			m, revision, err := k.get(s.match)
			k.consider(s, m, revision, err)
		})
	}
}

// silent reports whether no lease was asked of for so long that it may be claimed.
func (s *standing) silent(now time.Time) bool { return now.Sub(s.granted) >= fleet.ClaimAfter }

// consider claims a match, as the directory has it, if it is this host that stands by for it still.
func (k *Keeper) consider(s *standing, m fleet.Match, revision uint64, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	s.looking = false
	k.looking--
	if k.standing[s.match] != s || s.claiming {
		return
	}
	if !s.silent(now) { // which it may be in time, or a lease was granted meanwhile
		s.notUntil = s.granted.Add(fleet.ClaimAfter)
		if again := now.Add(readAgain); again.Before(s.notUntil) {
			s.notUntil = again
		}
		return
	}
	if !k.hearing.trusted(now) {
		s.notUntil = now.Add(readAgain)
		return
	}
	mine := err == nil && m.Standby == k.self() && m.Host == s.host && m.Epoch == s.epoch && s.epoch != 0
	switch s.notUntil = now.Add(readSeldom); {
	case mine && k.conf.Self().Draining: // it would have nowhere to go; others claim it later
	case mine:
		k.claimGone(s, m, revision)
	case now.Sub(s.granted) > standsFor:
		k.forget(s)
	case err != nil && !errors.Is(err, fleet.ErrNone):
		s.notUntil = now.Add(readAgain)
	}
}
