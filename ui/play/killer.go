package play

import (
	"time"

	"dogfight/game"
)

// killer remembers who destroyed the own ship.
type killer struct {
	by   int // slot; -1 when it was nobody else
	what uint8
	at   time.Time
}

// forget drops what was noted once the own ship is back.
func (k *killer) forget(f *frame) {
	if f.flying(f.Me) != nil {
		k.by = -1
	}
}

// note takes an event.
func (k *killer) note(f *frame, ev *game.Event) {
	if ev.Kind != game.EventKill || int(ev.Slot) != f.Me {
		return
	}
	*k = killer{by: int(ev.By), what: ev.What, at: f.now}
	if ev.By == ev.Slot || ev.By >= game.MaxShips {
		k.by = -1
	}
}
