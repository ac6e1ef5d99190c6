package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// hearRace hears a race: that it starts and, of the own ship, each checkpoint, lap and the finish. It
// reports whether the event was about that.
func (e *Ear) hearRace(v *net.View, ev *game.Event) bool {
	if v.Setup.Mode != game.Race {
		return false
	}
	me := v.Me >= 0 && int(ev.Slot) == v.Me
	switch ev.Kind {
	case game.EventRound:
		e.play(Start)
	case game.EventGate:
		if me && ev.What > 0 {
			e.play(Ammo)
		}
	case game.EventLap:
		if me {
			e.play(Heal)
		}
	case game.EventFinish:
		if me {
			e.play(Shield)
		}
	default:
		return false
	}
	return true
}

// leftToGo returns how many seconds are left until the ships of a race are let go, at most three.
func leftToGo(v *net.View) game.Tick {
	heat := &v.World.Heat
	if !v.World.Held(v.Setup) || heat.Go == 0 {
		return 0
	}
	left := (heat.Go - v.World.Tick + game.TickRate - 1) / game.TickRate
	if left > lastCountFrom {
		return 0
	}
	return left
}
