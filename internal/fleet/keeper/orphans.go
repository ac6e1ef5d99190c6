package keeper

import (
	"maps"
	"math/rand/v2"
	"time"

	"dogfight/internal/fleet"
)

const (
	// lookouts is how many hosts of a fleet look out for orphans, and so are told of every match that is written: enough that they do not
	// all die with the host and the standby of a match, and have room for what they find.
	lookouts = 8
	// orphanSpread is over how long they spread their claims of the same orphan: most then see that another has it.
	orphanSpread = 2 * time.Second
)

// lookout is what a host knows that looks out for orphans. It is owned by its Keeper's lock.
type lookout struct {
	matches *fleet.View            // nil: this host does not
	claims  map[fleet.ID]time.Time // when to claim what nobody has written for long
	seen    map[fleet.ID]time.Time // hosts that were on the roll, and when last: others' matches are invented
	hosts   int                    // were on the roll when it was looked at last
}

// looksOut reports whether a host is one of those that look out: those with the lowest ids, which are random, among those that could go on
// with the match of another.
func looksOut(self *fleet.Host, hosts []fleet.Host) bool {
	before := 0
	for i := range hosts {
		if h := &hosts[i]; h.ID < self.ID && !h.Draining && h.Room > 0 && h.Protocol == self.Protocol && h.Rules == self.Rules {
			before++
		}
	}
	return before < lookouts
}

// lookOut has the host look out for orphans, or no more, as the roll is now. A roll that is far shorter than before is of a directory
// that has lost its memory: if all took it at its word, all would look out.
func (k *Keeper) lookOut() {
	self, hosts, now := k.conf.Self(), k.conf.Hosts.Hosts(), time.Now()
	k.mu.Lock()
	defer k.mu.Unlock()
	l := &k.lookout
	short := len(hosts) < l.hosts/2
	l.hosts = len(hosts)
	switch should := looksOut(&self, hosts); {
	case k.closed || short:
	case should && l.matches == nil:
		matches, err := fleet.WatchView(k.conf.Fleet, fleet.Matches)
		if err != nil {
			k.log.Warn("orphans are not looked for", "err", err)
			return
		}
		*l = lookout{matches: matches, claims: map[fleet.ID]time.Time{}, seen: map[fleet.ID]time.Time{}, hosts: l.hosts}
	case !should && l.matches != nil:
		l.matches.Close()
		*l = lookout{hosts: l.hosts}
	}
	if l.matches != nil {
		maps.DeleteFunc(l.seen, func(_ fleet.ID, at time.Time) bool { return now.Sub(at) >= pastKept })
		for i := range hosts {
			l.seen[hosts[i].ID] = now
		}
	}
}

func (k *Keeper) lookNoMore() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.lookout.matches != nil {
		k.lookout.matches.Close()
	}
}

// lookForOrphans claims matches that nobody has written for long, neither host nor standby.
//
// That both are gone from the directory is no reason to claim one earlier: a directory that has lost its memory is told of matches again
// before it is of their hosts, and those play.
func (k *Keeper) lookForOrphans(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	l := &k.lookout
	if l.matches == nil || !k.hearing.trusted(now) {
		return
	}
	self := k.conf.Self()
	room := self.Room - k.claiming
	if self.Draining {
		room = 0
	}
	for id, at := range l.claims {
		m, revision, seen, ok := l.matches.Written(id)
		if !ok || now.Sub(seen) < fleet.OrphanAfter {
			delete(l.claims, id)
			continue
		}
		s := k.standing[id]
		if room <= 0 || now.Before(at) || k.owners[id] != nil || s != nil && s.claiming {
			continue
		}
		if s == nil {
			if s = k.stand(id); s == nil {
				continue
			}
		}
		delete(l.claims, id)
		k.claimGone(s, m, revision)
		room--
	}
	if room <= 0 {
		return
	}
	for _, m := range l.matches.Unwritten(fleet.OrphanAfter) {
		if h, ok := k.conf.Hosts.Host(m.Host); ok && (h.Rules != self.Rules || h.Protocol != self.Protocol) {
			continue // it is for those who can read its log
		}
		_, seen := l.seen[m.Host]
		if _, known := l.claims[m.ID]; !known && seen && m.Host != self.ID {
			l.claims[m.ID] = now.Add(rand.N(orphanSpread))
		}
	}
}
