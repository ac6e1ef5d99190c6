package net

import "slices"

// Bounds of what is remembered of those who left a match. Who joins and leaves for ever must not have it grow: it is in memory, and in
// each state that another host goes on from.
const (
	mostLeft      = 192  // flights; with those of all seats 256
	mostLeftKills = 2048 // ten a flight
)

// boundLeft leaves out the flights that count least when there are too many, and whom those destroyed.
func boundLeft(left []Flight, kills []Kills) ([]Flight, []Kills) {
	for len(left) > mostLeft {
		at := leastFlight(left)
		id := left[at].Pilot
		left = slices.Delete(left, at, at+1)
		if !slices.ContainsFunc(left, func(f Flight) bool { return f.Pilot == id }) {
			kills = slices.DeleteFunc(kills, func(k Kills) bool { return k.By == id || k.Of == id })
		}
	}
	return left, kills[max(len(kills)-mostLeftKills, 0):]
}

// leastFlight returns where the flight is that counts least: the briefest of a bot or, if there is none, of a player.
func leastFlight(flights []Flight) (least int) {
	for i := range flights {
		f, than := &flights[i], &flights[least]
		isBot, wasBot := f.Skill != 0, than.Skill != 0
		if isBot && !wasBot || isBot == wasBot && f.Flown < than.Flown {
			least = i
		}
	}
	return least
}
