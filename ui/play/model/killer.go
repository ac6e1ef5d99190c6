package model

import (
	"math"
	"time"

	"dogfight/game"
)

// Killer is the killer of the own ship.
type Killer struct {
	By       int // slot; -1 for no other ship
	What     uint8
	HP, Full uint8     // of By at that time, and when whole
	Far      float64   // distance of the shot, in 1/256 unit
	At       time.Time // zero until reported
	dead     bool      // the own ship was dead at the last call
}

// Forget resets once the own ship is back: the event of its next loss may come a few Views later, or earlier.
func (k *Killer) Forget(m *Match) {
	if k.dead && m.Flying(m.Me) != nil {
		*k = Killer{By: -1}
	}
	k.dead = m.Dead()
}

// Note records an event.
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
