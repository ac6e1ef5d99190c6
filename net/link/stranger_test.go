package link

import (
	"bytes"
	"math/rand/v2"
	"net"
	"net/netip"
	"runtime"
	"testing"
	"time"
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

// forgeries returns datagrams to a host that must not open: noise, what was
// overheard, and that with something changed.
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

func TestStrangersHearNothingAndDisturbNobody(t *testing.T) {
	l := listen(t, testCert(), Limits{})
	r, host, client := through(t, l)
	chat(t, host, client, "there is something to overhear", func() bool {
		return over("udp", host, client)() && len(r.overheard()) == 50
	})
	evil := stranger(t)
	refused := func() uint64 { return host.Counts().Refused + l.board.strays.Load() }
	before, heap := refused(), heapInUse()
	all := forgeries(r.overheard(), 10000)
	for i, b := range all {
		evil.WriteToUDPAddrPort(b, l.Addr())
		if i%100 == 0 { // as fast as the host reads
			eventually(t, "the host has read them", func() bool { return refused()-before > uint64(i)*9/10 })
		}
	}
	eventually(t, "the host has read all", func() bool { return refused()-before > uint64(len(all))*9/10 })
	chat(t, host, client, "the link goes on", over("udp", host, client))
	if c := host.Counts(); c.DataLost > 0 {
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

// boarded returns a switchboard without a socket, whose answers are counted, and
// two clients of it.
func boarded(limits Limits) (b *switchboard, hosts [2]*stream, clients [2]*udp, answers *int) {
	b, answers = &switchboard{links: map[connection]*stream{}, queries: newQueries()}, new(int)
	limits = limits.orDefaults()
	for i := range hosts {
		s := newStream("somebody", limits.ControlIn, func() {})
		s.allowance = newAllowance(limits)
		number, _ := b.enter(s)
		u := hostUDP(fixed, number)
		u.post = func([]byte, netip.AddrPort, *traffic) { *answers++ }
		s.beginUDP(u, nil)
		clients[i] = clientUDP(fixed, number, netip.AddrPort{})
		clients[i].post = func([]byte, netip.AddrPort, *traffic) {}
		hosts[i] = s
	}
	return b, hosts, clients, answers
}

func TestAFloodOfOneLinkTouchesNoOther(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b, hosts, clients, _ := boarded(Limits{})
		arrived := [2]int{}
		for n := range 10000 {
			b.deliver(clients[0].sealed(number(n)), clientAddr, time.Now())
			if n%100 == 0 {
				b.deliver(clients[1].sealed(number(n)), clientAddr, time.Now())
			}
			for i, h := range hosts {
				arrived[i] += len(drain(h))
			}
		}
		if arrived != [2]int{128, 100} {
			t.Errorf("%d packets of the flood arrived, and %d of the other link, want 128 and 100", arrived[0], arrived[1])
		}
		if r := [2]uint64{hosts[0].Counts().Refused, hosts[1].Counts().Refused}; r != [2]uint64{10000 - 128, 0} {
			t.Errorf("%d and %d refused", r[0], r[1])
		}
		if !hosts[1].udp.path.udp(time.Now()) || !hosts[0].udp.path.udp(time.Now()) {
			t.Error("a flood took a link off UDP")
		}
		time.Sleep(time.Second)
		if b.deliver(clients[0].sealed(number(0)), clientAddr, time.Now()); len(drain(hosts[0])) != 1 {
			t.Error("a second later, nothing more of that link is taken")
		}
	})
}

func TestProbesAreAnsweredWithinTheLimitsAndByNoMoreBytes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b, hosts, clients, answers := boarded(Limits{DataPackets: 10})
		hosts[0].udp.peer = clientAddr
		for range 50 {
			b.deliver(clients[0].sealed(nil), clientAddr, time.Now())
		}
		if *answers != 10 || len(drain(hosts[0])) > 0 {
			t.Errorf("%d probes of 50 answered, want 10", *answers)
		}
		if probe, answer := len(clients[0].buf), len(hosts[0].udp.buf); answer > probe {
			t.Errorf("a probe of %d bytes is answered with %d", probe, answer)
		}
	})
}

func TestDatagramsOfNoLinkAndOfWrongLengthAreStrays(t *testing.T) {
	b, hosts, clients, answers := boarded(Limits{})
	good := clients[0].sealed([]byte("x"))
	for n := range toHostHeader + tagSize {
		b.deliver(bytes.Clone(good[:n]), clientAddr, time.Now())
	}
	b.deliver(append(bytes.Clone(good), make([]byte, maxDatagram)...), clientAddr, time.Now())
	b.leave(clients[0].number)
	b.deliver(bytes.Clone(good), clientAddr, time.Now())
	if got, want := b.strays.Load(), uint64(toHostHeader+tagSize+2); got != want || *answers > 0 {
		t.Errorf("%d strays, %d answers, want %d and none", got, *answers, want)
	}
	if c := hosts[0].Counts(); c != (Counts{}) {
		t.Errorf("the link counts %+v, want nothing", c)
	}
}
