package hud

import (
	"testing"
	"time"

	"dogfight/net"
	"dogfight/ui/play/playtest"
)

func TestDiagnoseNamesTheCause(t *testing.T) {
	const ms = time.Millisecond
	sound := net.Lag{Transport: "udp", RTT: 48 * ms, Jitter: 2 * ms, Age: 70 * ms, Slack: 12 * ms, LostDown: 0.01, HostTick: ms, HostLate: 3 * ms}
	solo := net.Lag{Transport: "memory", Age: 20 * ms, Slack: 12 * ms}
	for _, test := range []struct {
		of       net.Lag
		change   func(l *net.Lag)
		want     string
		severity severity
	}{
		{sound, func(l *net.Lag) {}, "all good", unnoticed},
		{solo, func(l *net.Lag) {}, "all good", unnoticed},
		{sound, func(l *net.Lag) { l.RTT = 0 }, "measuring ...", unnoticed},

		{sound, func(l *net.Lag) { l.LostDown = 0.06 }, "6 % of packets are lost", minor},
		{sound, func(l *net.Lag) { l.LostUp = 0.2 }, "20 % of your packets are lost", major},
		{sound, func(l *net.Lag) { l.RTT = 79 * ms }, "all good", unnoticed},
		{sound, func(l *net.Lag) { l.RTT = 110 * ms }, "your connection is slow: 110 ms", minor},
		{sound, func(l *net.Lag) { l.RTT = 210 * ms }, "your connection is slow: 210 ms", major},
		{sound, func(l *net.Lag) { l.Jitter = 20 * ms }, "your connection varies by 20 ms", minor},
		{sound, func(l *net.Lag) { l.Slack = -8 * ms }, "your inputs arrive 8 ms late", minor},

		{sound, func(l *net.Lag) { l.HostLate = 12 * ms }, "the host is busy: ticks 12 ms late", minor},
		{sound, func(l *net.Lag) { l.HostTick, l.HostLate = 19*ms, 80*ms }, "the host is slow: 19 ms a tick", major},
		{solo, func(l *net.Lag) { l.HostLate = 40 * ms }, "this computer is busy: ticks 40 ms late", major},

		{sound, func(l *net.Lag) { l.Age = 1224 * ms }, "nothing received for 1.2 s", major},
		{solo, func(l *net.Lag) { l.Age = 1200 * ms }, "this computer is too busy: no tick for 1.2 s", major},
		// Half of the age is the round trip, the cause.
		{sound, func(l *net.Lag) { l.RTT, l.Age = 900*ms, 700*ms }, "your connection is slow: 900 ms", major},

		// The worst, and of equals the cause.
		{sound, func(l *net.Lag) { l.LostDown, l.RTT = 0.06, 210*ms }, "your connection is slow: 210 ms", major},
		{sound, func(l *net.Lag) { l.LostDown, l.Slack = 0.2, -60*ms }, "20 % of packets are lost", major},
		{sound, func(l *net.Lag) { l.HostLate, l.Jitter = 20*ms, 20*ms }, "the host is busy: ticks 20 ms late", minor},
	} {
		v := net.View{Phase: net.Playing, Lag: test.of}
		test.change(&v.Lag)
		if got, want := diagnose(&v), (diagnosis{test.want, test.severity}); got != want {
			t.Errorf("got %q (%d), want %q (%d)", got.words, got.severity, want.words, want.severity)
		}
		v.Phase = net.Lost
		if got := diagnose(&v).words; got != "connection to the host lost" {
			t.Errorf("a lost link: got %q", got)
		}
	}
}

func TestTraceDropsValuesAfterHalfAMinute(t *testing.T) {
	var old trace
	for i := range 40 {
		old.add(playtest.Noon.Add(time.Duration(i)*time.Second), time.Second)
	}
	for gap, left := range map[time.Duration]int{0: 25, 12 * time.Second: 15, 28800 * time.Millisecond: 1, time.Hour: 0} {
		tr := old
		tr.add(playtest.Noon.Add(39*time.Second+gap), 0)
		n := 0
		for _, d := range tr.worst {
			if d > 0 {
				n++
			}
		}
		if n != left {
			t.Errorf("%v later: %d columns, want %d", gap, n, left)
		}
	}
}

func TestTraceOfAnEternityHasAScale(t *testing.T) {
	var tr trace
	tr.add(playtest.Noon, 1<<63-1)
	if top := tr.top(150 * time.Millisecond); top < time.Minute || top > 2*time.Minute {
		t.Errorf("got %v", top)
	}
}
