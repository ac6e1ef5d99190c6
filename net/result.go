package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Result is the result of a match. It belongs to the function that receives it.
type Result struct {
	Setup      *game.Setup // read-only
	Lasted     time.Duration
	Finished   bool // false: the host closed before its end
	TeamScores [game.MaxTeams + 1]int32
	// Flights are of all pilots that had a ship, bots too. A pilot that left and joined again has several. Those of pilots that left are
	// bounded by maxLeft.
	Flights []Flight
	Wave    int     // reached in a match of waves
	Number  uint16  // of the match at its host
	Replay  []byte  // of a whole race or scenario, as proof of its result; or nil
	Kills   []Kills // of foes, once a pair of pilots; more if one left meanwhile
}

// Flight is a pilot's record in a match up to its end, or until they left.
type Flight struct {
	Pilot    uint16 // id in the match
	Identity string // proven by their link; "" for none
	Name     string
	Skill    int  // of a bot, 1 to 5, or skillUnknown; 0: a player, perhaps with a substitute
	Novice   bool // a bot of skill.Novice, which counts as one of skill 1

	Class, Weapon string // of their last ship
	Team          uint8

	Slot uint8     // of their ship
	Lap  game.Tick // their best in a race; 0 for none

	Score                  int32
	Kills, Deaths, Assists int
	Shots, Hits            int  // aimed, and at foes: not mines
	Won                    bool // they, or their team
	Place                  int  // by score, from 1, shared by equals; 0 if they left before the end
	Flown                  time.Duration
	Did                    game.SlotTally // all counts
}

// Kills is how often one pilot destroyed another.
type Kills struct {
	By, Of uint16 // ids in the match
	Times  int
}

// unseat takes the ship of a pilot that stays, and stores their flight.
func (m *liveMatch) unseat(p *pilot) {
	if p.seated() {
		if f := m.flightOf(p); f.Flown > 0 && m.World.Status == game.InProgress {
			ids := m.ids()
			m.Left, m.LeftKills = boundLeft(append(m.Left, f), ids.appendKillsWith(m.LeftKills, &m.Tally, p.Slot))
		}
		m.Tally.Clear(p.Slot)
	}
	p.watchesSince = m.World.Tick
	m.vacate(p)
}

// flightOf returns the flight of a seated pilot.
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

// flightOf returns the part of a flight that a World and a tally have.
func flightOf(s *game.Setup, ship *game.Ship, did *game.SlotTally) Flight {
	return Flight{
		Class: s.Classes[ship.Class].Name, Weapon: s.Weapons[ship.Weapon].Name, Team: ship.Team,
		Score: ship.Score, Kills: int(ship.Kills), Deaths: int(ship.Deaths), Assists: int(ship.Assists),
		Shots: int(did.Shots), Hits: int(did.Hits), Flown: tickTime(int64(did.Flown)),
		Did: *did,
	}
}

// crewIDs are the ids of the pilots by slot; 0 for none.
type crewIDs [game.MaxShips]uint16

func (c *crew) ids() (ids crewIDs) {
	for slot, p := range c.seats {
		if p != nil {
			ids[slot] = p.ID
		}
	}
	return ids
}

// appendKills appends the kills of the pilot in one slot by that in another, if any.
func (ids *crewIDs) appendKills(list []Kills, t *game.Tally, by, of uint8) []Kills {
	if n := t.Slots[by].Killed[of]; n > 0 && ids[by] != 0 && ids[of] != 0 {
		list = append(list, Kills{ids[by], ids[of], int(n)})
	}
	return list
}

// appendKillsWith appends the kills between the pilot in a slot and all others.
func (ids *crewIDs) appendKillsWith(list []Kills, t *game.Tally, slot uint8) []Kills {
	for other := range uint8(game.MaxShips) {
		if other != slot {
			list = ids.appendKills(ids.appendKills(list, t, slot, other), t, other, slot)
		}
	}
	return list
}

// finish adds the flights and kills of the pilots that fly at the end. flight returns the flight in a slot; its Flown is 0 for none.
func (r *Result) finish(w *game.World, t *game.Tally, ids crewIDs, flight func(slot uint8) Flight) {
	winner := r.Setup.Winner(w)
	var flying []Flight
	for slot := range uint8(game.MaxShips) {
		if ids[slot] != 0 {
			if f := flight(slot); f.Flown > 0 {
				f.Won = r.Finished && winner.Includes(slot, f.Team)
				flying = append(flying, f)
			}
		}
		for of := range uint8(game.MaxShips) {
			r.Kills = ids.appendKills(r.Kills, t, slot, of)
		}
	}
	rank(flying)
	if r.Flights = append(r.Flights, flying...); len(r.Flights) == 1 && r.Setup.Campaign == nil {
		r.Flights[0].Won = false // being alone is no victory
	}
}

// publishResult ends the recording and publishes the result.
func (m *liveMatch) publishResult(finished bool) {
	if m.onResult == nil && !m.recorder.active() {
		return
	}
	r := Result{
		Setup: m.Setup, Lasted: tickTime(int64(m.World.Tick - m.World.Started)), Finished: finished,
		TeamScores: m.World.TeamScores, Wave: int(m.World.Assault.Wave), Flights: m.Left, Kills: m.LeftKills, Number: m.Number,
	}
	m.Left, m.LeftKills = nil, nil
	r.finish(&m.World, &m.Tally, m.ids(), func(slot uint8) Flight { return m.flightOf(m.seats[slot]) })
	r.Replay = m.endProof(&r)
	m.recorder.end(r.Replayed(), &m.World)
	if m.onResult != nil {
		m.onResult(r)
	}
}

// rank sets the place of each flight.
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

// Bounds of the flights and kills of pilots that left. A client that joins and leaves in a loop must not grow them: they are in memory, and
// in each saved state.
const (
	maxLeft      = 192  // flights; 256 with those of all seats
	maxLeftKills = 2048 // ten a flight
)

// boundLeft removes the least important flights, with their kills, if there are too many.
func boundLeft(left []Flight, kills []Kills) ([]Flight, []Kills) {
	for len(left) > maxLeft {
		at := leastImportant(left)
		id := left[at].Pilot
		left = slices.Delete(left, at, at+1)
		if !slices.ContainsFunc(left, func(f Flight) bool { return f.Pilot == id }) {
			kills = slices.DeleteFunc(kills, func(k Kills) bool { return k.By == id || k.Of == id })
		}
	}
	return left, kills[max(len(kills)-maxLeftKills, 0):]
}

// leastImportant returns the index of the shortest flight of a bot or, without bots, of a player.
func leastImportant(flights []Flight) (least int) {
	for i := range flights {
		f, than := &flights[i], &flights[least]
		isBot, wasBot := f.Skill != 0, than.Skill != 0
		if isBot && !wasBot || isBot == wasBot && f.Flown < than.Flown {
			least = i
		}
	}
	return least
}

// Recount plays a replay and counts its result as a host does. Identities are unknown; bots' skills are known if the replay has a result.
func Recount(f *replay.File) (Result, error) {
	c, err := f.Play()
	if err != nil {
		return Result{}, err
	}
	r := recount{f: f, World: &c.World, tally: game.NewTally(&c.World)}
	r.seat()
	var events game.Events
	for {
		r.ships, r.racers = c.World.Ships, c.World.Racers
		status := c.World.Status
		events.List = events.List[:0]
		orders, more, err := c.Step(&events)
		if err != nil {
			return Result{}, err
		}
		if !more {
			return r.result(), nil
		}
		for _, o := range orders {
			if o.Kind == game.OrderLeave {
				r.leave(o.Slot, status)
			}
		}
		r.tally.Add(f.Setup, &c.World, events.List)
		r.seat()
	}
}

// recount counts the result of a replay.
type recount struct {
	*game.World
	f     *replay.File
	tally game.Tally
	seats [game.MaxShips]proto.Pilot // the last pilot in each slot; ID 0: none

	ships  [game.MaxShips]game.Ship // before the tick
	racers [game.MaxRacers]game.Racer

	left  []Flight
	kills []Kills
}

// seat applies the notes of the current tick.
func (r *recount) seat() {
	for _, n := range r.f.NotesAt(r.Tick) {
		if n.Kind == replay.NoteJoined && n.Pilot.Slot < game.MaxShips {
			r.seats[n.Pilot.Slot] = n.Pilot
		}
	}
}

// leave stores the flight of the pilot that left a slot.
func (r *recount) leave(slot uint8, status game.Status) {
	if r.seats[slot].ID != 0 && r.tally.Slots[slot].Flown > 0 && status == game.InProgress {
		f := r.flight(slot, &r.ships[slot], r.racers[:])
		ids := r.ids()
		r.left, r.kills = boundLeft(append(r.left, f), ids.appendKillsWith(r.kills, &r.tally, slot))
	}
	r.tally.Clear(slot)
	r.seats[slot] = proto.Pilot{}
}

func (r *recount) ids() (ids crewIDs) {
	for slot := range r.seats {
		ids[slot] = r.seats[slot].ID
	}
	return ids
}

func (r *recount) flight(slot uint8, ship *game.Ship, racers []game.Racer) Flight {
	p := &r.seats[slot]
	f := flightOf(r.f.Setup, ship, &r.tally.Slots[slot])
	f.Pilot, f.Name, f.Slot = p.ID, p.Name, slot
	if r.f.Setup.Mode == game.Race && int(slot) < len(racers) {
		f.Lap = racers[slot].Best
	}
	if p.Flags&proto.BotPilot != 0 {
		f.Skill = skillUnknown
	}
	if r.f.Result != nil {
		for i := range r.f.Result.Flights {
			if of := &r.f.Result.Flights[i]; of.Pilot == p.ID && of.Slot == slot {
				f.Skill = int(of.Skill)
				if of.Skill == replay.SkillUnknown {
					f.Skill = skillUnknown
				}
			}
		}
	}
	return f
}

// result returns the result up to the end of the replay.
func (r *recount) result() Result {
	all := Result{
		Setup: r.f.Setup, Lasted: tickTime(int64(r.Tick - r.Started)), Finished: r.Status == game.Closed,
		TeamScores: r.TeamScores, Wave: int(r.Assault.Wave), Flights: r.left, Kills: r.kills,
	}
	all.finish(r.World, &r.tally, r.ids(), func(slot uint8) Flight {
		if r.Ships[slot].State == game.Empty {
			return Flight{}
		}
		return r.flight(slot, &r.Ships[slot], r.Racers[:])
	})
	return all
}

// skillUnknown is the skill of a bot as clients see it.
const skillUnknown = -1

// ResultOfView returns the result of a match as a client saw and counted it: without identities, skills, and pilots that left before.
func ResultOfView(v *View, t *game.Tally) Result {
	w := v.World
	r := Result{
		Setup: v.Setup, Finished: w.Status == game.Closed, TeamScores: w.TeamScores,
	}
	for i := range t.Slots { // a pilot of the whole match shows how long it lasted
		r.Lasted = max(r.Lasted, tickTime(int64(t.Slots[i].Flown)))
	}
	winner := v.Setup.Winner(w)
	var seats []proto.Pilot
	for _, p := range v.Roster {
		if p.Slot >= game.MaxShips || w.Ships[p.Slot].State == game.Empty || t.Slots[p.Slot].Flown == 0 {
			continue
		}
		f := flightOf(v.Setup, &w.Ships[p.Slot], &t.Slots[p.Slot])
		f.Pilot, f.Name, f.Slot, f.Won = p.ID, p.Name, p.Slot, r.Finished && winner.Includes(p.Slot, f.Team)
		if p.Flags&proto.BotPilot != 0 && p.ID != v.Pilot {
			f.Skill = skillUnknown
		}
		r.Flights, seats = append(r.Flights, f), append(seats, p)
	}
	rank(r.Flights)
	for _, by := range seats {
		for _, of := range seats {
			if n := t.Slots[by.Slot].Killed[of.Slot]; n > 0 {
				r.Kills = append(r.Kills, Kills{by.ID, of.ID, int(n)})
			}
		}
	}
	return r
}
