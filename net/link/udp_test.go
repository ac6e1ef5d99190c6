package link

import (
	"bytes"
	"net"
	"net/netip"
	"runtime"
	"slices"
	"testing"
	"time"

	"dogfight/net/admission"
	"dogfight/testkit"
)

func TestDataOverUDPArrivesWholeAndBothEndsCountTheSame(t *testing.T) {
	host, client := joinUDP(t, listen(t, testCert(), admission.Limits{}))
	for _, way := range [][2]Link{{client, host}, {host, client}} {
		for _, size := range []int{1, 40, MaxData} {
			p := bytes.Repeat([]byte{byte(size)}, size)
			way[0].Send(Data, p)
			way[0].Send(Control, p)
			way[0].Send(Data, nil) // over control, though data uses UDP
			var got []Packet
			eventually(t, "all arrived", func() bool {
				got = append(got, drain(way[1])...)
				return len(got) == 3
			})
			for _, g := range got {
				if len(g.Bytes) > 0 && !bytes.Equal(g.Bytes, p) {
					t.Errorf("a packet of %d bytes arrived as %d others", size, len(g.Bytes))
				}
			}
		}
		eventually(t, "both ends agree on what went over the wire", func() bool {
			out, in := way[0].Counts(), way[1].Counts()
			return out.WireOut == in.WireIn && out.DataOut == in.DataIn && out.BytesOut == in.BytesIn
		})
		if in := way[1].Counts(); in.DataLost > 0 || in.Refused > 0 || in.WireIn < in.BytesIn+18*in.DataIn {
			t.Errorf("counts %+v", in)
		}
	}
}

func TestWireBytesAreEstimated(t *testing.T) {
	v4, v6 := clientAddr.Addr(), netip.IPv6LinkLocalAllNodes()
	for name, c := range map[string][2]uint64{
		"40 bytes down":        {onWire(toClientHeader+40+tagSize, v4), 86},
		"over IPv6":            {onWire(toClientHeader+40+tagSize, v6), 106},
		"40 bytes in a frame":  {recordOnWire(headerSize+40, v4), 106},
		"in a frame over IPv6": {recordOnWire(headerSize+40, v6), 126},
		"one segment":          {recordOnWire(segment-recordSize, v4), 1440 + 40},
		"two":                  {recordOnWire(segment-recordSize+1, v4), 1441 + 80},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %d bytes, want %d", name, c[0], c[1])
		}
	}
}

func TestDialTLSStaysOnTLS(t *testing.T) {
	host, client := joinTLS(t, listen(t, testCert(), admission.Limits{}))
	chat(t, host, client, "all goes over TLS", over("tls", host, client))
	if client.(*stream).udp != nil {
		t.Error("the client took the offer of UDP")
	}
}

func TestAListenerWorksWithoutAUDPPort(t *testing.T) {
	t.Parallel()
	squatter, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer squatter.Close()
	l, err := Listen(squatter.LocalAddr().String(), testCert(), admission.Limits{})
	if err != nil {
		t.Skipf("the TCP port of that number is in use too: %v", err)
	}
	t.Cleanup(l.Close)
	if l.UDP() == nil {
		t.Error("UDP() does not report that there is no UDP")
	}
	host, client := join(t, l, new(KnownHosts))
	chat(t, host, client, "all goes over TLS", over("tls", host, client))
}

func TestPortsThatTheSystemChoosesAreFreeForBoth(t *testing.T) {
	for range 20 {
		if err := listen(t, testCert(), admission.Limits{}).UDP(); err != nil {
			t.Error(err)
		}
	}
}

func TestLinksStayOnUDPWhenTheirListenerIsClosed(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	l := listen(t, testCert(), admission.Limits{})
	host, client := joinUDP(t, l)
	l.Close()
	before := host.Counts()
	chat(t, host, client, "they are on UDP", func() bool {
		return over("udp", host, client)() && host.Counts().DataIn > before.DataIn+30
	})
	leave(host, client)
	conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(l.Addr()))
	if err != nil {
		t.Fatalf("the socket outlives the last link: %v", err)
	}
	conn.Close()
}

func TestALinkSurvivesTheSocketOfItsHost(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	l := listen(t, testCert(), admission.Limits{})
	host, client := joinUDP(t, l)
	l.demux.socket.Close()
	chat(t, host, client, "they are on control", over("tls", host, client))
}

func TestDataOverUDPAllocatesNothing(t *testing.T) {
	host, client := joinUDP(t, listen(t, testCert(), admission.Limits{DataPackets: 1e6, DataBytes: 1e9}))
	p, buf := make([]byte, 300), make([]byte, MaxData)
	const volley = clientQueue / 2
	round := func() {
		for range volley {
			host.Send(Data, p)
			client.Send(Data, p)
		}
		for _, end := range []Link{host, client} {
			buf = receive(end, volley, buf)
		}
	}
	for range 2 * inboxData {
		round()
	}
	n := allocations(round) / (2 * volley)
	if t.Logf("%.4f allocations a packet", n); n > 0.05 { // timers and the scheduler allocate too
		t.Errorf("%.4f allocations a packet, want 0", n)
	}
}

// receive waits for n packets, unless some are lost, and returns the buffer for the next.
func receive(l Link, n int, buf []byte) []byte {
	for deadline := time.Now().Add(100 * time.Millisecond); n > 0 && time.Now().Before(deadline); {
		p, ok := l.Receive(buf)
		if !ok {
			time.Sleep(10 * time.Microsecond)
			continue
		}
		buf = p.Bytes
		n--
	}
	return buf
}

// TestAnAnswerIsSentFromTheRequestedAddress sends from one address of the machine to another; the system alone would answer from the first.
func TestAnAnswerIsSentFromTheRequestedAddress(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system chooses the address of answers")
	}
	for _, c := range []struct{ network, from, asked string }{
		{"udp4", "127.0.0.1", "127.0.0.2"}, {"udp", "127.0.0.1", "127.0.0.2"}, {"udp", "::1", anIPv6Address()},
	} {
		for name, open := range map[string]func(*net.UDPConn) udpIO{
			"one by one": func(c *net.UDPConn) udpIO { return &oneByOne{UDPConn: NewUDPConn(c)} }, "in a batch": newUDPIO,
		} {
			t.Run(c.network+" "+c.asked+" "+name, func(t *testing.T) {
				conn := bound(t, c.network)
				at := net.JoinHostPort(c.asked, portOf(conn))
				host := open(conn)
				defer host.close()
				defer host.stop()
				from := &net.UDPAddr{IP: net.ParseIP(c.from)}
				to, err := net.ResolveUDPAddr("udp", at)
				if err != nil {
					t.Skip("no second address of IPv6: ", err)
				}
				client, err := net.DialUDP("udp", from, to) // a connected socket receives from no other
				if err != nil {
					t.Skip(err)
				}
				defer client.Close()
				if _, err := client.Write(number(1)); err != nil {
					t.Skip("cannot send to ", at, ": ", err)
				}
				var traffic traffic
				host.receive(func(p []byte, from UDPAddr, _ time.Time) {
					if want := to.AddrPort().Addr().Unmap(); from.Local != want {
						t.Errorf("the local address is %v, want %v", from.Local, want)
					}
					gone := from // the machine has no such address
					gone.Local = netip.MustParseAddr("192.0.2.1")
					if from.Addr().Is6() && !from.Addr().Is4In6() {
						gone.Local = netip.MustParseAddr("2001:db8::1")
					}
					host.send([]datagram{{to: gone, bytes: number(0), traffic: &traffic}, {to: from, bytes: number(2), traffic: &traffic}})
				})
				if got := nextNumber(t, client); got != 2 || traffic.Dropped.Load() > 0 {
					t.Errorf("got %d and dropped %d, want 2 and none", got, traffic.Dropped.Load())
				}
			})
		}
	}
}

func TestDatagramsWithLocalAddressesAllocateNothing(t *testing.T) {
	conn, client := bound(t, "udp"), plainSocket(t)
	to := addressOf(conn)
	host := NewUDPConn(conn)
	defer host.Close()
	b := make([]byte, maxDatagram)
	conn.SetReadDeadline(time.Now().Add(testkit.Limit))
	p := number(1)
	if n := testing.AllocsPerRun(100, func() {
		client.WriteToUDPAddrPort(p, to.AddrPort)
		_, from, _ := host.Receive(b)
		host.Send(p, from)
	}); n != 0 {
		t.Errorf("%v allocations a datagram", n)
	}
}

// The whole of 127.0.0.0/8 is local, so a user of the machine could make it grow.
func TestTheCacheOfLocalAddressesIsBounded(t *testing.T) {
	c := &controls{locals: map[string]netip.Addr{}, froms: map[netip.Addr][]byte{}}
	for n := range 5 * maxLocals {
		a := netip.AddrFrom4([4]byte{127, 0, byte(n >> 8), byte(n)})
		if c.from(a); len(c.froms) > maxLocals {
			t.Fatalf("%d source addresses are stored", len(c.froms))
		}
		if c.local(number(n)); len(c.locals) > maxLocals {
			t.Fatalf("%d received addresses are stored", len(c.locals))
		}
	}
}

// anIPv6Address returns an address of the machine that is not the loopback's, or "".
func anIPv6Address() string {
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() == nil && n.IP.IsGlobalUnicast() {
			return n.IP.String()
		}
	}
	return ""
}

func portOf(conn *net.UDPConn) string {
	_, port, _ := net.SplitHostPort(conn.LocalAddr().String())
	return port
}

func TestABatchIsSentToEachAddressDespiteABadOne(t *testing.T) {
	for _, network := range []string{"udp4", "udp"} {
		for name, s := range map[string]udpIO{"one by one": &oneByOne{UDPConn: NewUDPConn(bound(t, network))}, "in a batch": newUDPIO(bound(t, network))} {
			a, b := plainSocket(t), plainSocket(t)
			nowhere := UDPAddr{AddrPort: netip.AddrPortFrom(netip.IPv4Unspecified(), 0)}
			var good, bad traffic
			batch := []datagram{
				{to: addressOf(a), bytes: number(1), traffic: &good},
				{to: nowhere, bytes: number(0), traffic: &bad},
				{to: addressOf(b), bytes: number(2), traffic: &good},
				{to: nowhere, bytes: number(3), traffic: &bad},
				{to: nowhere, bytes: number(4), traffic: &bad},
				{to: addressOf(a), bytes: number(5), traffic: &good},
			}
			s.send(batch)
			for _, c := range []struct {
				at   *net.UDPConn
				want int
			}{{a, 1}, {a, 5}, {b, 2}} {
				if got := nextNumber(t, c.at); got != c.want {
					t.Errorf("%s over %s: got %d, want %d", name, network, got, c.want)
				}
			}
			if good.Dropped.Load() != 0 || good.Out.Load() != 3*(4+28) || bad.Dropped.Load() != 3 || bad.Out.Load() != 0 {
				t.Errorf("%s over %s: counts of good ones %d and %d, of bad ones %d and %d", name, network,
					good.Dropped.Load(), good.Out.Load(), bad.Dropped.Load(), bad.Out.Load())
			}
		}
	}
}

func bound(t *testing.T, network string) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP(network, nil)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func addressOf(conn *net.UDPConn) UDPAddr {
	port := conn.LocalAddr().(*net.UDPAddr).AddrPort().Port()
	return UDPAddr{AddrPort: netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)}
}

// nextNumber waits for a datagram.
func nextNumber(t *testing.T, conn *net.UDPConn) int {
	t.Helper()
	b := make([]byte, 2048)
	conn.SetReadDeadline(time.Now().Add(testkit.Limit))
	n, _, err := conn.ReadFromUDPAddrPort(b)
	if err != nil {
		t.Fatal(err)
	}
	return numberOf(b[:n])
}

func TestAClosedSocketDropsAll(t *testing.T) {
	conn, to := plainSocket(t), plainSocket(t)
	s := newUDPIO(conn)
	s.stop()
	var all traffic
	s.send([]datagram{{to: addressOf(to), bytes: number(1), traffic: &all}, {to: addressOf(to), bytes: number(2), traffic: &all}})
	if all.Dropped.Load() != 2 {
		t.Errorf("%d dropped, want 2", all.Dropped.Load())
	}
}

func TestSendingABatchAllocatesNothing(t *testing.T) {
	conn, to := plainSocket(t), plainSocket(t)
	s := newUDPIO(conn)
	defer s.close()
	var all traffic
	batch := []datagram{{to: addressOf(to), bytes: number(1), traffic: &all}, {to: addressOf(to), bytes: number(2), traffic: &all}}
	if n := testing.AllocsPerRun(100, func() { s.send(batch) }); n != 0 {
		t.Errorf("%v allocations a batch, want 0", n)
	}
}

// joinPolled is joinUDP for a client that polls.
func joinPolled(t *testing.T) (host, client Link) {
	t.Helper()
	l := listen(t, testCert(), admission.Limits{})
	host, client = connect(t, l, DialPolled(l.Addr().String(), new(KnownHosts)))
	chat(t, host, client, "both are on UDP", over("udp", host, client))
	return host, client
}

func TestAPolledLinkReceivesInOrder(t *testing.T) {
	host, client := joinPolled(t)
	drain(client)
	var got, want []byte
	for n := range 5 {
		host.Send(Data, number(n))
		want = append(want, number(n)...)
	}
	eventually(t, "five packets", func() bool {
		for _, p := range drain(client) {
			got = append(got, p.Bytes...)
		}
		return len(got) >= len(want)
	})
	if !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func TestAPolledLinkMayBeAskedAfterItsEnd(t *testing.T) {
	host, client := joinPolled(t)
	leave(client, host)
	<-client.Done()
	drain(client)
	client.Send(Data, number(1))
}

// nextOf takes a batch and returns the numbers in it.
func (q *queue) nextOf(batch []datagram) (numbers []int) {
	for _, e := range batch[:q.wait(batch)] {
		numbers = append(numbers, numberOf(e.bytes))
	}
	return numbers
}

func TestAQueueHoldsTheNewestInOrderAndCountsTheRest(t *testing.T) {
	q, batch := newQueue(5), make([]datagram, 3)
	var one, other traffic
	for n := range 8 {
		t := &one
		if n >= 2 {
			t = &other
		}
		q.put(datagram{traffic: t}, nil, number(n))
	}
	if got := q.nextOf(batch); !slices.Equal(got, []int{3, 4, 5}) {
		t.Errorf("took %v, want 3 4 5", got)
	}
	q.put(datagram{traffic: &one}, nil, number(8))
	if got := q.nextOf(batch); !slices.Equal(got, []int{6, 7, 8}) {
		t.Errorf("took %v, want 6 7 8", got)
	}
	if a, b := one.Dropped.Load(), other.Dropped.Load(); a != 2 || b != 1 {
		t.Errorf("%d and %d dropped, want 2 and 1", a, b)
	}
	q.put(datagram{traffic: &one}, nil, number(9))
	q.close()
	q.put(datagram{traffic: &one}, nil, number(10))
	if n := q.wait(batch); n != 0 {
		t.Errorf("took %d after the end", n)
	}
}

func TestAWaitingQueueWakesForADatagramAndForTheEnd(t *testing.T) {
	q, batch := newQueue(5), make([]datagram, 3)
	got := make(chan []int)
	go func() {
		got <- q.nextOf(batch)
		got <- q.nextOf(batch)
	}()
	q.put(datagram{}, nil, number(1))
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
			q.put(datagram{traffic: &crowd}, nil, p)
		}
		for range 4 {
			q.wait(batch)
		}
	}
	round()
	if n := testing.AllocsPerRun(100, round); n != 0 {
		t.Errorf("%v allocations a round, want 0", n)
	}
}
