package relay

import (
	"bytes"
	"context"
	"net"
	"net/netip"
	"testing"
	"time"

	"dogfight/testkit"
)

var (
	nearAt   = netip.MustParseAddrPort("192.0.2.1:1000")
	farAt    = netip.MustParseAddrPort("203.0.113.1:2000")
	thirdAt  = netip.MustParseAddrPort("198.51.100.9:3000")
	theEpoch = time.Unix(1_000_000, 0)
)

// bindAt binds an end at an address.
func bindAt(t *testing.T, f *forwarder, e *end, at netip.AddrPort, now time.Time) {
	t.Helper()
	answer, to := f.handle(AppendBind(nil, e.number, 0), at, now)
	a, ok := ParseBound(answer)
	if !ok || a.Challenge == 0 || a.Reflexive != at || to != at {
		t.Fatalf("the first bind is answered by %+v to %v", a, to)
	}
	answer, _ = f.handle(AppendBind(nil, e.number, a.Challenge), at, now)
	if a, ok := ParseBound(answer); !ok || a.Challenge != 0 || a.Number != e.number {
		t.Fatalf("a bind with the challenge is answered by %+v", a)
	}
}

func data(number uint64, n int) []byte {
	return append(AppendDataHeader(nil, number), make([]byte, n)...)
}

func TestDatagramsPassBetweenBoundEnds(t *testing.T) {
	f := newForwarder(nil, UsualRate)
	near, far := f.open()
	bindAt(t, f, near, nearAt, theEpoch)
	if got, _ := f.handle(data(near.number, 10), nearAt, theEpoch); got != nil {
		t.Error("data passes before the other end is bound")
	}
	bindAt(t, f, far, farAt, theEpoch)
	got, to := f.handle(append(AppendDataHeader(nil, near.number), "sealed"...), nearAt, theEpoch)
	if number, inner, ok := ParseData(got); !ok || number != far.number || string(inner) != "sealed" || to != farAt {
		t.Errorf("got %q of %d to %v", inner, number, to)
	}
	bindAt(t, f, near, thirdAt, theEpoch.Add(time.Minute)) // another router, or another port of the same
	bindAt(t, f, far, farAt, theEpoch.Add(time.Minute))
	if _, to := f.handle(data(far.number, 10), farAt, theEpoch.Add(time.Minute)); to != thirdAt {
		t.Errorf("data goes to %v", to)
	}
	f.close(near, far)
	if got, _ := f.handle(data(far.number, 10), farAt, theEpoch.Add(time.Minute)); got != nil || len(f.ends) != 0 {
		t.Error("data passes after the end of the pair")
	}
}

func TestDataOfOthersIsDropped(t *testing.T) {
	f := newForwarder(nil, UsualRate)
	near, far := f.open()
	bindAt(t, f, near, nearAt, theEpoch)
	bindAt(t, f, far, farAt, theEpoch)
	for what, got := range map[string]func() ([]byte, netip.AddrPort){
		"from another source":    func() ([]byte, netip.AddrPort) { return f.handle(data(near.number, 10), thirdAt, theEpoch) },
		"of an unknown number":   func() ([]byte, netip.AddrPort) { return f.handle(data(near.number+1, 10), nearAt, theEpoch) },
		"with the peer's number": func() ([]byte, netip.AddrPort) { return f.handle(data(far.number, 10), nearAt, theEpoch) },
		"too long":               func() ([]byte, netip.AddrPort) { return f.handle(data(near.number, maxDatagram), nearAt, theEpoch) },
		"of another kind":        func() ([]byte, netip.AddrPort) { return f.handle([]byte("DOG"), nearAt, theEpoch) },
		"after the binding": func() ([]byte, netip.AddrPort) {
			return f.handle(data(near.number, 10), nearAt, theEpoch.Add(boundFor))
		},
		"a bind of nothing": func() ([]byte, netip.AddrPort) { return f.handle(AppendBind(nil, 1, 0), thirdAt, theEpoch) },
	} {
		if b, _ := got(); b != nil {
			t.Errorf("data %s: % x is sent", what, b)
		}
	}
}

// TestABindingCannotBeForged: only the owner of an address reads the challenge for it, and it is soon too old.
func TestABindingCannotBeForged(t *testing.T) {
	f := newForwarder(nil, UsualRate)
	near, far := f.open()
	bindAt(t, f, near, nearAt, theEpoch)
	answer, _ := f.handle(AppendBind(nil, far.number, 0), farAt, theEpoch)
	a, _ := ParseBound(answer)
	for what, try := range map[string]func(){
		"elsewhere":       func() { f.handle(AppendBind(nil, far.number, a.Challenge), thirdAt, theEpoch) },
		"another number":  func() { f.handle(AppendBind(nil, near.number, a.Challenge), thirdAt, theEpoch) },
		"after 8 seconds": func() { f.handle(AppendBind(nil, far.number, a.Challenge), farAt, theEpoch.Add(2*challengeLife)) },
	} {
		try()
		if near.at != nearAt || far.at.IsValid() {
			t.Errorf("%s: bound to %v and %v", what, near.at, far.at)
		}
	}
}

// TestARelayReflectsLessThanItReceives, to addresses that have not answered, whatever the sender knows.
func TestARelayReflectsLessThanItReceives(t *testing.T) {
	f := newForwarder(nil, UsualRate)
	near, far := f.open()
	bindAt(t, f, far, farAt, theEpoch)
	received, sent := 0, 0
	for i := range 10_000 {
		now := theEpoch.Add(time.Duration(i) * time.Millisecond)
		for _, b := range [][]byte{AppendBind(nil, near.number, uint64(i)), data(near.number, 1000), data(far.number, 1000)} {
			received += len(b)
			if answer, to := f.handle(b, thirdAt, now); to == thirdAt {
				sent += len(answer)
			}
		}
	}
	bindOnly := bindsASecond * 11 * boundSize
	t.Logf("%d bytes received from a forged address, %d sent to it", received, sent)
	if sent == 0 || sent > bindOnly {
		t.Errorf("expected at most %d", bindOnly)
	}
}

func TestDatagramsOfAPairHaveTheirRate(t *testing.T) {
	f := newForwarder(nil, UsualRate)
	near, far := f.open()
	passed := 0
	const seconds, size = 20, 500
	for i := range seconds * 1000 {
		now := theEpoch.Add(time.Duration(i) * time.Millisecond)
		if i%10_000 == 0 {
			bindAt(t, f, near, nearAt, now)
			bindAt(t, f, far, farAt, now)
		}
		if b, _ := f.handle(data(near.number, size-DataHeader), nearAt, now); b != nil {
			passed += len(b)
		}
	}
	if most := UsualRate * (seconds + 1); passed > most || passed < most-2*size {
		t.Errorf("%d bytes passed in %d s, expected %d", passed, seconds, most)
	}
	if b, _ := f.handle(data(far.number, 10), farAt, theEpoch.Add(seconds*time.Second)); b == nil {
		t.Error("the flood of one end stops the other")
	}
}

func TestARealRelayPassesStreamsAndDatagrams(t *testing.T) {
	s, err := Listen("127.0.0.1:0", Options{Certificate: relayCert()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	took, registered := make(chan taken, 1), make(chan error, 10)
	var relaysCert []byte
	r := &Registrar{
		Relay: s.Addr().String(), Certificate: hostCert(), Code: testCode, Nonce: testNonce,
		Trust:   func(cert []byte) error { relaysCert = cert; return nil },
		Changed: func(err error) { registered <- err },
		Take:    func(conn net.Conn, from netip.AddrPort, via Via) { took <- taken{conn, from, via} },
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	defer func() {
		cancel()
		<-done
	}()
	if err := testkit.Receive(t, "the host is registered", registered); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(relaysCert, relayCert().Certificate[0]) {
		t.Error("the host has not seen the relay's certificate")
	}
	conn, via, nonce, err := Ask(testkit.Context(t), Invitation{s.Addr().String(), testCode})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	host := testkit.Receive(t, "the host has a caller", took)
	defer host.conn.Close()
	if nonce != testNonce || via.Relay != s.Addr() || host.via.Relay != s.Addr() || via.Number == host.via.Number {
		t.Errorf("the caller has nonce %x, %+v, the host %+v", nonce, via, host.via)
	}
	if host.from != conn.LocalAddr().(*net.TCPAddr).AddrPort() {
		t.Errorf("the host's caller is at %v, expected %v", host.from, conn.LocalAddr())
	}
	conn.Write([]byte("hello"))
	conn.(*net.TCPConn).CloseWrite()
	b := make([]byte, 64)
	host.conn.SetDeadline(time.Now().Add(testkit.Limit))
	if n, err := host.conn.Read(b); err != nil || string(b[:n]) != "hello" {
		t.Errorf("the host read %q, %v", b[:n], err)
	}
	near, far := realEnd(t, via), realEnd(t, host.via)
	near.Write(append(AppendDataHeader(nil, via.Number), "sealed"...))
	n, err := far.Read(b)
	if number, inner, ok := ParseData(b[:n]); err != nil || !ok || number != host.via.Number || string(inner) != "sealed" {
		t.Errorf("got %q for %d, %v", inner, number, err)
	}
	if f := s.Figures(); f.Pairs != 1 || f.Datagrams != 1 || f.DatagramSize != DataHeader+6 {
		t.Errorf("the relay has %+v", f)
	}
}

// realEnd returns a bound UDP socket of an end.
func realEnd(t *testing.T, via Via) *net.UDPConn {
	t.Helper()
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(via.Relay))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(testkit.Limit))
	challenge, b := uint64(0), make([]byte, 64)
	for range 2 {
		c.Write(AppendBind(nil, via.Number, challenge))
		n, err := c.Read(b)
		a, ok := ParseBound(b[:n])
		if err != nil || !ok || a.Reflexive != c.LocalAddr().(*net.UDPAddr).AddrPort() {
			t.Fatalf("a bind is answered by %+v, %v", a, err)
		}
		challenge = a.Challenge
	}
	if challenge != 0 {
		t.Fatal("the end is not bound")
	}
	return c
}
