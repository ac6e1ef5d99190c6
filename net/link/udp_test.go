package link

import (
	"bytes"
	"net"
	"net/netip"
	"testing"
	"time"
)

func TestDataOverUDPArrivesWholeAndBothEndsCountTheSame(t *testing.T) {
	host, client := joinUDP(t, listen(t, testCert(), Limits{}))
	for _, way := range [][2]Link{{client, host}, {host, client}} {
		for _, size := range []int{1, 40, MaxData} {
			p := bytes.Repeat([]byte{byte(size)}, size)
			way[0].Send(Data, p)
			way[0].Send(Control, p)
			way[0].Send(Data, nil) // over control, though data goes over UDP
			var got []Packet
			eventually(t, "all arrived", func() bool {
				got = append(got, drain(way[1])...)
				return len(got) == 3
			})
			for _, g := range got {
				if len(g.Bytes) > 0 && !bytes.Equal(g.Bytes, p) {
					t.Errorf("a packet of %d bytes came as %d others", size, len(g.Bytes))
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

func TestWhatIsOnTheWireIsEstimated(t *testing.T) {
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
	host, client := joinTLS(t, listen(t, testCert(), Limits{}))
	chat(t, host, client, "all goes over TLS", over("tls", host, client))
	if client.(*stream).udp != nil {
		t.Error("the client took the offer of UDP")
	}
}

func TestAListenerDoesWithoutAUDPPortThatIsTaken(t *testing.T) {
	t.Parallel()
	squatter, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer squatter.Close()
	l, err := Listen(squatter.LocalAddr().String(), testCert(), Limits{})
	if err != nil {
		t.Skipf("the TCP port of that number is taken as well: %v", err)
	}
	t.Cleanup(l.Close)
	if l.UDP() == nil {
		t.Error("UDP() does not say that there is no UDP")
	}
	host, client := join(t, l, new(Trust))
	chat(t, host, client, "all goes over TLS", over("tls", host, client))
}

func TestPortsThatTheSystemChoosesAreFreeForBoth(t *testing.T) {
	for range 20 {
		if err := listen(t, testCert(), Limits{}).UDP(); err != nil {
			t.Error(err)
		}
	}
}

func TestLinksStayOnUDPWhenTheirListenerIsClosed(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	l := listen(t, testCert(), Limits{})
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
	l := listen(t, testCert(), Limits{})
	host, client := joinUDP(t, l)
	l.demux.socket.Close()
	chat(t, host, client, "they are on control", over("tls", host, client))
}

func TestDataOverUDPAllocatesNothing(t *testing.T) {
	host, client := joinUDP(t, listen(t, testCert(), Limits{DataPackets: 1e6, DataBytes: 1e9}))
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
	if t.Logf("%.4f allocations a packet", n); n > 0.05 { // timers and the scheduler have theirs
		t.Errorf("%.4f allocations a packet, want 0", n)
	}
}

// receive waits for n packets, unless some are lost, and returns the buffer for
// the next.
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
