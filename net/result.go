package net

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// Result tells how a match went. It belongs to whoever is told.
type Result struct {
	Setup      *game.Setup // read-only
	Lasted     time.Duration
	Finished   bool // false: the host closed in the middle of it
	TeamScores [game.MaxTeams + 1]int32
	// Flights are of all who had a ship while it lasted, bots too. Who left and
	// came back anew has several.
	Flights []Flight
}

// Flight is what a pilot did in a match, until its end or until he left.
type Flight struct {
	Identity string // as his link has it; "" if he has proven none
	Name     string
	Skill    int // of a bot, 1 to 5; 0: a person, whoever flew for him while he was away

	Class, Weapon string // of his last ship
	Team          uint8

	Score                  int32
	Kills, Deaths, Assists int
	Shots, Hits            int  // aimed, and at foes: mines lie in wait
	Won                    bool // he, or his team
	Flown                  time.Duration
}

// deeds are what a match is to be told of, besides the World.
type deeds struct {
	slots [game.MaxShips]slotDeeds
	gone  []Flight // of those who left
}

// slotDeeds are those of the pilot in a slot.
type slotDeeds struct {
	shots, hits int
	flown       game.Tick
}

// note counts what the tick that was just done has brought.
func (d *deeds) note(s *game.Setup, w *game.World, events []game.Event) {
	for i := range events {
		switch ev := &events[i]; ev.Kind {
		case game.EventShot:
			if aimed(s, ev.What) {
				d.slots[ev.Slot].shots += int(s.Weapons[ev.What].Fan)
			}
		case game.EventHit, game.EventBlock:
			if aimed(s, ev.What) && s.Mode.Foes(&w.Ships[ev.By], &w.Ships[ev.Slot]) {
				d.slots[ev.By].hits++
			}
		}
	}
	if w.Status != game.InProgress {
		return
	}
	for i := range w.Ships {
		if w.Ships[i].State != game.Empty {
			d.slots[i].flown++
		}
	}
}

// aimed reports whether the shots of a weapon fly.
func aimed(s *game.Setup, weapon uint8) bool {
	return int(weapon) < len(s.Weapons) && s.Weapons[weapon].Speed > 0
}

// leave lets a pilot go, and remembers what he has done.
func (h *Host) leave(p *pilot) {
	h.unseat(p)
	h.crew.leave(p)
}

// unseat takes the ship of a pilot who stays, and remembers what he has done.
func (h *Host) unseat(p *pilot) {
	if p.seated() {
		if f := h.flightOf(p); f.Flown > 0 && h.world.Status == game.InProgress {
			h.deeds.gone = append(h.deeds.gone, f)
		}
		h.deeds.slots[p.Slot] = slotDeeds{}
	}
	h.vacate(p)
}

// flightOf returns what the pilot, who has a seat, has done in this match.
func (h *Host) flightOf(p *pilot) Flight {
	ship, did := &h.world.Ships[p.Slot], &h.deeds.slots[p.Slot]
	f := Flight{
		Identity: p.identity, Name: p.Name,
		Class: h.setup.Classes[ship.Class].Name, Weapon: h.setup.Weapons[ship.Weapon].Name, Team: ship.Team,
		Score: ship.Score, Kills: int(ship.Kills), Deaths: int(ship.Deaths), Assists: int(ship.Assists),
		Shots: did.shots, Hits: did.hits, Flown: tickTime(int64(did.flown)),
	}
	if p.token == (proto.Token{}) {
		f.Skill = h.terms.Skill
	}
	return f
}

// conclude tells how the match went.
func (h *Host) conclude(finished bool) {
	if h.conf.Result == nil {
		return
	}
	r := Result{
		Setup: h.setup, Lasted: tickTime(int64(h.world.Tick - h.world.Started)), Finished: finished,
		TeamScores: h.world.TeamScores, Flights: h.deeds.gone,
	}
	h.deeds.gone = nil
	gone := len(r.Flights)
	for _, p := range h.seats {
		if p == nil {
			continue
		}
		if f := h.flightOf(p); f.Flown > 0 {
			r.Flights = append(r.Flights, f)
		}
	}
	if finished && len(r.Flights) > 1 { // alone is no victory
		r.crown(r.Flights[gone:])
	}
	h.conf.Result(r)
}

// crown marks those who have won among those who stayed: nobody if it is a draw.
func (r *Result) crown(stayed []Flight) {
	if r.Setup.Mode.Teams() > 0 {
		for i := range stayed {
			team := stayed[i].Team
			stayed[i].Won = team != 0 && r.TeamScores[team] > r.TeamScores[game.MaxTeams+1-team]
		}
		return
	}
	var best *Flight
	for i := range stayed {
		switch f := &stayed[i]; {
		case best == nil || f.Score > best.Score:
			best, f.Won = f, true
		case f.Score == best.Score:
			best.Won = false // but it is still what has to be beaten
		}
	}
	for i := range stayed {
		stayed[i].Won = stayed[i].Won && &stayed[i] == best
	}
}
