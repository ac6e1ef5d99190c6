package enet

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"testing"
)

// relay passes datagrams between one client and a host, over the loopback device, and
// loses some.
type relay struct {
	// Static after construction.
	toClient, toHost *net.UDPConn
	host             netip.AddrPort

	mu     sync.Mutex
	loss   float64
	random *rand.Rand
	client netip.AddrPort
}

func newRelay(t *testing.T, host netip.AddrPort, loss float64) *relay {
	r := &relay{
		toClient: loopback(t), toHost: loopback(t), host: host,
		loss: loss, random: rand.New(rand.NewPCG(1, 2)),
	}
	var running sync.WaitGroup
	running.Go(func() { r.pass(r.toClient, r.fromClient) })
	running.Go(func() { r.pass(r.toHost, r.fromHost) })
	t.Cleanup(func() {
		r.toClient.Close()
		r.toHost.Close()
		running.Wait()
	})
	return r
}

func loopback(t *testing.T) *net.UDPConn {
	t.Helper()
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (r *relay) addr() netip.AddrPort { return r.toClient.LocalAddr().(*net.UDPAddr).AddrPort() }

func (r *relay) pass(from *net.UDPConn, on func(sender netip.AddrPort, b []byte)) {
	buf := make([]byte, 1<<16)
	for {
		n, sender, err := from.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		on(sender, buf[:n])
	}
}

func (r *relay) fromClient(sender netip.AddrPort, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.client = sender
	if r.random.Float64() >= r.loss {
		r.toHost.WriteToUDPAddrPort(b, r.host)
	}
}

func (r *relay) fromHost(_ netip.AddrPort, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.client.IsValid() && r.random.Float64() >= r.loss {
		r.toClient.WriteToUDPAddrPort(b, r.client)
	}
}
