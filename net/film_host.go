package net

import (
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

// filmTick takes what was played in a tick. Of a lobby in which nobody begins the match only the last minutes are kept.
func (h *Host) filmTick(orders []game.Order, hash uint64) {
	m := &h.match
	m.proof.add(orders, &m.World, hash, m.events.List)
	m.camera.tick(orders, &m.World, hash, m.events.List)
	if m.World.Status == game.Waiting && m.camera.on() && m.World.Tick-m.camera.began >= longestLobby {
		h.film()
	}
}

// replayed returns the result as a replay has it.
func (r *Result) replayed() *replay.Result {
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
