package ui

import (
	"testing"
	"time"

	"dogfight/net"
)

func TestF3OpensTheNetFiguresHoweverATerminalSendsIt(t *testing.T) {
	for terminal, f3 := range map[string]string{"xterm, tmux": "\x1bOR", "rxvt": "\x1b[13~", "the Linux console": "\x1b[[C"} {
		onRig(t, Config{}, func(r *rig) {
			r.press(enter, f3)
			r.shows("host tick")
			r.press(f3)
			r.showsNot("host tick")
			if r.Failed() {
				t.Fatal(terminal)
			}
		})
	}
}

func TestMatchInWhichNothingMovesWritesNothing(t *testing.T) {
	onRig(t, Config{Settings: Settings{FewerFlashes: true}}, func(r *rig) {
		r.press(enter, right)
		time.Sleep(5 * time.Second) // the start has been greeted, the camera rests
		r.look()
		lag := net.Lag{Transport: "udp", RTT: 48 * time.Millisecond, Age: 60 * time.Millisecond}
		for i := range 90 {
			lag.Age += time.Duration(i%5) * 10 * time.Millisecond // not shown
			r.launcher.match.change(func(m *flownState) { m.view.Lag.Age = lag.Age })
			time.Sleep(time.Second / 30)
		}
		if out := r.look(); len(out) != 0 {
			t.Errorf("wrote %d bytes: %q", len(out), out)
		}
	})
}

func TestNetFiguresAreWrittenFourTimesASecondAtMost(t *testing.T) {
	onRig(t, Config{Settings: Settings{FewerFlashes: true}}, func(r *rig) {
		r.press(enter, right, "\x1bOR")
		time.Sleep(5 * time.Second)
		r.look()
		frames, bytes := 0, 0
		for i := range 90 {
			r.launcher.match.change(func(m *flownState) {
				m.view.Lag = net.Lag{Transport: "udp", RTT: 40 * time.Millisecond, Age: time.Duration(40+i*29%50) * time.Millisecond}
			})
			time.Sleep(time.Second / 30)
			if out := r.look(); out != "" {
				frames++
				bytes += len(out)
			}
		}
		t.Logf("the page takes %d bytes a second while one figure changes", bytes/3)
		if frames < 3 || frames > 12 {
			t.Errorf("wrote in %d frames of three seconds, want 3 to 12", frames)
		}
	})
}
