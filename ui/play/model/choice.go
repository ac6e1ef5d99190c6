package model

import (
	"time"

	"dogfight/game"
)

// Choice is the player's choice for the next ship. It holds until the World has it, so that two quick picks add up.
type Choice struct {
	Class, Weapon, Team uint8
	picked              time.Time // zero when the World is newer
}

// choiceHolds is how long a pick overrides the World.
const choiceHolds = 2 * time.Second

// Settle adopts the World's choice, unless a pick is on its way there.
func (c *Choice) Settle(m *Match, now time.Time) {
	if m.Me < 0 {
		return
	}
	ship := &m.World.Ships[m.Me]
	there := c.Class == ship.NextClass && c.Weapon == ship.NextWeapon && c.Team == ship.Team
	if there || now.Sub(c.picked) > choiceHolds {
		*c = Choice{Class: ship.NextClass, Weapon: ship.NextWeapon, Team: ship.Team}
	}
}

// ChangeTeam picks the next team.
func (c *Choice) ChangeTeam(s *game.Setup, now time.Time) {
	c.Team = c.Team%uint8(s.PilotTeams()) + 1
	c.picked = now
}

// Pick handles a key: the first digits are the classes, the next the weapons. It reports whether the key was one.
func (c *Choice) Pick(key rune, s *game.Setup, now time.Time) bool {
	n := int(key - '1')
	switch {
	case n >= 0 && n < len(s.PilotClasses()):
		c.Class = uint8(n)
	case n >= len(s.PilotClasses()) && n < len(s.PilotClasses())+len(s.PilotWeapons()) && n < 9:
		c.Weapon = uint8(n - len(s.PilotClasses()))
	default:
		return false
	}
	c.picked = now
	return true
}
