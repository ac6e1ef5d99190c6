package swarm

import (
	"sync/atomic"
	"time"
)

// joinLimiter lets pilots join a few at a time: a handshake costs a processor a
// millisecond at each end, and all at once would time out.
type joinLimiter struct {
	room   chan struct{} // a place for each pilot that is joining
	joined atomic.Int64
	failed chan error // why the first that gave up cannot join
}

const (
	// maxJoining is how many join at once: enough to keep the processors of both ends busy
	// over a round trip of some 100 ms, and few beside the 64 that a host lets wait.
	maxJoining = 24

	// A machine that is busy with the pilots that fly may time out one that joins. That one
	// retries, so many times, after a pause.
	retries = 4
	retryIn = time.Second
)

func newJoinLimiter() *joinLimiter {
	return &joinLimiter{room: make(chan struct{}, maxJoining), failed: make(chan error, 1)}
}

// member is a pilot that is to join.
type member struct {
	pilot
	renew func() pilot // makes another in its place
	stage stage
	tries int
	after time.Time // when it may join
}

type stage uint8

const (
	waiting stage = iota
	joining
	settled // joined, or given up
)

// fly gives the pilot a frame, once it may join.
func (j *joinLimiter) fly(m *member, now time.Time) {
	if m.stage == waiting && !j.enter(m, now) {
		return
	}
	m.frame(now)
	if m.stage != joining {
		return
	}
	playing, err := m.state()
	switch {
	case err != nil:
		<-j.room
		j.fail(m, now, err)
	case playing:
		<-j.room
		m.stage = settled
		j.joined.Add(1)
	}
}

func (j *joinLimiter) enter(m *member, now time.Time) bool {
	if now.Before(m.after) {
		return false
	}
	select {
	case j.room <- struct{}{}:
		m.stage = joining
		return true
	default:
		return false
	}
}

// fail has the pilot retry, unless none has joined yet: then the load is not to blame.
func (j *joinLimiter) fail(m *member, now time.Time, err error) {
	m.leave()
	if j.joined.Load() > 0 && m.tries < retries {
		m.tries++
		m.pilot, m.stage, m.after = m.renew(), waiting, now.Add(retryIn)
		return
	}
	m.stage = settled
	select {
	case j.failed <- err:
	default:
	}
}
