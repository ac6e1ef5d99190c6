package link

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// listen has a host at a free port of this machine.
func listen(t *testing.T, cert tls.Certificate, limits Limits) *Listener {
	t.Helper()
	l, err := Listen("127.0.0.1:0", cert, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// join connects a client to l, and closes both ends with the test.
func join(t *testing.T, l *Listener, trust *Trust) (host, client Link) {
	t.Helper()
	return connect(t, l, Dial(l.Addr().String(), trust))
}

// joinTLS is join for a client that stays on TLS.
func joinTLS(t *testing.T, l *Listener) (host, client Link) {
	t.Helper()
	return connect(t, l, DialTLS(l.Addr().String(), NewTrust("")))
}

// joinUDP is join, and waits until data goes over UDP both ways.
func joinUDP(t *testing.T, l *Listener) (host, client Link) {
	t.Helper()
	host, client = join(t, l, NewTrust(""))
	chat(t, host, client, "both are on UDP", over("udp", host, client))
	return host, client
}

// connect waits until client is connected to l.
func connect(t *testing.T, l *Listener, client Link) (host, _ Link) {
	t.Helper()
	accepted := make(chan struct{})
	go func() {
		select {
		case <-accepted:
		case <-client.Done():
			l.Close() // which ends the wait for it
		}
	}()
	host, err := l.Accept()
	close(accepted)
	if err != nil {
		t.Fatal(err, client.Err())
	}
	eventually(t, "the client is connected", client.Ready)
	t.Cleanup(func() { leave(client, host) })
	return host, client
}

func leave(ends ...Link) {
	for _, end := range ends {
		end.Close()
	}
	for _, end := range ends {
		<-end.Done()
	}
}

// refused waits until the link is down and returns why.
func refused(t *testing.T, l Link) string {
	t.Helper()
	select {
	case <-l.Done():
		return l.Err().Error()
	case <-time.After(10 * time.Second):
		l.Close()
		t.Fatalf("the link to %s is up, want it refused", l.Remote())
		return ""
	}
}

func TestRealSocketsDeliverBothWaysInOrder(t *testing.T) {
	host, client := joinTLS(t, listen(t, testCert(), Limits{}))
	for _, way := range [][2]Link{{host, client}, {client, host}} {
		sendAll(way[0], exchange)
		var got []Packet
		eventually(t, "all arrived", func() bool {
			got = append(got, drain(way[1])...)
			return len(got) >= len(exchange)
		})
		for _, ch := range []Channel{Control, Data} {
			if !samePackets(only(ch, got), only(ch, exchange)) {
				t.Errorf("received %v on channel %d", only(ch, got), ch)
			}
		}
	}
	if host.Kind() != "tls" || !strings.HasPrefix(host.Remote(), "127.0.0.1:") {
		t.Errorf("a %s link to %s", host.Kind(), host.Remote())
	}
}

func TestLastWordsArriveAlthoughTheOtherKeepsSending(t *testing.T) {
	host, client := join(t, listen(t, testCert(), Limits{}), NewTrust(""))
	for n := range 200 {
		client.Send(Control, append(number(n), make([]byte, 1000)...))
	}
	host.Send(Control, bytes.Repeat([]byte("k"), MaxControl))
	host.Send(Control, []byte("you were kicked"))
	leave(host)
	if err := refused(t, client); err != ErrClosed.Error() {
		t.Errorf("err %s, want %v", err, ErrClosed)
	}
	got := drain(client)
	if len(got) != 2 || len(got[0].Bytes) != MaxControl || string(got[1].Bytes) != "you were kicked" {
		t.Errorf("received %d packets, want both", len(got))
	}
}

func TestALANPartyJoinsAtOnce(t *testing.T) {
	const guests = 64 // the default for one address
	l := listen(t, testCert(), Limits{})
	trust := NewTrust(hosts(t, ""))
	var clients, ends []Link
	for range guests {
		clients = append(clients, Dial(l.Addr().String(), trust))
	}
	for range guests {
		host, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		host.Send(Control, []byte("welcome"))
		ends = append(ends, host)
	}
	for _, c := range clients {
		eventually(t, "every guest is welcome", func() bool { return len(drain(c)) == 1 })
	}
	leave(append(ends, clients...)...)
}

func TestListeningTwiceTellsTheAddressAndWhatToDo(t *testing.T) {
	l := listen(t, testCert(), Limits{})
	_, err := Listen(l.Addr().String(), testCert(), Limits{})
	if err == nil {
		t.Fatal("two listeners at one address")
	}
	for _, want := range []string{l.Addr().String(), "already in use", "another port"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

func TestGarbageIsDroppedAndNothingElseHappens(t *testing.T) {
	l := listen(t, testCert(), Limits{})
	for _, garbage := range []string{"GET / HTTP/1.0\r\n\r\n", "\x16\x03\x01\xff\xff\xff", strings.Repeat("\x00", 5000)} {
		hangUp(t, l, garbage)
	}
	join(t, l, NewTrust(""))
}

// hangUp says text to l and waits until it hangs up.
func hangUp(t *testing.T, l *Listener, text string) {
	t.Helper()
	conn := call(t, l)
	io.WriteString(conn, text)
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.Copy(io.Discard, conn); errors.Is(err, net.ErrClosed) || isTimeout(err) {
		t.Errorf("after %.20q: %v, want to be dropped", text, err)
	}
}

// call connects to l and says nothing.
func call(t *testing.T, l *Listener) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestOtherProtocolsOverTLSAreDropped(t *testing.T) {
	l := listen(t, testCert(), Limits{HalfOpen: 1})
	for _, protocols := range [][]string{nil, {"http/1.1"}, {"dogfight/3"}} {
		conn := tls.Client(call(t, l), &tls.Config{InsecureSkipVerify: true, NextProtos: protocols})
		conn.Handshake()
		if _, err := conn.Read(make([]byte, 1)); err == nil || isTimeout(err) {
			t.Errorf("protocols %v: %v, want to be dropped", protocols, err)
		}
		eventually(t, "its place is free", func() bool { return l.census.count() == 0 })
	}
}

func TestOldTLSIsRefused(t *testing.T) {
	l := listen(t, testCert(), Limits{})
	conn := tls.Client(call(t, l), &tls.Config{
		InsecureSkipVerify: true, NextProtos: []string{alpn}, MaxVersion: tls.VersionTLS12,
	})
	if err := conn.Handshake(); err == nil {
		t.Error("shook hands over TLS 1.2")
	}
}

func TestSilentConnectionsAreDroppedInTime(t *testing.T) {
	const limit = time.Second // in which a busy machine shakes hands with the last one
	l := listen(t, testCert(), Limits{Handshake: limit})
	start := time.Now()
	hangUp(t, l, "")
	if took := time.Since(start); took < limit {
		t.Errorf("dropped after %v, want %v", took, limit)
	}
	join(t, l, NewTrust(""))
}

func TestHalfOpenConnectionsAreBounded(t *testing.T) {
	l := listen(t, testCert(), Limits{HalfOpen: 2})
	first := call(t, l)
	call(t, l)
	eventually(t, "both are half open", func() bool { return l.census.count() == 2 })
	if err := refused(t, Dial(l.Addr().String(), NewTrust(""))); !strings.Contains(err, "is it full?") {
		t.Errorf("err %s", err)
	}
	first.Close()
	eventually(t, "one has gone", func() bool { return l.census.count() == 1 })
	join(t, l, NewTrust(""))
}

func TestConnectionsOfAnAddressAreBoundedAndFreedWhenALinkEnds(t *testing.T) {
	l := listen(t, testCert(), Limits{PerAddress: 2})
	join(t, l, NewTrust(""))
	host, client := join(t, l, NewTrust(""))
	if err := refused(t, Dial(l.Addr().String(), NewTrust(""))); !strings.Contains(err, "is it full?") {
		t.Errorf("err %s", err)
	}
	leave(host, client)
	join(t, l, NewTrust(""))
}

func TestConnectionsInAllAreBounded(t *testing.T) {
	c := census{limits: Limits{Total: 3}.orDefaults(), at: map[netip.Prefix]int{}}
	for i, from := range []string{"10.0.0.1", "10.0.0.2", "::1"} {
		if !c.enter(netip.MustParseAddr(from)) {
			t.Fatalf("connection %d of 3 was refused", i+1)
		}
		c.settle()
	}
	if c.enter(netip.MustParseAddr("10.0.0.3")) {
		t.Error("a fourth of 3 connections was let in")
	}
	c.leave(netip.MustParseAddr("::1"))
	if !c.enter(netip.MustParseAddr("10.0.0.3")) {
		t.Error("a place that was left stays taken")
	}
}

func TestASubscriberIsAnIPv4AddressOrAnIPv6Network(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"10.0.0.1", "10.0.0.1", true},
		{"10.0.0.1", "::ffff:10.0.0.1", true},
		{"10.0.0.1", "10.0.0.2", false},
		{"2001:db8::1", "2001:db8::ffff:1", true},
		{"2001:db8:0:1::1", "2001:db8:0:2::1", false},
		{"fe80::1%eth0", "fe80::2%eth1", true},
	} {
		if same := site(netip.MustParseAddr(c.a)) == site(netip.MustParseAddr(c.b)); same != c.same {
			t.Errorf("%s and %s are the same subscriber: %v, want %v", c.a, c.b, same, c.same)
		}
	}
}

func TestCloseEndsAcceptAndHandshakesButNotLinks(t *testing.T) {
	l := listen(t, testCert(), Limits{})
	host, client := join(t, l, NewTrust(""))
	call(t, l)                                    // half open
	Dial(l.Addr().String(), NewTrust("")).Close() // may wait for Accept
	l.Close()
	l.Close()
	if _, err := l.Accept(); !errors.Is(err, ErrClosed) {
		t.Errorf("Accept: %v, want ErrClosed", err)
	}
	if c := l.census.count(); c != 1 {
		t.Errorf("%d connections count, want the one link", c)
	}
	host.Send(Control, []byte("still here"))
	eventually(t, "it arrives", func() bool { return len(drain(client)) == 1 })
}

// count returns how many connections there are.
func (c *census) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}
