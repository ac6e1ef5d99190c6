package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/sys"
)

// answer does what another of the fleet asks for.
func (m *member) answer(b []byte) []byte {
	var a fleet.Answer
	r, err := m.obey(b)
	if err != nil {
		a.Error = proto.Fit(err.Error(), fleet.MaxError)
		m.log.Warn("asked in vain", "err", err)
	} else if r != nil {
		entry := r.owner.Entry()
		a.Match = &entry
	}
	return fleet.Append(nil, &a)
}

func (m *member) obey(b []byte) (*room, error) {
	ask, err := fleet.Parse[fleet.Ask](b)
	switch {
	case err != nil:
		return nil, err
	case ask.Open != nil:
		return m.openNew(ask.Open)
	case ask.Leave != nil:
		m.letGo(ask.Leave)
		return nil, nil
	}
	return m.takeOver(ask.Take)
}

// openNew opens a room with a match that begins.
func (m *member) openNew(o *fleet.Open) (*room, error) {
	m.server.mu.Lock()
	options := m.server.match
	m.server.mu.Unlock()
	if o.Mode != "" {
		mode, ok := game.ModeNamed(o.Mode) // and no turn of a rotation, which would name an arena, and so a file
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

// newEntry returns what is known of a match that begins here: all that doors place players by, for they do so before tend has said it.
func (m *member) newEntry(match *net.Match) fleet.Match {
	mode := match.Setup.Mode
	return fleet.Match{
		ID: fleet.NewID(), Host: m.self.ID, Epoch: 1, Address: m.self.Address, Fingerprint: m.self.Fingerprint,
		Title: proto.Fit(m.title, fleet.MaxTitle), Mode: mode.Name(), Arena: proto.Fit(match.Setup.Arena.Name, fleet.MaxArena), Slots: mode.Pilots(),
	}
}

// takeTime is how long a match that is handed over may take to be here.
const takeTime = 3 * time.Second

var errOtherWorld = errors.New("the log leads to another World than was told")

// takeOver opens a room with a match that another host hands over.
func (m *member) takeOver(t *fleet.Take) (*room, error) {
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
