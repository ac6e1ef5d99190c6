package model

import (
	"time"

	"dogfight/game"
)

// Vitals is what has to be remembered of the ship whose health the screen shows: the own one or, for a spectator, the one
// that is looked at.
type Vitals struct {
	Spawned time.Time // when the own ship last came into space; zero if that was not seen
	Broke   time.Time // when the ship last lost HP
	Broken  int       // how many it lost then, with those that were still breaking
	Emptied bool      // by the View seen last, it fired the last shot that it had

	slot  int
	flew  bool
	gone  bool // it was not in space, when looked at last
	hp    uint8
	loads bool // the gun was full since it was last empty
}

// BreakTime is how long HP that are lost are seen to break.
const BreakTime = 600 * time.Millisecond

// Look takes in how the ship in a slot is, or that there is none.
func (v *Vitals) Look(m *Match, slot int, now time.Time) {
	v.Emptied = false
	ship := m.Flying(slot)
	switch {
	case ship == nil:
		v.slot, v.flew, v.gone, v.Broken = slot, false, true, 0
		return
	case slot != v.slot || !v.flew:
		returns := v.gone && slot == v.slot || ship.Protect > 0
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
	v.lookAtGun(m, ship)
}

// lookAtGun notes when the last free shot of a gun is gone that has several. That is told once, until all of them are free
// again: who fires without a pause has none free most of the time.
func (v *Vitals) lookAtGun(m *Match, ship *game.Ship) {
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

// Breaking returns how many HP are seen to break, and for how long by now.
func (v *Vitals) Breaking(now time.Time) (hp int, since time.Duration) {
	if since = now.Sub(v.Broke); v.Broken == 0 || since < 0 || since >= BreakTime {
		return 0, 0
	}
	return v.Broken, since
}

// Low reports whether so few HP of a full number are left that one hit more may be the last.
func Low(hp, full int) bool { return hp > 0 && full > 1 && 3*hp <= full }
