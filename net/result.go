package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/replay"
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
func (m *liveMatch) publishResult(finished bool) {
	if m.onResult == nil && !m.recorder.active() {
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
	m.recorder.end(r.Replayed(), &m.World)
	if m.onResult != nil {
		m.onResult(r)
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

// Bounds of what is remembered of those who left a match. Who joins and leaves for ever must not have it grow: it is in memory, and in
// each state that another host goes on from.
const (
	maxLeft      = 192  // flights; with those of all seats 256
	maxLeftKills = 2048 // ten a flight
)

// boundLeft leaves out the flights that count least when there are too many, and whom those destroyed.
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

// leastFlight returns where the flight is that counts least: the briefest of a bot or, if there is none, of a player.
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

// Recount plays a replay and returns how the match went, counted as its host does. The replay knows nobody's identity; how good a bot
// was it knows if it has a result.
func Recount(f *replay.File) (Result, error) {
	c, err := f.Play()
	if err != nil {
		return Result{}, err
	}
	r := recount{f: f, World: &c.World, notes: f.Notes, tally: game.NewTally(&c.World)}
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

// recount is a match that is counted anew.
type recount struct {
	*game.World
	f     *replay.File
	notes []replay.Note // that are still to come
	tally game.Tally
	seats [game.MaxShips]proto.Pilot // who was last told to be in each; ID 0: nobody

	ships  [game.MaxShips]game.Ship // before the tick
	racers [game.MaxRacers]game.Racer

	left  []Flight
	kills []Kills
}

// seat notes who is where after the tick.
func (r *recount) seat() {
	for ; len(r.notes) > 0 && r.notes[0].Tick <= r.Tick; r.notes = r.notes[1:] {
		if n := &r.notes[0]; n.Kind == replay.NoteCame && n.Pilot.Slot < game.MaxShips {
			r.seats[n.Pilot.Slot] = n.Pilot
		}
	}
}

// leave counts what the pilot in a slot did, who has left it.
func (r *recount) leave(slot uint8, status game.Status) {
	if r.seats[slot].ID != 0 && r.tally.Slots[slot].Flown > 0 && status == game.InProgress {
		r.left = append(r.left, r.flight(slot, &r.ships[slot], r.racers[:]))
		for other := range r.seats {
			if other != int(slot) {
				r.addKills(slot, uint8(other))
				r.addKills(uint8(other), slot)
			}
		}
		r.left, r.kills = boundLeft(r.left, r.kills)
	}
	r.tally.Clear(slot)
	r.seats[slot] = proto.Pilot{}
}

// addKills counts how often the pilot in one slot destroyed that in another.
func (r *recount) addKills(by, of uint8) {
	if n := r.tally.Slots[by].Killed[of]; n > 0 && r.seats[by].ID != 0 && r.seats[of].ID != 0 {
		r.kills = append(r.kills, Kills{r.seats[by].ID, r.seats[of].ID, int(n)})
	}
}

// flight returns what the pilot in a slot did.
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

// result returns how the match went up to where the replay ends.
func (r *recount) result() Result {
	finished := r.Status == game.Closed
	winner := r.f.Setup.Winner(r.World)
	var flying []Flight
	for slot := range uint8(game.MaxShips) {
		if ship := &r.Ships[slot]; r.seats[slot].ID != 0 && ship.State != game.Empty && r.tally.Slots[slot].Flown > 0 {
			f := r.flight(slot, ship, r.Racers[:])
			f.Won = finished && winner.Includes(slot, f.Team)
			flying = append(flying, f)
		}
		for of := range uint8(game.MaxShips) {
			r.addKills(slot, of)
		}
	}
	rank(flying)
	all := Result{
		Setup: r.f.Setup, Lasted: tickTime(int64(r.Tick - r.Started)), Finished: finished,
		TeamScores: r.TeamScores, Wave: int(r.Assault.Wave), Flights: append(r.left, flying...), Kills: r.kills,
	}
	if len(all.Flights) == 1 && r.f.Setup.Campaign == nil {
		all.Flights[0].Won = false // alone is no victory
	}
	return all
}

// SkillUnknown is the skill of a bot as clients see it.
const skillUnknown = -1

// SeenResult tells how a match that has come to its end went, as a client saw it which counted along. It
// knows nobody's identity, no bot's skill, and nothing of who left before.
func SeenResult(v *View, t *game.Tally) Result {
	w := v.World
	r := Result{
		Setup: v.Setup, Finished: w.Status == game.Closed, TeamScores: w.TeamScores,
	}
	for i := range t.Slots { // who was there from the beginning tells how long it lasted
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
