package testkit

import (
	"io"
	"math/rand/v2"
	"sync"
	"time"
)

// OriginalPath carries two streams between two ends as TCP does over a bad network: late, and in order. A lost segment arrives after one or
// more timeouts of the sender, together with those behind it. Other segments are merged only if an end reads them together.
type OriginalPath struct {
	Delay  time.Duration // one way
	Jitter time.Duration // at most, in addition
	Loss   float64       // the share of lost segments
	Seed   uint64        // of the random numbers
}

// leastTimeout is the minimum of Linux before a segment is sent again.
const leastTimeout = 200 * time.Millisecond

// Join connects two ends until one closes, and closes both.
func (p OriginalPath) Join(a, b io.ReadWriteCloser) {
	var running sync.WaitGroup
	running.Go(func() { p.carry(a, b, p.Seed) })
	running.Go(func() { p.carry(b, a, ^p.Seed) })
	running.Wait()
}

// segment is the bytes of one write, with the time of their arrival.
type segment struct {
	bytes []byte
	due   time.Time
}

func (p OriginalPath) carry(from io.ReadCloser, to io.WriteCloser, seed uint64) {
	segments := make(chan segment, 1<<12)
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() {
		deliver(segments, to)
		from.Close()
		to.Close()
		for range segments { // until reading ends
		}
	})
	defer close(segments)
	chance := rand.New(rand.NewPCG(seed, 1))
	var last time.Time
	for {
		buf := make([]byte, 4096)
		n, err := from.Read(buf)
		if n > 0 {
			due := time.Now().Add(p.late(chance))
			if due.Before(last) {
				due = last
			}
			last = due
			segments <- segment{buf[:n], due}
		}
		if err != nil {
			return
		}
	}
}

// late returns the delay of a segment.
func (p OriginalPath) late(chance *rand.Rand) time.Duration {
	late := p.Delay
	if p.Jitter > 0 {
		late += time.Duration(chance.Int64N(int64(p.Jitter)))
	}
	for timeout := leastTimeout + 2*p.Delay; chance.Float64() < p.Loss; timeout *= 2 {
		late += timeout
	}
	return late
}

// deliver writes each segment when it is due, together with others that are.
func deliver(segments <-chan segment, to io.Writer) {
	var next segment
	for more := true; more; {
		if next.bytes == nil {
			if next, more = <-segments; !more {
				return
			}
		}
		time.Sleep(time.Until(next.due))
		due := next.bytes
		next = segment{}
		for now, empty := time.Now(), false; !empty && next.bytes == nil; {
			select {
			case s, open := <-segments:
				switch {
				case !open:
					more, empty = false, true
				case s.due.After(now):
					next = s
				default:
					due = append(due, s.bytes...)
				}
			default:
				empty = true
			}
		}
		if _, err := to.Write(due); err != nil {
			return
		}
	}
}
