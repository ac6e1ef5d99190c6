package net

import (
	"errors"
	"time"
)

// effort bounds what a Client does for its host: in a Frame by counts, so that none holds up the screen, and over
// time where a host sends what no match needs so often. What a Frame leaves waits in the link, which bounds that and holds a
// fast host back. The zero value is a new link's, with nothing spent.
type effort struct {
	// Spent in this Frame.
	bytes  int // heard
	ticks  int // that were confirmed
	worlds int // Welcomes, MatchStarts and Keyframes

	// Kept from Frame to Frame.
	worldsLately  drip
	desyncsLately drip
	asked         int           // ships that were asked for by the last Setup
	quiet         time.Duration // since the match went on
	last          time.Time     // of the last Frame
}

const (
	// What is heard in a Frame beside maxHeard. It goes on until one is spent: the last packet may be beyond it.
	frameBytes  = 32 << 10
	frameTicks  = 64 // a second of the match, of which a packet has 63 at most
	frameWorlds = 2  // a Setup and the Keyframe after it

	// worldsAtOnce and worldsRest bound Setups and Keyframes over time: a host in good order sends a Keyframe in 5 s, or
	// when it is asked for one, and a match lasts. But an operator may begin many anew while looking for the right options.
	worldsAtOnce = 256
	worldsRest   = time.Second / 2
	// desyncsAtOnce and desyncsRest bound how often the hash may differ. One is a bug; more, and the match is not played
	// but fetched.
	desyncsAtOnce = 8
	desyncsRest   = 5 * time.Second
	// maxAsked is how many ships are asked for by the tables of one Setup.
	maxAsked = 4

	// quietTime is how long a match may stand still before the link is given up. It is longer than seatKept: a host that
	// comes back later has no seat for us any more.
	quietTime = 12 * time.Second
	// quietElsewhere is the same where another host may go on with the match, as in a fleet: one does 2.5 s after it has heard the last of
	// a host whose machine is gone, which closes no link.
	quietElsewhere = 3500 * time.Millisecond
	// quietStep is the most that counts of the time between two Frames: a client that was suspended hears the host out first.
	quietStep = time.Second / 4
)

var (
	errWorlds  = errors.New("the host sends new matches faster than any can be played")
	errDesyncs = errors.New("the host's match never agrees with its own orders")
	errShips   = errors.New("the host refuses every ship that it offers")
	errQuiet   = errors.New("the host is there, but its match has stopped")
	errNoWorld = errors.New("the host let you in, but sent no match in time")
)

// begin lets a Frame begin. Paused says that the match stands still because our own player asked for it.
func (e *effort) begin(now time.Time, paused bool) {
	e.bytes, e.ticks, e.worlds = 0, 0, 0
	if !e.last.IsZero() && !paused {
		e.quiet += min(max(now.Sub(e.last), 0), quietStep)
	}
	e.last = now
}

// spent reports whether no more is to be heard in this Frame.
func (e *effort) spent() bool {
	return e.bytes >= frameBytes || e.ticks >= frameTicks || e.worlds >= frameWorlds
}

// world takes note of a Setup or a Keyframe, and says why one more is too many.
func (e *effort) world(now time.Time) error {
	e.worlds++
	if !e.worldsLately.take(now, worldsAtOnce, worldsRest) {
		return errWorlds
	}
	return nil
}

// desync takes note of a hash that differs, likewise.
func (e *effort) desync(now time.Time) error {
	if !e.desyncsLately.take(now, desyncsAtOnce, desyncsRest) {
		return errDesyncs
	}
	return nil
}

// drip counts what came, and forgets one each rest. The zero value is ready.
type drip struct {
	n    int
	from time.Time // since when the rest of the first counts
}

// take takes note of one more, and reports whether there are at most so many.
func (d *drip) take(now time.Time, most int, rest time.Duration) bool {
	if d.n == 0 {
		d.from = now
	}
	gone := min(max(int(now.Sub(d.from)/rest), 0), d.n)
	d.n -= gone
	d.from = d.from.Add(time.Duration(gone) * rest)
	d.n++
	return d.n <= most
}
