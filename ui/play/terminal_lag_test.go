package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/net"
	"dogfight/ui/play/playtest"
)

func TestTheTopLineAddsTheWayToADistantTerminal(t *testing.T) {
	for _, c := range []struct {
		lag      net.Lag
		terminal time.Duration
		want     string
	}{
		{net.Lag{RTT: 12 * time.Millisecond, Transport: "udp"}, 35 * time.Millisecond, " 12+35 ms"},
		{net.Lag{RTT: 12 * time.Millisecond, Transport: "udp"}, 3 * time.Millisecond, " 12 ms"},
		{net.Lag{Transport: "memory"}, 35 * time.Millisecond, " 35 ms"},
	} {
		v, s := playtest.View("Nova"), New(Options{})
		v.Lag = c.lag
		s.TerminalLag(c.terminal)
		term := newTerminal(t, 80, 24)
		show(s, term, v, playtest.Noon)
		if got := strings.TrimRight(term.row(0), " "); !strings.HasSuffix(got, c.want) || strings.Count(got, "ms") != 1 {
			t.Errorf("%v and %v: %q, want %q at the end", c.lag.RTT, c.terminal, got, c.want)
		}
	}
}

func TestThePageOfNetFiguresTellsAFarTerminal(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = sampleLag
	v.Lag.LostDown, v.Lag.LostUp = 0, 0
	s := f3(v, Options{})
	if got := page(t, s, v, 80, 30); strings.Contains(got, "terminal") {
		t.Errorf("a terminal is told of that nothing is known of:\n%s", got)
	}
	s = f3(v, Options{}) // page begins at noon again
	s.TerminalLag(180 * time.Millisecond)
	if got := page(t, s, v, 80, 30); !strings.Contains(got, "!terminal        180 ms") || !strings.Contains(got, "your terminal is slow:\n 180 ms") {
		t.Errorf("got\n%s", got)
	}
}

func TestAGuestIsToldOfTheHostThatDrawsAndOfHisSSHLine(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = net.Lag{Transport: "memory", RTT: time.Microsecond, Age: 21 * time.Millisecond, Slack: 9 * time.Millisecond, Ahead: 2, Keyframes: 1}
	s := f3(v, Options{Guest: true})
	if got := page(t, s, v, 80, 24); !strings.HasPrefix(got, " link    on the host\n SSH to you        - ms\n update") || !strings.Contains(got, "all good") {
		t.Errorf("before the first answer:\n%s", got)
	}
	s = f3(v, Options{Guest: true})
	s.TerminalLag(35 * time.Millisecond)
	for _, height := range []int{20, 24, 40} {
		if got := page(t, s, v, 60, height); !strings.HasPrefix(got, " link    on the host\n SSH to you       35 ms\n update") || strings.Contains(got, "local game") {
			t.Errorf("at 60x%d:\n%s", height, got)
		}
	}
	s = f3(v, Options{Guest: true})
	s.TerminalLag(300 * time.Millisecond)
	if got := page(t, s, v, 80, 24); !strings.Contains(got, "!SSH to you      300 ms") || !strings.Contains(got, "your SSH connection is\n slow: 300 ms") {
		t.Errorf("got\n%s", got)
	}
	v.Lag.HostTick = 40 * time.Millisecond
	s = f3(v, Options{Guest: true})
	if got := page(t, s, v, 80, 24); !strings.Contains(got, "the host is slow: 40 ms") {
		t.Errorf("got\n%s", got)
	}
}
