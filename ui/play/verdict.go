package play

import (
	"fmt"
	"math"
	"time"

	"dogfight/net"
)

// verdict says in plain words what is to blame for what the player feels: his
// line, or the host.
type verdict struct {
	words string
	grade grade
}

// judge finds what is worst; of what is equally bad, the cause before what
// follows from it.
func judge(v *net.View) verdict {
	if v.Phase == net.Lost {
		return verdict{"the link to the host is down", gradeBad}
	}
	if mute := v.Lag.Age - v.Lag.RTT/2; mute >= silence { // the rest is the way here
		return verdict{judgeSilence(&v.Lag, mute), gradeBad}
	}
	worst := verdict{words: "all well"}
	if v.Lag.RTT == 0 && v.Lag.Transport != memory && v.Lag.Transport != inHost && !v.Foreign {
		worst.words = "measuring ..."
	}
	for _, found := range [...]verdict{
		judgeLoss(&v.Lag), judgeHost(&v.Lag), judgeWay(&v.Lag), judgeJitter(&v.Lag), judgeInputs(&v.Lag),
	} {
		if found.grade > worst.grade {
			worst = found
		}
	}
	return worst
}

// memory is net.Lag.Transport when the host is in this program.
const memory = "memory"

// inHost stands for it where the player is the host's Guest.
const inHost = "in the host"

func judgeSilence(l *net.Lag, mute time.Duration) string {
	switch l.Transport {
	case memory:
		return "this computer is too busy: no tick for " + seconds10(mute)
	case inHost:
		return "the host is too busy: no tick for " + seconds10(mute)
	}
	return "nothing heard for " + seconds10(mute)
}

func judgeLoss(l *net.Lag) verdict {
	share, whose := l.LostDown, "packets"
	if l.LostUp > share {
		share, whose = l.LostUp, "your packets"
	}
	return verdict{fmt.Sprintf("your line loses %.0f %% of %s", 100*share, whose), losses.grade(share)}
}

func judgeHost(l *net.Lag) verdict {
	who := "the host"
	if l.Transport == memory {
		who = "this computer"
	}
	late, cost := tickDelays.grade(l.HostLate), tickCosts.grade(l.HostTick)
	if cost >= late { // what takes too long makes the next come late
		return verdict{fmt.Sprintf("%s is slow: %s ms a tick", who, wholeMillis(l.HostTick)), cost}
	}
	return verdict{fmt.Sprintf("%s is busy: ticks %s ms late", who, wholeMillis(l.HostLate)), late}
}

func judgeWay(l *net.Lag) verdict {
	return verdict{fmt.Sprintf("your line is slow: %s ms", wholeMillis(l.RTT)), roundTrips.grade(l.RTT)}
}

func judgeJitter(l *net.Lag) verdict {
	return verdict{fmt.Sprintf("your line is uneven by %s ms", wholeMillis(l.Jitter)), jitters.grade(l.Jitter)}
}

func judgeInputs(l *net.Lag) verdict {
	return verdict{fmt.Sprintf("your inputs come %s ms late", wholeMillis(-l.Slack)), delays.grade(-l.Slack)}
}

func judgeTerminal(d time.Duration, guest bool) verdict {
	what := "your terminal is far"
	if guest {
		what = "your SSH line is slow"
	}
	return verdict{fmt.Sprintf("%s: %s ms", what, wholeMillis(d)), roundTrips.grade(d)}
}

func wholeMillis(d time.Duration) string { return fmt.Sprint(d.Round(time.Millisecond).Milliseconds()) }

// seconds10 writes a time in tenths of a second, which from ten seconds on
// nobody reads.
func seconds10(d time.Duration) string {
	if d >= 10*time.Second {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%.1f s", math.Floor(10*d.Seconds())/10)
}
