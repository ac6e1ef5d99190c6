package link

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestPipeDeliversBothWaysInOrder(t *testing.T) {
	a, b := PipeOf(Here, "")
	defer a.Close()
	sendAll(a, exchange)
	b.Send(Control, []byte("welcome"))
	if got := drain(b); !samePackets(got, exchange) {
		t.Errorf("received %v", got)
	}
	if got := drain(a); !samePackets(got, []Packet{{Channel: Control, Bytes: []byte("welcome")}}) {
		t.Errorf("received %v on the way back", got)
	}
}

func TestPipeCopiesPackets(t *testing.T) {
	a, b := PipeOf(Here, "")
	defer a.Close()
	buf := []byte("first")
	a.Send(Data, buf)
	a.Send(Control, buf)
	copy(buf, "XXXXX")
	for _, p := range drain(b) {
		if string(p.Bytes) != "first" {
			t.Errorf("received %q, want %q", p.Bytes, "first")
		}
	}
}

func TestPacketKnowsWhenItArrived(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := PipeOf(Here, "")
		sent := time.Now()
		a.Send(Data, nil)
		time.Sleep(time.Second)
		if p, _ := b.Receive(nil); !p.At.Equal(sent) {
			t.Errorf("arrived at %v, want %v", p.At, sent)
		}
	})
}

func TestAFullPipeDropsItsOldestData(t *testing.T) {
	a, b := PipeOf(Here, "")
	defer a.Close()
	a.Send(Control, number(1000))
	for n := range inboxData + 10 {
		a.Send(Data, number(n))
	}
	a.Send(Control, number(1001))
	got := drain(b)
	if want := upTo(10, inboxData+10); !slices.Equal(numbersOn(Data, got), want) {
		t.Errorf("data received: %v, want %v", numbersOn(Data, got), want)
	}
	if want := []int{1000, 1001}; !slices.Equal(numbersOn(Control, got), want) {
		t.Errorf("control received: %v, want %v", numbersOn(Control, got), want)
	}
	if c := b.Counts(); c.Dropped != 10 || c.PacketsIn != inboxData+12 || c.BytesIn != 4*(inboxData+12) {
		t.Errorf("receiver counts %+v, want 10 dropped of %d packets", c, inboxData+12)
	}
	if c := a.Counts(); c.PacketsOut != inboxData+12 || c.Dropped != 0 {
		t.Errorf("sender counts %+v", c)
	}
}

func TestClosingEitherEndOfAPipeClosesBoth(t *testing.T) {
	a, b := PipeOf(Here, "")
	if !a.Ready() || a.Err() != nil {
		t.Fatalf("a new pipe: ready %v, err %v", a.Ready(), a.Err())
	}
	a.Send(Control, []byte("bye"))
	b.Send(Data, []byte("late"))
	b.Close()
	b.Close()
	a.Send(Control, []byte("too late"))
	for _, end := range []Link{a, b} {
		if end.Ready() || !errors.Is(end.Err(), ErrClosed) {
			t.Errorf("ready %v, err %v, want ErrClosed", end.Ready(), end.Err())
		}
		<-end.Done()
	}
	if got := drain(b); len(got) != 1 || string(got[0].Bytes) != "bye" {
		t.Errorf("received %v after the end, want the packets from before", got)
	}
	if got := drain(a); len(got) != 1 || string(got[0].Bytes) != "late" {
		t.Errorf("received %v after the end, want the packets from before", got)
	}
}

func TestASlowReaderFailsThePipe(t *testing.T) {
	for name, size := range map[string]int{"large": MaxControl, "empty": 0} {
		a, b := PipeOf(Here, "")
		for range maxWaiting {
			a.Send(Control, make([]byte, size))
			if a.Err() != nil {
				break
			}
		}
		if a.Err() == nil || errors.Is(a.Err(), ErrClosed) || !strings.Contains(a.Err().Error(), "slowly") {
			t.Errorf("%s packets: err %v, want that the reader is slow", name, a.Err())
		}
		if b.Err() == nil {
			t.Errorf("%s packets: the other end is still up", name)
		}
	}
}

func TestAPacketAboveTheLimitFailsTheLink(t *testing.T) {
	for _, p := range []Packet{
		{Channel: Data, Bytes: make([]byte, MaxData+1)},
		{Channel: Control, Bytes: make([]byte, MaxControl+1)},
		{Channel: 2},
	} {
		a, b := PipeOf(Here, "")
		a.Send(p.Channel, p.Bytes)
		if a.Err() == nil || len(drain(b)) > 0 {
			t.Errorf("%d bytes on channel %d: err %v", len(p.Bytes), p.Channel, a.Err())
		}
	}
}

func TestDataOverAPipeAllocatesNothing(t *testing.T) {
	a, b := PipeOf(Here, "")
	defer a.Close()
	p, buf := make([]byte, 300), make([]byte, MaxData)
	round := func() {
		a.Send(Data, p)
		buf = mustReceive(b, buf)
	}
	for range inboxData {
		round()
	}
	if n := testing.AllocsPerRun(1000, round); n != 0 {
		t.Errorf("%v allocations a packet, want 0", n)
	}
}

// mustReceive returns the buffer of the next packet.
func mustReceive(l Link, buf []byte) []byte {
	p, ok := l.Receive(buf)
	if !ok {
		panic("nothing arrived")
	}
	return p.Bytes
}

func BenchmarkPipe(b *testing.B) {
	x, y := PipeOf(Here, "")
	defer x.Close()
	p, buf := make([]byte, 60), make([]byte, MaxData)
	b.ReportAllocs()
	for b.Loop() {
		x.Send(Data, p)
		buf = mustReceive(y, buf)
	}
}
