package foreign

import "time"

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
