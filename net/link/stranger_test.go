package link

import (
	"bytes"
	"math/rand/v2"
	"net"
	"runtime"
	"testing"
	"time"

	"dogfight/net/admission"
)

// stranger is a UDP socket that belongs to no link.
func stranger(t *testing.T) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP("udp4", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// forgeries returns datagrams to a host that must not open: noise, and overheard ones, unchanged and changed.
func forgeries(overheard [][]byte, n int) (all [][]byte) {
	chance := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(chance.Uint32())
		}
		return b
	}
	for i := range n {
		b := bytes.Clone(overheard[chance.IntN(len(overheard))])
		switch i % 6 {
		case 0:
			b = noise(chance.IntN(1500))
		case 1: // as it was
		case 2:
			b[chance.IntN(len(b))] ^= 1 << chance.IntN(8)
		case 3:
			b = b[:chance.IntN(len(b))]
		case 4:
			b = append(b[:toHostHeader], noise(len(b)-toHostHeader)...)
		case 5: // the next number
			b[toHostHeader-1]++
		}
		all = append(all, b)
	}
	return all
}

func TestStrangersGetNoAnswerAndDisturbNoLink(t *testing.T) {
	if testing.Short() {
		t.Skip("a flood; runs without -short")
	}
	l := listen(t, testCert(), admission.Limits{})
	r, host, client := through(t, l)
	chat(t, host, client, "there is something to overhear", func() bool {
		return over("udp", host, client)() && len(r.overheard()) >= 20
	})
	evil := stranger(t)
	refused := func() uint64 { return host.Counts().Refused + l.demux.strays.Load() }
	before, heap := refused(), heapInUse()
	all := forgeries(r.overheard(), 10000)
	sent := 0
	eventually(t, "the host has read as many", func() bool {
		for range 50 { // some may get lost
			evil.WriteToUDPAddrPort(all[sent%len(all)], l.Addr())
			sent++
		}
		return sent >= len(all) && refused()-before > uint64(len(all))*9/10
	})
	chat(t, host, client, "the link goes on", over("udp", host, client))
	if c := host.Counts(); c.DataLost > 3 { // a flood may fill the socket's buffer for the link's datagrams too
		t.Errorf("%d datagrams lost", c.DataLost)
	}
	evil.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if n, from, err := evil.ReadFromUDPAddrPort(make([]byte, 2048)); !isTimeout(err) {
		t.Errorf("%d bytes from %v, err %v, want silence", n, from, err)
	}
	grown := heapInUse() - heap
	if t.Logf("the heap grew by %d kB", grown>>10); grown > 4<<20 {
		t.Error("expected it to stay flat, within 4 MB")
	}
}

func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse)
}

// sender is the end of a client that records its datagrams.
type sender struct {
	*udpEnd
	posted []byte
}

// sealed returns the datagram that it makes of p.
func (c *sender) sealed(p []byte) []byte {
	c.Send(p, epoch)
	return c.posted
}

// boarding is a demux without a socket, and two links of it.
type boarding struct {
	*demux
	hosts   [2]*stream
	clients [2]*sender
	posted  func(b []byte, to UDPAddr) // gets the hosts' datagrams
}

func boarded(limits admission.Limits) *boarding {
	b := &boarding{demux: &demux{links: map[linkNumber]*stream{}, queries: newResponder()}}
	limits = linkDefaults(limits)
	for i := range b.hosts {
		s := newStream("somebody", limits.ControlIn, func() {})
		s.allowance = newAllowance(limits)
		number, _ := b.enter(s)
		s.beginUDP(newHostEnd(fixed, number, func(p []byte, to UDPAddr) { b.posted(p, to) }), nil)
		c := &sender{}
		c.udpEnd = newClientEnd(fixed, number, UDPAddr{}, func(p []byte, _ UDPAddr) { c.posted = bytes.Clone(p) })
		b.hosts[i], b.clients[i] = s, c
	}
	return b
}

// settle proves an address of a client, and waits until it may send as much as before.
func (b *boarding) settle(i int, at UDPAddr) {
	c := b.clients[i]
	b.posted = func(p []byte, _ UDPAddr) {
		if d, ok := c.Open(bytes.Clone(p), UDPAddr{}, time.Now()); ok {
			c.Answer(d, len(p), UDPAddr{}, time.Now())
		}
	}
	b.deliver(c.sealed(nil), at, time.Now())
	b.deliver(c.posted, at, time.Now())
	b.posted = func([]byte, UDPAddr) {}
	time.Sleep(time.Second)
}

func TestAFloodOnOneLinkDoesNotAffectOthers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := boarded(admission.Limits{})
		b.settle(0, clientAddr)
		b.settle(1, clientAddr)
		arrived := [2]int{}
		for n := range 10000 {
			b.deliver(b.clients[0].sealed(number(n)), clientAddr, time.Now())
			if n%100 == 0 {
				b.deliver(b.clients[1].sealed(number(n)), clientAddr, time.Now())
			}
			for i, h := range b.hosts {
				arrived[i] += len(drain(h))
			}
		}
		if arrived != [2]int{128, 100} {
			t.Errorf("%d packets of the flood arrived, and %d of the other link, want 128 and 100", arrived[0], arrived[1])
		}
		if r := [2]uint64{b.hosts[0].Counts().Refused, b.hosts[1].Counts().Refused}; r != [2]uint64{10000 - 128, 0} {
			t.Errorf("%d and %d refused", r[0], r[1])
		}
		if b.hosts[0].Kind() != "udp" || b.hosts[1].Kind() != "udp" {
			t.Error("a flood took a link off UDP")
		}
		time.Sleep(time.Second)
		if b.deliver(b.clients[0].sealed(number(0)), clientAddr, time.Now()); len(drain(b.hosts[0])) != 1 {
			t.Error("a second later, nothing more of that link is accepted")
		}
	})
}

func TestProbesAreAnsweredWithinTheLimitsAndByNoMoreBytes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := boarded(admission.Limits{DataPackets: 10})
		b.settle(0, clientAddr)
		answers, longest := 0, 0
		b.posted = func(p []byte, _ UDPAddr) { answers, longest = answers+1, max(longest, len(p)) }
		for range 50 {
			b.deliver(b.clients[0].sealed(nil), clientAddr, time.Now())
		}
		if answers != 10 || len(drain(b.hosts[0])) > 0 {
			t.Errorf("%d probes of 50 answered, want 10", answers)
		}
		if probe := len(b.clients[0].posted); longest > probe {
			t.Errorf("a probe of %d bytes is answered with %d", probe, longest)
		}
	})
}

func TestDatagramsOfNoLinkAndOfWrongLengthAreStrays(t *testing.T) {
	b, answers := boarded(admission.Limits{}), 0
	b.posted = func([]byte, UDPAddr) { answers++ }
	good := b.clients[0].sealed([]byte("x"))
	for n := range toHostHeader + tagSize {
		b.deliver(bytes.Clone(good[:n]), clientAddr, time.Now())
	}
	b.deliver(append(bytes.Clone(good), make([]byte, maxSize)...), clientAddr, time.Now())
	b.leave(b.clients[0].Number())
	b.deliver(bytes.Clone(good), clientAddr, time.Now())
	if got, want := b.strays.Load(), uint64(toHostHeader+tagSize+2); got != want || answers > 0 {
		t.Errorf("%d strays, %d answers, want %d and none", got, answers, want)
	}
	if c := b.hosts[0].Counts(); c != (Counts{}) {
		t.Errorf("the link counts %+v, want nothing", c)
	}
}
