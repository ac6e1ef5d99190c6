package link

import (
	"net"
	"testing"
)

// sinks returns addresses on this machine where datagrams are read and forgotten.
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

// BenchmarkSend sends to 64 sockets that are not read: what a host's writer does.
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
			batch[i] = datagram{at[i], p, &all}
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
