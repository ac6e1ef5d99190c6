package hud

import (
	"time"

	"dogfight/ui/canvas"
)

// trace is how a figure did over the last half minute: the worst of each moment.
type trace struct {
	worst  [TraceColumns]time.Duration // by column number; 0 where nothing is known
	newest uint64                      // column number, counted from 1970
}

const (
	TraceColumns = 25
	traceColumn  = 30 * time.Second / TraceColumns
)

// add takes what the figure is now.
func (t *trace) add(now time.Time, d time.Duration) {
	column := uint64(now.UnixNano()) / uint64(traceColumn)
	if column > t.newest+TraceColumns {
		t.newest = column - TraceColumns
	}
	for t.newest < column {
		t.newest++
		t.worst[t.newest%TraceColumns] = 0
	}
	at := &t.worst[t.newest%TraceColumns]
	*at = max(*at, min(d, time.Minute)) // more would but flatten the rest
}

// traceLevels are a column's looks. The full block is not among them, since it
// would grow together with the row above.
var traceLevels = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇"}

// draw draws a column of a row for each moment, the newest last.
func (t *trace) draw(s *canvas.Sheet, x, y int, l limit[time.Duration]) {
	top := t.top(l.minor)
	for i := range TraceColumns {
		d := t.worst[(t.newest+1+uint64(i))%TraceColumns]
		if d <= 0 {
			continue
		}
		level := min(int(d*time.Duration(len(traceLevels))/top), len(traceLevels)-1)
		s.Text(x+i, y, traceLevels[level], l.severity(d).ink())
	}
}

// top is what the highest column stands for. It changes by doubling, so that
// the picture seldom changes its scale.
func (t *trace) top(least time.Duration) time.Duration {
	top := least
	for _, d := range t.worst {
		for d > top {
			top *= 2
		}
	}
	return top
}
