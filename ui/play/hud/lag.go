package hud

import (
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
)

// nearby is the longest round trip to a terminal that is not shown.
const nearby = 10 * time.Millisecond

// lagLine returns the round trip, coloured by its effect, or the time without news. The round trip to a distant
// terminal is added, as in "12+35 ms".
func lagLine(v *net.View, terminal time.Duration) (string, canvas.Colour) {
	if v.Stale {
		return "host silent " + seconds10(v.Lag.Age), canvas.Bad
	}
	words, how := "", unnoticed
	if v.Lag.Transport != memory && v.Lag.RTT != 0 {
		words, how = wholeMillis(v.Lag.RTT), max(roundTrips.severity(v.Lag.RTT), delays.severity(-v.Lag.Slack))
	}
	if terminal >= nearby {
		if words != "" {
			words += "+"
		}
		words, how = words+wholeMillis(terminal), max(how, roundTrips.severity(terminal))
	}
	if words == "" {
		return "", canvas.SpaceTone
	}
	return words + " ms", how.ink()
}
