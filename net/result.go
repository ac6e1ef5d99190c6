package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/game/career"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Result is the result of a match, without its start. It belongs to the function that receives it. Flights of pilots that left are bounded
// by maxLeft.
type Result struct {
	career.Match
	Setup  *game.Setup // read-only
	Number uint16      // of the match at its host
	Proof  []byte      // the replay of a whole race or scenario, as proof of its result; or nil
}

// countedFlight is a flight with all counts. Its fields are those of savedFlight.
type countedFlight struct {
	Pilot    uint16 // id in the match
	Identity string // proven by their link; "" for none
	Name     string
	Skill    int
	Novice   bool

	Class, Weapon string
	Team          uint8

	Slot uint8
	Lap  game.Tick

	Score                  int32
	Kills, Deaths, Assists int
	Shots, Hits            int
	Won                    bool
	Place                  int
	Flown                  time.Duration
	Did                    game.SlotTally
}

// killCount is how often one pilot destroyed another.
type killCount struct {
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
func (m *liveMatch) flightOf(p *pilot) countedFlight {
	f := flightOf(m.Setup, &m.World.Ships[p.Slot], &m.Tally.Slots[p.Slot])
	f.Pilot, f.Identity, f.Name, f.Slot = p.ID, p.Identity, p.Name, p.Slot
	if m.Setup.Mode.State() == game.RaceState && int(p.Slot) < game.MaxRacers {
		f.Lap = m.World.Racers[p.Slot].Best
	}
	if !p.isPlayer() {
		f.Skill, f.Novice = max(p.Skill, 1), p.Skill == bot.Novice
	}
	return f
}

// flightOf returns the part of a flight that a World and a tally have.
func flightOf(s *game.Setup, ship *game.Ship, did *game.SlotTally) countedFlight {
	return countedFlight{
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
func (ids *crewIDs) appendKills(list []killCount, t *game.Tally, by, of uint8) []killCount {
	if n := t.Slots[by].Killed[of]; n > 0 && ids[by] != 0 && ids[of] != 0 {
		list = append(list, killCount{ids[by], ids[of], int(n)})
	}
	return list
}

// appendKillsWith appends the kills between the pilot in a slot and all others.
func (ids *crewIDs) appendKillsWith(list []killCount, t *game.Tally, slot uint8) []killCount {
	for other := range uint8(game.MaxShips) {
		if other != slot {
			list = ids.appendKills(ids.appendKills(list, t, slot, other), t, other, slot)
		}
	}
	return list
}

// newResult returns the result of a match without flights and kills.
func newResult(s *game.Setup, w *game.World) Result {
	return Result{Setup: s, Match: career.Match{
		Lasted: tickTime(int64(w.Tick - w.Started)), Finished: w.Status == game.Closed, TeamScores: w.TeamScores,
		Arena: s.Arena.Name, Mode: s.Mode.Name(), TimeLimit: tickTime(int64(s.TimeLimit)), ScoreLimit: s.ScoreLimit,
	}}
}

// finish stores the flights and kills of the pilots that left, and of those that fly at the end. flight returns the flight in a slot; its
// Flown is 0 for none.
func (r *Result) finish(w *game.World, t *game.Tally, left []countedFlight, kills []killCount, ids crewIDs, flight func(slot uint8) countedFlight) {
	winner := r.Setup.Winner(w)
	var flying []countedFlight
	for slot := range uint8(game.MaxShips) {
		if ids[slot] != 0 {
			if f := flight(slot); f.Flown > 0 {
				f.Won = r.Finished && winner.Includes(slot, f.Team)
				flying = append(flying, f)
			}
		}
		for of := range uint8(game.MaxShips) {
			kills = ids.appendKills(kills, t, slot, of)
		}
	}
	rank(flying)
	if left = append(left, flying...); len(left) == 1 && r.Setup.Campaign == nil {
		left[0].Won = false // being alone is no victory
	}
	r.store(left, kills)
	r.Waves.Wave = int(w.Assault.Wave)
}

// store fills in flights and kills. Kills of pilots without a flight are left out.
func (r *Result) store(flights []countedFlight, kills []killCount) {
	flightOf := map[uint16]int{} // the last one of each pilot
	for i := range flights {
		r.Flights = append(r.Flights, flights[i].inRecords(r.Setup))
		flightOf[flights[i].Pilot] = i
	}
	for _, k := range kills {
		by, byKnown := flightOf[k.By]
		of, ofKnown := flightOf[k.Of]
		if byKnown && ofKnown {
			r.Kills = append(r.Kills, career.Kills{By: by, Of: of, Times: k.Times})
		}
	}
	if c := r.Setup.Campaign; c != nil {
		r.Waves.Campaign, r.Waves.Won = c.Name, slices.ContainsFunc(flights, func(f countedFlight) bool { return f.Won })
		r.Unrated = true // they fought as one team
	}
}

// inRecords returns the flight as results have it.
func (f *countedFlight) inRecords(s *game.Setup) career.Flight {
	return career.Flight{
		Pilot: f.Pilot, Slot: f.Slot, Lap: f.Lap, Identity: f.Identity, Name: f.Name, Skill: f.Skill, Novice: f.Novice,
		Class: f.Class, Weapon: f.Weapon, Team: f.Team,
		Score: f.Score, Kills: f.Kills, Deaths: f.Deaths, Assists: f.Assists, Shots: f.Shots, Hits: f.Hits,
		Won: f.Won, Place: f.Place, Flown: f.Flown,
		Damage: int(f.Did.Damage), DamageTaken: int(f.Did.Taken), Streak: int(f.Did.LongestStreak),
		Items: int(f.Did.Items), Barrels: int(f.Did.Barrels), Crashes: int(f.Did.Crashes), Revenges: int(f.Did.Avenged),
		FirstBlood: f.Did.FirstBlood, Behind: int(f.Did.Behind),
		Classes: arms(f.Did.Classes[:len(s.PilotClasses())], func(i int) string { return s.Classes[i].Name }),
		Weapons: arms(f.Did.Weapons[:len(s.PilotWeapons())], func(i int) string { return s.Weapons[i].Name }),
	}
}

// arms returns the counts of the classes or weapons that were used.
func arms(did []game.ArmTally, name func(i int) string) (list []career.Arm) {
	for i, a := range did {
		if a == (game.ArmTally{}) {
			continue
		}
		list = append(list, career.Arm{
			Name: name(i), Shots: int(a.Shots), Hits: int(a.Hits), Kills: int(a.Kills), Deaths: int(a.Deaths), Damage: int(a.Damage),
			Seconds: float64(a.Flown) / game.TickRate,
		})
	}
	return list
}

// publishResult ends the recording and publishes the result.
func (m *liveMatch) publishResult(finished bool) {
	if m.onResult == nil && !m.recorder.active() {
		return
	}
	r := newResult(m.Setup, &m.World)
	r.Finished, r.Number = finished, m.Number
	r.finish(&m.World, &m.Tally, m.Left, m.LeftKills, m.ids(), func(slot uint8) countedFlight { return m.flightOf(m.seats[slot]) })
	m.Left, m.LeftKills = nil, nil
	r.Proof = m.endProof(&r.Match)
	m.recorder.end(&r.Match, &m.World)
	if m.onResult != nil {
		m.onResult(r)
	}
}

// rank sets the place of each flight.
func rank(flights []countedFlight) {
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
func boundLeft(left []countedFlight, kills []killCount) ([]countedFlight, []killCount) {
	for len(left) > maxLeft {
		at := leastImportant(left)
		id := left[at].Pilot
		left = slices.Delete(left, at, at+1)
		if !slices.ContainsFunc(left, func(f countedFlight) bool { return f.Pilot == id }) {
			kills = slices.DeleteFunc(kills, func(k killCount) bool { return k.By == id || k.Of == id })
		}
	}
	return left, kills[max(len(kills)-maxLeftKills, 0):]
}

// leastImportant returns the index of the shortest flight of a bot or, without bots, of a player.
func leastImportant(flights []countedFlight) (least int) {
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

	left  []countedFlight
	kills []killCount
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

func (r *recount) flight(slot uint8, ship *game.Ship, racers []game.Racer) countedFlight {
	p := &r.seats[slot]
	f := flightOf(r.f.Setup, ship, &r.tally.Slots[slot])
	f.Pilot, f.Name, f.Slot = p.ID, p.Name, slot
	if r.f.Setup.Mode.State() == game.RaceState && int(slot) < len(racers) {
		f.Lap = racers[slot].Best
	}
	if p.Flags&proto.BotPilot != 0 {
		f.Skill = career.SkillUnknown
	}
	if r.f.Result != nil {
		for i := range r.f.Result.Flights {
			if of := &r.f.Result.Flights[i]; of.Pilot == p.ID && of.Slot == slot {
				f.Skill = of.Skill
			}
		}
	}
	return f
}

// result returns the result up to the end of the replay.
func (r *recount) result() Result {
	all := newResult(r.f.Setup, r.World)
	all.finish(r.World, &r.tally, r.left, r.kills, r.ids(), func(slot uint8) countedFlight {
		if r.Ships[slot].State == game.Empty {
			return countedFlight{}
		}
		return r.flight(slot, &r.Ships[slot], r.Racers[:])
	})
	return all
}

// ResultOfView returns the result of a match as a client saw and counted it: without identities, skills, and pilots that left before.
func ResultOfView(v *View, t *game.Tally) Result {
	w := v.World
	r := newResult(v.Setup, w)
	r.Lasted = 0
	for i := range t.Slots { // a pilot of the whole match shows how long it lasted
		r.Lasted = max(r.Lasted, tickTime(int64(t.Slots[i].Flown)))
	}
	winner := v.Setup.Winner(w)
	var flights []countedFlight
	var kills []killCount
	var seats []proto.Pilot
	for _, p := range v.Roster {
		if p.Slot >= game.MaxShips || w.Ships[p.Slot].State == game.Empty || t.Slots[p.Slot].Flown == 0 {
			continue
		}
		f := flightOf(v.Setup, &w.Ships[p.Slot], &t.Slots[p.Slot])
		f.Pilot, f.Name, f.Slot, f.Won = p.ID, p.Name, p.Slot, r.Finished && winner.Includes(p.Slot, f.Team)
		if p.Flags&proto.BotPilot != 0 && p.ID != v.Pilot {
			f.Skill = career.SkillUnknown
		}
		flights, seats = append(flights, f), append(seats, p)
	}
	rank(flights)
	for _, by := range seats {
		for _, of := range seats {
			if n := t.Slots[by.Slot].Killed[of.Slot]; n > 0 {
				kills = append(kills, killCount{by.ID, of.ID, int(n)})
			}
		}
	}
	r.store(flights, kills)
	return r
}
