package carnage

import "dogfight/game"

// history remembers when things happened, which a World does not.
type history struct {
	ships   [game.MaxShips]past
	barrels [game.MaxBarrels]past
}

// past is what is remembered of a ship or a barrel, in seconds of the match.
type past struct {
	fired, damaged float32
	below, whole   float32 // when it last had less than its full hp, and when not
	hp             uint8   // at the last look
}

// never is long before any match began.
const never = -3600

func (p *past) forget() { *p = past{fired: never, damaged: never, below: never, whole: never} }

func (c *history) forget() {
	for i := range c.ships {
		c.ships[i].forget()
	}
	for i := range c.barrels {
		c.barrels[i].forget()
	}
}

// look takes down what is new. What is no longer in space is forgotten.
func (c *history) look(s *game.Setup, w *game.World, events []game.Event) {
	now := timeOf(w)
	for _, ev := range events {
		switch ev.Kind {
		case game.EventShot:
			c.ships[ev.Slot].fired = now
		case game.EventHit:
			c.ships[ev.Slot].damaged = now
		}
	}
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == game.Flying {
			c.ships[i].see(ship.HP, s.Classes[ship.Class].HP, now)
		} else {
			c.ships[i].forget()
		}
	}
	for i := range w.Barrels {
		c.lookAtBarrel(&c.barrels[i], w.Barrels[i].HP, now)
	}
}

// lookAtBarrel sees by its hp alone that a barrel was hit, as no event tells.
func (c *history) lookAtBarrel(p *past, hp uint8, now float32) {
	if hp == 0 {
		p.forget()
		return
	}
	if hp < p.hp {
		p.damaged = now
	}
	p.see(hp, game.BarrelHP, now)
}

func (p *past) see(hp, full uint8, now float32) {
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
