package model

import (
	"time"

	"dogfight/game"
)

// Vitals is the recent changes of the ship whose health shows: the own one or, for a spectator, the watched one.
type Vitals struct {
	Spawned time.Time // when the own ship last spawned; zero if that was not seen
	Broke   time.Time // when the ship last lost HP
	Broken  int       // lost then, with those still breaking
	Emptied bool      // in the latest View the ship fired its last shot

	slot  int
	flew  bool
	gone  bool // not in space at the last call
	hp    uint8
	loads bool // full since it was last empty
}

// BreakTime is how long lost HP show as breaking.
const BreakTime = 600 * time.Millisecond

// Look records the state of the ship in a slot.
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

// lookAtGun notes when a gun with several shots fires the last free one. It does so once until all are free again:
// under continuous fire there is none free most of the time.
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

// Breaking returns the HP that show as breaking, and since when.
func (v *Vitals) Breaking(now time.Time) (hp int, since time.Duration) {
	if since = now.Sub(v.Broke); v.Broken == 0 || since < 0 || since >= BreakTime {
		return 0, 0
	}
	return v.Broken, since
}

// Low reports whether one more hit may be the last.
func Low(hp, full int) bool { return hp > 0 && full > 1 && 3*hp <= full }
