package game

// Barrel drifts about and explodes when shot.
type Barrel struct {
	X, Y   int32
	VX, VY int32
	HP     uint8  // 0: gone
	Timer  uint16 // while gone: until a new one stands at its tile
}

// placeBarrels puts a barrel on each of the arena's barrel tiles.
func (w *World) placeBarrels(s *Setup) {
	for i := range s.Arena.Barrels {
		w.placeBarrel(s, i)
	}
}

func (w *World) placeBarrel(s *Setup, i int) {
	vx, vy := Course(1 + w.Rand.Below(Courses-1)).Vector()
	at := s.Arena.Barrels[i]
	w.Barrels[i] = Barrel{X: at.X, Y: at.Y, VX: vx * barrelSpeed / One, VY: vy * barrelSpeed / One, HP: BarrelHP}
}

// driftBarrels moves every barrel by a tick and brings back the lost ones.
func (w *World) driftBarrels(s *Setup) {
	for i := range s.Arena.Barrels {
		b := &w.Barrels[i]
		if b.HP > 0 {
			b.drift(s.Arena)
			continue
		}
		if countDown(&b.Timer); b.Timer == 0 {
			w.placeBarrel(s, i)
		}
	}
}

// drift moves the barrel; rock turns it round.
func (b *Barrel) drift(a *Arena) {
	if x := b.X + b.VX; a.Solid(x+sign(b.VX)*barrelHalf, b.Y) {
		b.VX = -b.VX
	} else {
		b.X = x
	}
	if y := b.Y + b.VY; a.Solid(b.X, y+sign(b.VY)*barrelHalf) {
		b.VY = -b.VY
	} else {
		b.Y = y
	}
}

// hitBarrel takes damage from a barrel. One that explodes hurts what is near,
// other barrels too; all that follows is booked on the slot that shot.
func (w *World) hitBarrel(s *Setup, barrel, by int, damage uint8, events *Events) {
	b := &w.Barrels[barrel]
	if damage < b.HP {
		b.HP -= damage
		return
	}
	at := Point{b.X, b.Y}
	*b = Barrel{Timer: barrelDelay}
	events.add(Event{Kind: EventBlast, Slot: uint8(by), By: uint8(by), What: BlastWeapon, X: at.X, Y: at.Y})
	w.award(s, by, barrelScore)
	w.drop(s, at)
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == Flying && within(ship.X-at.X, ship.Y-at.Y, BlastRadius) &&
			(i == by || s.Harms(&w.Ships[by], ship)) {
			w.hurt(s, i, by, BlastWeapon, BlastDamage, at, events)
		}
	}
	for i := range w.Barrels {
		if other := &w.Barrels[i]; other.HP > 0 && within(other.X-at.X, other.Y-at.Y, BlastRadius) {
			w.hitBarrel(s, i, by, BlastDamage, events)
		}
	}
}
