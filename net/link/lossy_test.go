package link

import (
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// The link below is found by this method.
var _ interface{ Unwrap() Link } = (*lossy)(nil)

// send sends n numbered packets on ch, 33 ms apart, and returns the packets that lossy received within half a minute.
func send(ch Channel, n int, c Conditions) (got []Packet) {
	a, b := PipeOf(Here, "")
	defer a.Close()
	l := Lossy(b, c)
	for i := range n {
		a.Send(ch, number(i))
		got = append(got, drain(l)...)
		time.Sleep(33 * time.Millisecond)
	}
	time.Sleep(30 * time.Second)
	return append(got, drain(l)...)
}

// tally counts how often each number from 0 to n-1 is among the numbers.
func tally(numbers []int, n int) (times []int) {
	times = make([]int, n)
	for _, i := range numbers {
		times[i]++
	}
	return times
}

// share counts how many of times are want.
func share(times []int, want int) (n int) {
	for _, k := range times {
		if k == want {
			n++
		}
	}
	return n
}

// nearly reports whether got is within 4 deviations of the expected share of n tries.
func nearly(got, n int, chance float64) bool {
	deviation := math.Sqrt(float64(n) * chance * (1 - chance))
	return math.Abs(float64(got)-float64(n)*chance) <= 4*deviation
}

func TestLossyLosesItsShareAndTheSameOneForASeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 4000
		c := Conditions{Delay: 50 * time.Millisecond, Loss: 0.05, Seed: 1}
		first := numbersOn(Data, send(Data, n, c))
		if lost := n - len(first); lost != 180 || !nearly(lost, n, c.Loss) {
			t.Errorf("lost %d of %d, want 180 with this seed", lost, n)
		}
		if again := numbersOn(Data, send(Data, n, c)); !slices.Equal(first, again) {
			t.Error("the same seed lost other packets")
		}
		c.Duplicate, c.Reorder, c.Jitter = 0.3, 0.3, 0
		crowd := numbersOn(Data, send(Data, n, c))
		slices.Sort(crowd)
		if !slices.Equal(first, slices.Compact(crowd)) {
			t.Error("other conditions changed which packets are lost")
		}
		c.Seed = 2
		if other := numbersOn(Data, send(Data, n, c)); slices.Equal(first, other) {
			t.Error("another seed lost the same packets")
		}
	})
}

func TestLossyLosesInBursts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 20000
		c := Conditions{Loss: 0.05, Burst: 4, Seed: 1}
		times := tally(numbersOn(Data, send(Data, n, c)), n)
		bursts := 0
		for i, k := range times {
			if k == 0 && (i == 0 || times[i-1] != 0) {
				bursts++
			}
		}
		lost := share(times, 0)
		if long := float64(lost) / float64(bursts); lost < n*4/100 || lost > n*6/100 || long < 3.5 || long > 4.5 {
			t.Errorf("lost %d of %d, %.2f in a row on average", lost, n, long)
		}
	})
}

func TestLossyDuplicatesItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 4000
		c := Conditions{Duplicate: 0.1, Seed: 1}
		times := tally(numbersOn(Data, send(Data, n, c)), n)
		if twice := share(times, 2); !nearly(twice, n, c.Duplicate) || twice+share(times, 1) != n {
			t.Errorf("%d of %d arrived twice and %d once, want a tenth and all others", twice, n, share(times, 1))
		}
	})
}

func TestLossyReordersItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 4000
		c := Conditions{Delay: 20 * time.Millisecond, Reorder: 0.1, Seed: 1}
		got := numbersOn(Data, send(Data, n, c))
		overtaken, newest := 0, -1
		for _, i := range got {
			if i < newest {
				overtaken++
			}
			newest = max(newest, i)
		}
		// A packet is overtaken unless the next one is held back as well.
		if !nearly(overtaken, n, c.Reorder*(1-c.Reorder)) || len(got) != n {
			t.Errorf("%d of %d received were overtaken, want 9 %% of %d", overtaken, len(got), n)
		}
	})
}

func TestLossyDelaysAndSetsAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := Conditions{Delay: 40 * time.Millisecond, Jitter: 20 * time.Millisecond, Seed: 1}
		earliest, latest := time.Hour, time.Duration(0)
		for _, p := range send(Data, 1000, c) {
			took := p.At.Sub(start) - time.Duration(numberOf(p.Bytes))*33*time.Millisecond
			earliest, latest = min(earliest, took), max(latest, took)
		}
		if earliest < 40*time.Millisecond || earliest > 41*time.Millisecond ||
			latest > 60*time.Millisecond || latest < 59*time.Millisecond {
			t.Errorf("packets took %v to %v, want 40ms to 60ms", earliest, latest)
		}
	})
}

func TestLossyHoldsPacketsBackUntilTheyAreDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := PipeOf(Here, "")
		l := Lossy(b, Conditions{Delay: 40 * time.Millisecond})
		a.Send(Data, []byte("state"))
		time.Sleep(39 * time.Millisecond)
		if got := drain(l); len(got) > 0 {
			t.Errorf("received %v too early", got)
		}
		time.Sleep(time.Millisecond)
		if got := drain(l); len(got) != 1 || !got[0].At.Equal(time.Now()) {
			t.Errorf("received %v, want one packet that is due now", got)
		}
	})
}

func TestControlOverLossyIsLateButWholeAndInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 1000
		c := Conditions{Delay: 50 * time.Millisecond, Jitter: 80 * time.Millisecond,
			Loss: 0.2, Duplicate: 0.5, Reorder: 0.5, Seed: 1}
		start := time.Now()
		got := send(Control, n, c)
		if !slices.Equal(numbersOn(Control, got), upTo(0, n)) {
			t.Errorf("received %v, want 0 to %d in order", numbersOn(Control, got), n-1)
		}
		late := 0
		for i, p := range got {
			if p.At.Sub(start)-time.Duration(i)*33*time.Millisecond >= 300*time.Millisecond {
				late++
			}
		}
		if late < n/5 { // repeated packets, and those that waited behind them
			t.Errorf("%d of %d packets were as late as a retransmission, want at least a fifth", late, n)
		}
	})
}

func TestTheEndOfALossyLinkFollowsItsLastPacket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := PipeOf(Here, "")
		l := Lossy(b, Conditions{Delay: 40 * time.Millisecond})
		a.Send(Control, []byte("you were kicked"))
		a.Close()
		if !l.Ready() || l.Err() != nil {
			t.Errorf("ready %v, err %v while the last packet is underway", l.Ready(), l.Err())
		}
		time.Sleep(40 * time.Millisecond)
		if l.Ready() || !errors.Is(l.Err(), ErrClosed) {
			t.Errorf("ready %v, err %v afterwards, want ErrClosed", l.Ready(), l.Err())
		}
		if got := drain(l); len(got) != 1 {
			t.Errorf("received %v, want the last packet", got)
		}
	})
}

func TestClosingALossyLinkClosesItAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := PipeOf(Here, "")
		l := Lossy(b, Conditions{Delay: time.Second})
		a.Send(Control, nil)
		l.Close()
		if l.Ready() || !errors.Is(l.Err(), ErrClosed) || !errors.Is(a.Err(), ErrClosed) {
			t.Errorf("ready %v, err %v, at the other end %v", l.Ready(), l.Err(), a.Err())
		}
	})
}

func TestLossyPacketsCountAsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := PipeOf(Here, "")
		defer a.Close()
		l := Lossy(b, Conditions{Loss: 0.05, Duplicate: 0.1, Seed: 1})
		const n = 4000
		for i := range n {
			a.Send(Data, number(i))
			a.Send(Control, number(i))
			drain(l)
			time.Sleep(time.Millisecond)
		}
		c := l.Counts()
		if c.DataLost != 180 || c.DataIn+c.DataLost != n || c.DataOut != 0 {
			t.Errorf("counts %+v, want 180 lost of %d with this seed", c, n)
		}
		if out := a.Counts(); out.DataOut != n || out.WireOut != 8*n || c.WireIn != 8*n || c.BytesIn != 8*n {
			t.Errorf("counts %+v and %+v, want %d bytes", out, c, 8*n)
		}
	})
}
