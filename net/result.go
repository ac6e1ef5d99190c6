package net

import (
	"time"

	"dogfight/game"
	"dogfight/game/bot"
)

// Result tells how a match went. It belongs to the function that is told.
type Result struct {
	Setup      *game.Setup // read-only
	Lasted     time.Duration
	Finished   bool // false: the host closed in the middle of it
	TeamScores [game.MaxTeams + 1]int32
	// Flights are of all who had a ship while it lasted, bots too. A pilot who left and
	// came back anew has several. Of those who left there are mostLeft at most.
	Flights []Flight
	Wave    int     // that a match of waves came to
	Number  uint16  // of the match at its host
	Replay  []byte  // of a race or a scenario from its beginning, which proves what was done in it; or nil
	Kills   []Kills // of foes, each pair of pilots once or, where one left meanwhile, several times
}

// Flight is what a pilot did in a match, until its end or until they left.
type Flight struct {
	Pilot    uint16 // their id in the match
	Identity string // as their link has it; "" if they have proven none
	Name     string
	Skill    int  // of a bot, 1 to 5, or SkillUnknown; 0: a player, for whom a bot may have stood in
	Novice   bool // a bot of skill.Novice, which counts as one of skill 1

	Class, Weapon string // of their last ship
	Team          uint8

	Slot uint8     // of their ship
	Lap  game.Tick // their best in a race, 0 without one

	Score                  int32
	Kills, Deaths, Assists int
	Shots, Hits            int  // aimed, and at foes: mines lie in wait
	Won                    bool // they, or their team
	Place                  int  // by score, from 1, equal ones share it; 0 if they left before the end
	Flown                  time.Duration
	Did                    game.SlotTally // all that was counted
}

// Kills says how often one pilot destroyed another.
type Kills struct {
	By, Of uint16 // ids in the match
	Times  int
}

// unseat takes the ship of a pilot who stays, and remembers what they have done.
func (m *liveMatch) unseat(p *pilot) {
	if p.seated() {
		if f := m.flightOf(p); f.Flown > 0 && m.World.Status == game.InProgress {
			m.Left, m.LeftKills = boundLeft(append(m.Left, f), m.appendKills(m.LeftKills, p))
		}
		m.Tally.Clear(p.Slot)
	}
	p.watchesSince = m.World.Tick
	m.vacate(p)
}

// flightOf returns what the pilot, who has a seat, has done in this match.
func (m *liveMatch) flightOf(p *pilot) Flight {
	f := flightOf(m.Setup, &m.World.Ships[p.Slot], &m.Tally.Slots[p.Slot])
	f.Pilot, f.Identity, f.Name, f.Slot = p.ID, p.Identity, p.Name, p.Slot
	if m.Setup.Mode == game.Race && int(p.Slot) < game.MaxRacers {
		f.Lap = m.World.Racers[p.Slot].Best
	}
	if !p.isPlayer() {
		f.Skill, f.Novice = max(p.Skill, 1), p.Skill == bot.Novice
	}
	return f
}

// flightOf returns what the World and a tally know of a flight.
func flightOf(s *game.Setup, ship *game.Ship, did *game.SlotTally) Flight {
	return Flight{
		Class: s.Classes[ship.Class].Name, Weapon: s.Weapons[ship.Weapon].Name, Team: ship.Team,
		Score: ship.Score, Kills: int(ship.Kills), Deaths: int(ship.Deaths), Assists: int(ship.Assists),
		Shots: int(did.Shots), Hits: int(did.Hits), Flown: tickTime(int64(did.Flown)),
		Did: *did,
	}
}

// appendKills appends how often a pilot, who has a seat, destroyed the others, and they them.
func (m *liveMatch) appendKills(list []Kills, p *pilot) []Kills {
	for _, other := range m.seats {
		if other != nil && other != p {
			list = m.appendKillsOf(m.appendKillsOf(list, p, other), other, p)
		}
	}
	return list
}

// appendKillsOf appends how often one pilot destroyed another, if ever. Both have a seat.
func (m *liveMatch) appendKillsOf(list []Kills, by, of *pilot) []Kills {
	if n := m.Tally.Slots[by.Slot].Killed[of.Slot]; n > 0 {
		list = append(list, Kills{by.ID, of.ID, int(n)})
	}
	return list
}

// conclude tells how the match went.
func (m *liveMatch) conclude(finished bool) {
	if m.ended == nil && !m.camera.on() {
		return
	}
	r := Result{
		Setup: m.Setup, Lasted: tickTime(int64(m.World.Tick - m.World.Started)), Finished: finished,
		TeamScores: m.World.TeamScores, Wave: int(m.World.Assault.Wave), Flights: m.Left, Kills: m.LeftKills, Number: m.Number,
	}
	m.Left, m.LeftKills = nil, nil
	r.Flights = append(r.Flights, m.flying(finished)...)
	for _, by := range m.seats {
		for _, of := range m.seats {
			if by != nil && of != nil {
				r.Kills = m.appendKillsOf(r.Kills, by, of)
			}
		}
	}
	if len(r.Flights) == 1 && m.Setup.Campaign == nil {
		r.Flights[0].Won = false // alone is no victory
	}
	r.Replay = m.proof.take(&r, &m.World)
	m.camera.end(r.Replayed(), &m.World)
	if m.ended != nil {
		m.ended(r)
	}
}

// flying returns what those did who fly at the end.
func (m *liveMatch) flying(finished bool) (flights []Flight) {
	winner := m.Setup.Winner(&m.World)
	for _, p := range m.seats {
		if p == nil {
			continue
		}
		if f := m.flightOf(p); f.Flown > 0 {
			f.Won = finished && winner.Includes(p.Slot, f.Team)
			flights = append(flights, f)
		}
	}
	rank(flights)
	return flights
}

// rank says which place each flight has among those that lasted to the end.
func rank(flights []Flight) {
	for i := range flights {
		flights[i].Place = 1
		for k := range flights {
			if flights[k].Score > flights[i].Score {
				flights[i].Place++
			}
		}
	}
}
