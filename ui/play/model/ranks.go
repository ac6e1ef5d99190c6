package model

import (
	"cmp"
	"slices"

	"dogfight/game"
)

// Rank returns the pilots' slots, the best first. It reuses a slice; the last ranks sort fastest.
func (m *Match) Rank(ranks []int) []int {
	var ranked [game.MaxShips]bool
	for _, slot := range ranks {
		ranked[slot] = true
	}
	for slot := range m.World.Ships {
		if !ranked[slot] {
			ranks = append(ranks, slot)
		}
	}
	ranks = slices.DeleteFunc(ranks, func(slot int) bool {
		ship := &m.World.Ships[slot]
		return ship.State == game.Empty || m.Class(ship).Drone
	})
	slices.SortFunc(ranks, m.Compare)
	if winner := m.Setup.Winner(m.World); m.World.Status == game.Closed && winner.Decided && winner.Team == 0 {
		m.putFirst(ranks, int(winner.Slot))
	}
	return ranks
}

// putFirst puts the winner before equal scores: some modes decide by more than the score.
func (m *Match) putFirst(ranks []int, winner int) {
	if at := slices.Index(ranks, winner); at > 0 && m.World.Ships[ranks[0]].Score == m.World.Ships[winner].Score {
		copy(ranks[1:at+1], ranks[:at])
		ranks[0] = winner
	}
}

// Compare orders slots by score, then by fewer deaths, then by number.
func (m *Match) Compare(a, b int) int {
	first, second := &m.World.Ships[a], &m.World.Ships[b]
	return cmp.Or(
		cmp.Compare(second.Score, first.Score),
		cmp.Compare(first.Deaths, second.Deaths),
		cmp.Compare(a, b))
}

// PlaceOf returns the place of a slot in the ranks of all or of its team. Equal scores share a place.
func (m *Match) PlaceOf(ranks []int, slot int) (place int, shared bool) {
	place = 1
	own := m.World.Ships[slot].Score
	for _, other := range ranks {
		switch score := m.World.Ships[other].Score; {
		case score > own:
			place++
		case score == own && other != slot:
			shared = true
		}
	}
	return place, shared
}

// Members returns the ranks of a team.
func (m *Match) Members(ranks []int, team uint8) (slots []int) {
	for _, slot := range ranks {
		if m.World.Ships[slot].Team == team {
			slots = append(slots, slot)
		}
	}
	return slots
}
