package hud

import (
	"time"

	"dogfight/ui/canvas"
)

// trace is the worst values of a figure over 30 seconds.
type trace struct {
	worst  [TraceColumns]time.Duration // by column number; 0: unknown
	newest uint64                      // column number, counted from 1970
}

const (
	TraceColumns = 25
	traceColumn  = 30 * time.Second / TraceColumns
)

// add adds the current value.
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
	*at = max(*at, min(d, time.Minute)) // more would flatten the rest
}

// traceLevels are the heights of a column. A full block would merge with the row above.
var traceLevels = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇"}

// draw draws the columns, the newest last.
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

// top returns the value of the highest column. It doubles, so that the scale seldom changes.
func (t *trace) top(least time.Duration) time.Duration {
	top := least
	for _, d := range t.worst {
		for d > top {
			top *= 2
		}
	}
	return top
}
