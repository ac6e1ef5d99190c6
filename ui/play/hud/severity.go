package hud

import (
	"cmp"
	"time"

	"dogfight/ui/canvas"
)

// severity is the effect of a net figure on a fight.
type severity uint8

const (
	unnoticed severity = 0
	minor     severity = 1 // can be felt
	major     severity = 2 // costs hits
)

func (g severity) ink() canvas.Colour {
	return [...]canvas.Colour{unnoticed: canvas.Good, minor: canvas.Fair, major: canvas.Bad}[g]
}

// limit is the values from which a figure is fair and bad.
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
	// Five predicted ticks are hardly seen; with nine, others' turns surprise.
	roundTrips = limit[time.Duration]{80 * time.Millisecond, 150 * time.Millisecond}
	// Half the 33 ms between packets; 33 ms late means with the next one.
	jitters = limit[time.Duration]{15 * time.Millisecond, 33 * time.Millisecond}
	// A round trip of 100 ms makes 70 ms, 120 if one packet in twenty is lost.
	ages = limit[time.Duration]{150 * time.Millisecond, silence}
	// Each packet repeats those before, which makes up for a few.
	losses = limit[float64]{0.03, 0.1}
	// A late input still holds afterwards; 50 ms are three ticks.
	delays = limit[time.Duration]{time.Millisecond, 50 * time.Millisecond}
	// A pixel is 4 units wide and a ship 12.
	misses = limit[float64]{4, 12}
	// Only a bug makes one.
	desyncs = limit[uint64]{1, 1}
	// A tick has 16.7 ms; a host that needs all of it falls behind.
	tickCosts = limit[time.Duration]{8 * time.Millisecond, 16 * time.Millisecond}
	// A tick 33 ms late delays a whole packet to every client.
	tickDelays = limit[time.Duration]{10 * time.Millisecond, 33 * time.Millisecond}
)

// silence is how long without news counts as an outage.
const silence = 500 * time.Millisecond
