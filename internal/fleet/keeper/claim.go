package keeper

import (
	"context"
	"errors"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// Claim is a match that this host has claimed, for its host is gone. It is played by nobody until Own.
type Claim struct {
	Match  fleet.Match   // as its entry is now, with this host in it
	Was    fleet.ID      // its host before
	Log    []byte        // of the match, up to where it is whole: see net.Resume
	Whole  bool          // nothing is missing of what came
	Silent time.Duration // for how long nothing had come of the match when it was claimed

	keeper   *Keeper
	revision uint64
	at       time.Time // when the entry was asked to be written
	unread   error     // why the stream's log could not be read
}

// claim begins to claim a match over a revision of its entry, and tells then what came of it: nothing, if another was first. It reports
// false if it does not begin: what was read of the entry is older than what this host has had of the match since. A claim would find it
// with this host in it, and take that for its own. The caller has the lock.
func (k *Keeper) claim(s *standing, m fleet.Match, revision uint64, then func(*Claim)) bool {
	if k.closed || m.Epoch < k.past[m.ID].epoch {
		return false
	}
	self := k.conf.Self()
	next := m
	next.Host, next.Epoch, next.Address, next.Fingerprint = self.ID, m.Epoch+1, self.Address, self.Fingerprint
	next.Standby = chooseStandby(m.ID, &self, k.conf.Hosts.Hosts(), func(id fleet.ID) bool { return id == m.Host })
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

// mostClaims is how many hosts may go soon after they had a match: it may be the match that ends them, and whoever goes on with it would be
// the next, with all others that it plays.
const mostClaims = 3

var errDeadly = errors.New("one host after another has ended soon after it had gone on with it")

// claimGone claims a match whose host is gone, and goes on with it. The caller has the lock.
func (k *Keeper) claimGone(s *standing, m fleet.Match, revision uint64) {
	m.Claims = min(m.Claims+1, mostClaims)
	k.claim(s, m, revision, func(c *Claim) { k.goOnWith(s, c) })
}

// goOnWith has the host go on with a match that it has claimed.
func (k *Keeper) goOnWith(s *standing, c *Claim) {
	if c != nil && c.Match.Claims >= mostClaims {
		c.GiveUp(errDeadly)
	} else if c != nil {
		c.readLog(s)
		k.log.Info("a match is claimed, for its host is gone", "match", c.Match.ID, "host", c.Was, "epoch", c.Match.Epoch, "bytes", len(c.Log))
		k.conf.Claimed(c)
	}
}

// claimAgain is how long it takes until a claim is tried again of which nobody knows what came.
const claimAgain = 250 * time.Millisecond

// settle tries until it is known whether the match is claimed, and reports that. Until then no lease is granted: the claim may be carried
// out late.
func (k *Keeper) settle(s *standing, c *Claim, over uint64) (won bool) {
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
	s.claiming, s.granted = false, time.Now() // to be looked at again only when its host falls silent once more
	if won {
		c.revision = revision
		k.past[c.Match.ID] = pastEpoch{epoch: c.Match.Epoch, until: time.Now().Add(pastKept), coming: true}
		k.forget(s)
	}
	return won
}

// readLog takes the log that the standby has or, if that is not whole, what the stream has of it.
func (c *Claim) readLog(s *standing) {
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

// readLogTime is for how long it is tried to read a log from the stream, which a cluster that chooses a leader does not give. Nobody else
// claims the match meanwhile: fleet.OrphanAfter is longer, with the last try and with what it takes to go on.
const readLogTime = 15 * time.Second

// readStream reads what the stream has of the log; or, with an error, a part of that.
func (c *Claim) readStream() (files streamFiles, err error) {
	ctx, cancel := context.WithTimeout(c.keeper.ctx, 2*callTime)
	defer cancel()
	err = c.keeper.eachKept(ctx, c.Match.ID, func(piece *fleet.Chunk) {
		if piece.Epoch < c.Match.Epoch {
			files.add(piece)
		}
	})
	return files, err
}

// streamFiles are the files of a stream: that of the last epoch, and that of the one before, for a host may have died while it told the
// whole log anew to another standby.
type streamFiles struct{ last, before logFile }

func (f *streamFiles) add(c *fleet.Chunk) {
	if f.last.epoch != 0 && c.Epoch > f.last.epoch && f.last.began {
		f.before, f.last = f.last, logFile{}
	}
	f.last.addKept(c)
}

// best returns the longest that there is to go on with.
func (f *streamFiles) best() (log []byte, whole bool) {
	log, before := f.last.bytes(), f.before.bytes()
	if whole = f.last.whole(f.last.epoch); !whole && len(before) > len(log) {
		return before, f.before.whole(f.before.epoch)
	}
	return log, whole
}

// Leave leaves the match to other hosts, which claim it when it is an orphan.
func (c *Claim) Leave(why error) {
	c.forget()
	c.keeper.log.Warn("a match that was claimed is left to others", "match", c.Match.ID, "err", why)
}

// forget notes that this host is not going to play the match.
func (c *Claim) forget() {
	c.keeper.mu.Lock()
	defer c.keeper.mu.Unlock()
	c.keeper.past[c.Match.ID] = pastEpoch{epoch: c.Match.Epoch, until: time.Now().Add(pastKept)}
}

// GiveUp ends the match for the whole fleet, since no host can resume it: players that ask for it are told that it is gone. If only its log
// could not be read here, it is left to other hosts.
func (c *Claim) GiveUp(why error) {
	if c.unread != nil {
		c.Leave(c.unread)
		return
	}
	c.forget()
	c.keeper.log.Warn("a match is given up", "match", c.Match.ID, "err", why)
	for until := time.Now().Add(fleet.EntryTime); time.Now().Before(until); {
		if err := c.keeper.remove(c.Match.ID, c.revision); err == nil || errors.Is(err, fleet.ErrStale) || !c.keeper.sleep(claimAgain) {
			return
		}
	}
}

// remove takes a match's entry away.
func (k *Keeper) remove(id fleet.ID, revision uint64) error {
	ctx, cancel := context.WithTimeout(k.ctx, callTime)
	defer cancel()
	return k.conf.Fleet.Remove(ctx, fleet.Matches, id.String(), revision)
}
