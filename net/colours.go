package net

import (
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// Colours are given to ships so that no two have the same while there are as many. A player has
// the colour that they want, unless another player has it already, and otherwise the free one nearest to
// it. Bots take what is left.

// colourCircle has the numbers of all colours so that those next to each other look most alike, the last
// and the first too: red, orange, yellow, lime, teal, violet, magenta, rose.
var colourCircle = [proto.Colours]uint8{1, 4, 2, 5, 8, 6, 3, 7}

// recolourEvery is the least between two changes of a pilot's colour that they ask for: everybody is told.
const recolourEvery = 3 * game.TickRate

// requestColour has a pilot's ship be of another colour as soon as it is their turn. The last one asked for counts.
func (m *liveMatch) requestColour(p *pilot, want uint8) {
	if want != p.Wanted {
		p.Wanted = want
		m.recolour = m.recolour || p.seated()
	}
}

// changeColours gives those the colours that they want whose turn it is.
func (m *liveMatch) changeColours() {
	if !m.recolour {
		return
	}
	m.recolour = false
	for _, p := range m.seats {
		switch now := m.World.Tick; {
		case p == nil || p.Wanted == 0 || p.Wanted == p.Colour:
		case p.Coloured != 0 && now-p.Coloured < recolourEvery:
			m.recolour = true
		default:
			p.Coloured = max(now, 1)
			m.colour(p)
		}
	}
}

// colour gives a pilot with a ship a colour, and bots that have the same another one.
func (c *crew) colour(p *pilot) {
	p.Colour = c.freeColour(p)
	c.stale = true
	if p.isBot() {
		return
	}
	for _, other := range c.seats {
		if other != nil && other != p && other.isBot() && other.Colour == p.Colour {
			other.Colour = c.freeColour(other)
		}
	}
}

// freeColour returns the colour for a pilot: of those that the fewest other players have the nearest to what they want or,
// where they want none, the one that the fewest bots have.
func (c *crew) freeColour(p *pilot) uint8 {
	var cost [proto.Colours + 1]int
	for _, other := range c.seats {
		switch {
		case other == nil || other == p || other.Colour == 0:
		case !other.isBot():
			cost[other.Colour] += game.MaxShips
		case p.Wanted == 0:
			cost[other.Colour]++
		}
	}
	colours := nearestColours(p.Wanted, p.Slot)
	return slices.MinFunc(colours[:], func(a, b uint8) int { return cost[a] - cost[b] })
}

// nearestColours returns all colours, those nearest to one first or, where it is 0, from the slot's own on.
func nearestColours(want, slot uint8) (list [proto.Colours]uint8) {
	if want == 0 {
		for i := range list {
			list[i] = (slot+uint8(i))%proto.Colours + 1
		}
		return list
	}
	at := slices.Index(colourCircle[:], want)
	for i := range list {
		step := (i + 1) / 2
		if i%2 == 0 {
			step = -step
		}
		list[i] = colourCircle[(at+step+proto.Colours)%proto.Colours]
	}
	return list
}
