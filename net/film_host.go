package net

import (
	"bytes"

	"dogfight/game"
	"dogfight/proto/replay"
)

// film begins to film the match as it stands.
func (h *Host) film() {
	m := &h.match
	head := replay.NewHead(m.Setup, m.World.Tick)
	head.Host, head.Number, head.Title = h.conf.ID, m.Number, h.conf.Title
	if m.World.Tick == m.Began {
		head.Whole, head.Seed = true, m.Seed
	}
	m.camera.begin(head, m.Setup, &m.World)
	m.camera.cast(h.told.pilots)
}

// FilmAnew ends the file that the match is filmed in, and has what follows be in another: for whoever keeps it misses something.
func (h *Host) FilmAnew() error {
	return h.ask(func() error {
		if h.match.camera.on() {
			h.match.camera.end(nil, &h.match.World)
			h.film()
		}
		return nil
	})
}

// filmResults begins a log of what is after a match, of which nothing is kept but for a host who goes on with it.
func (h *Host) filmResults() {
	if m := &h.match; m.camera.conf.State && m.camera.conf.Record != nil {
		h.film()
		m.camera.hand(false) // at once, for nobody can go on with the log before for long
	}
}

// filmTick takes what was played in a tick. Of a lobby in which nobody begins the match only the last minutes are kept.
func (h *Host) filmTick(orders []game.Order, hash uint64) {
	m := &h.match
	m.proof.add(orders, &m.World, hash, m.events.List)
	m.camera.tick(orders, &m.World, hash, m.events.List)
	if m.World.Status == game.Waiting && m.camera.on() && m.World.Tick-m.camera.began >= longestLobby {
		h.film()
	}
	if m.camera.tooLong(&m.World) {
		h.film()
	}
}

// state returns what a host needs beside the World to go on: nil if that is what it was last, and not wanted anew. What the pilots did is
// counted again from the orders by who goes on, and so is told now and then alone.
func (h *Host) state(anew bool) []byte {
	m := &h.match
	if m.Scenario != nil {
		return nil // which is for one player, who is gone with the host
	}
	s := h.save()
	plain := s.bytes()
	if !anew && bytes.Equal(plain, h.saved) && m.World.Tick-h.talliedAt < tallyEvery {
		return nil
	}
	h.saved, h.talliedAt = plain, m.World.Tick
	s.TallyAt, s.Tally = m.World.Tick, packed(&m.Tally)
	return s.bytes()
}

const (
	// tallyEvery bounds how much of a long match is played again by the host that resumes it.
	tallyEvery = 60 * game.TickRate
	// mostUntallied is the most that it plays of a log from elsewhere.
	mostUntallied = 2 * tallyEvery
)

// Replayed returns the result as a replay has it.
func (r *Result) Replayed() *replay.Result {
	to := &replay.Result{Finished: r.Finished, Wave: uint8(min(r.Wave, 0xff))}
	copy(to.TeamScores[:], r.TeamScores[1:])
	for i := range r.Flights {
		f := &r.Flights[i]
		to.Flights = append(to.Flights, replay.Flight{
			Pilot: f.Pilot, Slot: f.Slot, Skill: uint8(f.Skill), Team: f.Team, Won: f.Won, Place: uint16(f.Place), Score: f.Score,
			Kills: uint16(f.Kills), Deaths: uint16(f.Deaths), Assists: uint16(f.Assists), Shots: uint32(f.Shots), Hits: uint32(f.Hits),
			Damage: uint32(f.Did.Damage), Flown: f.Did.Flown, Name: f.Name, Class: f.Class, Weapon: f.Weapon,
		})
	}
	return to
}
