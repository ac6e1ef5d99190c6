package play

import (
	"cmp"
	"time"

	"dogfight/ui/canvas"
)

// grade says what a net figure does to a fight.
type grade uint8

// The grades, the better first.
const (
	gradeGood grade = 0 // nobody notices
	gradeFair grade = 1 // can be felt
	gradeBad  grade = 2 // costs hits
)

func (g grade) ink() canvas.Colour {
	return [...]canvas.Colour{gradeGood: good, gradeFair: fair, gradeBad: bad}[g]
}

// limit is from where on a figure is only fair, and from where on bad.
type limit[T cmp.Ordered] struct{ fair, bad T }

func (l limit[T]) grade(figure T) grade {
	switch {
	case figure >= l.bad:
		return gradeBad
	case figure >= l.fair:
		return gradeFair
	}
	return gradeGood
}

var (
	// Ten ticks of prediction are more than a ship needs to turn round.
	roundTrips = limit[time.Duration]{80 * time.Millisecond, 150 * time.Millisecond}
	// Packets that come so unevenly make others' ships jerk; beyond 33 ms they
	// come in one another's place.
	jitters = limit[time.Duration]{15 * time.Millisecond, 33 * time.Millisecond}
	// News are a tick old here, half a round trip and a packet's turn elsewhere.
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
	// A tick later than two packets' distance holds up everybody's news.
	tickDelays = limit[time.Duration]{10 * time.Millisecond, 33 * time.Millisecond}
)

// silence is how long after the host's last news they are missed.
const silence = 500 * time.Millisecond
