package play

import (
	"time"

	"dogfight/game"
)

// choice is the class, weapon and team that the pilot picked for his next
// ship. It holds until the World has it, so that two quick picks add up.
type choice struct {
	class, weapon, team uint8
	picked              time.Time // zero when the World's is newer
}

// choiceHolds is how long a pick stands against a World that says otherwise.
const choiceHolds = 2 * time.Second

// settle takes over what the World says, unless a pick is on its way there.
func (c *choice) settle(f *frame) {
	if f.Me < 0 {
		return
	}
	ship := &f.World.Ships[f.Me]
	there := c.class == ship.NextClass && c.weapon == ship.NextWeapon && c.team == ship.Team
	if there || f.now.Sub(c.picked) > choiceHolds {
		*c = choice{class: ship.NextClass, weapon: ship.NextWeapon, team: ship.Team}
	}
}

// changeTeam picks the next team.
func (c *choice) changeTeam(s *game.Setup, now time.Time) {
	c.team = c.team%uint8(s.Mode.Teams()) + 1
	c.picked = now
}

// pick takes a key: the first digits are the classes, the next the weapons. It
// reports whether the key meant something.
func (c *choice) pick(key rune, s *game.Setup, now time.Time) bool {
	n := int(key - '1')
	switch {
	case n >= 0 && n < len(s.Classes):
		c.class = uint8(n)
	case n >= len(s.Classes) && n < len(s.Classes)+len(s.Weapons) && n < 9:
		c.weapon = uint8(n - len(s.Classes))
	default:
		return false
	}
	c.picked = now
	return true
}

func (c *choice) action() Action {
	return Action{Kind: Choose, Class: c.class, Weapon: c.weapon, Team: c.team}
}
