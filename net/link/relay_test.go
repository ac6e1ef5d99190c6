package link

import (
	"bytes"
	"io"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
)

// relay stands between clients and a host, as a router does, on one port for TCP
// and UDP. It can drop datagrams on either way.
type relay struct {
	addr             string
	host             netip.AddrPort
	dropUp, dropDown atomic.Bool
	broughtDown      atomic.Int64 // datagrams

	tcp     net.Listener
	udp     *net.UDPConn
	running sync.WaitGroup

	mu    sync.Mutex
	seen  [][]byte // the first datagrams that went up
	conns []io.Closer
	outer map[netip.AddrPort]*net.UDPConn // by client: the socket that the host sees
}

func newRelay(t *testing.T, host netip.AddrPort) *relay {
	t.Helper()
	r := &relay{host: host, outer: map[netip.AddrPort]*net.UDPConn{}}
	eventually(t, "a port is free for both TCP and UDP", func() bool {
		var err error
		if r.tcp, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return false
		}
		r.addr = r.tcp.Addr().String()
		if r.udp, err = net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.MustParseAddrPort(r.addr))); err != nil {
			r.tcp.Close()
		}
		return err == nil
	})
	r.running.Go(r.acceptTCP)
	r.running.Go(r.readUp)
	t.Cleanup(r.close)
	return r
}

// drop has the relay drop datagrams up, down, or neither.
func (r *relay) drop(up, down bool) {
	r.dropUp.Store(up)
	r.dropDown.Store(down)
}

// rebind has the host see every client at another port from now on, as when a
// router forgot them. What goes to the old port gets lost.
func (r *relay) rebind() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.outer {
		c.Close()
	}
	clear(r.outer)
}

func (r *relay) close() {
	r.tcp.Close()
	r.udp.Close()
	r.rebind()
	r.mu.Lock()
	for _, c := range r.conns {
		c.Close()
	}
	r.mu.Unlock()
	r.running.Wait()
}

func (r *relay) acceptTCP() {
	for {
		client, err := r.tcp.Accept()
		if err != nil {
			return
		}
		host, err := net.Dial("tcp", r.host.String())
		if err != nil {
			client.Close()
			continue
		}
		r.mu.Lock()
		r.conns = append(r.conns, client, host)
		r.mu.Unlock()
		r.running.Go(func() { pass(client, host) })
		r.running.Go(func() { pass(host, client) })
	}
}

// pass carries bytes one way, and the end of them.
func pass(from, to net.Conn) {
	io.Copy(to, from)
	to.(*net.TCPConn).CloseWrite()
}

func (r *relay) readUp() {
	for b := make([]byte, 2048); ; {
		n, from, err := r.udp.ReadFromUDPAddrPort(b)
		if err != nil {
			return
		}
		if outer := r.outerOf(from); outer != nil && !r.dropUp.Load() {
			r.note(b[:n])
			outer.WriteToUDPAddrPort(b[:n], r.host)
		}
	}
}

// note keeps b, if it is among the first.
func (r *relay) note(b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.seen) < 50 {
		r.seen = append(r.seen, bytes.Clone(b))
	}
}

// overheard returns what note kept.
func (r *relay) overheard() [][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen
}

func (r *relay) outerOf(client netip.AddrPort) *net.UDPConn {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.outer[client]; c != nil {
		return c
	}
	c, err := net.ListenUDP("udp4", nil)
	if err != nil {
		return nil
	}
	r.outer[client] = c
	r.running.Go(func() { r.readDown(c, client) })
	return c
}

func (r *relay) readDown(outer *net.UDPConn, client netip.AddrPort) {
	for b := make([]byte, 2048); ; {
		n, _, err := outer.ReadFromUDPAddrPort(b)
		if err != nil {
			return
		}
		if !r.dropDown.Load() {
			r.broughtDown.Add(1)
			r.udp.WriteToUDPAddrPort(b[:n], client)
		}
	}
}

// through connects a client to l through a relay.
func through(t *testing.T, l *Listener) (r *relay, host, client Link) {
	t.Helper()
	r = newRelay(t, l.Addr())
	client = Dial(r.addr, new(Trust))
	host, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { leave(client, host) })
	return r, host, client
}

// chat has both ends send data at game rates until the condition holds, and
// checks that it arrives both ways.
func chat(t *testing.T, host, client Link, what string, condition func() bool) {
	t.Helper()
	var up, down int
	n := 0
	eventually(t, what+", and data goes both ways", func() bool {
		if n++; n%8 == 0 { // each look is 2 ms after the one before
			client.Send(Data, number(n))
			host.Send(Data, number(n))
		}
		up += len(drain(host))
		down += len(drain(client))
		if !condition() {
			up, down = 0, 0 // what counts is what comes from then on
			return false
		}
		return up > 2 && down > 2
	})
}

// over reports whether both ends are on a path.
func over(kind string, ends ...Link) func() bool {
	return func() bool {
		for _, end := range ends {
			if end.Kind() != kind {
				return false
			}
		}
		return true
	}
}

func TestDataFindsAnotherWayWhenARelayDropsDatagrams(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	for name, way := range map[string]struct{ up, down bool }{
		"up": {up: true}, "down": {down: true}, "both": {up: true, down: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, host, client := through(t, listen(t, testCert(), Limits{}))
			chat(t, host, client, "both are on UDP", over("udp", host, client))
			r.drop(way.up, way.down)
			chat(t, host, client, "both are on control", over("tls", host, client))
			r.drop(false, false)
			chat(t, host, client, "both are on UDP again", over("udp", host, client))
		})
	}
}

func TestALinkComesBackFromARouterThatForgetsAClient(t *testing.T) {
	t.Parallel()
	r, host, client := through(t, listen(t, testCert(), Limits{}))
	chat(t, host, client, "both are on UDP", over("udp", host, client))
	for range 3 {
		before := r.broughtDown.Load()
		r.rebind()
		// That they are on UDP throughout is tested in virtual time: here, a slow machine may have them leave it.
		chat(t, host, client, "datagrams come down again", func() bool {
			return r.broughtDown.Load() > before && host.Kind() == "udp" && client.Kind() == "udp"
		})
	}
}

func TestALinkLivesOnControlWhereUDPIsBlocked(t *testing.T) {
	t.Parallel()
	l := listen(t, testCert(), Limits{})
	r := newRelay(t, l.Addr())
	r.drop(true, true)
	client := Dial(r.addr, new(Trust))
	host, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { leave(client, host) })
	client.Send(Data, []byte("at once"))
	eventually(t, "data comes before UDP is proven", func() bool { return len(drain(host)) == 1 })
	chat(t, host, client, "all is on control", over("tls", host, client))
}
