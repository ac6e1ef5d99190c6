package link

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Conditions describe a bad network in one direction, for tests and for the load generator. Chances are from 0 to 1 a packet.
type Conditions struct {
	Delay     time.Duration // of every packet
	Jitter    time.Duration // up to this much more, evenly; may change the order of data
	Loss      float64       // data never arrives; control arrives as late as a retransmission
	Burst     float64       // lost in a row, on average; up to 1, each independently
	Duplicate float64       // data arrives twice, the second time with its own jitter
	Reorder   float64       // data is delayed, so that later data overtakes it
	Seed      uint64        // the same seed has the same effect on the n-th packet of a channel
}

const (
	// heldBack is the extra delay of reordered data: more than the 33 ms between packets at 30 Hz.
	heldBack = 50 * time.Millisecond

	// retransmission is the least that TCP waits before it sends again (Linux, TCP_RTO_MIN); a round trip is added.
	retransmission = 200 * time.Millisecond
)

// Lossy returns inner with conditions on the packets it receives; for both ways, wrap both ends. Control is delayed, but
// neither lost nor reordered. It has no goroutine: Receive returns packets when they are due, and that is their At.
// Lost packets count as DataLost, not as DataIn. Err stays nil until the last packet that arrived is due; Done is that
// of inner.
func Lossy(inner Link, c Conditions) Link {
	return &lossy{Link: inner, conditions: c, control: newOutcomes(c, Control), data: newOutcomes(c, Data)}
}

type lossy struct {
	Link       // sends, and all that is not overridden
	conditions Conditions

	mu            sync.Mutex
	control, data *outcomes
	underway      []underway // by due, then by arrival
	lastControl   time.Time  // when the newest control packet is due
	buf           []byte
	lost          uint64
	closed        bool
}

// underway is a packet on its way.
type underway struct {
	due     time.Time
	channel Channel
	bytes   []byte
}

// Unwrap returns the link below.
func (l *lossy) Unwrap() Link { return l.Link }

func (l *lossy) Receive(buf []byte) (Packet, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gather()
	if len(l.underway) == 0 || l.underway[0].due.After(time.Now()) {
		return Packet{}, false
	}
	u := l.underway[0]
	l.underway = slices.Delete(l.underway, 0, 1)
	return Packet{Channel: u.channel, At: u.due, Bytes: append(buf[:0], u.bytes...)}, true
}

func (l *lossy) Err() error {
	err := l.Link.Err() // before gather: all that arrived before the end is in it
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gather()
	if n := len(l.underway); n > 0 && !l.closed && l.underway[n-1].due.After(time.Now()) {
		return nil
	}
	return err
}

func (l *lossy) Ready() bool {
	return l.Link.Ready() || l.Link.Err() != nil && l.Err() == nil
}

func (l *lossy) Close() {
	l.Link.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

func (l *lossy) Counts() Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gather()
	c := l.Link.Counts()
	c.DataIn -= min(l.lost, c.DataIn)
	c.DataLost += l.lost
	return c
}

// gather schedules all packets that have arrived at inner.
func (l *lossy) gather() {
	for {
		p, ok := l.Link.Receive(l.buf)
		if !ok {
			return
		}
		l.buf = p.Bytes
		if p.Channel == Control {
			l.passControl(p)
		} else {
			l.passData(p)
		}
	}
}

func (l *lossy) passControl(p Packet) {
	f := l.control.next()
	due := p.At.Add(l.conditions.Delay + f.jitter)
	if f.lost {
		due = due.Add(retransmission + 2*l.conditions.Delay)
	}
	if due.Before(l.lastControl) {
		due = l.lastControl
	}
	l.lastControl = due
	l.hold(p, due)
}

func (l *lossy) passData(p Packet) {
	f := l.data.next()
	if f.lost {
		l.lost++
		return
	}
	due := p.At.Add(l.conditions.Delay + f.jitter)
	if f.reordered {
		due = due.Add(heldBack)
	}
	l.hold(p, due)
	if f.twice {
		l.hold(p, p.At.Add(l.conditions.Delay+f.secondJitter))
	}
}

// hold inserts a copy of p, behind those that are due at the same time.
func (l *lossy) hold(p Packet, due time.Time) {
	i, _ := slices.BinarySearchFunc(l.underway, due, func(u underway, due time.Time) int {
		if u.due.After(due) {
			return 1
		}
		return -1
	})
	l.underway = slices.Insert(l.underway, i, underway{due, p.Channel, slices.Clone(p.Bytes)})
}

// outcome is the fate of one packet.
type outcome struct {
	lost, twice, reordered bool
	jitter, secondJitter   time.Duration
}

// outcomes draws the outcomes of the packets of one channel.
type outcomes struct {
	conditions Conditions
	chance     *rand.Rand
	bad        bool // the network is in a burst of loss
}

func newOutcomes(c Conditions, ch Channel) *outcomes {
	return &outcomes{conditions: c, chance: rand.New(rand.NewPCG(c.Seed, uint64(ch)))}
}

// next draws the same number of values for every packet, so that the loss of the n-th does not depend on the other
// conditions.
func (f *outcomes) next() outcome {
	return outcome{
		lost:         f.lost(f.chance.Float64()),
		twice:        f.chance.Float64() < f.conditions.Duplicate,
		reordered:    f.chance.Float64() < f.conditions.Reorder,
		jitter:       f.jitter(),
		secondJitter: f.jitter(),
	}
}

func (f *outcomes) jitter() time.Duration {
	return time.Duration(f.chance.Float64() * float64(f.conditions.Jitter))
}

// lost decides by a draw from 0 to 1 whether a packet is lost. Bursts are those of Gilbert (1960): the network is good
// or bad, and changes so often that the shares of loss come out right.
func (f *outcomes) lost(draw float64) bool {
	c := &f.conditions
	if c.Burst <= 1 {
		return draw < c.Loss
	}
	if f.bad {
		f.bad = draw >= 1/c.Burst
	} else {
		f.bad = draw < c.Loss/(1-c.Loss)/c.Burst
	}
	return f.bad
}
