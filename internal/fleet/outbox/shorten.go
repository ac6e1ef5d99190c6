package outbox

import (
	"cmp"
	"slices"

	"dogfight/internal/records"
)

// shorten takes out of a match what counts least of what is still there, and reports whether there was anything. Without all that,
// as many as can fly at the end fit.
func shorten(m *records.Match) bool {
	left := len(leftEarly(m.Flights))
	switch {
	case slices.ContainsFunc(m.Flights, func(f records.Flight) bool { return f.Proof != nil }):
		for i := range m.Flights {
			m.Flights[i].Proof = nil // it comes again with the next match
		}
	case m.Laps.Proof != nil:
		m.Laps = records.Laps{}
	case len(m.Kills) > 0:
		m.Kills = nil
	case left > 0:
		leaveOut(m, (left+1)/2)
	default:
		return dropArms(m)
	}
	return true
}

// leftEarly returns which flights were over before the match was: those that count least first, which are the ones of bots, and the
// briefest.
func leftEarly(flights []records.Flight) (left []int) {
	for i := range flights {
		if flights[i].Place == 0 {
			left = append(left, i)
		}
	}
	slices.SortStableFunc(left, func(a, b int) int {
		one, other := &flights[a], &flights[b]
		if bot := one.Skill != 0; bot != (other.Skill != 0) {
			if bot {
				return -1
			}
			return 1
		}
		return cmp.Compare(one.Flown, other.Flown)
	})
	return left
}

// leaveOut takes so many flights out of a match, as far as they were over before it was, and what tells of them.
func leaveOut(m *records.Match, n int) {
	if n <= 0 {
		return
	}
	left := leftEarly(m.Flights)
	out := map[int]bool{}
	for _, i := range left[:min(n, len(left))] {
		out[i] = true
	}
	var stay []records.Flight
	now := map[int]int{} // where those that stay are, by where they were
	for i := range m.Flights {
		if !out[i] {
			now[i] = len(stay)
			stay = append(stay, m.Flights[i])
		}
	}
	m.Flights = stay
	moveKills(m, now)
	moveLaps(m, now)
}

func moveKills(m *records.Match, now map[int]int) {
	var kills []records.Kills
	for _, k := range m.Kills {
		by, stays := now[k.By]
		of, too := now[k.Of]
		if stays && too {
			kills = append(kills, records.Kills{By: by, Of: of, Times: k.Times})
		}
	}
	m.Kills = kills
}

func moveLaps(m *records.Match, now map[int]int) {
	var laps []records.Lap
	for _, l := range m.Laps.Best {
		var stays bool
		if l.Flight, stays = now[l.Flight]; stays {
			laps = append(laps, l)
		}
	}
	m.Laps.Best = laps
}

// dropArms takes out with which ships and guns was flown, and reports whether that was there.
func dropArms(m *records.Match) (had bool) {
	for i := range m.Flights {
		f := &m.Flights[i]
		had = had || f.Classes != nil || f.Weapons != nil
		f.Classes, f.Weapons = nil, nil
	}
	return had
}
