package net

import (
	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
)

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
