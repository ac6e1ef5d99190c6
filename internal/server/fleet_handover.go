package server

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// drain has the host take no more players and give its matches to others of the fleet. Those that nobody takes it plays to their end, or so
// long at most. Another call changes how long.
func (m *member) drain(limit time.Duration) {
	m.mu.Lock()
	again := m.draining
	m.draining = true
	m.mu.Unlock()
	if !again {
		m.server.setDraining(true)
	}
	m.running.Go(func() {
		defer sys.Restore()
		m.leaving.Lock()
		left := m.handOver()
		m.leaving.Unlock()
		if left > 0 {
			m.playOut(limit)
		}
		m.server.finish()
	})
}

// replace drains the host as well, whose own match another plays by now, for which it has to be started again.
func (m *member) replace() {
	m.mu.Lock()
	m.replaced = m.replaced || !m.draining
	m.mu.Unlock()
	m.drain(m.server.drainLimit)
}

// isReplaced reports whether that is why the host ends.
func (m *member) isReplaced() bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.replaced
}

// isDraining reports whether the host gives its matches away, or has.
func (m *member) isDraining() bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.draining
}

// playOut waits for the matches to end that are left.
func (m *member) playOut(limit time.Duration) {
	m.mu.Lock()
	rooms := m.all()
	m.mu.Unlock()
	for _, r := range rooms {
		if err := r.host.Drain(limit); err == nil {
			defer r.waitUntilOver()
		}
	}
}

// waitUntilOver waits until there is nothing more to wait for in a room.
func (r *room) waitUntilOver() {
	select {
	case <-r.drained:
	case <-r.left: // it was claimed while it was offered
	case <-r.ended: // nobody was there, and it was closed
	case <-r.member.closing:
	}
}

// handOver gives all matches in which there is anybody to other hosts, two at a time, and returns how many nobody took.
func (m *member) handOver() (left int) {
	var mu sync.Mutex
	var working sync.WaitGroup
	turns := make(chan struct{}, 2)
	for _, r := range m.settledRooms() { // the players of one that is being taken are on their way
		if !r.inhabited() {
			continue
		}
		working.Go(func() {
			defer sys.Restore()
			turns <- struct{}{}
			defer func() { <-turns }()
			if err := r.handOver(); err != nil {
				m.log.Warn("a match is not handed over", "match", r.id, "err", err)
				mu.Lock()
				defer mu.Unlock()
				left++
			}
		})
	}
	working.Wait()
	return left
}

var errNobodyTakes = errors.New("no other host of the fleet takes it")

// handOver gives the match of a room to the first host that takes it.
func (r *room) handOver() error {
	r.member.findHeirs()
	began := time.Now()
	s, err := r.host.Stop()
	if err != nil {
		return err
	}
	r.owner.Hold() // for whoever is asked may take it though nothing of that is heard here
	entry := r.owner.Entry()
	for _, to := range r.member.heirs(&entry) {
		next, err := r.member.give(&entry, to.ID, s, r.owner.Pieces())
		if err != nil {
			r.member.log.Warn("a host does not take a match", "host", to.ID, "err", err)
			continue
		}
		r.owner.Hand(*next)
		r.leave(*next)
		r.member.log.Info("handed over", "match", r.id, "to", to.ID, "tick", s.Tick, "took", time.Since(began).Round(time.Millisecond))
		return nil
	}
	return r.keep()
}

// keep has a match go on here that was offered to others, or lets it go if one of them has it nevertheless.
func (r *room) keep() error {
	certain, late := r.owner.GoOn(), time.After(takeTime)
	select {
	case <-certain:
	case <-late:
	case <-r.owner.Ended(): // another has it, and its players are being sent there
		select {
		case <-r.left:
			return nil
		case <-late:
		}
	}
	r.host.GoOn()
	return errNobodyTakes
}

const (
	// heirsTime is how long it may take to read who there is before those are asked who were there last.
	heirsTime = time.Second
	// heirsFresh is for how long what was read is fresh enough.
	heirsFresh = 2 * time.Second
)

// findHeirs has the roll be fresh, while the match still runs.
func (m *member) findHeirs() {
	ctx, cancel := context.WithTimeout(context.Background(), heirsTime)
	defer cancel()
	if err := m.hosts.Read(ctx, heirsFresh); err != nil {
		m.log.Warn("matches are offered to the hosts that were there last", "err", err)
	}
}

// maxHeirs is how many hosts are asked to take a match while it stands still.
const maxHeirs = 3

// heirs returns the hosts that may take a match, the standby first, then those with the most room.
func (m *member) heirs(entry *fleet.Match) (some []fleet.Host) {
	for _, h := range m.hosts.Hosts() {
		if h.ID != m.self.ID && !h.Draining && h.Room > 0 && h.Protocol == m.self.Protocol && h.Rules == m.self.Rules {
			some = append(some, h)
		}
	}
	slices.SortFunc(some, func(a, b fleet.Host) int {
		switch entry.Standby {
		case a.ID:
			return -1
		case b.ID:
			return 1
		}
		return cmp.Compare(b.Room, a.Room)
	})
	return some[:min(len(some), maxHeirs)]
}

// give asks a host to take a match.
func (m *member) give(entry *fleet.Match, to fleet.ID, s net.Stopped, pieces uint32) (*fleet.Match, error) {
	ctx, cancel := context.WithTimeout(context.Background(), takeTime)
	defer cancel()
	ask := fleet.Ask{Take: &fleet.Take{Match: *entry, Chunks: pieces, Tick: uint32(s.Tick), Hash: s.Hash, Life: s.Epoch}}
	taken, err := fleet.AskForMatch(ctx, m.fleet, to, &ask)
	switch {
	case err != nil:
		return nil, err
	case taken.ID != entry.ID || taken.Epoch <= entry.Epoch:
		return nil, errors.New("it has taken another match")
	}
	return taken, nil
}

// placeAt returns where a link's player finds a match at another host.
func (m *member) placeAt(to *fleet.Match, l link.Link) proto.Place {
	bearer := l.Identity()
	if u, ok := l.(interface{ Unwrap() link.Link }); ok {
		bearer = u.Unwrap().Identity()
	}
	t := fleet.NewTicket(to, bearer, l.Identity(), l.Remote(), time.Now())
	return proto.Place{Address: to.Address, Fingerprint: to.Fingerprint, Ticket: t.Sign(m.self.ID, m.key)}
}
