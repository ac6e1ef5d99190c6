package link

import (
	"fmt"
	"slices"
	"time"
)

// flow plays data at game rates from both ends of a link, in virtual time.
type flow struct {
	host, client Link
	toHost       arrivals
	toClient     arrivals
	n            int
	began        time.Time
}

// arrivals are those of numbered packets at one end.
type arrivals struct {
	sent    []time.Time // by number
	newest  int         // received; -1 for none
	ages    []time.Duration
	gap     time.Duration // the longest without a newer packet
	at      time.Time     // of the newest
	control []int         // numbers of packets
}

func newFlow(host, client Link) *flow {
	f := &flow{host: host, client: client, began: time.Now()}
	f.toHost.newest, f.toClient.newest = -1, -1
	f.toHost.at, f.toClient.at = f.began, f.began
	return f
}

func (f *flow) run(d time.Duration) {
	const step = 5 * time.Millisecond
	for range int(d / step) {
		if f.n%10 == 0 { // 20 Hz
			f.toHost.send(f.client, 20)
		}
		if f.n%6 == 0 { // 33 Hz
			f.toClient.send(f.host, 40)
		}
		f.n++
		time.Sleep(step)
		f.toHost.receive(f.host)
		f.toClient.receive(f.client)
	}
}

func (a *arrivals) send(l Link, size int) {
	l.Send(Data, append(number(len(a.sent)), make([]byte, size)...))
	a.sent = append(a.sent, time.Now())
}

// receive notes the age of the newest packet, as a player sees it.
func (a *arrivals) receive(l Link) {
	now := time.Now()
	for _, p := range drain(l) {
		if p.Channel == Control {
			a.control = append(a.control, numberOf(p.Bytes))
		} else if n := numberOf(p.Bytes); n > a.newest {
			a.newest, a.at = n, now
		}
	}
	if a.newest >= 0 {
		a.ages = append(a.ages, now.Sub(a.sent[a.newest]))
	}
	a.gap = max(a.gap, now.Sub(a.at))
}

// restart forgets ages and gaps.
func (a *arrivals) restart() { a.ages, a.gap, a.at = nil, 0, time.Now() }

func (a *arrivals) p99() time.Duration {
	slices.Sort(a.ages)
	return a.ages[len(a.ages)*99/100].Round(time.Millisecond)
}

func (f *flow) String() string {
	took := time.Since(f.began).Seconds()
	c := f.client.Counts()
	return fmt.Sprintf("age p99 %v up, %v down; %.1f kbit/s up, %.1f down",
		f.toHost.p99(), f.toClient.p99(), float64(c.WireOut)*8/1000/took, float64(c.WireIn)*8/1000/took)
}
