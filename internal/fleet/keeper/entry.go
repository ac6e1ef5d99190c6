package keeper

import (
	"errors"
	"maps"
	"time"

	"dogfight/internal/fleet"
)

// entry is a match's entry in the directory as its owner knows it.
type entry struct {
	fleet.Match
	revision uint64 // 0: there is none
	made     bool   // there was one

	writing   bool
	wrote     time.Time     // when it was asked to be written last
	notBefore time.Time     // when it may be tried again
	due       bool          // it is to be written as soon as may be
	settle    bool          // it is to be written in another epoch, and then ticks are played again
	settled   chan struct{} // closed then
	goneSince time.Time     // it was found gone, and is not there yet

	unfit map[fleet.ID]time.Time // standbys that did not answer, or drain, and when that was
}

const (
	// writeAgain is how long it takes until a write is tried again that has failed.
	writeAgain = 500 * time.Millisecond
	// writeLeast is the least between two writes of what a host says of a match.
	writeLeast = time.Second
	// unfitFor is for how long at least nobody is named who did not answer, and until they have said in the directory that they are there.
	unfitFor = 10 * time.Second
	// playedWell is for how long a host has played a match that does not end its hosts: twice as long as it goes back at most when it is
	// claimed. More would give up matches whose hosts are killed one after another for other reasons.
	playedWell = time.Second
)

// write writes the entry if that is due.
func (o *Owner) write(now time.Time) {
	e := &o.entry
	if e.writing || now.Before(e.notBefore) || o.gate.held.Load() && !e.settle { // whoever takes it writes over what was handed over
		return
	}
	next := o.next(now)
	since := now.Sub(e.wrote)
	switch {
	case e.due, e.revision == 0, since >= fleet.Announce, next.Epoch != e.Epoch:
	case next != e.Match && since >= writeLeast:
	default:
		return
	}
	if !e.goneSince.IsZero() && !o.mayRecreate(now) {
		return
	}
	e.writing, e.due, e.wrote = true, false, now
	over, rename := e.revision, e.made && next.Standby != e.Standby
	o.beside(func() func() {
		at := time.Now()
		stands := next
		revision, err := o.swap(&next, over, rename)
		stale := errors.Is(err, fleet.ErrStale)
		if stale {
			stands, revision, err = o.keeper.get(o.id)
		}
		return func() {
			e.writing = false
			if o.lost {
				return
			}
			switch {
			case err == nil && !stale:
				o.gate.written(at)
				o.take(stands, revision)
			case err == nil:
				o.found(stands, revision)
			case errors.Is(err, fleet.ErrNone):
				o.foundGone()
			default:
				e.notBefore = time.Now().Add(writeAgain)
			}
		}
	})
}

// swap writes the entry. Before it names another standby it makes sure that it hears the directory: if it can be heard there and hears
// nothing, as on a line that is cut one way, the standby of now would be kept from claiming, and the next has granted nothing yet.
func (o *Owner) swap(next *fleet.Match, over uint64, rename bool) (revision uint64, err error) {
	if rename {
		if _, _, err := o.keeper.get(o.id); err != nil && !errors.Is(err, fleet.ErrNone) {
			return 0, err
		}
	}
	return o.keeper.swap(next, over)
}

// next returns what the entry should be.
func (o *Owner) next(now time.Time) fleet.Match {
	self := o.keeper.conf.Self()
	o.mu.Lock()
	m := o.says
	o.mu.Unlock()
	m.ID, m.Host, m.Address, m.Fingerprint = o.id, self.ID, self.Address, self.Fingerprint
	m.Epoch, m.Standby, m.Claims = o.entry.Epoch, o.entry.Standby, o.entry.Claims
	if o.played >= playedWell {
		m.Claims = 0
	}
	if standby := o.wanted(&self, now); standby != m.Standby {
		m.Standby = standby
		if o.entry.made { // before that nobody has granted anything
			m.Epoch++
		}
	} else if o.entry.settle {
		m.Epoch++
	}
	return m
}

// wanted returns who should stand by: whoever does, as long as they answer and stay.
func (o *Owner) wanted(self *fleet.Host, now time.Time) fleet.ID {
	e, hosts := &o.entry, o.keeper.conf.Hosts
	silent := e.Standby != 0 && o.lease.missing()
	if e.Standby != 0 && !silent && !o.lease.draining {
		return e.Standby
	}
	if e.Standby != 0 {
		if e.unfit == nil {
			e.unfit = map[fleet.ID]time.Time{}
		}
		e.unfit[e.Standby] = now
	}
	hosts.Want() // what is known of them may be old
	maps.DeleteFunc(e.unfit, func(id fleet.ID, at time.Time) bool { return now.Sub(at) >= unfitFor && hosts.SpokeSince(id, at) })
	best := chooseStandby(o.id, self, hosts.Hosts(), func(id fleet.ID) bool { return !e.unfit[id].IsZero() })
	if best == 0 && !silent {
		return e.Standby // it drains, but there is no other
	}
	return best
}

// take takes that the entry stands so, and that the host's is the last word.
func (o *Owner) take(m fleet.Match, revision uint64) {
	e := &o.entry
	if !e.made {
		close(o.made)
	}
	if !e.goneSince.IsZero() {
		o.remade.Add(1)
	}
	anew := !e.made || m.Epoch != e.Epoch || m.Standby != e.Standby
	if m.Epoch > e.Epoch && e.settle { // nobody can take it any more that was to be handed over
		e.settle = false
		o.gate.held.Store(false)
		close(e.settled)
	}
	e.Match, e.revision, e.made, e.goneSince = m, revision, true, time.Time{}
	o.stands.Store(&m)
	if anew { // and not if it was only made again: its standby may have granted leases of the epoch long ago
		o.adopt(time.Now())
	}
}

// adopt begins an epoch: from now on leases are asked of its standby. Until it has been asked for one, nobody can claim the match. It
// listens to the log when it has granted one.
func (o *Owner) adopt(now time.Time) {
	o.epoch.Store(o.entry.Epoch)
	o.lease = lease{asked: o.lease.asked}
	o.film.epoch(o.entry.Epoch)
	if o.entry.Standby == 0 {
		o.gate.alone()
		o.tellAll(now)
	} else {
		o.gate.leased(now)
		o.film.waits = now
		o.askLease(now)
	}
}

// found takes what stands in the directory where something else was expected.
func (o *Owner) found(m fleet.Match, revision uint64) {
	e := &o.entry
	switch {
	case m.Epoch < e.Epoch: // the directory has forgotten
		o.remade.Add(1)
		e.revision, e.due = revision, true
	case m.Host == o.keeper.self():
		o.take(m, revision) // a write of ours that was done though nobody knew
		e.due = true
	default:
		o.lose(m)
	}
}

// foundGone takes that the entry is not there any more: the directory has lost its memory, or somebody took the match and ended it.
func (o *Owner) foundGone() {
	e := &o.entry
	now := time.Now()
	if o.lease.higher > e.Epoch {
		o.lose(fleet.Match{})
		return
	}
	if e.revision = 0; e.goneSince.IsZero() {
		e.goneSince = now
	}
	e.due = true
	if !o.mayRecreate(now) {
		e.notBefore = now.Add(writeAgain)
	}
}

// mayRecreate reports whether an entry that is gone may be made again: at once by who plays the match, else when whoever does would
// have made it.
func (o *Owner) mayRecreate(now time.Time) bool {
	return o.gate.mayTick(now) || now.Sub(o.entry.goneSince) >= fleet.OrphanAfter
}

// remove takes the entry away, when the match is over. It returns when that is done, or when others are too late to claim it.
func (o *Owner) remove() {
	k := o.keeper
	for until := time.Now().Add(fleet.EntryTime); time.Now().Before(until); {
		m, revision, err := k.get(o.id)
		if errors.Is(err, fleet.ErrNone) || err == nil && m.Host != k.self() {
			return
		}
		if err == nil && k.remove(o.id, revision) == nil || !k.sleep(writeAgain) {
			return
		}
	}
}
