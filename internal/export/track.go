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

// claim returns an element free in a span. Spans must come in order of their start.
func (p *pool) claim(s span) int {
	for i, until := range p.busy {
		if until <= s.from {
			p.busy[i] = s.to
			return i
		}
	}
	p.busy = append(p.busy, s.to)
	return len(p.busy) - 1
}

// edge is the margin around an arena.
const edge = 14

// viewOf returns the visible part of the arena: around a ship, all of it or, of a large one, its busiest part.
func (f *observation) viewOf(slot int) view {
	w, h := f.setup.Arena.Size()
	width, height := round(w), round(h)
	if slot >= 0 {
		v := view{width: min(width, closeWidth), height: min(height, closeHeight)}
		v.moves = f.along(slot, v, width, height)
		return v
	}
	if width <= widest && height <= highest {
		return view{x: -edge, y: -edge, width: width + 2*edge, height: height + 2*edge}
	}
	v := view{width: min(width, widest), height: min(height, highest)}
	best := -1
	for y := 0; y <= height-v.height; y += game.TileSize * 4 {
		for x := 0; x <= width-v.width; x += game.TileSize * 4 {
			if n := f.happens(view{x, y, v.width, v.height, nil}); n > best {
				best, v.x, v.y = n, x, y
			}
		}
	}
	return v
}

// happens returns the activity in a part of the arena: a ship counts each quarter of a second, a kill as five.
func (f *observation) happens(v view) (n int) {
	in := func(x, y int32) bool {
		return uint(round(x)-v.x) < uint(v.width) && uint(round(y)-v.y) < uint(v.height)
	}
	for _, s := range f.ships {
		if s == nil {
			continue
		}
		for i := range s.ways {
			for k := 0; k < len(s.ways[i].points); k += game.TickRate / 4 {
				if p := s.ways[i].points[k]; in(p.X, p.Y) {
					n++
				}
			}
		}
	}
	for _, e := range f.events {
		if e.Kind == game.EventKill && in(e.X, e.Y) {
			n += 5
		}
	}
	return n
}

// cameraSlack is the greatest deviation of the camera, in 1/256 unit.
const cameraSlack = 3 * game.One

// along returns the moves that keep a ship in the middle, or near it at the edges. While the ship is away the picture
// rests.
func (f *observation) along(slot int, v view, width, height int) []key {
	var moved way
	at := game.Point{}
	for _, w := range f.ships[slot].ways {
		for len(moved.points) > 0 && len(moved.points) < w.from {
			moved.points = append(moved.points, at)
		}
		for _, p := range w.points {
			at = game.Point{
				X: -min(max(p.X-int32(v.width)*game.One/2, 0), int32(width-v.width)*game.One),
				Y: -min(max(p.Y-int32(v.height)*game.One/2, 0), int32(height-v.height)*game.One),
			}
			for len(moved.points) <= w.from {
				moved.points = append(moved.points, at)
			}
			moved.points = append(moved.points, at)
		}
	}
	for len(moved.points) <= f.ticks {
		moved.points = append(moved.points, at)
	}
	moved.points = moved.points[:f.ticks+1]
	return moved.keys(cameraSlack)
}

// reach returns the part of the arena that ever shows, in units, with a margin for large things.
func (v *view) reach() (left, top, right, bottom int) {
	const more = 2 * shipSize
	left, top, right, bottom = v.x, v.y, v.x, v.y
	for i, k := range v.moves {
		if i == 0 {
			left, top, right, bottom = -k.x, -k.y, -k.x, -k.y
		}
		left, top, right, bottom = min(left, -k.x), min(top, -k.y), max(right, -k.x), max(bottom, -k.y)
	}
	return left - more, top - more, right + v.width + more, bottom + v.height + more
}

// shows reports whether a place in units ever shows.
func (v *view) shows(x, y int) bool {
	left, top, right, bottom := v.reach()
	return x >= left && x < right && y >= top && y < bottom
}

// showsAny reports whether one of some places in 1/256 unit does.
func (v *view) showsAny(points []game.Point) bool {
	for _, p := range points {
		if v.shows(round(p.X), round(p.Y)) {
			return true
		}
	}
	return false
}
