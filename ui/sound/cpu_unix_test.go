//go:build unix

package sound

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"
)

// mostCPU is the share of a core that sound may take.
const mostCPU = 0.015

// cpu is the time on the processor that this process has taken so far.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestMixingIsCheap counts processor time, without that of other processes. Nothing else runs in this one.
func TestMixingIsCheap(t *testing.T) {
	switch {
	case UnderRace:
		t.Skip("the race detector takes a multiple")
	case !*Long:
		t.Skip("runs with -long; BenchmarkMix measures it too")
	}
	Prepare()
	m, chance := loud(), rand.New(rand.NewPCG(1, 2))
	var block [BlockBytes]byte
	const blocks, tries = 1000, 5
	took, lasts := time.Hour, blocks*BlockFrames*time.Second/Rate
	for range tries { // the best, for others may have emptied the caches
		began := cpu(t)
		for i := range blocks {
			if i%busyBlocks == 0 {
				riot(m, chance)
			}
			m.Mix(block[:])
		}
		took = min(took, cpu(t)-began)
	}
	t.Logf("%v of all voices took %v: %.2f %% of a core", lasts, took, 100*took.Seconds()/lasts.Seconds())
	if took.Seconds() > mostCPU*lasts.Seconds() {
		t.Errorf("expected %.1f %% at most", 100*mostCPU)
	}
}
