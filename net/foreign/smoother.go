package foreign

import "time"

// smoother moves a thing from where it was drawn to where the server has it now. Where the
// server sends velocities, the thing flies on meanwhile.
type smoother struct {
	at    vector // sent
	way   vector // sent, units a second; zero where the server sends none
	flow  vector // velocity by the last positions sent, units a second
	off   vector // from at to where it was drawn when at arrived
	since time.Time
	span  time.Duration // in which off fades away
}

const (
	// farthest is how far a thing can have flown between snapshots: from farther away it
	// has been put there.
	farthest = 100.0
	// onwards is how long a thing is taken to fly on as it did.
	onwards = 150 * time.Millisecond
	// fastest is beyond what anything flies, units a second.
	fastest = 2000.0
)

// begin puts a thing somewhere.
func (s *smoother) begin(at, way vector, now time.Time) {
	way = limited(way)
	*s = smoother{at: at, way: way, flow: way, since: now}
}

// move takes a new position. They come at an interval.
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

// place returns where the thing is to be drawn.
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
