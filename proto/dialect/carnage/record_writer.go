package carnage

import (
	"cmp"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// recordWriter puts what is to be seen into Records, and knows what the client has.
type recordWriter struct {
	record Record

	// introduce holds back the static data of all players until those of the
	// client's own ship were told: by that it knows which one it is.
	introduce bool

	// unasked holds back the client's own ship, which comes back by itself, until the
	// client has asked for it: earlier, it would take it for the one it lost.
	unasked bool

	tables  tables
	tracker dialect.Tracker
	known   uint64 // slots whose ships the client knows
	told    [game.MaxShips]PlayerStatic
	past    history
	setup   *game.Setup
}

// look watches the match, in every tick.
func (t *recordWriter) look(s *dialect.Scene) {
	if t.setup != s.Setup {
		t.setup = s.Setup
		t.past.forget()
	}
	t.past.look(s.Setup, s.World, s.Events)
}

// tell returns the next Record, which is good until the next call.
func (t *recordWriter) tell(s *dialect.Scene) *Record {
	t.tracker.Update(s)
	t.record.Time = timeOf(s.World)
	t.record.Entities = t.record.Entities[:0]
	for _, gone := range t.tracker.Gone {
		t.remove(gone)
	}
	for i := range t.tracker.Things {
		t.tellThing(s, &t.tracker.Things[i])
	}
	return &t.record
}

// remove tells that a thing is gone, unless the client never knew of it.
func (t *recordWriter) remove(gone dialect.Gone) {
	if gone.Kind == dialect.Ship {
		slot := gone.ID - 1
		known := t.known&(1<<slot) != 0
		t.known &^= 1 << slot
		if !known {
			return
		}
	}
	t.record.Entities = append(t.record.Entities, Entity{Type: typeOf(gone.Kind), ID: gone.ID})
}

func (t *recordWriter) tellThing(s *dialect.Scene, thing *dialect.Thing) {
	e := Entity{Type: typeOf(thing.Kind), ID: thing.ID, Static: thing.New, Dynamic: true}
	switch thing.Kind {
	case dialect.Ship:
		t.tellPlayer(s, thing)
		return
	case dialect.Barrel:
		e.Barrel = barrelAt(thing, &t.past.barrels[thing.Index])
	case dialect.Shot:
		e.Bullet = bulletAt(thing, t.tables.weapon(s.Setup, s.World.Shots[thing.Slot][thing.Index].Weapon))
	case dialect.Orb, dialect.PowerUp:
		e.Orb = orbAt(thing)
	}
	t.record.Entities = append(t.record.Entities, e)
}

// staticOf returns the static data of a ship but for the name, which a World does not have.
func (t *recordWriter) staticOf(s *game.Setup, ship *game.Ship) PlayerStatic {
	return PlayerStatic{
		Type:        ship.Team,
		Radius:      dialect.Unit(game.ShipRadius),
		WeaponIndex: t.tables.weapon(s, ship.Weapon),
		ClassIndex:  t.tables.class(s, ship.Class),
	}
}

// tellPlayer tells of a ship, with static data if the client does not have them. One whose pilot the
// roster does not have yet is told of when it does: first static data have a name.
func (t *recordWriter) tellPlayer(s *dialect.Scene, thing *dialect.Thing) {
	slot := int(thing.Slot)
	ship := &s.World.Ships[slot]
	known := t.known&(1<<slot) != 0
	static := t.staticOf(s.Setup, ship)
	if drone := s.Drone(slot); drone != nil {
		static.Name = cmp.Or(drone.Title, drone.Name)
	} else if pilot := s.PilotAt(slot); pilot != nil && (slot != s.Me || pilot.ID == s.Pilot) {
		static.Name = pilot.Name
	} else if !known {
		return
	} else {
		static.Name = t.told[slot].Name
	}
	wanted := !known || static != t.told[slot]
	if t.introduce {
		wanted = slot == s.Me
		t.introduce = !wanted
	}
	if !known && (!wanted || t.unasked && slot == s.Me) {
		return
	}
	if wanted {
		t.known |= 1 << slot
		t.told[slot] = static
	}
	e := Entity{Type: PlayerEntity, ID: thing.ID, Static: wanted, Dynamic: true}
	e.Player = playerOf(ship, &s.Setup.Classes[ship.Class], &t.past.ships[slot])
	e.Player.PlayerStatic = static
	t.record.Entities = append(t.record.Entities, e)
}
