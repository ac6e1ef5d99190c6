package play

import (
	"testing"
	"time"

	"dogfight/net"
)

func TestTheVerdictSaysWhatIsToBlame(t *testing.T) {
	const ms = time.Millisecond
	sound := net.Lag{Transport: "udp", RTT: 48 * ms, Jitter: 2 * ms, Age: 70 * ms, Slack: 12 * ms, LostDown: 0.01, HostTick: ms, HostLate: 3 * ms}
	solo := net.Lag{Transport: "memory", Age: 20 * ms, Slack: 12 * ms}
	for _, test := range []struct {
		of     net.Lag
		change func(l *net.Lag)
		want   string
		grade  grade
	}{
		{sound, func(l *net.Lag) {}, "all well", gradeGood},
		{solo, func(l *net.Lag) {}, "all well", gradeGood},
		{sound, func(l *net.Lag) { l.RTT = 0 }, "measuring ...", gradeGood},

		{sound, func(l *net.Lag) { l.LostDown = 0.06 }, "your line loses 6 % of packets", gradeFair},
		{sound, func(l *net.Lag) { l.LostUp = 0.2 }, "your line loses 20 % of your packets", gradeBad},
		{sound, func(l *net.Lag) { l.RTT = 79 * ms }, "all well", gradeGood},
		{sound, func(l *net.Lag) { l.RTT = 110 * ms }, "your line is slow: 110 ms", gradeFair},
		{sound, func(l *net.Lag) { l.RTT = 210 * ms }, "your line is slow: 210 ms", gradeBad},
		{sound, func(l *net.Lag) { l.Jitter = 20 * ms }, "your line is uneven by 20 ms", gradeFair},
		{sound, func(l *net.Lag) { l.Slack = -8 * ms }, "your inputs come 8 ms late", gradeFair},

		{sound, func(l *net.Lag) { l.HostLate = 12 * ms }, "the host is busy: ticks 12 ms late", gradeFair},
		{sound, func(l *net.Lag) { l.HostTick, l.HostLate = 19*ms, 80*ms }, "the host is slow: 19 ms a tick", gradeBad},
		{solo, func(l *net.Lag) { l.HostLate = 40 * ms }, "this computer is busy: ticks 40 ms late", gradeBad},

		{sound, func(l *net.Lag) { l.Age = 1224 * ms }, "nothing heard for 1.2 s", gradeBad},
		{solo, func(l *net.Lag) { l.Age = 1200 * ms }, "this computer is too busy: no tick for 1.2 s", gradeBad},
		// Half of the age is the way here, and the way is the trouble.
		{sound, func(l *net.Lag) { l.RTT, l.Age = 900*ms, 700*ms }, "your line is slow: 900 ms", gradeBad},

		// The worst first, and of equals the cause.
		{sound, func(l *net.Lag) { l.LostDown, l.RTT = 0.06, 210*ms }, "your line is slow: 210 ms", gradeBad},
		{sound, func(l *net.Lag) { l.LostDown, l.Slack = 0.2, -60*ms }, "your line loses 20 % of packets", gradeBad},
		{sound, func(l *net.Lag) { l.HostLate, l.Jitter = 20*ms, 20*ms }, "the host is busy: ticks 20 ms late", gradeFair},
	} {
		v := net.View{Phase: net.Playing, Lag: test.of}
		test.change(&v.Lag)
		if got, want := judge(&v), (verdict{test.want, test.grade}); got != want {
			t.Errorf("got %q (%d), want %q (%d)", got.words, got.grade, want.words, want.grade)
		}
		v.Phase = net.Lost
		if got := judge(&v).words; got != "the link to the host is down" {
			t.Errorf("a lost link: got %q", got)
		}
	}
}
