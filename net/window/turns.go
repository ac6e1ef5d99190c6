package window

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"time"
)

// turns lets few windows be drawn at a time, which leaves a processor to the match: its ticks would otherwise wait for all windows.
// The next of the waiting windows is the one with the least drawing time in all, if its picture takes as long as its last: large
// windows come last, and less often.
type turns struct {
	mu      sync.Mutex
	free    int
	spent   time.Duration // of the latest window to begin
	waiting []*Window
}

// turn is a window's state in turns, guarded by their mutex.
type turn struct {
	spent time.Duration
	took  time.Duration // for the latest picture
	began time.Time     // zero: not being drawn
	next  chan struct{} // has one when the turn has begun
}

func newTurns() turns { return turns{free: max(runtime.GOMAXPROCS(0)-1, 1)} }

func (t *turns) start(w *Window) {
	t.spent, w.turn.began = w.turn.spent, time.Now()
}

// begin waits for the window's turn.
func (t *turns) begin(w *Window) {
	t.mu.Lock()
	w.turn.spent = max(w.turn.spent, t.spent) // a window that was idle has saved nothing
	if t.free > 0 {
		t.free--
		t.start(w)
		t.mu.Unlock()
		return
	}
	t.waiting = append(t.waiting, w)
	t.mu.Unlock()
	<-w.turn.next
}

// end ends the window's turn, if it is its turn.
func (t *turns) end(w *Window) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.turn.began.IsZero() {
		return
	}
	w.turn.took = time.Since(w.turn.began)
	w.turn.spent += w.turn.took
	w.turn.began = time.Time{}
	if len(t.waiting) == 0 {
		t.free++
		return
	}
	next := slices.MinFunc(t.waiting, func(a, b *Window) int { return cmp.Compare(a.turn.spent+a.turn.took, b.turn.spent+b.turn.took) })
	t.waiting = slices.DeleteFunc(t.waiting, func(w *Window) bool { return w == next })
	t.start(next)
	next.turn.next <- struct{}{}
}

// BeginDrawing waits until a picture may be drawn. EndDrawing must follow, before anything that waits for the terminal.
func (t *Terminal) BeginDrawing() {
	if w := t.drawnOn(); w != nil {
		w.pool.turns.begin(w)
	}
}

// EndDrawing ends the turn. Without a BeginDrawing before it, it does nothing.
func (t *Terminal) EndDrawing() {
	if w := t.drawnOn(); w != nil {
		w.pool.turns.end(w)
	}
}

func (t *Terminal) drawnOn() *Window {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.window
}
