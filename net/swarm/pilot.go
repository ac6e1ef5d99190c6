package swarm

import "time"

// pilot is one client of the swarm. One goroutine at a time may call its methods.
type pilot interface {
	// frame does what is due now. It is called 60 times a second, and dials at
	// its first call.
	frame(now time.Time)
	// state reports whether the pilot plays. The error says why it never will, or no longer
	// does.
	state() (playing bool, err error)
	// leave gives up the seat.
	leave()
	// count adds what there is to count.
	count(sum *tally)
	// conn returns what it plays over.
	conn() *connection
}

// tally is what pilots have counted since they joined, added up.
type tally struct {
	traffic
	keyframes, rollbacks, desyncs uint64
	playing                       int // pilots
}

// since returns what was counted after o was taken. It leaves desyncs, of which there must be
// none at all, and playing as they are.
func (t tally) since(o tally) tally {
	t.traffic = t.traffic.since(o.traffic)
	t.keyframes -= o.keyframes
	t.rollbacks -= o.rollbacks
	return t
}
