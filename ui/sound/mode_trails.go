package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// hearTrails hears the own ship turn in the mode trails, and how ships are counted down that are held.
func (e *Ear) hearTrails(v *net.View) {
	if v.Setup.Mode != game.Trails {
		return
	}
	const beat = 28 // ticks, as the numbers show
	now := int((v.World.TrailReady() + beat - 1) / beat)
	if now != e.beat && now < 4 && e.beat > 0 {
		if e.play(Count); now == 0 {
			e.play(LastCount)
		}
	}
	e.beat = now
	if v.Me < 0 {
		return
	}
	ship := &v.World.Ships[v.Me]
	if ship.State == game.Flying && now == 0 && ship.Facing != e.facing && e.facing != game.Idle {
		e.play(Turn)
	}
	if e.facing = ship.Facing; ship.State != game.Flying || now > 0 {
		e.facing = game.Idle
	}
}
