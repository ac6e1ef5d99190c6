package export

import "dogfight/game"

// key is a place at a tick from the start, in units.
type key struct{ tick, x, y int }

// nowhere is the place of absent things, far outside of every arena.
const nowhere = -9999

// way is the places of something, tick by tick.
type way struct {
	from   int
	points []game.Point // in 1/256 unit
}

func (w *way) end() int { return w.from + len(w.points) - 1 }

// slack is the greatest deviation of a way, in 1/256 unit.
const slack = game.One * 3 / 4

// keys reduces the way to keyframes: interpolation stays within slack (Douglas and Peucker 1973, with time as the
// third axis).
func (w *way) keys(slack int64) []key {
	if len(w.points) == 0 {
		return nil
	}
	list := []key{w.key(0)}
	return w.split(list, 0, len(w.points)-1, slack)
}

func (w *way) key(i int) key {
	p := w.points[i]
	return key{w.from + i, round(p.X), round(p.Y)}
}

func round(v int32) int { return int(v+game.One/2) >> 8 }

// split appends the keys of a part after its first.
func (w *way) split(list []key, first, last int, slack int64) []key {
	worst, at := slack*slack, -1
	a, b := w.points[first], w.points[last]
	for i := first + 1; i < last; i++ {
		n, of := int64(i-first), int64(last-first)
		dx := int64(a.X) + int64(b.X-a.X)*n/of - int64(w.points[i].X)
		dy := int64(a.Y) + int64(b.Y-a.Y)*n/of - int64(w.points[i].Y)
		if off := dx*dx + dy*dy; off > worst {
			worst, at = off, i
		}
	}
	if at < 0 {
		if last > first {
			list = append(list, w.key(last))
		}
		return list
	}
	return w.split(w.split(list, first, at, slack), at, last, slack)
}

// join returns the keys of several ways, with nowhere in between.
func join(ways []way, ticks int, slack int64) (list []key) {
	if len(ways) == 0 || ways[0].from > 0 {
		list = append(list, key{0, nowhere, 0})
	}
	for i := range ways {
		w := &ways[i]
		if w.from > 0 {
			list = append(list, key{w.from, nowhere, 0})
		}
		list = append(list, w.keys(slack)...)
		if end := w.end(); end < ticks {
			list = append(list, key{end, nowhere, 0})
		}
	}
	if last := list[len(list)-1]; last.tick < ticks {
		last.tick = ticks
		list = append(list, last)
	}
	return list
}

// span is from one tick to another.
type span struct{ from, to int }

// pool reuses elements for spans that do not overlap.
type pool struct{ busy []int }

// take returns an element free in a span. Spans must come in order of their start.
func (p *pool) take(s span) int {
	for i, until := range p.busy {
		if until <= s.from {
			p.busy[i] = s.to
			return i
		}
	}
	p.busy = append(p.busy, s.to)
	return len(p.busy) - 1
}
