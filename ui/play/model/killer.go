package model

import (
	"math"
	"time"

	"dogfight/game"
)

// Killer remembers what destroyed the own ship.
type Killer struct {
	By       int // slot; -1 when it was no other ship
	What     uint8
	HP, Full uint8     // that By had left then, and when whole
	Far      float64   // from where it was fired, in 1/256 unit
	At       time.Time // zero until that is told
	dead     bool      // the own ship was, when last looked at
}

// Forget drops all that was noted once the own ship is back: what is told of its next
// end may come a few Views after that, or before.
func (k *Killer) Forget(m *Match) {
	if k.dead && m.Flying(m.Me) != nil {
		*k = Killer{By: -1}
	}
	k.dead = m.Dead()
}

// Note takes an event.
func (k *Killer) Note(m *Match, now time.Time, ev *game.Event) {
	if ev.Kind != game.EventKill || int(ev.Slot) != m.Me {
		return
	}
	k.By, k.What, k.At = int(ev.By), ev.What, now
	if ev.By == ev.Slot || ev.By >= game.MaxShips {
		k.By = -1
		return
	}
	k.HP, k.Full = ev.HP, m.Class(&m.World.Ships[ev.By]).HP
	k.Far = math.Hypot(float64(ev.FromX)-float64(ev.X), float64(ev.FromY)-float64(ev.Y))
}
