package hud

import (
	"testing"
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

func TestDiagnoseNamesTheCause(t *testing.T) {
	const ms = time.Millisecond
	sound := net.Lag{Transport: "udp", RTT: 48 * ms, Jitter: 2 * ms, Age: 70 * ms, Slack: 12 * ms, LostDown: 0.01, HostTick: ms, HostLate: 3 * ms}
	solo := net.Lag{Transport: "memory", Age: 20 * ms, Slack: 12 * ms}
	for _, test := range []struct {
		of       net.Lag
		change   func(l *net.Lag)
		terminal time.Duration
		want     diagnosis
	}{
		{sound, func(l *net.Lag) {}, 0, diagnosis{"fine", "ping 48 ms", unnoticed}},
		{solo, func(l *net.Lag) {}, 0, diagnosis{"fine", "updates are in time", unnoticed}},
		{sound, func(l *net.Lag) { l.RTT = 0 }, 0, diagnosis{"measuring ...", "", unnoticed}},

		{sound, func(l *net.Lag) { l.LostDown = 0.06 }, 0, diagnosis{"the network", "6 % of packets lost", minor}},
		{sound, func(l *net.Lag) { l.LostUp = 0.2 }, 0, diagnosis{"the network", "20 % of your packets lost", major}},
		{sound, func(l *net.Lag) { l.RTT = 79 * ms }, 0, diagnosis{"fine", "ping 79 ms", unnoticed}},
		{sound, func(l *net.Lag) { l.RTT = 110 * ms }, 0, diagnosis{"the network", "ping 110 ms", minor}},
		{sound, func(l *net.Lag) { l.RTT = 210 * ms }, 0, diagnosis{"the network", "ping 210 ms", major}},
		{sound, func(l *net.Lag) { l.Jitter = 20 * ms }, 0, diagnosis{"the network", "ping varies by 20 ms", minor}},
		{sound, func(l *net.Lag) { l.Slack = -8 * ms }, 0, diagnosis{"the network", "inputs are 8 ms late", minor}},

		{sound, func(l *net.Lag) { l.HostLate = 12 * ms }, 0, diagnosis{"the host", "its ticks are 12 ms late", minor}},
		{sound, func(l *net.Lag) { l.HostTick, l.HostLate = 19*ms, 80*ms }, 0, diagnosis{"the host", "needs 19 ms a tick", major}},
		{solo, func(l *net.Lag) { l.HostLate = 40 * ms }, 0, diagnosis{"this computer", "its ticks are 40 ms late", major}},

		{sound, func(l *net.Lag) { l.Age = 1224 * ms }, 0, diagnosis{"the network or the host", "no update for 1.2 s", major}},
		{solo, func(l *net.Lag) { l.Age = 1200 * ms }, 0, diagnosis{"this computer", "no update for 1.2 s", major}},
		// Half of the age is the round trip, the cause.
		{sound, func(l *net.Lag) { l.RTT, l.Age = 900*ms, 700*ms }, 0, diagnosis{"the network", "ping 900 ms", major}},

		// Against bots there is no network, however late a slow terminal's frames read the host's answers.
		{solo, func(l *net.Lag) {}, 210 * ms, diagnosis{"your terminal", "answers after 210 ms", major}},
		{solo, func(l *net.Lag) { l.RTT, l.Jitter, l.LostDown, l.Slack = 300*ms, 90*ms, 0.5, -80*ms }, 210 * ms, diagnosis{"your terminal", "answers after 210 ms", major}},
		{solo, func(l *net.Lag) { l.RTT, l.Jitter, l.LostDown = 300*ms, 90*ms, 0.5 }, 0, diagnosis{"fine", "updates are in time", unnoticed}},
		{solo, func(l *net.Lag) { l.Slack = -8 * ms }, 99 * ms, diagnosis{"this computer", "inputs are 8 ms late", minor}},

		// The worst, and of equals the cause.
		{sound, func(l *net.Lag) { l.LostDown, l.RTT = 0.06, 210*ms }, 0, diagnosis{"the network", "ping 210 ms", major}},
		{sound, func(l *net.Lag) { l.LostDown, l.Slack = 0.2, -60*ms }, 0, diagnosis{"the network", "20 % of packets lost", major}},
		{sound, func(l *net.Lag) { l.HostLate, l.Jitter = 20*ms, 20*ms }, 0, diagnosis{"the host", "its ticks are 20 ms late", minor}},
		{sound, func(l *net.Lag) { l.Slack = -60 * ms }, 210 * ms, diagnosis{"your terminal", "answers after 210 ms", major}},
	} {
		v := net.View{Phase: net.Playing, Lag: test.of}
		test.change(&v.Lag)
		got := diagnose(&v, test.terminal, false)
		if got != test.want {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
		if canvas.Width(got.cause) > rowWidth || canvas.Width(got.figure) > rowWidth {
			t.Errorf("%+v is wider than the page", got)
		}
		v.Phase = net.Lost
		if got := diagnose(&v, test.terminal, false).figure; got != "the connection is lost" {
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
