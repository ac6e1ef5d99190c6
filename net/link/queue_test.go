package link

import (
	"slices"
	"testing"
)

// taken takes a batch and returns the numbers in it.
func (q *queue) taken(batch []datagram) (numbers []int) {
	for _, e := range batch[:q.take(batch)] {
		numbers = append(numbers, udpNumberIn(e.bytes))
	}
	return numbers
}

func TestAQueueKeepsTheNewestInOrderAndCountsTheRest(t *testing.T) {
	q, batch := newQueue(5), make([]datagram, 3)
	var one, other traffic
	for n := range 8 {
		t := &one
		if n >= 2 {
			t = &other
		}
		q.put(udpNumber(n), UDPAddr{}, t)
	}
	if got := q.taken(batch); !slices.Equal(got, []int{3, 4, 5}) {
		t.Errorf("took %v, want 3 4 5", got)
	}
	q.put(udpNumber(8), UDPAddr{}, &one)
	if got := q.taken(batch); !slices.Equal(got, []int{6, 7, 8}) {
		t.Errorf("took %v, want 6 7 8", got)
	}
	if a, b := one.Dropped.Load(), other.Dropped.Load(); a != 2 || b != 1 {
		t.Errorf("%d and %d dropped, want 2 and 1", a, b)
	}
	q.put(udpNumber(9), UDPAddr{}, &one)
	q.close()
	q.put(udpNumber(10), UDPAddr{}, &one)
	if n := q.take(batch); n != 0 {
		t.Errorf("took %d after the end", n)
	}
}

func TestAQueueThatWaitsWakesForADatagramAndForTheEnd(t *testing.T) {
	q, batch := newQueue(5), make([]datagram, 3)
	got := make(chan []int)
	go func() {
		got <- q.taken(batch)
		got <- q.taken(batch)
	}()
	q.put(udpNumber(1), UDPAddr{}, nil)
	if n := <-got; !slices.Equal(n, []int{1}) {
		t.Errorf("took %v", n)
	}
	q.close()
	if n := <-got; n != nil {
		t.Errorf("took %v at the end", n)
	}
}

func TestAQueueUsesItsMemoryAgain(t *testing.T) {
	q, batch := newQueue(64), make([]datagram, 16)
	var crowd traffic
	p := make([]byte, 1200)
	round := func() {
		for range 100 { // more than it holds
			q.put(p, UDPAddr{}, &crowd)
		}
		for range 4 {
			q.take(batch)
		}
	}
	round()
	if n := testing.AllocsPerRun(100, round); n != 0 {
		t.Errorf("%v allocations a round, want 0", n)
	}
}
