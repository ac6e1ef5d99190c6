package link

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
)

// handshaken returns both ends of a TLS connection in memory.
func handshaken(t *testing.T) (host, client *tls.Conn) {
	x, y := net.Pipe()
	host = tls.Server(x, hostConfig(testCert()))
	met := make(chan error)
	go func() { met <- host.HandshakeContext(t.Context()) }()
	client, err := clientHandshake(t.Context(), y, "host:1", clientConfig(trustAny), nil)
	if err := errors.Join(err, <-met); err != nil {
		t.Fatal(err)
	}
	return host, client
}

// opened makes a link of conn.
func opened(conn *tls.Conn, controlIn int) *stream {
	s := newStream("somebody", controlIn, func() {})
	begin(s, conn)
	return s
}

// begin makes s move packets over conn.
func begin(s *stream, conn *tls.Conn) {
	secure := newTLSTransport(conn)
	s.attach(secure)
	go func() {
		defer close(s.done)
		s.run(secure)
	}()
}

// linked returns both ends of a link over TLS in memory.
func linked(t *testing.T) (host, client *stream) {
	h, c := handshaken(t)
	return opened(h, 4<<10), opened(c, MaxControl)
}

// bubble runs f in virtual time. Outside of it, the certificate is made.
func bubble(t *testing.T, f func(t *testing.T)) {
	testCert()
	synctest.Test(t, f)
}

func TestTLSDeliversBothWaysInOrder(t *testing.T) {
	bubble(t, func(t *testing.T) {
		host, client := linked(t)
		for _, way := range [][2]*stream{{host, client}, {client, host}} {
			for _, p := range exchange {
				way[0].Send(p.Channel, p.Bytes)
				synctest.Wait()
			}
			if got := drain(way[1]); !samePackets(got, exchange) {
				t.Errorf("received %v", got)
			}
		}
		if in, out := client.Counts(), host.Counts(); in.PacketsIn != 6 || in.BytesIn != out.BytesOut || in.Dropped != 0 {
			t.Errorf("host counts %+v, client %+v", out, in)
		}
		host.Close()
		<-host.Done()
		<-client.Done()
	})
}

func TestCloseFlushesControlAndBothEndsEndInOrder(t *testing.T) {
	bubble(t, func(t *testing.T) {
		host, client := linked(t)
		client.Send(Control, number(1)) // unread at host
		for n := range 100 {
			host.Send(Control, append(number(n), make([]byte, 4000)...))
		}
		start := time.Now()
		host.Close()
		host.Close()
		host.Send(Control, []byte("too late"))
		<-host.Done()
		<-client.Done()
		if took := time.Since(start); took > 0 {
			t.Errorf("closing took %v although the peer reads", took)
		}
		if got := numbersOn(Control, drain(client)); !slices.Equal(got, upTo(0, 100)) {
			t.Errorf("received %v, want all that was sent before", got)
		}
		for _, end := range []Link{host, client} {
			if end.Ready() || !errors.Is(end.Err(), ErrClosed) {
				t.Errorf("ready %v, err %v, want ErrClosed", end.Ready(), end.Err())
			}
		}
	})
}

func TestBothEndsMayCloseAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		host, client := linked(t)
		host.Send(Control, []byte("bye"))
		client.Send(Control, []byte("bye"))
		host.Close()
		client.Close()
		<-host.Done()
		<-client.Done()
		if !errors.Is(host.Err(), ErrClosed) || !errors.Is(client.Err(), ErrClosed) {
			t.Errorf("err %v and %v, want ErrClosed", host.Err(), client.Err())
		}
	})
}

func TestCloseTimesOutAfterASecondForAPeerThatReadsNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conn, deaf := handshaken(t)
		host := opened(conn, 4<<10)
		host.Send(Control, []byte("bye"))
		start := time.Now()
		host.Close()
		if took := time.Since(start); took > 0 {
			t.Errorf("Close blocked for %v", took)
		}
		<-host.Done()
		if took := time.Since(start); took != time.Second {
			t.Errorf("closing took %v, want 1s", took)
		}
		deaf.NetConn().Close()
	})
}

func TestCloseTimesOutForAPeerThatNeverCloses(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conn, chatty := handshaken(t)
		host := opened(conn, 4<<10)
		go func() { // reads, but ignores the goodbye and keeps sending
			for b := make([]byte, 4096); ; {
				if _, err := chatty.NetConn().Read(b); err != nil {
					return
				}
			}
		}()
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			for {
				if _, err := chatty.Write(appendFrame(nil, Control, number(1))); err != nil {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		start := time.Now()
		host.Close()
		<-host.Done()
		if took := time.Since(start); took != time.Second {
			t.Errorf("closing took %v, want 1s", took)
		}
		<-sent
		chatty.NetConn().Close()
	})
}

func TestASlowReaderIsCutOffAndTheSenderNeverWaits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conn, deaf := handshaken(t)
		host := opened(conn, 4<<10)
		start, sent := time.Now(), 0
		for ; host.Err() == nil && sent < 1000; sent++ {
			host.Send(Control, make([]byte, 4000))
		}
		if took := time.Since(start); took > 0 {
			t.Errorf("sending blocked for %v", took)
		}
		if err := host.Err(); err == nil || !strings.Contains(err.Error(), "somebody was cut off: it reads too slowly") {
			t.Errorf("err %v after %d packets of 4000 bytes", err, sent)
		}
		<-host.Done()
		deaf.NetConn().Close()
	})
}

func TestAPeerThatReadsNothingForThreeSecondsIsCutOff(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conn, deaf := handshaken(t)
		host := opened(conn, 4<<10)
		start := time.Now()
		for n := 0; host.Err() == nil; n++ {
			host.Send(Data, number(n))
			time.Sleep(10 * time.Millisecond)
		}
		if took := time.Since(start); took < 3*time.Second || took > 3*time.Second+10*time.Millisecond {
			t.Errorf("cut off after %v, want 3s", took)
		}
		if err := host.Err(); !strings.Contains(err.Error(), "took nothing for 3s") {
			t.Errorf("err %v", err)
		}
		// One packet is with the writer, and the newest eight wait.
		if c := host.Counts(); c.Dropped != c.PacketsOut-1-outboxData {
			t.Errorf("counts %+v, want all dropped but %d", c, 1+outboxData)
		}
		<-host.Done()
		deaf.NetConn().Close()
	})
}

func TestOnlyTheNewestDataWaitsForAStalledPeer(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conn, other := handshaken(t)
		host := opened(conn, 4<<10)
		for n := range 100 { // the first is with the writer, blocked
			host.Send(Data, number(n))
			synctest.Wait()
		}
		client := opened(other, MaxControl)
		synctest.Wait()
		if got, want := numbersOn(Data, drain(client)), append([]int{0}, upTo(92, 100)...); !slices.Equal(got, want) {
			t.Errorf("received %v, want %v", got, want)
		}
		client.Close()
		<-client.Done()
		<-host.Done()
	})
}

func TestASlowReaderBlocksControlAndLosesNone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		host, client := linked(t)
		for n := range 100 {
			client.Send(Control, append(number(n), make([]byte, 4000)...))
		}
		synctest.Wait()
		if in := host.Counts().BytesIn; in > 6*4<<10 {
			t.Errorf("%d bytes wait at the host, want at most six packets of 4 KiB", in)
		}
		var got []int
		for len(got) < 100 && host.Err() == nil {
			got = append(got, numbersOn(Control, drain(host))...)
			synctest.Wait()
		}
		if !slices.Equal(got, upTo(0, 100)) {
			t.Errorf("received %v", got)
		}
		client.Send(Control, make([]byte, 4000))
		client.Close()
		<-client.Done()
		<-host.Done()
	})
}

func TestAPeerThatBreaksTheFramingIsCutOff(t *testing.T) {
	for name, frame := range map[string][]byte{
		"unknown channel":  {2, 0, 0, 1, 'x'},
		"long control":     {0, 0, 0x10, 1}, // 4 KiB and a byte, none of which arrives
		"longest control":  {0, 0xff, 0xff, 0xff},
		"long data":        {1, 0, 4, 0xb1},
		"end with content": {255, 0, 0, 1, 'x'},
	} {
		bubble(t, func(t *testing.T) {
			conn, rogue := handshaken(t)
			host := opened(conn, 4<<10)
			if _, err := rogue.Write(append(appendFrame(nil, Control, []byte("good")), frame...)); err != nil {
				t.Fatal(err)
			}
			<-host.Done()
			if err := host.Err(); !strings.HasPrefix(err.Error(), "somebody was cut off: ") {
				t.Errorf("%s: err %v", name, err)
			}
			if got := drain(host); len(got) != 1 || string(got[0].Bytes) != "good" {
				t.Errorf("%s: received %v, want the packet before", name, got)
			}
			rogue.NetConn().Close()
		})
	}
}

func TestADeadPeerDiffersFromAClosedOne(t *testing.T) {
	bubble(t, func(t *testing.T) {
		host, client := linked(t)
		client.Send(Control, []byte("last words"))
		synctest.Wait()
		client.raw.Close()
		<-host.Done()
		if err := host.Err(); errors.Is(err, ErrClosed) || err.Error() != "the connection to somebody broke: connection closed" {
			t.Errorf("err %v", err)
		}
		if got := drain(host); len(got) != 1 {
			t.Errorf("received %v, want the last words", got)
		}
		<-client.Done()
	})
}

func TestEachSessionHasNewKeys(t *testing.T) {
	seen := map[secret]bool{}
	note := func(s secrets) {
		t.Helper()
		if seen[s.ToHost] || seen[s.ToClient] || s.ToHost == s.ToClient {
			t.Error("a secret is used twice")
		}
		seen[s.ToHost], seen[s.ToClient] = true, true
	}
	addr := "127.0.0.1:0"
	for range 2 { // the second is the first after a restart
		l, err := Listen(addr, testCert(), admission.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		addr = l.Addr().String()
		for range 2 {
			host, client := session(t, l)
			if exported(t, host) != exported(t, client) {
				t.Error("the ends of a session have different secrets")
			}
			note(exported(t, client))
		}
		l.Close()
	}
}

// session returns both ends of a TLS session with l.
func session(t *testing.T, l *Listener) (host, client *tls.Conn) {
	t.Helper()
	client = tls.Client(call(t, l), clientConfig(new(KnownHosts).checks("")))
	if err := client.Handshake(); err != nil {
		t.Fatal(err)
	}
	host = (<-l.pending).Conn
	t.Cleanup(func() { host.NetConn().Close() })
	return host, client
}

// echo sends one data packet over a real TLS link, and returns the buffer for the next.
func echo(from, to Link, p, buf []byte) []byte {
	from.Send(Data, p)
	for {
		if got, ok := to.Receive(buf); ok {
			return got.Bytes
		}
		runtime.Gosched()
	}
}

func TestDataOverTLSAllocatesNoMoreThanTLSDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of a real connection; runs without -short")
	}
	host, client := joinTLS(t, listen(t, testCert(), admission.Limits{}))
	p, buf := make([]byte, 300), make([]byte, MaxData)
	round := func() { buf = echo(host, client, p, buf) }
	for range inboxData {
		round()
	}
	ours, theirs := allocations(round), bareAllocations(t, p)
	t.Logf("%.2f allocations a packet over a TLS link, %.2f over TLS alone", ours, theirs)
	if ours > theirs+0.5 {
		t.Errorf("%.2f allocations a packet, want the %.2f of crypto/tls", ours, theirs)
	}
}

// bareAllocations returns the allocations of crypto/tls for moving p as one record.
func bareAllocations(t *testing.T, p []byte) float64 {
	t.Helper()
	l := listen(t, testCert(), admission.Limits{})
	client := tls.Client(call(t, l), clientConfig(new(KnownHosts).checks("")))
	if err := client.Handshake(); err != nil {
		t.Fatal(err)
	}
	host := <-l.pending
	defer host.NetConn().Close()
	return allocations(func() {
		host.Write(p)
		io.ReadFull(client, p)
	})
}

// allocations is testing.AllocsPerRun on all processors: on one, the network is polled only every 10 ms.
func allocations(f func()) float64 {
	const runs = 200
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		f()
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / runs
}

func BenchmarkTLS(b *testing.B) {
	l, err := Listen("127.0.0.1:0", testCert(), admission.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	client := DialTLS(l.Addr().String(), new(KnownHosts))
	host, err := l.Accept()
	if err != nil {
		b.Fatal(err)
	}
	defer leave(client, host)
	p, buf := make([]byte, 60), make([]byte, MaxData)
	b.ReportAllocs()
	for b.Loop() {
		buf = echo(host, client, p, buf)
	}
}

func TestBothEndsOfATLSLinkHaveTheSameUniqueBinding(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	far, near := joinTLS(t, l)
	_, other := joinTLS(t, l)
	switch a, b, c := Binding(near), Binding(far), Binding(other); {
	case len(a) != bindingSize || !bytes.Equal(a, b):
		t.Errorf("the ends have %x and %x", a, b)
	case bytes.Equal(a, c):
		t.Errorf("two links have %x", a)
	case !bytes.Equal(Binding(wrapped{near}), a):
		t.Error("a wrapped link has another binding")
	}
}

func TestALinkInMemoryIsBoundToNothing(t *testing.T) {
	if near, far := PipeOf(Here, ""); Binding(near) != nil || Binding(far) != nil {
		t.Error("it is")
	}
}

// wrapped is a Link around another one.
type wrapped struct{ Link }

func (w wrapped) Unwrap() Link { return w.Link }
