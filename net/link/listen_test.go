package link

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
	"dogfight/testkit"
)

// listen opens a host at a free port of this machine.
func listen(t *testing.T, cert tls.Certificate, limits admission.Limits) *Listener {
	t.Helper()
	limits.Handshake = cmp.Or(limits.Handshake, testkit.Limit)
	l, err := Listen("127.0.0.1:0", cert, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// join connects a client to l, and closes both ends with the test.
func join(t *testing.T, l *Listener, trust *KnownHosts) (host, client Link) {
	t.Helper()
	return connect(t, l, Dial(l.Addr().String(), trust))
}

// joinTLS is join for a client that stays on TLS.
func joinTLS(t *testing.T, l *Listener) (host, client Link) {
	t.Helper()
	return connect(t, l, DialTLS(l.Addr().String(), new(KnownHosts)))
}

// joinUDP is join, and waits until data uses UDP both ways.
func joinUDP(t *testing.T, l *Listener) (host, client Link) {
	t.Helper()
	host, client = join(t, l, new(KnownHosts))
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
			l.Close() // ends the wait for it
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
	testkit.Receive(t, "the link to "+l.Remote()+" is refused", l.Done())
	return l.Err().Error()
}

func TestRealSocketsDeliverBothWaysInOrder(t *testing.T) {
	host, client := joinTLS(t, listen(t, testCert(), admission.Limits{}))
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

func TestLastMessagesArriveAlthoughTheOtherEndStillSends(t *testing.T) {
	host, client := join(t, listen(t, testCert(), admission.Limits{}), new(KnownHosts))
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
	l := listen(t, testCert(), admission.Limits{})
	known := NewKnownHosts(filepath.Join(t.TempDir(), "known_hosts"))
	var clients, ends []Link
	for range guests {
		clients = append(clients, Dial(l.Addr().String(), known))
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

func TestListeningTwiceReportsTheAddressAndARemedy(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	_, err := Listen(l.Addr().String(), testCert(), admission.Limits{})
	if err == nil {
		t.Fatal("two listeners at one address")
	}
	for _, want := range []string{l.Addr().String(), "already in use", "another port"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not contain %q", err, want)
		}
	}
}

func TestGarbageIsDroppedWithoutEffect(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	for _, garbage := range []string{"GET / HTTP/1.0\r\n\r\n", "\x16\x03\x01\xff\xff\xff", strings.Repeat("\x00", 5000)} {
		hangUp(t, l, garbage)
	}
	join(t, l, new(KnownHosts))
}

// hangUp sends text to l and waits until it closes.
func hangUp(t *testing.T, l *Listener, text string) {
	t.Helper()
	conn := call(t, l)
	io.WriteString(conn, text)
	conn.SetDeadline(time.Now().Add(testkit.Limit))
	if _, err := io.Copy(io.Discard, conn); errors.Is(err, net.ErrClosed) || isTimeout(err) {
		t.Errorf("after %.20q: %v, want to be dropped", text, err)
	}
}

// call connects to l and sends nothing.
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
	l := listen(t, testCert(), admission.Limits{HalfOpen: 1})
	for _, protocols := range [][]string{nil, {"http/1.1"}, {"dogfight/1"}} {
		conn := tls.Client(call(t, l), &tls.Config{InsecureSkipVerify: true, NextProtos: protocols})
		conn.Handshake()
		if _, err := conn.Read(make([]byte, 1)); err == nil || isTimeout(err) {
			t.Errorf("protocols %v: %v, want to be dropped", protocols, err)
		}
		eventually(t, "its place is free", func() bool { return count(l) == 0 })
	}
}

func TestOldTLSIsRefused(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	conn := tls.Client(call(t, l), &tls.Config{
		InsecureSkipVerify: true, NextProtos: []string{alpn}, MaxVersion: tls.VersionTLS12,
	})
	if err := conn.Handshake(); err == nil {
		t.Error("shook hands over TLS 1.2")
	}
}

func TestSilentConnectionsAreDroppedInTime(t *testing.T) {
	t.Parallel()
	const limit = 100 * time.Millisecond
	l := listen(t, testCert(), admission.Limits{Handshake: limit})
	start := time.Now()
	hangUp(t, l, "")
	if took := time.Since(start); took < limit {
		t.Errorf("dropped after %v, want %v", took, limit)
	}
	eventually(t, "its place is free", func() bool { return count(l) == 0 })
}

func TestTheOldestOfTooManyHalfOpenConnectionsIsCutOff(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{HalfOpen: 2})
	first := call(t, l)
	eventually(t, "it is half open", func() bool { return count(l) == 1 })
	second := call(t, l)
	eventually(t, "both are half open", func() bool { return count(l) == 2 })
	host, _ := join(t, l, new(KnownHosts))
	if _, err := first.Read(make([]byte, 1)); err == nil || isTimeout(err) {
		t.Errorf("the first: %v, want to be cut off", err)
	}
	Settle(host)
	join(t, l, new(KnownHosts))
	if total, half := l.control.Count(); total != 3 || half != 2 {
		t.Errorf("%d connections, %d of them half open; want 3, 2", total, half)
	}
	second.Close()
}

func TestAHalfOpenLinkIsCutOffForOthers(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{HalfOpen: 1})
	_, silent := join(t, l, new(KnownHosts))
	host, client := join(t, l, new(KnownHosts))
	<-silent.Done()
	Settle(host)
	join(t, l, new(KnownHosts))
	if err := client.Err(); err != nil {
		t.Errorf("a link that has settled: %v", err)
	}
}

// noneLocal makes tests strangers, although they are on this machine.
func noneLocal(netip.Addr) bool { return false }

func TestConnectionsOfAnAddressAreBoundedAndFreedWhenALinkEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	l := listen(t, testCert(), admission.Limits{PerAddress: 2, Local: noneLocal})
	other, _ := join(t, l, new(KnownHosts))
	Settle(other)
	host, client := join(t, l, new(KnownHosts))
	Settle(host)
	if err := refused(t, Dial(l.Addr().String(), new(KnownHosts))); !strings.Contains(err, "is it full?") {
		t.Errorf("err %s", err)
	}
	leave(host, client)
	join(t, l, new(KnownHosts))
}

func TestListenerCloseEndsAcceptAndHandshakesButNotLinks(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	host, client := join(t, l, new(KnownHosts))
	call(t, l)                                       // half open
	Dial(l.Addr().String(), new(KnownHosts)).Close() // may wait for Accept
	l.Close()
	l.Close()
	if _, err := l.Accept(); !errors.Is(err, ErrClosed) {
		t.Errorf("Accept: %v, want ErrClosed", err)
	}
	if c := count(l); c != 1 {
		t.Errorf("%d connections count, want the one link", c)
	}
	host.Send(Control, []byte("still here"))
	eventually(t, "it arrives", func() bool { return len(drain(client)) == 1 })
}

// count returns how many connections there are.
func count(l *Listener) int {
	total, _ := l.control.Count()
	return total
}

func TestAListenerServesSocketsThatListenAlready(t *testing.T) {
	cert := testCert()
	for name, withUDP := range map[string]bool{"with UDP": true, "with UDP of its own": false} {
		t.Run(name, func(t *testing.T) {
			tcp, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			var udp *net.UDPConn
			if withUDP {
				if udp, err = net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Addr().(*net.TCPAddr).Port}); err != nil {
					tcp.Close()
					t.Skipf("the UDP port of the same number is in use: %v", err)
				}
			}
			l := ListenOn(tcp, udp, cert, admission.Limits{})
			t.Cleanup(l.Close)
			if err := l.UDP(); err != nil {
				t.Skip(err)
			}
			joinUDP(t, l)
		})
	}
}

func TestAnAllowanceIsARateAndABurst(t *testing.T) {
	a := newAllowance(admission.Limits{DataPackets: 10, DataBytes: 1000})
	spend := func(at, tries, size int) (passed int) {
		for range tries {
			if a.spend(size, epoch.Add(time.Duration(at)*time.Millisecond)) {
				passed++
			}
		}
		return passed
	}
	for _, step := range []struct{ at, tries, size, want int }{
		{0, 20, 1, 10},      // a burst
		{50, 5, 1, 0},       // nothing is free yet
		{100, 5, 1, 1},      // a tenth of a second, a tenth of it
		{10000, 20, 1, 10},  // a pause saves no more than a burst
		{20000, 20, 400, 2}, // bytes are bounded as well
		{20100, 5, 100, 3},  // 200 were left, 100 are new; refused connections cost nothing
		{20100, 20, 0, 6},   // 8 packets were left, 1 is new, 3 are gone
	} {
		if got := spend(step.at, step.tries, step.size); got != step.want {
			t.Errorf("at %d ms %d packets of %d bytes passed, want %d", step.at, got, step.size, step.want)
		}
	}
}

func TestWithoutLimitsAllDataPasses(t *testing.T) {
	var a allowance
	for range 100000 {
		if !a.spend(MaxData, epoch) {
			t.Fatal("a packet was refused")
		}
	}
}

func TestDataOverControlHasTheSameLimits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		host, client := linked(t)
		host.allowance = newAllowance(admission.Limits{DataPackets: 5, DataBytes: 1 << 20})
		for n := range 50 {
			client.Send(Data, number(n))
			synctest.Wait()
			client.Send(Control, number(n)) // has no such limit
			synctest.Wait()
		}
		got := drain(host)
		if data, control := len(only(Data, got)), len(only(Control, got)); data != 5 || control != 50 {
			t.Errorf("%d data packets and %d control packets arrived, want 5 and 50", data, control)
		}
		if c := host.Counts(); c.Refused != 45 || c.DataIn != 5 {
			t.Errorf("counts %+v, want 45 refused", c)
		}
		time.Sleep(time.Second)
		client.Send(Data, number(0))
		synctest.Wait()
		if len(drain(host)) != 1 {
			t.Error("a second later, nothing more is accepted")
		}
		client.Close()
		<-client.Done()
		<-host.Done()
	})
}

func TestOffersAreSentOnceAndByAHost(t *testing.T) {
	for name, c := range map[string]struct {
		dialled bool
		frames  []byte
	}{
		"an offer to a host": {false, appendFrame(nil, offer, make([]byte, linkNumberSize))},
		"two offers":         {true, appendFrame(appendFrame(nil, offer, make([]byte, linkNumberSize)), offer, make([]byte, linkNumberSize))},
		"a short offer":      {true, appendFrame(nil, offer, make([]byte, linkNumberSize-1))},
		"a long offer":       {true, []byte{byte(offer), 0xff, 0xff, 0xff}},
	} {
		bubble(t, func(t *testing.T) {
			conn, rogue := handshaken(t)
			s := newStream("somebody", 4<<10, func() {})
			s.dialled, s.wantsUDP = c.dialled, true
			begin(s, conn)
			rogue.Write(c.frames)
			<-s.Done()
			if err := s.Err(); !strings.HasPrefix(err.Error(), "somebody was cut off: the ") {
				t.Errorf("%s: err %v", name, err)
			}
			rogue.NetConn().Close()
		})
	}
}
