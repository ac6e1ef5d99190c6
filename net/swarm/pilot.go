package swarm

import "time"

// pilot is one client of the swarm. It belongs to whoever calls its methods, one
// at a time.
type pilot interface {
	// frame does what is due now. It is called 60 times a second, and dials at
	// its first call.
	frame(now time.Time)
	// state tells where the pilot stands. The error says why it never will play,
	// or no longer does.
	state() (playing bool, err error)
	// leave gives up the seat.
	leave()
	// count adds what there is to count.
	count(sum *tally)
	// way returns what it plays over.
	way() *line
}

// tally is what pilots have counted since they came, added up.
type tally struct {
	traffic
	keyframes, rollbacks, desyncs uint64
	playing                       int // pilots who do
}

// since returns what was counted after o was taken. Desyncs, of which there is to
// be none at all, and those who play, it leaves as they are.
func (t tally) since(o tally) tally {
	t.traffic = t.traffic.since(o.traffic)
	t.keyframes -= o.keyframes
	t.rollbacks -= o.rollbacks
	return t
}
