package link

import (
	"net"
	"net/netip"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/net/admission"
)

// sinks returns addresses on this machine that read and discard datagrams.
func sinks(b *testing.B, n int) (at []UDPAddr) {
	for range n {
		conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
		at = append(at, UDPAddr{AddrPort: conn.LocalAddr().(*net.UDPAddr).AddrPort()})
	}
	return at
}

// BenchmarkSend sends to 64 sockets that are not read, as a host's writer does.
func BenchmarkSend(b *testing.B) {
	at, p := sinks(b, maxBatch), make([]byte, 58)
	for _, network := range []string{"udp4", "udp"} { // as a client and as a host have it
		conn, err := net.ListenUDP(network, nil)
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		another, err := net.ListenUDP(network, nil)
		if err != nil {
			b.Fatal(err)
		}
		var all traffic
		batch := make([]datagram, maxBatch)
		for i := range batch {
			batch[i] = datagram{to: at[i], bytes: p, traffic: &all}
		}
		b.Run(network+"/bare", func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				conn.WriteToUDPAddrPort(p, at[n%len(at)].AddrPort)
			}
		})
		for name, s := range map[string]udpIO{"one by one": &oneByOne{UDPConn: NewUDPConn(conn)}, "batch": newUDPIO(another)} {
			b.Run(network+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for range b.N / maxBatch {
					s.send(batch)
				}
			})
		}
	}
}

// BenchmarkWholePath sends packets from a host to clients that receive them, with a number under way to each; and, for comparison, bare
// datagrams of the same size.
func BenchmarkWholePath(b *testing.B) {
	for _, clients := range []int{1, 64} {
		b.Run("bare/"+strconv.Itoa(clients), func(b *testing.B) { benchBare(b, clients) })
		b.Run("link/"+strconv.Itoa(clients), func(b *testing.B) { benchLinks(b, clients) })
	}
}

const (
	benchPacket = 40 // bytes, of a match of 64 at 100 ms
	benchEach   = 16 // under way to each client
)

// fan sends to clients in turn, and calls wait for each round of packets.
func fan(b *testing.B, clients int, send func(client int), wait func(packets int)) {
	b.ReportAllocs()
	round := max(clients*benchEach, inboxData)
	rounds := (b.N + round - 1) / round
	b.ResetTimer()
	for range rounds {
		for n := range round {
			send(n % clients)
		}
		wait(round)
	}
	b.StopTimer()
	b.ReportMetric(float64(rounds*round)/b.Elapsed().Seconds(), "packets/s")
}

func benchBare(b *testing.B, clients int) {
	from, err := net.ListenUDP("udp", nil)
	if err != nil {
		b.Fatal(err)
	}
	defer from.Close()
	var received atomic.Int64
	var to []netip.AddrPort
	for range clients {
		conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		to = append(to, conn.LocalAddr().(*net.UDPAddr).AddrPort())
		go func() {
			for buf := make([]byte, 2048); ; received.Add(1) {
				if _, _, err := conn.ReadFromUDPAddrPort(buf); err != nil {
					return
				}
			}
		}()
	}
	p, due := make([]byte, toClientHeader+benchPacket+tagSize), int64(0)
	fan(b, clients, func(client int) { from.WriteToUDPAddrPort(p, to[client]) }, func(n int) {
		for due += int64(n); received.Load() < due; {
			time.Sleep(time.Microsecond)
		}
	})
}

func benchLinks(b *testing.B, clients int) {
	hosts, ends := benchMatch(b, clients)
	p, buf := make([]byte, benchPacket), make([]byte, MaxData)
	fan(b, clients, func(client int) { hosts[client].Send(Data, p) }, func(n int) {
		for n > 0 {
			for _, c := range ends {
				for {
					m, ok := c.Receive(buf)
					if !ok {
						break
					}
					buf, n = m.Bytes, n-1
				}
			}
			time.Sleep(time.Microsecond)
		}
	})
}

// benchMatch connects clients to a host and waits until all are on UDP.
func benchMatch(b *testing.B, clients int) (hosts, ends []Link) {
	l, err := Listen("127.0.0.1:0", testCert(), admission.Limits{PerAddress: clients, HalfOpen: clients})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(l.Close)
	for range clients {
		client := Dial(l.Addr().String(), new(KnownHosts))
		host, err := l.Accept()
		if err != nil {
			b.Fatal(err)
		}
		for !over("udp", host, client)() {
			client.Send(Data, []byte{0})
			time.Sleep(time.Millisecond)
		}
		hosts, ends = append(hosts, host), append(ends, client)
	}
	b.Cleanup(func() { leave(append(hosts, ends...)...) })
	return hosts, ends
}
