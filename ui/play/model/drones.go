package model

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// OfDrones reports whether a slot is for drones.
func (m *Match) OfDrones(slot int) bool { return !m.Foreign && slot >= m.Setup.Mode.Pilots() }

// Kind returns the kind of the drone in a slot, or nil if there is none.
func (m *Match) Kind(slot int) *game.Kind {
	if m.Setup.Campaign == nil || m.World.Drone(slot) == nil {
		return nil
	}
	return m.Setup.Kind(m.World.Ships[slot].Class)
}

// IsPart reports whether the ship in a slot is part of a boss, other than its core.
func (m *Match) IsPart(slot int) bool {
	kind := m.Kind(slot)
	return kind != nil && (kind.Role == game.Weak || kind.Role == game.Plate)
}

// Name returns the name of a pilot or the kind of a drone.
func (m *Match) Name(slot int) string {
	if !m.OfDrones(slot) {
		return m.Pilots.Name(slot)
	}
	class := m.Class(&m.World.Ships[slot])
	if !class.Drone {
		return "a drone" // already gone
	}
	return class.Title
}

// droneHull returns the colours of a drone: armed ones and bosses have others than rammers.
func (m *Match) droneHull(slot int) canvas.Ramp {
	if kind := m.Setup.Kind(m.World.Ships[slot].Class); kind != nil && !kind.Armed && kind.Role == game.Plain {
		return canvas.ShipRamp(rammers)
	}
	return canvas.ShipRamp(gunners)
}

// The colour numbers of drones.
const (
	gunners = 1 // red
	rammers = 7 // rose
)

// Boss is the state of a boss.
type Boss struct {
	Slot        int // of its core
	Class       *game.Class
	HP, Full    int // of its weak spots and its core
	Spots, Left int // weak spots at first, and now
}

// Boss returns the first boss in space, if any.
func (m *Match) Boss() (b Boss, there bool) {
	for slot := game.MaxShips - 1; slot >= m.Setup.Mode.Pilots() && slot >= game.MaxShips-game.MaxDrones; slot-- {
		kind := m.Kind(slot)
		if kind == nil || kind.Role != game.Core || m.World.Ships[slot].State != game.Flying {
			continue
		}
		core := &m.World.Ships[slot]
		b = Boss{Slot: slot, Class: m.Class(core), HP: int(core.HP), Full: int(m.World.DroneHP(m.Setup, core.Class))}
		for _, p := range kind.Parts {
			if k := m.Setup.Kind(p.Class); k != nil && k.Role == game.Weak {
				b.Spots++
				b.Full += int(m.World.DroneHP(m.Setup, p.Class))
			}
		}
		m.eachSpot(slot, func(spot int) {
			b.Left++
			b.HP += int(m.World.Ships[spot].HP)
		})
		return b, true
	}
	return b, false
}

// eachSpot calls do with the slot of each weak spot left on a core.
func (m *Match) eachSpot(core int, do func(slot int)) {
	for i := range m.World.Drones {
		slot := game.MaxShips - 1 - i
		if d := m.World.Drone(slot); d == nil || int(d.Link) != core+1 {
			continue
		}
		if k := m.Kind(slot); k != nil && k.Role == game.Weak {
			do(slot)
		}
	}
}

// SpotLeft reports whether a part of a core is left.
func (m *Match) SpotLeft(core int, p game.Part) bool {
	for i := range m.World.Drones {
		if d := &m.World.Drones[i]; d.Wave != 0 && int(d.Link) == core+1 && d.X == p.X && d.Y == p.Y {
			return true
		}
	}
	return false
}
