package relay

import (
	"context"
	"io"
	"net"
	"net/netip"
	"runtime"
	"sync"
	"testing"

	"dogfight/net/admission"
)

// BenchmarkPairs carries 125 bytes each way of each pair per round: 20 rounds a second are 20 kbit/s each way of a player. Both cases have the same
// ends in the same process; B/pair is the memory of the relay's part and of two sockets.
func BenchmarkPairs(b *testing.B) {
	const pairs = 200
	for _, bare := range []bool{false, true} {
		name, connect := "relay", relayed
		if bare {
			name, connect = "bare", splicedAlone
		}
		b.Run(name, func(b *testing.B) {
			before := inUse()
			ends, stop := connect(b, pairs)
			memory := float64(inUse() - before)
			message, buf := make([]byte, 125), make([]byte, 125)
			for b.Loop() {
				for way := range 2 {
					for _, p := range ends {
						p[way].Write(message)
					}
					for _, p := range ends {
						if _, err := io.ReadFull(p[1-way], buf); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pairs, "us/pair")
			b.ReportMetric(memory/pairs, "B/pair")
			stop()
		})
	}
}

// inUse returns the memory of the heap and of stacks in use.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// relayed connects pairs by a relay.
func relayed(b *testing.B, n int) (ends [][2]net.Conn, stop func()) {
	s, err := Listen("127.0.0.1:0", Options{Certificate: relayCert(), Rate: 1 << 30, Limits: admission.Limits{PerAddress: 4 * n, Total: 8 * n, HalfOpen: n}})
	if err != nil {
		b.Fatal(err)
	}
	registered, took := make(chan error, 1), make(chan net.Conn, n)
	r := &Registrar{
		Relay: s.Addr().String(), Certificate: hostCert(), Code: testCode,
		Trust: func([]byte) error { return nil }, Changed: func(err error) { registered <- err },
		Take: func(conn net.Conn, _ netip.AddrPort, _ Via) { took <- conn },
	}
	ctx, cancel := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() { r.Run(ctx) })
	if err := <-registered; err != nil {
		b.Fatal(err)
	}
	for range n {
		near, _, _, err := Ask(ctx, Invitation{s.Addr().String(), testCode})
		if err != nil {
			b.Fatal(err)
		}
		ends = append(ends, [2]net.Conn{near, <-took})
	}
	return ends, func() {
		cancel()
		s.Close()
		running.Wait()
		closeAll(ends)
	}
}

// splicedAlone connects pairs by a program that only copies.
func splicedAlone(b *testing.B, n int) (ends [][2]net.Conn, stop func()) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	var running sync.WaitGroup
	for range n {
		var far [2]net.Conn
		var pair [2]net.Conn
		for i := range 2 {
			if pair[i], err = net.Dial("tcp", l.Addr().String()); err != nil {
				b.Fatal(err)
			}
			if far[i], err = l.Accept(); err != nil {
				b.Fatal(err)
			}
		}
		for i := range 2 {
			running.Go(func() {
				io.Copy(far[i], far[1-i])
				far[i].Close()
			})
		}
		ends = append(ends, pair)
	}
	return ends, func() {
		closeAll(ends)
		l.Close()
		running.Wait()
	}
}

func closeAll(ends [][2]net.Conn) {
	for _, p := range ends {
		p[0].Close()
		p[1].Close()
	}
}

// BenchmarkDatagrams forwards one of 120 bytes, without the socket.
func BenchmarkDatagrams(b *testing.B) {
	f := newForwarder(nil, 1<<30)
	near, far := f.open()
	near.at, far.at = nearAt, farAt
	near.boundAt, far.boundAt = theEpoch, theEpoch
	datagram := data(near.number, 111)
	b.ReportAllocs()
	for b.Loop() {
		if got, _ := f.handle(AppendDataHeader(datagram[:0], near.number)[:120], nearAt, theEpoch); got == nil {
			b.Fatal("dropped")
		}
	}
}
