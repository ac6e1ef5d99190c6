package link

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
)

// tunnelled returns both ends of a link over a stream in memory.
func tunnelled(t *testing.T) (host, client Link) {
	t.Helper()
	x, y := net.Pipe()
	host = Over(x, "a visitor", "SHA256:theirs", admission.Limits{})
	client, err := Through(t.Context(), "ssh://host", y)
	if err != nil {
		t.Fatal(err)
	}
	return host, client
}

func TestAForeignStreamCarriesBothChannels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, client := tunnelled(t)
		for _, way := range [][2]Link{{host, client}, {client, host}} {
			for _, p := range exchange {
				way[0].Send(p.Channel, p.Bytes)
				synctest.Wait()
			}
			if got := drain(way[1]); !samePackets(got, exchange) {
				t.Errorf("received %v", got)
			}
		}
		if host.Identity() != "SHA256:theirs" || host.Remote() != "a visitor" || client.Kind() != "ssh" || !client.Ready() {
			t.Errorf("%q, %q, %q, ready %v", host.Identity(), host.Remote(), client.Kind(), client.Ready())
		}
		host.Send(Control, []byte("bye"))
		host.Close()
		<-host.Done()
		<-client.Done()
		if !errors.Is(client.Err(), ErrClosed) || len(drain(client)) != 1 {
			t.Errorf("the client ends with %v", client.Err())
		}
	})
}

func TestAStreamWithoutTheOpeningIsNoHost(t *testing.T) {
	for said, want := range map[string]string{
		"Welcome to Debian!\nLast login: yesterday": "is not a dogfight host",
		"\xfd\x00\x00\x0adogfight/9":                "is not a dogfight host",
		"":                                          "connection closed",
		"\xfd\x00\x00":                              "connection closed",
	} {
		synctest.Test(t, func(t *testing.T) {
			x, y := net.Pipe()
			go func() {
				io.WriteString(x, said)
				x.Close()
			}()
			if _, err := Through(t.Context(), "ssh://host", y); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", said, err, want)
			}
		})
	}
}

func TestThroughEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := net.Pipe()
		defer x.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := Through(ctx, "ssh://host", y); err == nil {
			t.Error("it took silence for a host")
		}
	})
}

func TestDialThroughReportsTheErrorOfOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := DialThrough("ssh://host", func(context.Context) (io.ReadWriteCloser, error) { return nil, errors.New("no ssh here") })
		<-l.Done()
		if l.Err() == nil || l.Err().Error() != "no ssh here" {
			t.Errorf("err %v", l.Err())
		}
	})
}

func TestDialThroughCanBeClosedBeforeTheHostBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := net.Pipe()
		defer x.Close()
		l := DialThrough("ssh://host", func(context.Context) (io.ReadWriteCloser, error) { return y, nil })
		synctest.Wait()
		l.Close()
		<-l.Done()
	})
}

func TestAStreamThatReadsNothingIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := net.Pipe()
		defer y.Close()
		host := Over(x, "a visitor", "", admission.Limits{})
		began := time.Now()
		<-host.Done()
		if took := time.Since(began); took != stall || host.Err() == nil {
			t.Errorf("cut off after %v with %v", took, host.Err())
		}
	})
}

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
