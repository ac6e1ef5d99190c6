package net

import (
	"dogfight/game"
	"dogfight/proto"
)

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
