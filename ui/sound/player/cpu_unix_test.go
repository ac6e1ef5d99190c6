//go:build unix && !darwin

package player

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"dogfight/testkit"
	"dogfight/ui/sound"
)

// mostCPU is the share of a core that sound may use.
const mostCPU = 0.015

// cpu is the processor time of this process so far.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestPlayingAFightIsCheap(t *testing.T) {
	if testkit.Race() {
		t.Skip("the race detector takes a multiple")
	}
	if !*long {
		t.Skip("it takes four seconds; runs with -long")
	}
	p, file := startLike(t, "plays")
	readReport(t, file) // all effects are made
	chance := rand.New(rand.NewPCG(1, 2))
	sounding := sixtyASecond(t, func() {
		p.Play([]sound.Cue{{Effect: 1 + sound.Effect(chance.IntN(int(sound.Effects)-1)), Gain: 1}})
	})
	p.Close()
	clock := sixtyASecond(t, func() {})
	t.Logf("%.2f %% of a core, and %.2f %% for the clock of the frames", 100*(sounding-clock), 100*clock)
	if share := sounding - clock; share > mostCPU {
		t.Errorf("expected %.1f %% at most", 100*mostCPU)
	}
}

// sixtyASecond calls a function each frame for a while, and returns the used share of a core.
func sixtyASecond(t *testing.T, each func()) float64 {
	const lasts = 2 * time.Second
	frames := time.NewTicker(time.Second / 60)
	defer frames.Stop()
	before := cpu(t)
	for range int(lasts * 60 / time.Second) {
		<-frames.C
		each()
	}
	return (cpu(t) - before).Seconds() / lasts.Seconds()
}
