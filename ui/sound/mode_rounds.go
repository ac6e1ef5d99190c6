package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// hearRounds hears of rounds and of the zone, which is heard all over. It reports whether the
// event was about that.
func (e *Ear) hearRounds(v *net.View, ev *game.Event) bool {
	switch ev.Kind {
	case game.EventRound:
		e.play(Start)
	case game.EventZone:
		e.play(ZoneAlarm)
	case game.EventOut:
		if v.Me >= 0 && int(ev.Slot) == v.Me {
			e.play(Out)
		}
	case game.EventRoundWon:
		e.play(roundOutcome(v, ev))
	default:
		return false
	}
	return true
}

// roundOutcome is how a round ends for the player.
func roundOutcome(v *net.View, ev *game.Event) Effect {
	switch {
	case ev.What == game.NoTeam || v.Me < 0:
		return RoundOver
	case ev.What == 0 && int(ev.Slot) == v.Me, ev.What > 0 && v.World.Ships[v.Me].Team == ev.What:
		return RoundWon
	}
	return RoundOver
}
