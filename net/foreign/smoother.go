package foreign

import (
	"math"
	"time"
)

// smoother moves a thing smoothly to its position on the server. If the server sends velocities, the thing flies on
// between snapshots.
type smoother struct {
	at    vector // last received
	way   vector // last received, units a second; zero if the server sends none
	flow  vector // velocity by the last positions, units a second
	off   vector // from at to where it was drawn when at arrived
	since time.Time
	span  time.Duration // of the fading of off
}

const (
	// farthest is the longest flight between snapshots: beyond it, a thing was moved.
	farthest = 100.0
	// onwards is how long a thing flies on without a snapshot.
	onwards = 150 * time.Millisecond
	// fastest is faster than any thing, units a second.
	fastest = 2000.0
)

// begin puts a thing somewhere.
func (s *smoother) begin(at, way vector, now time.Time) {
	way = limited(way)
	*s = smoother{at: at, way: way, flow: way, since: now}
}

// move handles a new position. interval is the time between them.
func (s *smoother) move(at, way vector, now time.Time, interval time.Duration) {
	off, step := s.place(now).minus(at), at.minus(s.at)
	if off.length() > farthest || step.length() > farthest {
		s.begin(at, way, now)
		return
	}
	way = limited(way)
	s.flow = limited(vector{}.plus(s.flow, 0.5).plus(step, 0.5/interval.Seconds()))
	if way != (vector{}) {
		s.flow = way
	}
	s.at, s.way, s.off, s.since = at, way, off, now
	s.span = interval + interval/8 // or it would rest whenever a snapshot is a little late
}

// place returns the position to draw.
func (s *smoother) place(now time.Time) vector {
	age := max(now.Sub(s.since), 0)
	p := s.at.plus(s.way, min(age, onwards).Seconds())
	if age < s.span {
		p = p.plus(s.off, 1-float64(age)/float64(s.span))
	}
	return p
}

func limited(way vector) vector {
	if long := way.length(); long > fastest {
		return vector{}.plus(way, fastest/long)
	}
	return way
}

// interval measures the time between snapshots.
type interval struct {
	last   time.Time
	mean   time.Duration
	jitter time.Duration // mean distance from the mean
}

const (
	usualInterval    = time.Second / 20 // of all these protocols
	longestInterval  = 150 * time.Millisecond
	shortestInterval = time.Second / 120
	averaged         = 8 // intervals in the mean, about
)

// note adds the arrival of a snapshot.
func (i *interval) note(now time.Time) {
	passed := now.Sub(i.last)
	switch {
	case i.last.IsZero():
		i.mean = usualInterval
	case passed > 0:
		passed = min(max(passed, shortestInterval), longestInterval)
		i.jitter += ((passed - i.mean).Abs() - i.jitter) / averaged
		i.mean += (passed - i.mean) / averaged
	}
	i.last = now
}

// vector is a position or a direction, in a server's units.
type vector struct{ x, y float64 }

func (v vector) plus(w vector, times float64) vector { return vector{v.x + w.x*times, v.y + w.y*times} }
func (v vector) minus(w vector) vector               { return vector{v.x - w.x, v.y - w.y} }
func (v vector) length() float64                     { return math.Hypot(v.x, v.y) }
