package foreign

import (
	"math"
	"time"
)

// vector is a position or a way, in a server's units.
type vector struct{ x, y float64 }

func (v vector) plus(w vector, times float64) vector { return vector{v.x + w.x*times, v.y + w.y*times} }
func (v vector) minus(w vector) vector               { return vector{v.x - w.x, v.y - w.y} }
func (v vector) length() float64                     { return math.Hypot(v.x, v.y) }

// glide is how a thing gets smoothly from where it was drawn to where the server has
// it now. Where the server tells how it flies, it flies on like that.
type glide struct {
	at    vector // told
	way   vector // told; zero where nobody tells
	flow  vector // how it flies, by what was told last, units a second
	off   vector // from at to where it was drawn when that was told
	since time.Time
	span  time.Duration // in which off is made good
}

const (
	// farthest is how far a thing is taken to have flown: it has come from elsewhere
	// if it was farther away.
	farthest = 100.0
	// onwards is how long a thing is taken to fly on as it did.
	onwards = 150 * time.Millisecond
	// fastest is beyond what anything flies, units a second.
	fastest = 2000.0
)

// begin puts a thing somewhere.
func (g *glide) begin(at, way vector, now time.Time) {
	way = slowed(way)
	*g = glide{at: at, way: way, flow: way, since: now}
}

// move tells where a thing is now, which is told once in pace.
func (g *glide) move(at, way vector, now time.Time, pace time.Duration) {
	off, step := g.place(now).minus(at), at.minus(g.at)
	if off.length() > farthest || step.length() > farthest {
		g.begin(at, way, now)
		return
	}
	way = slowed(way)
	g.flow = slowed(vector{}.plus(g.flow, 0.5).plus(step, 0.5/pace.Seconds()))
	if way != (vector{}) {
		g.flow = way
	}
	g.at, g.way, g.off, g.since = at, way, off, now
	g.span = pace + pace/8 // or it would rest whenever news are a little late
}

// place returns where the thing is to be drawn.
func (g *glide) place(now time.Time) vector {
	age := max(now.Sub(g.since), 0)
	p := g.at.plus(g.way, min(age, onwards).Seconds())
	if age < g.span {
		p = p.plus(g.off, 1-float64(age)/float64(g.span))
	}
	return p
}

func slowed(way vector) vector {
	if long := way.length(); long > fastest {
		return vector{}.plus(way, fastest/long)
	}
	return way
}

// pace is how often something is told.
type pace struct {
	last   time.Time
	mean   time.Duration
	jitter time.Duration // mean distance from the mean
}

const (
	usualPace = time.Second / 20 // of all these protocols
	slowest   = 150 * time.Millisecond
	quickest  = time.Second / 120
	steady    = 8 // of how many the mean is, about
)

// note takes note that it was told.
func (p *pace) note(now time.Time) {
	passed := now.Sub(p.last)
	switch {
	case p.last.IsZero():
		p.mean = usualPace
	case passed > 0:
		passed = min(max(passed, quickest), slowest)
		p.jitter += ((passed - p.mean).Abs() - p.jitter) / steady
		p.mean += (passed - p.mean) / steady
	}
	p.last = now
}
