package keeper

import (
	"errors"
	"maps"
	"slices"
	"time"

	"dogfight/internal/fleet"
)

// entry is a match's entry in the directory, as its owner knows it.
type entry struct {
	fleet.Match
	revision uint64 // 0: none
	made     bool   // it existed

	writing      bool
	wrote        time.Time     // start of the latest write
	notBefore    time.Time     // earliest retry
	due          bool          // write as soon as possible
	settle       bool          // write a new epoch, then allow ticks
	settled      chan struct{} // closed then
	missingSince time.Time     // found missing, and not recreated yet
	missingAt    time.Time     // found missing again

	unfit map[fleet.ID]time.Time // hosts that were silent or draining, and when
}

const (
	// writeAgain is the pause before a retry of a failed write.
	writeAgain = 500 * time.Millisecond
	// writeLeast is the minimum time between two updates of a match's description.
	writeLeast = time.Second
	// unfitFor is the minimum time until a silent host may be named again. It must also have renewed its entry since.
	unfitFor = 10 * time.Second
	// playedWell is the play time after which a match is not the cause of its host's death: twice the maximum loss of a claim. With a longer time,
	// matches of hosts that die one after another for other reasons would be given up.
	playedWell = time.Second
	// removeTime is the limit for removing the entry of a match that has ended.
	removeTime = 20 * time.Second
	// lookPause is the interval of reads of a missing entry.
	lookPause = 2 * time.Second
	// maxLookGap is the maximum time between two of them, also for a process that was stopped.
	maxLookGap = lookPause + 2*callTime
)

// write writes the entry if it is due.
func (o *Owner) write(now time.Time) {
	e := &o.entry
	if e.writing || now.Before(e.notBefore) || o.gate.held.Load() && !e.settle { // another host may take it over this revision
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
	e.writing, e.due, e.wrote = true, false, now
	if !e.missingSince.IsZero() && !o.mayRecreate(now) {
		o.lookAgain()
		return
	}
	was, over, rename, again := e.Match, e.revision, e.made && next.Standby != e.Standby, !e.missingSince.IsZero()
	o.async(func() func() {
		if silent := o.silentWitness(&next, &was); silent != 0 {
			return func() {
				e.writing, e.due = false, true
				o.markUnfit(silent, time.Now())
			}
		}
		at := time.Now()
		found := next
		revision, err := o.swap(&next, over, rename, again)
		stale := errors.Is(err, fleet.ErrStale)
		if stale {
			found, revision, err = o.keeper.get(o.id)
		}
		return func() {
			e.writing = false
			if o.lost {
				return
			}
			switch {
			case err == nil && !stale:
				o.gate.written(at)
				o.accept(found, revision)
			case err == nil:
				o.compare(found, revision)
			case errors.Is(err, fleet.ErrNone):
				o.foundMissing()
			default:
				e.notBefore = time.Now().Add(writeAgain)
			}
		}
	})
}

// lookAgain reads a missing entry, which another host may have recreated.
func (o *Owner) lookAgain() {
	o.async(func() func() {
		found, revision, err := o.keeper.get(o.id)
		return func() {
			e, now := &o.entry, time.Now()
			e.writing, e.notBefore = false, now.Add(lookPause)
			switch {
			case o.lost:
			case err == nil:
				o.compare(found, revision)
			case !errors.Is(err, fleet.ErrNone), now.Sub(e.missingAt) > maxLookGap: // it may have been there
				e.missingSince, e.missingAt = now, now
			default:
				e.missingAt = now
			}
		}
	})
}

// swap writes the entry. Before it names another standby it reads the entry: on a line that is cut in one direction, the write would prevent the current
// standby from claiming, and the next one has granted no lease yet.
//
// To recreate an entry again, it first creates one that no host may claim: a write over no entry may arrive after any time, and if the directory has lost
// its contents once more, it would have hosts claim a match that has another owner by then.
func (o *Owner) swap(next *fleet.Match, over uint64, rename, again bool) (revision uint64, err error) {
	if rename {
		if _, _, err := o.keeper.get(o.id); err != nil && !errors.Is(err, fleet.ErrNone) {
			return 0, err
		}
	}
	if again {
		blank := *next
		blank.Standby, blank.Witnesses = 0, [fleet.MaxWitnesses]fleet.ID{}
		if over, err = o.keeper.swap(&blank, over); err != nil {
			return 0, err
		}
	}
	return o.keeper.swap(next, over)
}

// next returns the entry to write.
func (o *Owner) next(now time.Time) fleet.Match {
	self := o.keeper.conf.Self()
	o.mu.Lock()
	m := o.description
	o.mu.Unlock()
	m.ID, m.Host, m.Address, m.Fingerprint = o.id, self.ID, self.Address, self.Fingerprint
	m.Epoch, m.Standby, m.Claims = o.entry.Epoch, o.entry.Standby, o.entry.Claims
	if o.played >= playedWell {
		m.Claims = 0
	}
	if standby := o.wanted(&self, now); standby != m.Standby {
		m.Standby = standby
		if o.entry.made { // before, no lease was granted
			m.Epoch++
		}
	} else if o.entry.settle {
		m.Epoch++
	}
	m.Witnesses = o.wantedWitnesses(&m, &self, now)
	return m
}

// wanted returns the standby to name: the current one as long as it answers and stays.
func (o *Owner) wanted(self *fleet.Host, now time.Time) fleet.ID {
	e, hosts := &o.entry, o.keeper.conf.Hosts
	silent := e.Standby != 0 && o.lease.missing()
	if e.Standby != 0 && !silent && !o.lease.draining {
		return e.Standby
	}
	if e.Standby != 0 {
		o.markUnfit(e.Standby, now)
	}
	hosts.Want() // the roll may be old
	maps.DeleteFunc(e.unfit, func(id fleet.ID, at time.Time) bool { return now.Sub(at) >= unfitFor && hosts.SpokeSince(id, at) })
	best := chooseStandby(o.id, self, hosts.Hosts(), func(id fleet.ID) bool { return !e.unfit[id].IsZero() })
	if best == 0 && !silent {
		return e.Standby // it drains, but there is no other
	}
	return best
}

// markUnfit notes that a host is silent or drains.
func (o *Owner) markUnfit(id fleet.ID, now time.Time) {
	if o.entry.unfit == nil {
		o.entry.unfit = map[fleet.ID]time.Time{}
	}
	o.entry.unfit[id] = now
}

// accept adopts the entry that this host wrote.
func (o *Owner) accept(m fleet.Match, revision uint64) {
	e := &o.entry
	if !e.made {
		close(o.made)
	}
	if !e.missingSince.IsZero() {
		o.remade.Add(1)
	}
	changed := !e.made || m.Epoch != e.Epoch || m.Standby != e.Standby
	if m.Epoch > e.Epoch && e.settle { // a late Take now fails
		e.settle = false
		o.gate.held.Store(false)
		close(e.settled)
	}
	e.Match, e.revision, e.made, e.missingSince = m, revision, true, time.Time{}
	o.written.Store(&m)
	o.witnesses.name(&m, time.Now())
	o.gate.witness.set(o.witnesses.until())
	if changed { // not if it was only recreated: its standby may have granted leases of the epoch long ago
		o.adopt(time.Now())
	}
}

// adopt begins an epoch and requests leases from its standby. Before the first request the standby cannot claim the match. It receives the log after it
// granted a lease.
func (o *Owner) adopt(now time.Time) {
	o.epoch.Store(o.entry.Epoch)
	o.lease = lease{asked: o.lease.asked}
	o.log.begin(o.entry.Epoch)
	if slices.Contains(o.entry.Witnesses[:], 0) {
		o.keeper.conf.Hosts.Want() // the roll may be old
	}
	if o.entry.Standby == 0 {
		o.gate.alone()
		o.sendAll(now)
	} else {
		o.gate.leased(now)
		o.log.waiting = now
		o.askLease(now)
	}
}

// compare handles an entry in the directory that differs from the expected one.
func (o *Owner) compare(m fleet.Match, revision uint64) {
	e := &o.entry
	switch {
	case m.Epoch < e.Epoch: // the directory lost its contents
		o.remade.Add(1)
		e.revision, e.due = revision, true
	case m.Epoch == e.Epoch && m.Host == o.keeper.self() && m.Standby == 0 && e.Standby != 0: // see swap: a pending write may still name the standby
		e.revision, e.due = revision, true
	case m.Host == o.keeper.self():
		o.accept(m, revision) // an earlier write of this host with an unknown outcome
		e.due = true
	default:
		o.lose(m)
	}
}

// foundMissing handles a missing entry: the directory lost its contents, or another host took the match and ended it.
func (o *Owner) foundMissing() {
	e := &o.entry
	now := time.Now()
	if o.lease.higher > e.Epoch {
		o.lose(fleet.Match{})
		return
	}
	if e.revision = 0; e.missingSince.IsZero() {
		e.missingSince, e.missingAt = now, now
	}
	e.due = true
	if !o.mayRecreate(now) {
		e.notBefore = now.Add(writeAgain)
	}
}

// mayRecreate reports whether a missing entry may be recreated: at once by the host that plays the match; by others after RecreateAfter, as by then no
// host plays it that wrote the entry before the directory lost it. A bus that was away meanwhile may have lost it again.
func (o *Owner) mayRecreate(now time.Time) bool {
	e := &o.entry
	return o.gate.mayTick(now) || now.Sub(e.missingSince) >= fleet.RecreateAfter && now.Sub(e.missingAt) <= maxLookGap && now.Sub(o.keeper.lastAway()) >= fleet.RecreateAfter
}

// remove removes the entry after the end of the match. It gives up after removeTime.
func (o *Owner) remove() {
	k := o.keeper
	for until := time.Now().Add(removeTime); time.Now().Before(until); {
		m, revision, err := k.get(o.id)
		if errors.Is(err, fleet.ErrNone) || err == nil && m.Host != k.self() {
			return
		}
		if err == nil && k.remove(o.id, revision) == nil || !k.sleep(writeAgain) {
			return
		}
	}
}
