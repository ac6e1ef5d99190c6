package carnage

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// teller puts what is to be seen into Records, and knows what was told before.
type teller struct {
	record Record

	// introduce holds back the static data of all players until those of the
	// client's own ship were told: by that it knows which one it is.
	introduce bool

	// unasked holds back the client's own ship, which comes back by itself, until the
	// client has asked for it: who learns of it before takes it for the one it lost.
	unasked bool

	census dialect.Census
	known  uint64 // slots whose ships the client knows
	told   [game.MaxShips]PlayerStatic
	past   chronicle
	setup  *game.Setup
}

// look watches the match, in every tick.
func (t *teller) look(s *dialect.Scene) {
	if t.setup != s.Setup {
		t.setup = s.Setup
		t.past.forget()
	}
	t.past.look(s.Setup, s.World, s.Events)
}

// tell returns the next Record, which is good until the next call.
func (t *teller) tell(s *dialect.Scene) *Record {
	t.census.Take(s)
	t.record.Time = timeOf(s.World)
	t.record.Entities = t.record.Entities[:0]
	for _, id := range t.census.Gone {
		t.remove(id)
	}
	for i := range t.census.Things {
		t.tellThing(s, &t.census.Things[i])
	}
	return &t.record
}

// remove tells that a thing is gone, unless the client never knew of it.
func (t *teller) remove(id uint32) {
	if slot := id - 1; slot < game.MaxShips {
		known := t.known&(1<<slot) != 0
		t.known &^= 1 << slot
		if !known {
			return
		}
	}
	t.record.Entities = append(t.record.Entities, Entity{ID: id})
}

func (t *teller) tellThing(s *dialect.Scene, thing *dialect.Thing) {
	e := Entity{ID: thing.ID, Static: thing.New, Dynamic: true}
	switch thing.Kind {
	case dialect.Ship:
		t.tellPlayer(s, thing)
		return
	case dialect.Barrel:
		e.Type, e.Barrel = BarrelEntity, barrelAt(thing, &t.past.barrels[thing.Index])
	case dialect.Shot:
		e.Type, e.Bullet = BulletEntity, bulletAt(thing, s.World.Shots[thing.Slot][thing.Index].Weapon)
	case dialect.Orb, dialect.PowerUp:
		e.Type, e.Orb = OrbEntity, orbAt(thing, s.World.Items[thing.Index].Kind)
	}
	t.record.Entities = append(t.record.Entities, e)
}

// tellPlayer tells of a ship, with static data if the client does not have them.
func (t *teller) tellPlayer(s *dialect.Scene, thing *dialect.Thing) {
	slot := int(thing.Slot)
	ship := &s.World.Ships[slot]
	static := staticOf(ship, s.PilotAt(slot))
	known := t.known&(1<<slot) != 0
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
