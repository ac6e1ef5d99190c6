package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// invents makes a member of the fleet write entries of a host's matches, each with a log, once. They name witnesses, of which some grant a lease.
func (r *rig) invents(of fleet.ID, matches int, granting []*host, named ...*host) {
	m := r.bus.member(99)
	for i := range matches {
		id := fleet.ID(1000 + i)
		entry := fleet.Match{ID: id, Host: of, Epoch: 1, Address: "nowhere:1", Fingerprint: "SHA256:x", Mode: "deathmatch"}
		for n, h := range named {
			entry.Witnesses[n] = h.id
		}
		if _, err := m.Put(r.Context(), fleet.Matches, id.String(), fleet.Append(nil, &entry)); err != nil {
			r.Fatal(err)
		}
		c := fleet.Chunk{Match: id, Epoch: 1, First: true, Bytes: make([]byte, 8)}
		m.Publish(fleet.LogSubject+id.String(), c.Append(nil))
		for _, h := range granting {
			ask := fleet.LeaseAsk{Match: id, Host: of, Epoch: 1, Number: 1, Witness: true}
			h.keeper.answerLease(fleet.Append(nil, &ask))
		}
	}
}

// claimedBy returns the number of matches that each host has claimed.
func (r *rig) claimedBy() map[fleet.ID]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	by := map[fleet.ID]int{}
	for _, all := range r.claims {
		for _, c := range all {
			by[c.by]++
		}
	}
	return by
}

func TestAHostClaimsNoMoreOrphansThanItHasRoomFor(t *testing.T) {
	fly(t, 3, func(r *rig) {
		for _, h := range r.hosts[:2] {
			h.set(func(h *fleet.Host, _ bool) { h.Room = 3 }, true)
		}
		time.Sleep(time.Second) // so that the third is in the roll
		r.invents(3, 40, r.hosts[:2], r.hosts[:2]...)
		time.Sleep(5 * time.Second)
		r.hosts[2].kill()
		time.Sleep(fleet.OrphanAfter + orphanSpread)
		if by := r.claimedBy(); by[1] != 3 || by[2] != 3 {
			t.Errorf("the matches that they have claimed: %v", by)
		}
	})
}

func TestAMatchWithoutALeaseIsNotClaimed(t *testing.T) {
	fly(t, 2, func(r *rig) {
		time.Sleep(time.Second)
		r.invents(77, 4, nil, r.hosts[0])
		time.Sleep(fleet.OrphanAfter + orphanSpread + time.Second)
		if by := r.claimedBy(); len(by) != 0 {
			t.Errorf("the matches that they have claimed: %v", by)
		}
	})
}

func TestLeasesOfInventedMatchesDoNotReadTheDirectoryForAllAtOnce(t *testing.T) {
	fly(t, 2, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		k := r.hosts[1].keeper
		for n := range 1000 {
			ask := fleet.LeaseAsk{Match: fleet.ID(1000 + n), Host: 77, Epoch: 1, Number: 1}
			if k.answerLease(fleet.Append(nil, &ask)) == nil {
				t.Fatal("it does not answer")
			}
		}
		r.hosts[0].kill()
		slow := r.bus.members[1]
		slow.mu.Lock()
		slow.slow = 200 * time.Millisecond
		slow.mu.Unlock()
		most := 0
		for range 100 {
			time.Sleep(checkEvery)
			looking := 0
			k.mu.Lock()
			for _, s := range k.followed {
				if s.reading {
					looking++
				}
			}
			k.mu.Unlock()
			most = max(most, looking)
		}
		if most > maxReading || most == 0 {
			t.Errorf("%d entries are read at once", most)
		}
		if p := r.plays(7); p == nil || p.host != r.hosts[1] {
			t.Errorf("the match of the dead host is played by %+v", p)
		}
	})
}
