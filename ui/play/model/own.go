package model

import (
	"math"
	"time"

	"dogfight/game"
)

// Vitals is the recent changes of the ship in the bottom line: the player's or, for a spectator, the watched one.
type Vitals struct {
	Spawned time.Time // when the own ship last spawned; zero if that was not seen
	Broke   time.Time // when the ship last lost HP
	Broken  int       // lost then, with those still breaking
	Emptied bool      // in the latest View the ship fired its last shot

	slot   int
	flew   bool
	absent bool // not in space at the last call
	hp     uint8
	loads  bool // full since it was last empty
}

// BreakTime is how long lost HP show as breaking.
const BreakTime = 600 * time.Millisecond

// Read records the state of the ship in a slot.
func (v *Vitals) Read(m *Match, slot int, now time.Time) {
	v.Emptied = false
	ship := m.Flying(slot)
	switch {
	case ship == nil:
		v.slot, v.flew, v.absent, v.Broken = slot, false, true, 0
		return
	case slot != v.slot || !v.flew:
		returns := v.absent && slot == v.slot || ship.Protect > 0
		*v = Vitals{Spawned: v.Spawned, slot: slot, hp: ship.HP}
		if slot == m.Me && returns {
			v.Spawned = now
		}
	case ship.HP < v.hp:
		if now.Sub(v.Broke) >= BreakTime {
			v.Broken = 0
		}
		v.Broken, v.Broke = v.Broken+int(v.hp-ship.HP), now
	case ship.HP > v.hp:
		v.Broken = 0
	}
	v.flew, v.hp = true, ship.HP
	v.readGun(m, ship)
}

// readGun notes when a gun with several shots fires the last free one. It does so once until all are free again:
// under continuous fire there is none free most of the time.
func (v *Vitals) readGun(m *Match, ship *game.Ship) {
	if m.Foreign || int(ship.Weapon) >= len(m.Setup.Weapons) {
		return
	}
	fan := int(m.Setup.Weapons[ship.Weapon].Fan)
	switch free, all := ship.FreeShots(m.Setup), ship.MaxShots(m.Setup); {
	case all <= fan:
	case free == all:
		v.loads = true
	case free < fan && v.loads:
		v.loads, v.Emptied = false, true
	}
}

// Breaking returns the HP that show as breaking, and since when.
func (v *Vitals) Breaking(now time.Time) (hp int, since time.Duration) {
	if since = now.Sub(v.Broke); v.Broken == 0 || since < 0 || since >= BreakTime {
		return 0, 0
	}
	return v.Broken, since
}

// Low reports whether one more hit may be the last.
func Low(hp, full int) bool { return hp > 0 && full > 1 && 3*hp <= full }

// Killer is the killer of the own ship.
type Killer struct {
	By       int // slot; -1 for no other ship
	Weapon   uint8
	HP, Full uint8     // of By at that time, and when whole
	Distance float64   // distance of the shot, in 1/256 unit
	At       time.Time // zero until reported
	dead     bool      // the own ship was dead at the last call
}

// Forget resets once the own ship is back: the event of its next loss may come a few Views later, or earlier.
func (k *Killer) Forget(m *Match) {
	if k.dead && m.Flying(m.Me) != nil {
		*k = Killer{By: -1}
	}
	k.dead = m.Dead()
}

// Note records an event.
func (k *Killer) Note(m *Match, now time.Time, ev *game.Event) {
	if ev.Kind != game.EventKill || int(ev.Slot) != m.Me {
		return
	}
	k.By, k.Weapon, k.At = int(ev.By), ev.What, now
	if ev.By == ev.Slot || ev.By >= game.MaxShips {
		k.By = -1
		return
	}
	k.HP, k.Full = ev.HP, m.Class(&m.World.Ships[ev.By]).HP
	k.Distance = math.Hypot(float64(ev.FromX)-float64(ev.X), float64(ev.FromY)-float64(ev.Y))
}

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
