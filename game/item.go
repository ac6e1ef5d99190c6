package game

// Item is a power-up or an orb. The first items of a World are on the arena's pads,
// in their order; the others are drops.
type Item struct {
	Kind  ItemKind
	X, Y  int32
	Timer uint16 // on an empty pad: ticks until the next appears; of a drop: until it vanishes
}

// ItemKind is the kind of an Item. 0 to 3 are the Dogfight protocol's numbers.
type ItemKind uint8

// The items.
const (
	NoItem        ItemKind = 0
	HPPlusOne     ItemKind = 1
	HPPlusThree   ItemKind = 2
	AmmoPlusOne   ItemKind = 3
	ShieldItem    ItemKind = 4
	OverdriveItem ItemKind = 5
	OrbItem       ItemKind = 6
	CloakItem     ItemKind = 7
	SeekerItem    ItemKind = 8
	ShockItem     ItemKind = 9
)

// ItemKinds is the number of kinds, NoItem among them.
const ItemKinds = 10

// powerUps are the items on pads; frequent ones are listed twice.
var powerUps = [...]ItemKind{HPPlusOne, HPPlusOne, HPPlusThree, AmmoPlusOne, AmmoPlusOne, ShieldItem, OverdriveItem,
	CloakItem, SeekerItem, ShockItem}

// stockPads draws the time of the first power-up on each pad.
func (w *World) stockPads(s *Setup) {
	for i, at := range s.Arena.Pads {
		w.Items[i] = Item{X: at.X, Y: at.Y, Timer: uint16(1 + w.Rand.Below(padSpread))}
	}
}

// tendItems picks up items, refills pads and removes old drops.
func (w *World) tendItems(s *Setup, ships *sectors, events *Events) {
	pads := len(s.Arena.Pads)
	for i := range w.Items {
		item := &w.Items[i]
		switch {
		case item.Kind != NoItem:
			if w.pickUp(s, ships, item, events) {
				*item = emptied(*item, i < pads)
			} else if i >= pads {
				if countDown(&item.Timer); item.Timer == 0 {
					*item = Item{}
				}
			}
		case i < pads:
			if countDown(&item.Timer); item.Timer == 0 {
				item.Kind = powerUps[w.Rand.Below(uint32(len(powerUps)))]
			}
		}
	}
}

// emptied returns the rest of an item that was taken.
func emptied(item Item, pad bool) Item {
	if !pad {
		return Item{}
	}
	return Item{X: item.X, Y: item.Y, Timer: padDelay}
}

// pickUp gives the item to the first ship that touches it and has use for it, and
// reports whether there is one.
func (w *World) pickUp(s *Setup, ships *sectors, item *Item, events *Events) bool {
	for i := range slots(ships.around(item.X, item.Y)) {
		ship := &w.Ships[i]
		if ship.State != Flying || s.Classes[ship.Class].Drone || !within(ship.X-item.X, ship.Y-item.Y, ShipRadius+ItemRadius) || !ship.HasUse(s, item.Kind) {
			continue
		}
		before := ship.HP
		w.applyItem(s, i, item.Kind)
		events.add(Event{Kind: EventPickup, Slot: uint8(i), By: uint8(i), What: uint8(item.Kind), HP: ship.HP - before, X: item.X, Y: item.Y})
		if item.Kind == ShockItem {
			w.shock(i, events)
		}
		return true
	}
	return false
}

// HasUse reports whether the ship gains by the item. If not, it leaves it to others.
func (ship *Ship) HasUse(s *Setup, kind ItemKind) bool {
	switch kind {
	case HPPlusOne, HPPlusThree:
		return ship.HP < ship.mostHP(s)
	case SeekerItem:
		return s.Weapons[ship.Weapon].Speed > 0 // mines cannot turn
	}
	return true
}

// applyItem gives the ship the effect of an item.
func (w *World) applyItem(s *Setup, slot int, kind ItemKind) {
	ship := &w.Ships[slot]
	switch kind {
	case HPPlusOne:
		ship.heal(s, 1)
	case HPPlusThree:
		ship.heal(s, 3)
	case AmmoPlusOne:
		ship.Cooldown = 0 // helps guns that have free shots at all times
		if ship.MaxShots(s) < MaxShots {
			ship.Extra++
		}
	case ShieldItem:
		ship.Shield, ship.Hits = shieldTime, shieldHits
	case OverdriveItem:
		ship.Overdrive = overdriveTime
	case CloakItem:
		ship.Cloak = cloakTime
	case SeekerItem:
		ship.Seekers = seekerShots
	case OrbItem:
		w.award(s, slot, orbScore)
		ship.levelUp(s)
	}
}

func (ship *Ship) heal(s *Setup, hp uint8) {
	ship.HP = min(ship.HP+hp, ship.mostHP(s))
}

func (ship *Ship) mostHP(s *Setup) uint8 {
	return s.Classes[ship.Class].HP + maxExtraHP + min(ship.Level, MaxLevel)
}

// drop leaves an orb or a power-up; no orb if orbs are worth nothing.
func (w *World) drop(s *Setup, at Point) {
	kind := OrbItem
	if s.Mode.State() == OrbState || w.Rand.Below(100) >= dropOrbChance {
		kind = powerUps[w.Rand.Below(uint32(len(powerUps)))]
	}
	if kind == OrbItem && s.Mode.rules().unscored {
		return
	}
	w.place(s, kind, at)
}

// place adds a drop, if necessary in place of the oldest one.
func (w *World) place(s *Setup, kind ItemKind, at Point) {
	oldest := len(s.Arena.Pads)
	for i := oldest; i < MaxItems; i++ {
		if w.Items[i].Timer < w.Items[oldest].Timer {
			oldest = i
		}
	}
	w.Items[oldest] = Item{Kind: kind, X: at.X, Y: at.Y, Timer: dropTime}
}

// Barrel drifts and explodes when shot.
type Barrel struct {
	X, Y   int32
	VX, VY int32
	HP     uint8  // 0 while gone
	Timer  uint16 // while gone: ticks until a new one appears at its tile
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

// driftBarrels moves all barrels by a tick and replaces lost ones.
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

// drift moves the barrel; it turns round at rock.
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

// hitBarrel damages a barrel. One that explodes hurts all near it, other barrels too,
// and the slot that shot answers for it.
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
