package term

import (
	"sync"
	"time"
)

// flow keeps the picture from falling behind on a slow line. Every second frame ends in a query that each terminal
// answers once it has processed it (DSR, ECMA-48 8.3.35). While too many are unanswered, frames are skipped, never
// queued. The time to the answer is the true round trip, with everything that is queued on the line. While answers
// arrive before the next picture, only every fourth frame asks: an answer costs a host as much as half a frame.
//
// If answers are late because frames queue on the line, each frame asks, and the next waits until nearly all have
// arrived: see pacing.
//
// A terminal that has never answered is not waited for, and gets at most window queries.
type flow struct {
	mu         sync.Mutex
	frames     int              // since the last query
	asked      []time.Time      // unanswered queries, the oldest first; at most window
	answers    bool             // the terminal answers
	silences   int              // in a row
	skipped    bool             // a frame was skipped since the last answer
	last       time.Duration    // newest round trip; 0 without one
	shortest   [2]time.Duration // round trips: since the mark, and before it; 0 without one
	mark       time.Time
	crowded    time.Time // the last time that frames queued on the line
	mean       time.Duration
	reported   time.Duration // the result of roundTrip
	reportedAt time.Time

	room     chan struct{} // receives when a skipped frame can be shown
	answered chan struct{} // receives when no query is unanswered
}

const (
	askStatus = "\x1b[5n" // answered by ESC [ 0 n

	probeEvery = 2 // frames
	calmEvery  = 4 // frames, while answers arrive before the next picture
	window     = 3 // queries

	// Frames queue on a line if an answer takes this much longer than the shortest one since the mark. The line counts
	// as crowded for crowdedTime after that. The shortest is remembered for at least shortestKept.
	waiting      = 40 * time.Millisecond
	crowdedTime  = 2 * time.Second
	shortestKept = 10 * time.Second

	// pictureTime is the usual time between two pictures.
	pictureTime = time.Second / 30

	// silence is how long to wait for an answer of a terminal that has answered before: another terminal may be on the
	// line now, or an answer was lost. After maxSilences in a row it counts as one that does not answer.
	silence     = 2 * time.Second
	maxSilences = 3

	// reportEvery is the time between two changes of roundTrip.
	reportEvery = time.Second
)

func newFlow() *flow {
	return &flow{room: make(chan struct{}, 1), answered: make(chan struct{}, 1)}
}

// ask notes a query that is sent outside a frame.
func (f *flow) ask(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, now)
}

// may reports whether a frame may be shown. If not, room receives when it may.
func (f *flow) may(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.expire(now)
	most, every := f.pacing(now)
	full := f.answers && len(f.asked) >= most && f.frames >= every-1
	f.skipped = f.skipped || full
	return !full
}

// pacing returns how many queries may be unanswered, and the frames per query. On a crowded line each frame has one,
// and there are as many as frames fit into a round trip: a long line is not idle.
func (f *flow) pacing(now time.Time) (most, every int) {
	most = 1 + int(f.roundTripAlone()/pictureTime)
	switch {
	case most <= window && now.Sub(f.crowded) < crowdedTime:
		return most, 1
	case f.last == 0 || f.last >= pictureTime:
		return window, probeEvery
	case len(f.asked) == 0:
		return window - 1, calmEvery
	}
	return window - 1, probeEvery // several frames were sent before the first query
}

// isCrowded reports whether frames have queued on the line within crowdedTime.
func (f *flow) isCrowded(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.answers && now.Sub(f.crowded) < crowdedTime
}

// roundTripAlone is the round trip on an idle line.
func (f *flow) roundTripAlone() time.Duration {
	if f.shortest[1] == 0 {
		return f.shortest[0]
	}
	return min(f.shortest[0], f.shortest[1])
}

// expire drops queries that were not answered in time.
func (f *flow) expire(now time.Time) {
	if !f.answers || len(f.asked) == 0 || now.Sub(f.asked[len(f.asked)-1]) < silence {
		return
	}
	f.asked = f.asked[:0]
	f.silences++
	if f.silences == maxSilences {
		f.answers, f.mean, f.reported = false, 0, 0
	}
}

// shows counts a frame, and reports whether it ends in a query.
func (f *flow) shows(now time.Time) (asks bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.frames++
	most, every := f.pacing(now)
	if f.frames < every || len(f.asked) >= most {
		return false
	}
	f.frames = 0
	f.asked = append(f.asked, now)
	return true
}

// answer handles an answer. One without a query is ignored.
func (f *flow) answer(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.asked) == 0 {
		return
	}
	took := now.Sub(f.asked[0])
	f.last = max(took, 1)
	f.compare(took, now)
	f.measure(took, now)
	f.asked = append(f.asked[:0], f.asked[1:]...)
	f.answers, f.silences = true, 0
	if f.skipped {
		f.skipped = false
		wake(f.room)
	}
	if len(f.asked) == 0 {
		wake(f.answered)
	}
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is full
	}
}

// compare checks by a round trip whether frames queue on the line.
func (f *flow) compare(took time.Duration, now time.Time) {
	if now.Sub(f.mark) >= shortestKept {
		f.shortest, f.mark = [2]time.Duration{took, f.shortest[0]}, now
	}
	f.shortest[0] = min(f.shortest[0], took)
	if took-f.roundTripAlone() >= waiting {
		f.crowded = now
	}
}

// measure updates the mean. The reported round trip changes seldom and only by relevant amounts, as each change sends
// a frame.
func (f *flow) measure(took time.Duration, now time.Time) {
	if f.mean == 0 {
		f.mean = took
	}
	f.mean += (took - f.mean) / 4
	if now.Sub(f.reportedAt) < reportEvery {
		return
	}
	f.reportedAt = now
	if off := f.mean - f.reported; max(off, -off) > 2*time.Millisecond+f.reported/8 {
		f.reported = f.mean
	}
}

func (f *flow) roundTrip() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.reported
}

// settle waits for outstanding answers, up to a limit: after Close, the shell would read them as typed text.
func (f *flow) settle(longest time.Duration) {
	for late := time.After(longest); f.pending(); {
		select {
		case <-f.answered:
		case <-late:
			return
		}
	}
}

func (f *flow) pending() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.answers && len(f.asked) > 0
}

// RoundTrip returns the mean time to the terminal and back, or 0 if unknown. It is safe for concurrent use.
func (t *Terminal) RoundTrip() time.Duration { return t.flow.roundTrip() }

// Crowded reports whether frames queue on the line, or have within the last two seconds. It is safe for concurrent
// use.
func (t *Terminal) Crowded() bool { return t.flow.isCrowded(time.Now()) }

// Sent returns the number of bytes sent for pictures. It is safe for concurrent use.
func (t *Terminal) Sent() int64 { return t.tty.sent.Load() }

// Room receives when the terminal accepts frames again, after Show has skipped one.
func (t *Terminal) Room() <-chan struct{} { return t.flow.room }
