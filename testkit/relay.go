package testkit

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"
)

// Network is a bad network, in both directions. The zero value is a good one.
type Network struct {
	Loss   float64       // the share of lost datagrams, 0 to 1
	Delay  time.Duration // of every datagram
	Jitter time.Duration // at most, in addition, at random, so that datagrams overtake each other
	Seed   uint64        // of the random numbers
}

// Relay passes datagrams between one client and a host on the loopback device, over a bad network. The client is the address of the last
// datagram.
type Relay struct {
	// Static after construction.
	network          Network
	toClient, toHost *net.UDPConn
	host             netip.AddrPort
	closed           chan struct{}
	running          sync.WaitGroup

	mu         sync.Mutex
	random     *rand.Rand
	client     netip.AddrPort
	dropsFirst int
	lost       int
	passed     int
}

// NewRelay starts a relay to a host. It stops when the test ends.
func NewRelay(t testing.TB, host netip.AddrPort, network Network) *Relay {
	t.Helper()
	r := &Relay{
		network: network, host: host, closed: make(chan struct{}),
		toClient: loopback(t), toHost: loopback(t),
		random: rand.New(rand.NewPCG(network.Seed, 2)),
	}
	r.running.Go(func() { r.pass(r.toClient, r.fromClient) })
	r.running.Go(func() { r.pass(r.toHost, r.fromHost) })
	t.Cleanup(r.close)
	return r
}

func loopback(t testing.TB) *net.UDPConn {
	t.Helper()
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (r *Relay) close() {
	close(r.closed)
	r.toClient.Close()
	r.toHost.Close()
	r.running.Wait()
}

// Addr returns the address of the host for the client.
func (r *Relay) Addr() netip.AddrPort { return r.toClient.LocalAddr().(*net.UDPAddr).AddrPort() }

// DropFirst drops the next n datagrams of the client.
func (r *Relay) DropFirst(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropsFirst = n
}

// Counts returns the lost and the passed datagrams of both directions.
func (r *Relay) Counts() (lost, passed int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lost, r.passed
}

// pass reads a socket until it is closed. On some systems a closed port is an error of one datagram.
func (r *Relay) pass(from *net.UDPConn, on func(sender netip.AddrPort, b []byte)) {
	buf := make([]byte, 1<<16)
	for {
		n, sender, err := from.ReadFromUDPAddrPort(buf)
		select {
		case <-r.closed:
			return
		default:
		}
		if err == nil {
			on(sender, buf[:n])
		}
	}
}

func (r *Relay) fromClient(sender netip.AddrPort, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.client = sender
	if r.dropsFirst > 0 {
		r.dropsFirst--
		r.lost++
		return
	}
	r.forward(r.toHost, b, r.host)
}

func (r *Relay) fromHost(_ netip.AddrPort, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.client.IsValid() {
		r.forward(r.toClient, b, r.client)
	}
}

// forward sends b, at once or late, or drops it. It needs mu.
func (r *Relay) forward(by *net.UDPConn, b []byte, to netip.AddrPort) {
	if r.random.Float64() < r.network.Loss {
		r.lost++
		return
	}
	r.passed++
	delay := r.network.Delay
	if r.network.Jitter > 0 {
		delay += time.Duration(r.random.Int64N(int64(r.network.Jitter)))
	}
	if delay == 0 {
		by.WriteToUDPAddrPort(b, to)
		return
	}
	b = append([]byte(nil), b...)
	r.running.Go(func() {
		select {
		case <-time.After(delay):
			by.WriteToUDPAddrPort(b, to)
		case <-r.closed:
		}
	})
}
