package keeper

import (
	"context"
	"errors"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// Claim is a match that this host has claimed from a dead host. It is not played until Own.
type Claim struct {
	Match  fleet.Match   // its new entry, with this host
	Was    fleet.ID      // the earlier host
	Log    []byte        // of the match, up to its first gap: see net.Resume
	Whole  bool          // the log has no gap
	Silent time.Duration // time without a request before the claim

	keeper   *Keeper
	revision uint64
	at       time.Time // start of the write of the entry
	unread   error     // error of reading the stream's log
}

// claim starts to claim a match over a revision of its entry and passes the Claim to then, or nil if another host was first. It returns false without a
// start if the entry is older than this host's later epoch of the match: a claim would find this host in the entry and take that for its own success.
// The caller holds the lock.
func (k *Keeper) claim(s *followed, m fleet.Match, revision uint64, then func(*Claim)) bool {
	if k.closed || m.Epoch < k.played[m.ID].epoch {
		return false
	}
	self := k.conf.Self()
	next := m
	next.Host, next.Epoch, next.Address, next.Fingerprint = self.ID, m.Epoch+1, self.Address, self.Fingerprint
	hosts := k.conf.Hosts.Hosts()
	dead := func(id fleet.ID) bool { return id == m.Host || s.witness && id == m.Standby } // a live standby claims before a witness
	next.Standby = chooseStandby(m.ID, &self, hosts, dead)
	next.Witnesses = [fleet.MaxWitnesses]fleet.ID{}
	next.Witnesses = chooseWitnesses(&next, &self, hosts, dead)
	s.claiming = true
	k.claiming++
	c := &Claim{Match: next, Was: m.Host, keeper: k, at: time.Now(), Silent: time.Since(s.granted)}
	k.running.Go(func() {
		defer sys.Restore()
		if k.settle(s, c, revision) {
			then(c)
		} else {
			then(nil)
		}
		k.mu.Lock()
		k.claiming--
		k.mu.Unlock()
	})
	return true
}

// maxClaims is the number of hosts that may die soon after they resumed a match: the match may be the cause, and would end the next host with all of
// its matches.
const maxClaims = 3

var errDeadly = errors.New("one host after another has ended soon after it had gone on with it")

// claimDead claims the match of a dead host and resumes it. The caller holds the lock.
func (k *Keeper) claimDead(s *followed, m fleet.Match, revision uint64) {
	m.Claims = min(m.Claims+1, maxClaims)
	k.claim(s, m, revision, func(c *Claim) { k.resume(s, c) })
}

// resume passes a claimed match to the host.
func (k *Keeper) resume(s *followed, c *Claim) {
	if c != nil && c.Match.Claims >= maxClaims {
		c.Abandon(errDeadly)
	} else if c != nil {
		c.readLog(s)
		k.log.Info("a match is claimed, for its host is gone", "match", c.Match.ID, "host", c.Was, "epoch", c.Match.Epoch, "bytes", len(c.Log))
		k.conf.Claimed(c)
		k.removeHost(c.Was)
	}
}

// removeHost removes the entry of a host that does not answer, so that the fleet does not list it and its players for the rest of the entry's life. A host
// that only seems dead writes it again within fleet.Announce.
func (k *Keeper) removeHost(id fleet.ID) {
	if k.answers(id, fleet.LeaseTime) {
		return // it lives, without that match
	}
	ctx, cancel := context.WithTimeout(k.ctx, callTime)
	defer cancel()
	if e, err := k.conf.Fleet.Get(ctx, fleet.Hosts, id.String()); err == nil {
		k.conf.Fleet.Remove(ctx, fleet.Hosts, id.String(), e.Revision)
	}
}

// claimAgain is the pause before a retry of a claim with an unknown outcome.
const claimAgain = 250 * time.Millisecond

// settle retries until the outcome of the claim is known, and reports it. Meanwhile no lease is granted, as the claim may take effect late.
func (k *Keeper) settle(s *followed, c *Claim, over uint64) (won bool) {
	var revision uint64
	for {
		var err error
		at := time.Now()
		revision, err = k.swap(&c.Match, over)
		if err == nil {
			c.at, won = at, true
			break
		}
		if errors.Is(err, fleet.ErrStale) {
			var m fleet.Match
			m, revision, err = k.get(c.Match.ID)
			if err == nil || errors.Is(err, fleet.ErrNone) {
				won = err == nil && m.Host == c.Match.Host && m.Epoch == c.Match.Epoch
				break
			}
		}
		if !k.sleep(claimAgain) {
			return false
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	s.claiming, s.granted = false, time.Now() // check it again after the next silence
	if won {
		c.revision = revision
		k.played[c.Match.ID] = playedEpoch{epoch: c.Match.Epoch, until: time.Now().Add(pastLife), coming: true}
		k.forget(s)
		c.leaseWitnesses()
	}
	return won
}

// leaseWitnesses requests leases from the witnesses of a claimed match before it is played, so that they claim it if this host dies earlier. The caller
// holds the lock.
func (c *Claim) leaseWitnesses() {
	for _, id := range c.Match.Witnesses {
		c.askOnce(id, true)
	}
}

// askOnce requests a lease of a claimed match. The caller holds the lock.
func (c *Claim) askOnce(to fleet.ID, witness bool) {
	if k := c.keeper; to != 0 && !k.closed {
		ask := fleet.LeaseAsk{Match: c.Match.ID, Host: c.Match.Host, Epoch: c.Match.Epoch, Number: 1, Witness: witness}
		k.running.Go(func() {
			defer sys.Restore()
			k.ask(to, &ask, fleet.LeaseTime)
		})
	}
}

// readLog takes the standby's log or, if that has a gap, the log in the stream.
func (c *Claim) readLog(s *followed) {
	k := c.keeper
	k.mu.Lock()
	c.Log, c.Whole = s.log.bytes(), s.log.whole(c.Match.Epoch-1)
	k.mu.Unlock()
	if c.Whole {
		return
	}
	files, err := c.readStream()
	for until := time.Now().Add(readLogTime); err != nil && time.Now().Before(until) && k.sleep(claimAgain); {
		files, err = c.readStream()
	}
	c.unread = err
	if log, whole := files.best(); whole || len(log) > len(c.Log) {
		c.Log, c.Whole = log, whole
	}
}

// readLogTime is the limit for reading a log from the stream, which is unavailable during an election of the cluster. No other host claims the match
// meanwhile: fleet.OrphanAfter is longer than this with the last try and the time to resume.
const readLogTime = 12 * time.Second

// readStream reads the log in the stream. With an error, files have a part of it.
func (c *Claim) readStream() (files streamFiles, err error) {
	ctx, cancel := context.WithTimeout(c.keeper.ctx, 2*callTime)
	defer cancel()
	err = c.keeper.eachStored(ctx, c.Match.ID, func(piece *fleet.Chunk) {
		if piece.Epoch < c.Match.Epoch {
			files.add(piece)
		}
	})
	return files, err
}

// streamFiles are the files of the last two epochs in a stream: a host may have died while it sent the whole log to another standby.
type streamFiles struct{ last, before logFile }

func (f *streamFiles) add(c *fleet.Chunk) {
	if f.last.epoch != 0 && c.Epoch > f.last.epoch && f.last.began {
		f.before, f.last = f.last, logFile{}
	}
	f.last.addStored(c)
}

// best returns the longest log to resume from.
func (f *streamFiles) best() (log []byte, whole bool) {
	log, before := f.last.bytes(), f.before.bytes()
	if whole = f.last.whole(f.last.epoch); !whole && len(before) > len(log) {
		return before, f.before.whole(f.before.epoch)
	}
	return log, whole
}

// Leave leaves the match to other hosts: its standby, or else a witness.
func (c *Claim) Leave(why error) {
	c.forget()
	c.keeper.mu.Lock()
	c.askOnce(c.Match.Standby, false) // it claims only matches of which it granted a lease
	c.keeper.mu.Unlock()
	c.keeper.log.Warn("a match that was claimed is left to others", "match", c.Match.ID, "err", why)
}

// forget notes that this host will not play the match.
func (c *Claim) forget() {
	c.keeper.mu.Lock()
	defer c.keeper.mu.Unlock()
	c.keeper.played[c.Match.ID] = playedEpoch{epoch: c.Match.Epoch, until: time.Now().Add(pastLife)}
}

// Abandon ends the match for the whole fleet, since no host can resume it; players that ask for it learn that it is gone. If its log could not be read
// here, it is left to other hosts instead.
func (c *Claim) Abandon(why error) {
	if c.unread != nil {
		c.Leave(c.unread)
		return
	}
	c.forget()
	c.keeper.log.Warn("a match is given up", "match", c.Match.ID, "err", why)
	for until := time.Now().Add(removeTime); time.Now().Before(until); {
		if err := c.keeper.remove(c.Match.ID, c.revision); err == nil || errors.Is(err, fleet.ErrStale) || !c.keeper.sleep(claimAgain) {
			return
		}
	}
}

// remove removes a match's entry.
func (k *Keeper) remove(id fleet.ID, revision uint64) error {
	ctx, cancel := context.WithTimeout(k.ctx, callTime)
	defer cancel()
	return k.conf.Fleet.Remove(ctx, fleet.Matches, id.String(), revision)
}
