package swarm

import (
	"sync/atomic"
	"time"
)

// gate lets pilots join a few at a time: a handshake costs a processor a
// millisecond at each end, and all at once would time out.
type gate struct {
	room   chan struct{} // a place for each who is joining
	joined atomic.Int64
	failed chan error // why the first who gave up cannot join
}

const (
	// abreast is how many join at once: enough to keep the processors of both
	// ends busy over a round trip of some 100 ms, and few beside the 64 whom a
	// host lets wait.
	abreast = 24

	// A machine that is busy with those who fly already may let somebody wait
	// too long. He tries again, so many times, after a pause.
	retries = 4
	retryIn = time.Second
)

func newGate() *gate {
	return &gate{room: make(chan struct{}, abreast), failed: make(chan error, 1)}
}

// member is a pilot on the way through the gate.
type member struct {
	pilot
	renew func() pilot // makes another in its place
	stage stage
	tries int
	after time.Time // when it may join
}

type stage uint8

const (
	outside stage = iota
	joining
	through // or given up
)

// fly gives the pilot a frame, once it may join.
func (g *gate) fly(m *member, now time.Time) {
	if m.stage == outside && !g.enter(m, now) {
		return
	}
	m.frame(now)
	if m.stage != joining {
		return
	}
	playing, err := m.state()
	switch {
	case err != nil:
		<-g.room
		g.fail(m, now, err)
	case playing:
		<-g.room
		m.stage = through
		g.joined.Add(1)
	}
}

func (g *gate) enter(m *member, now time.Time) bool {
	if now.Before(m.after) {
		return false
	}
	select {
	case g.room <- struct{}{}:
		m.stage = joining
		return true
	default:
		return false
	}
}

// fail has the pilot try again, unless nobody has joined yet: then it is not the
// crowd that is to blame.
func (g *gate) fail(m *member, now time.Time, err error) {
	m.leave()
	if g.joined.Load() > 0 && m.tries < retries {
		m.tries++
		m.pilot, m.stage, m.after = m.renew(), outside, now.Add(retryIn)
		return
	}
	m.stage = through
	select {
	case g.failed <- err:
	default:
	}
}
