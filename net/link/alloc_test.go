package link

import (
	"crypto/tls"
	"io"
	"runtime"
	"testing"
)

// echo has one data packet cross a real TLS link, and returns the buffer for the next.
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
	host, client := joinTLS(t, listen(t, testCert(), Limits{}))
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

// bareAllocations returns what crypto/tls allocates to move p as one record.
func bareAllocations(t *testing.T, p []byte) float64 {
	t.Helper()
	l := listen(t, testCert(), Limits{})
	client := tls.Client(call(t, l), clientConfig("", new(Trust)))
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

// allocations is testing.AllocsPerRun on all processors: on one, the network is
// looked at only every 10 ms.
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
	l, err := Listen("127.0.0.1:0", testCert(), Limits{})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	client := DialTLS(l.Addr().String(), new(Trust))
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
