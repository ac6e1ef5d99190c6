package net

import (
	"errors"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Resumed is a match whose host was killed, as its log has it: see Film.State.
type Resumed struct {
	Match Match
	File  *replay.File // the log, as far as it is whole; what Film.Record is told first follows on that, unless it is First
	Log   []byte       // the same as bytes
	saved *savedMatch
}

// Why nobody can go on with what is whole.
var (
	ErrNoState = errors.New("it is a replay, which does not say how to go on")
	ErrEnded   = errors.New("its host ended it")
)

// Resume reads a log up to where it is whole, and returns how the match stood there. Whatever is in the log, a host can go on with what is
// returned: by NewHost with the Match and, in the HostConfig, this.
func Resume(log []byte) (*Resumed, error) {
	f, err := replay.Parse(log)
	switch {
	case err != nil:
		return nil, err
	case f.Unplayable != nil:
		return nil, f.Unplayable
	case f.State == nil:
		return nil, ErrNoState
	}
	s, err := parseSaved(f.State, f.Setup)
	if err != nil {
		return nil, err
	}
	w, tally, err := s.playOn(f)
	if err != nil {
		return nil, err
	}
	if s.OverAt > w.Tick || s.Began > w.Tick {
		return nil, fmt.Errorf("%w: ticks", errOtherState)
	}
	r := &Resumed{File: f, Log: log[:f.Whole], saved: s}
	if r.Match, err = s.match(f.Setup, w, tally); err != nil {
		return nil, err
	}
	if f.Ended && (f.Result == nil || w.Status != game.Closed) {
		return nil, ErrEnded
	}
	if f.Result == nil && f.Head.First < s.OverAt {
		r.Match.OverAt = 0 // that it is over is still to be told
	}
	return r, nil
}

// playOn plays the log to its end from where the tally was told last.
func (s *savedMatch) playOn(f *replay.File) (*game.World, *game.Tally, error) {
	tally := &game.Tally{}
	if s.TallyAt < f.Head.First || s.TallyAt > f.LastTick || f.LastTick-s.TallyAt > mostUntallied || !unpacked(s.Tally, tally) {
		return nil, nil, fmt.Errorf("%w: tally", errOtherState)
	}
	c, err := f.Play()
	if err == nil {
		err = c.Seek(s.TallyAt)
	}
	if err != nil {
		return nil, nil, err
	}
	var events game.Events
	for {
		events.List = events.List[:0]
		orders, ok, err := c.Step(&events)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			return &c.World, tally, nil
		}
		for i := range orders {
			if orders[i].Kind == game.OrderLeave {
				tally.Clear(orders[i].Slot)
			}
		}
		tally.Add(f.Setup, &c.World, events.List)
	}
}

// tokenHeld is how long the seat of a player without a key is kept whose host was killed: only the program that they play with can come
// back, if it is one of ours.
const tokenHeld = 30 * game.TickRate

// goOn has the players whose match was resumed come back: until they do, bots fly for them.
func (h *Host) goOn(r *Resumed) {
	m := &h.match
	h.restore(r.saved)
	m.mend()
	for _, p := range m.seats {
		if p != nil && p.isPlayer() {
			m.replace(p)
			p.Kept = true
			if p.Identity == "" {
				p.Inputs.CameAt -= min(p.Inputs.CameAt, seatHeld-tokenHeld)
			}
		}
	}
	h.peers.broadcast(h.told.update(h.listPilots())) // to spectators, who see it later
	if m.OverAt != 0 {
		h.peers.broadcast(h.matchOver())
		m.openBallot()
	}
	if r.File.Ended { // nothing can follow on that
		h.filmResults()
		return
	}
	m.camera.goOn(r.File, m.Setup, &m.World)
	m.camera.cast(h.told.pilots)
}

// mend has each seat have a ship, and each pilot's ship a seat. They have, unless the log of a moment between a seat and its ship was the
// last to be kept.
func (m *liveMatch) mend() {
	for slot := range m.room {
		switch p, empty := m.seats[slot], m.World.Ships[slot].State == game.Empty; {
		case p != nil && empty:
			m.orders = append(m.orders, p.order(game.OrderJoin))
		case p == nil && !empty:
			m.orders = append(m.orders, game.Order{Kind: game.OrderLeave, Slot: uint8(slot)})
		}
	}
}

// Waiting returns how many players' seats wait for them.
func (r *Resumed) Waiting() (n int) {
	for i := range r.Match.Seats {
		if s := &r.Match.Seats[i]; s.isPlayer() && s.Slot != proto.NoSlot {
			n++
		}
	}
	return n
}
