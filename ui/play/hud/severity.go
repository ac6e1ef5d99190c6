package hud

import (
	"cmp"
	"time"

	"dogfight/ui/canvas"
)

// severity says what a net figure does to a fight.
type severity uint8

// From the best to the worst.
const (
	unnoticed severity = 0 // by the player
	minor     severity = 1 // can be felt
	major     severity = 2 // costs hits
)

func (g severity) ink() canvas.Colour {
	return [...]canvas.Colour{unnoticed: canvas.Good, minor: canvas.Fair, major: canvas.Bad}[g]
}

// limit is from where on a figure is only fair, and from where on bad.
type limit[T cmp.Ordered] struct{ minor, major T }

func (l limit[T]) severity(figure T) severity {
	switch {
	case figure >= l.major:
		return major
	case figure >= l.minor:
		return minor
	}
	return unnoticed
}

var (
	// Five ticks predicted are hardly seen; of nine, others' turns are a surprise.
	roundTrips = limit[time.Duration]{80 * time.Millisecond, 150 * time.Millisecond}
	// Half the 33 ms between packets; what comes 33 ms late comes with the next.
	jitters = limit[time.Duration]{15 * time.Millisecond, 33 * time.Millisecond}
	// A round trip of 100 ms makes 70 ms, 120 with a packet in twenty lost.
	ages = limit[time.Duration]{150 * time.Millisecond, silence}
	// Every packet repeats what came before it, which makes up for a few.
	losses = limit[float64]{0.03, 0.1}
	// An input that comes late holds from then on; 50 ms are three ticks.
	delays = limit[time.Duration]{time.Millisecond, 50 * time.Millisecond}
	// A pixel is 4 units wide and a ship 12.
	misses = limit[float64]{4, 12}
	// There is none unless there is a bug.
	desyncs = limit[uint64]{1, 1}
	// A tick has 16.7 ms; a host that needs them all falls behind.
	tickCosts = limit[time.Duration]{8 * time.Millisecond, 16 * time.Millisecond}
	// A tick that is 33 ms late delays a whole packet to every peer.
	tickDelays = limit[time.Duration]{10 * time.Millisecond, 33 * time.Millisecond}
)

// silence is how long after the host's last news they are missed.
const silence = 500 * time.Millisecond
