package server

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net"
	"dogfight/sys"
)

// drain accepts no more players and hands the matches over. Those that no host takes are played to their end, or for
// limit at most. Another call changes the limit.
func (m *member) drain(limit time.Duration) {
	m.mu.Lock()
	again := m.draining
	m.draining = true
	m.mu.Unlock()
	if !again {
		m.server.leaving.Store(true)
		m.server.setDraining(true)
	}
	m.running.Go(func() {
		defer sys.Restore()
		m.handingOver.Lock()
		left := m.handOver()
		m.handingOver.Unlock()
		if left > 0 {
			m.playOut(limit)
		}
		m.server.finish()
	})
}

// replace drains the host after it has lost the home's match to another: this process must start again.
func (m *member) replace() {
	if !m.server.leaving.Load() {
		m.server.replaced.Store(true)
	}
	m.drain(m.server.options.DrainLimit)
}

// playOut waits for the remaining matches to end.
func (m *member) playOut(limit time.Duration) {
	for _, r := range m.allRooms() {
		if err := r.host.Drain(limit); err == nil {
			defer r.waitUntilOver()
		}
	}
}

// waitUntilOver waits until the match is over or at another host, or this host closes.
func (r *fleetRoom) waitUntilOver() {
	select {
	case <-r.drained:
	case <-r.left: // it was claimed while it was offered
	case <-r.ended: // it was empty
	case <-r.member.closing:
	}
}

// handOver hands over all matches that have players or spectators, two at a time, and returns the number that no host took.
func (m *member) handOver() int {
	var left atomic.Int32
	eachRoom(m.settledRooms(), 2, func(r *fleetRoom) { // the players of a match that is just being taken are on their way
		if !r.inhabited() {
			return
		}
		if err := r.handOver(); err != nil {
			m.log.Warn("a match is not handed over", "match", r.id, "err", err)
			left.Add(1)
		}
	})
	return int(left.Load())
}

// inhabited reports whether the match has a player or a spectator.
func (r *fleetRoom) inhabited() bool {
	pilots, err := r.host.Pilots()
	return err == nil && slices.ContainsFunc(pilots, func(p net.PilotInfo) bool { return !p.Bot })
}

// handOver gives the match to the first host that takes it.
func (r *fleetRoom) handOver() error {
	r.member.findHeirs()
	began := time.Now()
	s, err := r.host.Stop()
	if err != nil {
		return err
	}
	r.owner.Hold() // a host may take the match though its answer is lost
	entry := r.owner.Entry()
	for _, to := range r.member.heirs(&entry) {
		next, err := r.member.offer(&entry, to.ID, s, r.owner.Pieces())
		if err != nil {
			r.member.log.Warn("a host does not take a match", "host", to.ID, "err", err)
			continue
		}
		r.owner.Hand(*next)
		r.move(*next)
		r.member.log.Info("handed over", "match", r.id, "to", to.ID, "tick", s.Tick, "took", time.Since(began).Round(time.Millisecond))
		return nil
	}
	return r.resumeHere()
}

var errNobodyTakes = errors.New("no other host of the fleet takes it")

// resumeHere resumes a match that was offered to others, unless one of them has it nevertheless.
func (r *fleetRoom) resumeHere() error {
	certain, late := r.owner.GoOn(), time.After(takeTime)
	select {
	case <-certain:
	case <-late:
	case <-r.owner.Ended(): // another host has it, and its players are being sent there
		select {
		case <-r.left:
			return nil
		case <-late:
		}
	}
	r.host.Resume()
	return errNobodyTakes
}

const (
	// findTime is the time to read the roll of hosts before an older one is used.
	findTime = time.Second
	// rollAge is the age up to which the roll is used as it is.
	rollAge = 2 * time.Second
	// maxHeirs is the number of hosts that are asked to take a match while it is paused.
	maxHeirs = 3
)

// findHeirs refreshes the roll of hosts, while the match still runs.
func (m *member) findHeirs() {
	ctx, cancel := context.WithTimeout(context.Background(), findTime)
	defer cancel()
	if err := m.hosts.Read(ctx, rollAge); err != nil {
		m.log.Warn("matches are offered to the hosts that were there last", "err", err)
	}
}

// heirs returns the hosts that may take a match: the standby, then those with the most room.
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

// offer asks a host to take a match.
func (m *member) offer(entry *fleet.Match, to fleet.ID, s net.Stopped, pieces uint32) (*fleet.Match, error) {
	ctx, cancel := context.WithTimeout(context.Background(), takeTime)
	defer cancel()
	ask := fleet.Ask{Takeover: &fleet.Takeover{Match: *entry, Chunks: pieces, Tick: uint32(s.Tick), Hash: s.Hash, Life: s.Epoch}}
	taken, err := fleet.AskForMatch(ctx, m.Fleet, to, &ask)
	switch {
	case err != nil:
		return nil, err
	case taken.ID != entry.ID || taken.Epoch <= entry.Epoch:
		return nil, errors.New("it has taken another match")
	}
	return taken, nil
}
