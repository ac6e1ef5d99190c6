package window

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
)

// drawnTerminals returns a pool that draws atOnce windows at a time, and terminals in it.
func drawnTerminals(t *testing.T, atOnce, n int) (p *Pool, all []*Terminal) {
	p = NewPool(admission.Limits{PerAddress: n, Local: noneLocal})
	p.turns.free = atOnce
	for range n {
		one := NewTerminal()
		one.DrawOn(opened(t, p, "1.0.0.1"))
		all = append(all, one)
	}
	return p, all
}

// A crowd of windows larger than the processors can draw leaves a processor to the match, and the small windows their pictures.
func TestFewWindowsAreDrawnAtATimeAndLargeOnesLessOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const atOnce, large, small = 2, 8, 8
		_, all := drawnTerminals(t, atOnce, large+small)
		var mu sync.Mutex
		drawing, most, pictures := 0, 0, make([]int, len(all))
		var drawn sync.WaitGroup
		for i, one := range all {
			takes := 20 * time.Millisecond
			if i >= large {
				takes = 2 * time.Millisecond
			}
			drawn.Go(func() {
				for began := time.Now(); time.Since(began) < 10*time.Second; time.Sleep(time.Second / 30) {
					one.BeginDrawing()
					mu.Lock()
					drawing++
					most = max(most, drawing)
					pictures[i]++
					mu.Unlock()
					time.Sleep(takes)
					mu.Lock()
					drawing--
					mu.Unlock()
					one.EndDrawing()
				}
			})
		}
		drawn.Wait()
		if most != atOnce {
			t.Errorf("%d are drawn at a time, expected %d", most, atOnce)
		}
		for i, n := range pictures {
			// A small window waits for a large picture in progress, 20 ms, and for other small ones. The large windows share the rest.
			if i < large && (n < 60 || n > 130) {
				t.Errorf("large window %d has %d pictures in 10 s, expected 60 to 130", i, n)
			}
			if i >= large && n < 150 {
				t.Errorf("small window %d has %d pictures in 10 s, expected 150 at least", i, n)
			}
		}
	})
}

func TestAWindowClosedInItsTurnDoesNotBlockOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := drawnTerminals(t, 1, 2)
		all[0].BeginDrawing()
		drawn := false
		go func() {
			all[1].BeginDrawing()
			drawn = true
			all[1].EndDrawing()
			all[1].EndDrawing() // a second call does nothing
		}()
		synctest.Wait()
		if drawn {
			t.Error("two are drawn at a time")
		}
		all[0].window.Close()
		all[0].EndDrawing() // does nothing either
		synctest.Wait()
		if !drawn || p.turns.free != 1 {
			t.Errorf("the other is drawn: %v; then %d more may be, expected 1", drawn, p.turns.free)
		}
	})
}

func TestATerminalWithoutAWindowDoesNotWait(t *testing.T) {
	one := NewTerminal()
	one.BeginDrawing()
	one.EndDrawing()
}
