package carnage

import (
	"cmp"
	"math"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// recordWriter makes Records of a match, and knows the entities that the client has.
type recordWriter struct {
	record Record

	// introduce holds back the static data of all players until those of the client's own ship are sent: by that the client
	// knows its ship.
	introduce bool

	// unasked holds back the client's own ship, which comes back by itself, until the client has asked for it: earlier, it
	// would take it for the one it lost.
	unasked bool

	tables  tables
	tracker dialect.Tracker
	known   uint64 // slots with ships that the client knows
	sent    [game.MaxShips]PlayerStatic
	past    history
	setup   *game.Setup
}

// update follows the match. It is called in every tick.
func (t *recordWriter) update(s *dialect.Scene) {
	if t.setup != s.Setup {
		t.setup = s.Setup
		t.past.forget()
	}
	t.past.update(s.Setup, s.World, s.Events)
}

// next returns the next Record, which is good until the next call.
func (t *recordWriter) next(s *dialect.Scene) *Record {
	t.tracker.Update(s)
	t.record.Time = timeOf(s.World)
	t.record.Entities = t.record.Entities[:0]
	for _, gone := range t.tracker.Gone {
		t.remove(gone)
	}
	for i := range t.tracker.Things {
		t.add(s, &t.tracker.Things[i])
	}
	return &t.record
}

// remove adds the removal of a thing that the client knows.
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

// typeOf returns the type of the things of a kind.
func typeOf(kind dialect.Kind) EntityType {
	switch kind {
	case dialect.Ship:
		return PlayerEntity
	case dialect.Barrel:
		return BarrelEntity
	case dialect.Shot:
		return BulletEntity
	}
	return OrbEntity
}

func (t *recordWriter) add(s *dialect.Scene, thing *dialect.Thing) {
	e := Entity{Type: typeOf(thing.Kind), ID: thing.ID, Static: thing.New, Dynamic: true}
	switch thing.Kind {
	case dialect.Ship:
		t.addPlayer(s, thing)
		return
	case dialect.Barrel:
		e.Barrel = barrelAt(thing, &t.past.barrels[thing.Index])
	case dialect.Shot:
		e.Bullet = bulletAt(thing, t.tables.weapon(s.Setup, s.World.Shots[thing.Slot][thing.Index].Weapon))
	case dialect.Orb, dialect.PowerUp:
		e.Orb = Orb{Radius: dialect.Unit(game.ItemRadius), Color: float32(thing.Item), Random: randomOf(thing.ID), Position: positionOf(thing)}
	}
	t.record.Entities = append(t.record.Entities, e)
}

// addPlayer adds a ship, with static data if the client does not have them. A ship waits until the roster has its pilot: the
// first static data have a name.
func (t *recordWriter) addPlayer(s *dialect.Scene, thing *dialect.Thing) {
	slot := int(thing.Slot)
	ship := &s.World.Ships[slot]
	known := t.known&(1<<slot) != 0
	static := PlayerStatic{
		Type:        ship.Team,
		Radius:      dialect.Unit(game.ShipRadius),
		WeaponIndex: t.tables.weapon(s.Setup, ship.Weapon),
		ClassIndex:  t.tables.class(s.Setup, ship.Class),
	}
	named := true
	if drone := s.Drone(slot); drone != nil {
		static.Name = cmp.Or(drone.Title, drone.Name)
	} else if pilot := s.PilotAt(slot); pilot != nil && (slot != s.Me || pilot.ID == s.Pilot) {
		static.Name = pilot.Name
	} else if !known {
		return
	} else {
		static.Name, named = t.sent[slot].Name, false // perhaps that of another pilot, who had the slot before
	}
	wanted := !known || static != t.sent[slot]
	if t.introduce {
		wanted = slot == s.Me && named
		t.introduce = !wanted
	}
	if !known && (!wanted || t.unasked && slot == s.Me) {
		return
	}
	if wanted {
		t.known |= 1 << slot
		t.sent[slot] = static
	}
	e := Entity{Type: PlayerEntity, ID: thing.ID, Static: wanted, Dynamic: true}
	e.Player = playerOf(ship, &s.Setup.Classes[ship.Class], &t.past.ships[slot])
	e.Player.PlayerStatic = static
	t.record.Entities = append(t.record.Entities, e)
}

// playerOf returns the dynamic data of a ship.
func playerOf(ship *game.Ship, class *game.Class, p *past) Player {
	return Player{
		Position:         Vec2{dialect.Unit(ship.X), dialect.Unit(ship.Y)},
		Angle:            angleOf(ship.Facing),
		IconAngle:        angleOf(ship.Facing),
		HealthPercentage: percentage(ship.HP, class.HP),
		Score:            float32(ship.Score),

		TimeWhenLastBulletFired:         p.fired,
		TimeWhenLastDamaged:             p.damaged,
		LatestTimeWhenBelowMaxHealth:    p.below,
		LatestTimeWhenNotBelowMaxHealth: p.whole,
	}
}

func barrelAt(thing *dialect.Thing, p *past) Barrel {
	return Barrel{
		Radius:   dialect.Unit(game.BarrelRadius),
		Vertices: 8, // for the drawing: a World has none
		Bolts:    4,

		Position:         positionOf(thing),
		HealthPercentage: percentage(p.hp, game.BarrelHP),

		TimeWhenLastDamaged:             p.damaged,
		LatestTimeWhenBelowMaxHealth:    p.below,
		LatestTimeWhenNotBelowMaxHealth: p.whole,
	}
}

func bulletAt(thing *dialect.Thing, weapon uint8) Bullet {
	b := Bullet{
		OwnerRadius: dialect.Unit(game.ShipRadius),
		WeaponIndex: weapon,
		Random:      randomOf(thing.ID),
		Position:    positionOf(thing),
	}
	if speed := math.Hypot(float64(thing.VX), float64(thing.VY)); speed > 0 {
		b.Direction = Vec2{float32(float64(thing.VX) / speed), float32(float64(thing.VY) / speed)}
	}
	return b
}

func positionOf(thing *dialect.Thing) Vec2 {
	return Vec2{dialect.Unit(thing.X), dialect.Unit(thing.Y)}
}

// angleOf returns the angle of a course in radians, clockwise from the right, as y grows downwards: above -pi, up to pi.
func angleOf(c game.Course) float32 {
	x, y := c.Vector()
	return float32(math.Atan2(float64(y), float64(x)))
}

// percentage returns the hp left in percent. More than full, which power-ups give, is 100.
func percentage(hp, full uint8) float32 { return 100 * float32(min(hp, full)) / float32(full) }

// randomOf returns a number from 0 up to 1 that depends on the id alone.
func randomOf(id uint32) float32 {
	const golden = 2654435769 // 2^32 by the golden ratio spreads consecutive numbers
	return float32(id*golden>>8) / (1 << 24)
}

// history keeps the times of events, which a World does not have.
type history struct {
	ships   [game.MaxShips]past
	barrels [game.MaxBarrels]past
}

// past is the history of a ship or a barrel, in seconds of the match.
type past struct {
	fired, damaged float32
	below, whole   float32 // the last times with less than its full hp, and with it
	hp             uint8   // at the last update
}

// never is long before any match began.
const never = -3600

func (p *past) forget() { *p = past{fired: never, damaged: never, below: never, whole: never} }

func (h *history) forget() {
	for i := range h.ships {
		h.ships[i].forget()
	}
	for i := range h.barrels {
		h.barrels[i].forget()
	}
}

// update records the events, and forgets things that are no longer in space.
func (h *history) update(s *game.Setup, w *game.World, events []game.Event) {
	now := timeOf(w)
	for _, ev := range events {
		switch ev.Kind {
		case game.EventShot:
			h.ships[ev.Slot].fired = now
		case game.EventHit:
			h.ships[ev.Slot].damaged = now
		}
	}
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == game.Flying {
			h.ships[i].setHP(ship.HP, s.Classes[ship.Class].HP, now)
		} else {
			h.ships[i].forget()
		}
	}
	for i := range w.Barrels {
		p, hp := &h.barrels[i], w.Barrels[i].HP
		if hp == 0 {
			p.forget()
			continue
		}
		if hp < p.hp { // no event reports the hit
			p.damaged = now
		}
		p.setHP(hp, game.BarrelHP, now)
	}
}

func (p *past) setHP(hp, full uint8, now float32) {
	if p.hp = hp; hp < full {
		p.below = now
	} else {
		p.whole = now
	}
}

// timeOf returns the seconds since the match began, 0 before it does.
func timeOf(w *game.World) float32 {
	if w.Status == game.Waiting {
		return 0
	}
	return float32(w.Tick-w.Started) / game.TickRate
}
