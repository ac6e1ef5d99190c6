package playback

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/play/playtest"
)

// BenchmarkSeek jumps anywhere in ten minutes.
func BenchmarkSeek(b *testing.B) {
	each(b, func(b *testing.B, v *viewer) {
		v.Play(false)
		chance, length := rand.New(rand.NewPCG(1, 2)), int(v.Last()-v.First())
		var took []time.Duration
		for b.Loop() {
			v.SeekTo(v.First() + game.Tick(chance.IntN(length+1)))
			began := time.Now()
			v.look(0)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	})
}

// BenchmarkReverse plays backwards, a tick in each picture.
func BenchmarkReverse(b *testing.B) {
	each(b, func(b *testing.B, v *viewer) {
		var took []time.Duration
		for b.Loop() {
			if !v.Backwards() || !v.Playing() {
				v.SeekTo(v.Last())
				v.Reverse(true)
				v.Play(true)
				v.look(0)
			}
			began := time.Now()
			v.look(time.Second/60 + 1)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
		b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-worst")
	})
}

// each runs a benchmark with 2, 8 and 64 ships.
func each(b *testing.B, run func(b *testing.B, v *viewer)) {
	for _, ships := range []int{2, 8, 64} {
		f := playtest.File(b, playtest.Match{Ships: ships, Ticks: 10 * 60 * game.TickRate})
		b.Run(fmt.Sprint(ships, "ships"), func(b *testing.B) { run(b, watch(b, f)) })
	}
}

var long = flag.Bool("long", false, "play TestALongMatchOpensAtOnceAndTakesLittleMemory with a match of three hours, not of ten minutes, and measure times")

func TestALongMatchOpensAtOnceAndTakesLittleMemory(t *testing.T) {
	minutes := 10
	if *long {
		minutes = 180
	}
	file := playtest.Record(t, playtest.Match{Ships: 8, Ticks: minutes * 60 * game.TickRate})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var v *viewer
	opened := time.Hour
	for range 5 { // the machine may be busy
		began := time.Now()
		f, err := replay.Parse(file)
		if err != nil {
			t.Fatal(err)
		}
		v = watch(t, f)
		opened = min(opened, time.Since(began))
	}
	var took []time.Duration
	chance := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		v.SeekTo(v.First() + game.Tick(chance.IntN(int(v.Last()-v.First()))))
		began := time.Now()
		v.look(0)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	half := took[len(took)/2]
	runtime.GC()
	runtime.ReadMemStats(&after)
	held := (int64(after.HeapAlloc) - int64(before.HeapAlloc) + int64(len(file))) >> 10
	t.Logf("%d kB open in %v, half of 300 jumps take %v, 99%% take %v, %d kB are held", len(file)>>10, opened, half, took[len(took)*99/100], held)
	if *long && (opened > 100*time.Millisecond || half > 50*time.Millisecond) {
		t.Error("expected 100 ms at most")
	}
	if most := int64(4+16*minutes/180) << 10; held > most {
		t.Errorf("expected that %d kB are held at most", most)
	}
	runtime.KeepAlive(v)
}
