package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// hearOrb hears what becomes of the orb, which is heard all over: for the own side or against
// it, and as news to whoever watches. It reports whether the event was about that.
func (e *Ear) hearOrb(v *net.View, ev *game.Event) bool {
	ours := true
	if v.Me >= 0 && ev.Slot < game.MaxShips {
		ours = !v.Setup.Foes(&v.World.Ships[v.Me], &v.World.Ships[ev.Slot])
	}
	good, bad := Silence, Silence
	switch ev.Kind {
	case game.EventTake:
		good, bad = OrbTaken, OrbStolen
	case game.EventDrop:
		good, bad = OrbDropped, OrbDropped
	case game.EventHome:
		good, bad = OrbHome, OrbHome
	case game.EventCapture:
		good, bad = OrbScored, OrbConceded
	default:
		return false
	}
	if ours {
		e.play(good)
	} else {
		e.play(bad)
	}
	return true
}
