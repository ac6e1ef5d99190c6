package term

import (
	"sync"
	"time"
)

// flow keeps the picture from falling behind on a slow line. Every second frame
// ends in a question that each terminal answers when it comes to it (DSR, ECMA-48
// 8.3.35). While too many are unanswered, what was sent is still on its way, and
// frames are left out: never queued. What it takes for the answer to come is the
// true round trip, with all that waits on the line. As long as answers come before the
// next picture, but every fourth frame asks: an answer costs a host as much as half
// a frame does.
//
// Where answers come late because frames wait on the line, each frame asks, and
// the next waits until nearly all has come through: see pacing.
//
// A terminal that has never answered is not waited for, and asked no more than
// it could have answered.
type flow struct {
	mu       sync.Mutex
	frames   int              // shown since the last question
	asked    []time.Time      // the questions without an answer, the oldest first; at most window
	answers  bool             // the terminal does
	silences int              // in a row
	skipped  bool             // a frame was left out since the last answer
	last     time.Duration    // newest round trip; 0 for none
	shortest [2]time.Duration // round trips: since the mark, and before it; 0 for none
	mark     time.Time
	crowded  time.Time // when frames were last found to wait on the line
	mean     time.Duration
	told     time.Duration // what roundTrip returns
	toldAt   time.Time

	room     chan struct{} // has something when a frame that was left out can be shown
	answered chan struct{} // likewise, when there is no question without an answer
}

const (
	askStatus = "\x1b[5n" // answered by ESC [ 0 n

	probeEvery = 2 // frames
	calmEvery  = 4 // likewise, while answers come before the next picture
	window     = 3 // questions

	// Frames wait on a line when an answer takes so much longer than the shortest
	// one of late. It is taken for crowded for a while after that. shortestKept is
	// how long the shortest is remembered at least.
	waiting      = 40 * time.Millisecond
	crowdedTime  = 2 * time.Second
	shortestKept = 10 * time.Second

	// pictureTime is how long a picture stands, usually.
	pictureTime = time.Second / 30

	// silence is how long a terminal that has answered is waited for: somebody
	// else may sit behind the line now, or an answer was lost. After so many in
	// a row it is taken for one that does not answer.
	silence     = 2 * time.Second
	maxSilences = 3

	// tellEvery is how often the round trip that is told changes.
	tellEvery = time.Second
)

func newFlow() *flow {
	return &flow{room: make(chan struct{}, 1), answered: make(chan struct{}, 1)}
}

// ask notes a question that goes out with something else than a frame.
func (f *flow) ask(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, now)
}

// may reports whether a frame may be shown. If not, room tells when.
func (f *flow) may(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.giveUp(now)
	most, every := f.pacing(now)
	full := f.answers && len(f.asked) >= most && f.frames >= every-1
	f.skipped = f.skipped || full
	return !full
}

// pacing returns how many questions may be without an answer, and after how many
// frames one is asked. On a crowded line it is one a frame, and no more than the
// line carries while one frame gets through it: a long one is not idle meanwhile.
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
	return window - 1, probeEvery // more frames than usual went out before the first question
}

// isCrowded reports whether frames waited on the line a while ago.
func (f *flow) isCrowded(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.answers && now.Sub(f.crowded) < crowdedTime
}

// roundTripAlone is what a round trip takes when nothing waits on the line.
func (f *flow) roundTripAlone() time.Duration {
	if f.shortest[1] == 0 {
		return f.shortest[0]
	}
	return min(f.shortest[0], f.shortest[1])
}

// giveUp forgets questions that were not answered in time.
func (f *flow) giveUp(now time.Time) {
	if !f.answers || len(f.asked) == 0 || now.Sub(f.asked[len(f.asked)-1]) < silence {
		return
	}
	f.asked = f.asked[:0]
	f.silences++
	if f.silences == maxSilences {
		f.answers, f.mean, f.told = false, 0, 0
	}
}

// shows notes a frame that is shown and reports whether a question goes with it.
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

// answer takes an answer. One to no question tells nothing.
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
	default: // it has something already
	}
}

// compare finds out from a round trip whether frames wait on the line.
func (f *flow) compare(took time.Duration, now time.Time) {
	if now.Sub(f.mark) >= shortestKept {
		f.shortest, f.mark = [2]time.Duration{took, f.shortest[0]}, now
	}
	f.shortest[0] = min(f.shortest[0], took)
	if took-f.roundTripAlone() >= waiting {
		f.crowded = now
	}
}

// measure takes in a round trip. What is told changes now and then and only by
// what matters, for each change is a frame that is sent.
func (f *flow) measure(took time.Duration, now time.Time) {
	if f.mean == 0 {
		f.mean = took
	}
	f.mean += (took - f.mean) / 4
	if now.Sub(f.toldAt) < tellEvery {
		return
	}
	f.toldAt = now
	if off := f.mean - f.told; max(off, -off) > 2*time.Millisecond+f.told/8 {
		f.told = f.mean
	}
}

func (f *flow) roundTrip() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.told
}

// settle waits for the answers that are on their way, at the longest until the
// time is up: after us, the shell would take them for what was typed.
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

// RoundTrip is how long it takes for what is drawn to reach the terminal and for
// an answer to come back, on average of late; 0 where that is not known. It may be
// called from any goroutine.
func (t *Terminal) RoundTrip() time.Duration { return t.flow.roundTrip() }

// Crowded reports whether what is drawn waits on the line, or did until a while ago. It may be called from any goroutine.
func (t *Terminal) Crowded() bool { return t.flow.isCrowded(time.Now()) }

// Sent is how many bytes the terminal was sent to show pictures. It may be called from any goroutine.
func (t *Terminal) Sent() int64 {
	t.tty.mu.Lock()
	defer t.tty.mu.Unlock()
	return t.tty.sent
}

// Room has something when the terminal takes frames again, after Show has left
// one out because it had not come to those before.
func (t *Terminal) Room() <-chan struct{} { return t.flow.room }
