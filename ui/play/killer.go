package play

import (
	"time"

	"dogfight/game"
)

// killer remembers who destroyed the own ship.
type killer struct {
	by   int // slot; -1 when it was nobody else
	what uint8
	at   time.Time // zero until that is told
	dead bool      // the own ship was, when last looked at
}

// forget drops all that was noted once the own ship is back: what is told of its next
// end may come a few Views after that, or before.
func (k *killer) forget(f *frame) {
	if k.dead && f.flying(f.Me) != nil {
		*k = killer{by: -1}
	}
	k.dead = f.dead()
}

// note takes an event.
func (k *killer) note(f *frame, ev *game.Event) {
	if ev.Kind != game.EventKill || int(ev.Slot) != f.Me {
		return
	}
	k.by, k.what, k.at = int(ev.By), ev.What, f.now
	if ev.By == ev.Slot || ev.By >= game.MaxShips {
		k.by = -1
	}
}
