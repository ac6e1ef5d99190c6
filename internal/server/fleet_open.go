package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/keeper"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// roomPlan is the match to open a room with.
type roomPlan struct {
	entry   fleet.Match
	match   net.Match
	resumed *net.Resumed
	log     []byte        // to append to; nil for a new one
	was     *fleet.Match  // entry of a match that another host hands over
	claim   *keeper.Claim // of a match without a host
	epoch   uint32        // that clients know; 0 for none
}

// from returns the host that the match comes from; 0 for none.
func (p *roomPlan) from() fleet.ID {
	switch {
	case p.was != nil:
		return p.was.Host
	case p.claim != nil:
		return p.claim.Was
	}
	return 0
}

var (
	errNoRoom  = errors.New("there is no room for another match")
	errCloses  = errors.New("the host closes")
	errNotMade = errors.New("the directory of the fleet does not answer")
)

// hasRoom reports whether another match may be played here. Claimed matches have as much room again, so that they survive their
// host; a host that invents matches must not fill it with them.
func (m *member) hasRoom(claimed bool) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.fits(claimed)
}

// fits is hasRoom for a caller that holds mu.
func (m *member) fits(claimed bool) bool {
	most := m.Matches
	if claimed {
		most *= 2
	}
	return !m.closed && !m.draining && len(m.rooms)+m.opening < most
}

// openHome adds the server's home to the rooms of the fleet. It does not wait for the directory, which may be away: without it, no
// door sends players.
func (m *member) openHome(conf *net.HostConfig, match *net.Match) {
	entry := m.newEntry(match)
	m.home = newFleetRoom(m, entry.ID, m.server.home)
	m.home.stays = true
	conf.ID = uint64(entry.ID)
	m.home.owner = m.keeper.Start(entry, m.home.user())
	m.home.publish(conf)
}

// openNew opens a room with a new match.
func (m *member) openNew(o *fleet.Open) (*fleetRoom, error) {
	m.server.mu.Lock()
	options := m.server.match
	m.server.mu.Unlock()
	if o.Mode != "" {
		mode, ok := game.ModeNamed(o.Mode) // not a turn of a rotation, which could name an arena, and so a file
		if !ok {
			return nil, fmt.Errorf("no mode called %q: must be one of %s", o.Mode, net.ModeNames())
		}
		options.Rotation = ""
		options.Mode, options.Arena = mode, ""
	}
	match, err := net.NewMatch(options, rand.Uint64())
	if err != nil {
		return nil, err
	}
	entry := m.newEntry(&match)
	if o.Title != "" {
		entry.Title = o.Title
	}
	return m.open(roomPlan{entry: entry, match: match})
}

// newEntry returns the entry of a match that begins here, with all that doors place players by: the first update comes later.
func (m *member) newEntry(match *net.Match) fleet.Match {
	mode := match.Setup.Mode
	return fleet.Match{
		ID: fleet.NewID(), Host: m.self.ID, Epoch: 1, Address: m.self.Address, Fingerprint: m.self.Fingerprint,
		Title: proto.Fit(m.title, fleet.MaxTitle), Mode: mode.Name(), Arena: proto.Fit(match.Setup.Arena.Name, fleet.MaxArena), Slots: mode.Pilots(),
	}
}

// takeTime is the time for a handover.
const takeTime = 3 * time.Second

var errOtherWorld = errors.New("the log leads to another World than was told")

// accept opens a room with a match that another host hands over.
func (m *member) accept(t *fleet.Takeover) (*fleetRoom, error) {
	if !m.hasRoom(false) {
		return nil, errNoRoom
	}
	m.expectFrom(t.Match.Host)
	ctx, cancel := context.WithTimeout(context.Background(), takeTime)
	defer cancel()
	log, err := m.keeper.ReadLog(ctx, &t.Match, t.Chunks)
	if err != nil {
		return nil, err
	}
	resumed, err := m.readLog(log)
	if err != nil {
		return nil, err
	}
	if w := &resumed.Match.World; w.Tick != game.Tick(t.Tick) || w.Hash() != t.Hash {
		return nil, errOtherWorld
	}
	return m.open(roomPlan{entry: t.Match, was: &t.Match, match: resumed.Match, resumed: resumed, log: log, epoch: t.Life})
}

// claimed resumes a match that has lost its host.
func (m *member) claimed(c *keeper.Claim) {
	m.expectFrom(c.Was)
	if !m.hasRoom(true) {
		c.Leave(errNoRoom)
		return
	}
	resumed, err := m.readLog(c.Log)
	if err != nil {
		c.Abandon(err)
		return
	}
	p := roomPlan{entry: c.Match, match: resumed.Match, resumed: resumed, claim: c}
	if !resumed.File.Ended { // else the log is complete
		p.log = resumed.File.Bytes()
	}
	if _, err := m.open(p); err != nil {
		c.Leave(err)
		return
	}
	m.describe() // before the keeper forgets the claim
	m.log.Info("goes on with a match whose host is gone", "match", c.Match.ID, "host", c.Was, "tick", resumed.Match.World.Tick, "silent", c.Silent.Round(time.Millisecond))
}

// readLog reads the log of another host's match, on half of the cores at most: invented logs must not slow down
// the matches that are played here.
func (m *member) readLog(b []byte) (*net.Resumed, error) {
	m.reading <- struct{}{}
	defer func() { <-m.reading }()
	return readLog(b)
}

// expectFrom looks up the key of a host that will send its players here.
func (m *member) expectFrom(host fleet.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.running.Go(func() {
		defer sys.Restore()
		m.keys.Host(host)
	})
}

// open opens a room, unless there are too many.
func (m *member) open(p roomPlan) (*fleetRoom, error) {
	m.mu.Lock()
	if !m.fits(p.claim != nil) {
		m.mu.Unlock()
		return nil, errNoRoom
	}
	m.opening++
	m.mu.Unlock()
	r, err := m.startRoom(p)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.opening--
	m.opened.Broadcast()
	if err != nil {
		return nil, err
	}
	m.rooms[r.id] = r
	if m.closed { // close waits for opening, and ends the room
		return nil, errCloses
	}
	return r, nil
}

// startRoom opens a room, and starts its host.
func (m *member) startRoom(p roomPlan) (*fleetRoom, error) {
	r := newFleetRoom(m, p.entry.ID, newRoom(m.server))
	r.from = p.from()
	m.mu.Lock()
	conf := m.conf
	m.mu.Unlock()
	conf.ID, conf.Title = uint64(p.entry.ID), p.entry.Title
	conf.Resumed, conf.Epoch = p.resumed, p.epoch
	r.room.record(&conf, r.server.options.Archive, "", nil, nil)
	var err error
	if r.owner, err = m.acquire(p, r.user()); err != nil {
		return nil, err
	}
	if p.log != nil { // the replay has all of the match
		conf.Recording.Send(replay.Piece{First: true, Bytes: p.log})
	}
	r.publish(&conf)
	r.run(conf, p.match, &m.running)
	return r, nil
}

// acquire makes this host the owner of a match: a new one, one that another host hands over, or one that was claimed.
func (m *member) acquire(p roomPlan, user keeper.User) (*keeper.Owner, error) {
	if p.was != nil {
		ctx, cancel := context.WithTimeout(context.Background(), takeTime)
		defer cancel()
		var err error
		if p.claim, err = m.keeper.ClaimHandover(ctx, p.was); err != nil {
			return nil, err
		}
	}
	if p.claim != nil {
		return p.claim.Resume(p.log, user), nil
	}
	o := m.keeper.Start(p.entry, user)
	select {
	case <-o.Made():
		return o, nil
	case <-time.After(takeTime):
		o.End()
		return nil, errNotMade
	}
}
