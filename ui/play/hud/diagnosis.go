package hud

import (
	"fmt"
	"math"
	"time"

	"dogfight/net"
)

// diagnosis names the cause of a lag: the connection or the host.
type diagnosis struct {
	words    string
	severity severity
}

// diagnose returns the worst problem; of equal ones, the cause before its effect.
func diagnose(v *net.View) diagnosis {
	if v.Phase == net.Lost {
		return diagnosis{"connection to the host lost", major}
	}
	if mute := v.Lag.Age - v.Lag.RTT/2; mute >= silence { // the rest is the round trip
		return diagnosis{diagnoseSilence(&v.Lag, mute), major}
	}
	worst := diagnosis{words: "all good"}
	if v.Lag.RTT == 0 && v.Lag.Transport != memory && v.Lag.Transport != inHost && !v.Foreign {
		worst.words = "measuring ..."
	}
	for _, found := range [...]diagnosis{
		diagnoseLoss(&v.Lag), diagnoseHost(&v.Lag), diagnoseWay(&v.Lag), diagnoseJitter(&v.Lag), diagnoseInputs(&v.Lag),
	} {
		if found.severity > worst.severity {
			worst = found
		}
	}
	return worst
}

// memory is net.Lag.Transport when the host is in this program.
const memory = "memory"

// inHost replaces it for a guest, whose client runs in the host.
const inHost = "in the host"

func diagnoseSilence(l *net.Lag, mute time.Duration) string {
	switch l.Transport {
	case memory:
		return "this computer is too busy: no tick for " + seconds10(mute)
	case inHost:
		return "the host is too busy: no tick for " + seconds10(mute)
	}
	return "nothing received for " + seconds10(mute)
}

// blame returns a diagnosis, with words only if there is a problem.
func blame(s severity, words func() string) diagnosis {
	if s == 0 {
		return diagnosis{}
	}
	return diagnosis{words(), s}
}

func diagnoseLoss(l *net.Lag) diagnosis {
	share, whose := l.LostDown, "packets"
	if l.LostUp > share {
		share, whose = l.LostUp, "your packets"
	}
	return blame(losses.severity(share), func() string { return fmt.Sprintf("%.0f %% of %s are lost", 100*share, whose) })
}

func diagnoseHost(l *net.Lag) diagnosis {
	who := "the host"
	if l.Transport == memory {
		who = "this computer"
	}
	late, cost := tickDelays.severity(l.HostLate), tickCosts.severity(l.HostTick)
	if cost >= late { // a slow tick delays the next
		return blame(cost, func() string { return fmt.Sprintf("%s is slow: %s ms a tick", who, wholeMillis(l.HostTick)) })
	}
	return blame(late, func() string { return fmt.Sprintf("%s is busy: ticks %s ms late", who, wholeMillis(l.HostLate)) })
}

func diagnoseWay(l *net.Lag) diagnosis {
	return blame(roundTrips.severity(l.RTT), func() string { return fmt.Sprintf("your connection is slow: %s ms", wholeMillis(l.RTT)) })
}

func diagnoseJitter(l *net.Lag) diagnosis {
	return blame(jitters.severity(l.Jitter), func() string { return fmt.Sprintf("your connection varies by %s ms", wholeMillis(l.Jitter)) })
}

func diagnoseInputs(l *net.Lag) diagnosis {
	return blame(delays.severity(-l.Slack), func() string { return fmt.Sprintf("your inputs arrive %s ms late", wholeMillis(-l.Slack)) })
}

func diagnoseTerminal(d time.Duration, guest bool) diagnosis {
	what := "your terminal is slow"
	if guest {
		what = "your SSH connection is slow"
	}
	return blame(roundTrips.severity(d), func() string { return fmt.Sprintf("%s: %s ms", what, wholeMillis(d)) })
}

func wholeMillis(d time.Duration) string { return fmt.Sprint(d.Round(time.Millisecond).Milliseconds()) }

// seconds10 writes seconds, with tenths below 10 s.
func seconds10(d time.Duration) string {
	if d >= 10*time.Second {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%.1f s", math.Floor(10*d.Seconds())/10)
}
