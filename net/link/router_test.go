package link

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/net/admission"
)

// router is between clients and a host, on one port for TCP and UDP. It can drop datagrams in either
// direction.
type router struct {
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

func newRouter(t *testing.T, host netip.AddrPort) *router {
	t.Helper()
	r := &router{host: host, outer: map[netip.AddrPort]*net.UDPConn{}}
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

// drop makes the router drop datagrams up, down, or neither.
func (r *router) drop(up, down bool) {
	r.dropUp.Store(up)
	r.dropDown.Store(down)
}

// rebind gives every client another port, as a router without memory would. Datagrams to the old port are lost.
func (r *router) rebind() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.outer {
		c.Close()
	}
	clear(r.outer)
}

func (r *router) close() {
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

func (r *router) acceptTCP() {
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

func (r *router) readUp() {
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

// note keeps b if it is among the first.
func (r *router) note(b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.seen) < 50 {
		r.seen = append(r.seen, bytes.Clone(b))
	}
}

// overheard returns the recorded datagrams.
func (r *router) overheard() [][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen
}

func (r *router) outerOf(client netip.AddrPort) *net.UDPConn {
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

func (r *router) readDown(outer *net.UDPConn, client netip.AddrPort) {
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

// through connects a client to l through a router.
func through(t *testing.T, l *Listener) (r *router, host, client Link) {
	t.Helper()
	r = newRouter(t, l.Addr())
	client = Dial(r.addr, new(KnownHosts))
	host, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { leave(client, host) })
	return r, host, client
}

// chat sends data at game rates from both ends until the condition holds, and checks that it arrives both ways.
func chat(t *testing.T, host, client Link, what string, condition func() bool) {
	t.Helper()
	var up, down int
	n := 0
	eventually(t, what+", and data goes both ways", func() bool {
		if n++; n%8 == 0 { // each check is 2 ms after the one before
			client.Send(Data, number(n))
			host.Send(Data, number(n))
		}
		up += len(drain(host))
		down += len(drain(client))
		if !condition() {
			up, down = 0, 0 // later ones count
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
			r, host, client := through(t, listen(t, testCert(), admission.Limits{}))
			chat(t, host, client, "both are on UDP", over("udp", host, client))
			r.drop(way.up, way.down)
			chat(t, host, client, "both are on control", over("tls", host, client))
			r.drop(false, false)
			chat(t, host, client, "both are on UDP again", over("udp", host, client))
		})
	}
}

func TestALinkRecoversFromARouterThatForgetsAClient(t *testing.T) {
	t.Parallel()
	r, host, client := through(t, listen(t, testCert(), admission.Limits{}))
	chat(t, host, client, "both are on UDP", over("udp", host, client))
	for range 3 {
		before := r.broughtDown.Load()
		r.rebind()
		// Other tests check UDP throughout in virtual time: here, a slow machine may leave it.
		chat(t, host, client, "datagrams come down again", func() bool {
			return r.broughtDown.Load() > before && host.Kind() == "udp" && client.Kind() == "udp"
		})
	}
}

func TestALinkLivesOnControlWhereUDPIsBlocked(t *testing.T) {
	t.Parallel()
	l := listen(t, testCert(), admission.Limits{})
	r := newRouter(t, l.Addr())
	r.drop(true, true)
	client := Dial(r.addr, new(KnownHosts))
	host, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { leave(client, host) })
	client.Send(Data, []byte("at once"))
	eventually(t, "data comes before UDP is proven", func() bool { return len(drain(host)) == 1 })
	chat(t, host, client, "all is on control", over("tls", host, client))
}

// victim is an address with an owner that is not involved.
var victim = UDPAddr{AddrPort: netip.MustParseAddrPort("203.0.113.9:9")}

// TestASealedDatagramWithAForgedSourceCausesNoFlood: a client with a link, and its keys, claims for a minute to have moved to an address
// that is not its own.
func TestASealedDatagramWithAForgedSourceCausesNoFlood(t *testing.T) {
	for name, c := range map[string]struct {
		every  time.Duration // between forged datagrams
		packet []byte
		from   func(n int) UDPAddr
	}{
		"one probe a second":         {time.Second, nil, func(int) UDPAddr { return victim }},
		"one input a second":         {time.Second, make([]byte, 12), func(int) UDPAddr { return victim }},
		"as many as are taken":       {8 * time.Millisecond, nil, func(int) UDPAddr { return victim }},
		"a port for each":            {50 * time.Millisecond, nil, func(n int) UDPAddr { return UDPAddr{AddrPort: netip.AddrPortFrom(victim.Addr(), uint16(n))} }},
		"its own address in between": {250 * time.Millisecond, make([]byte, 12), func(n int) UDPAddr { return [...]UDPAddr{victim, clientAddr}[n%2] }},
	} {
		for at, proven := range map[string]UDPAddr{"": {}, ", which is at home on UDP": clientAddr} {
			t.Run(name+at, func(t *testing.T) { forge(t, proven, c.every, c.packet, c.from) })
		}
	}
}

// forge sends packets of a link from addresses for a minute, to a host that sends data 30 times a second.
func forge(t *testing.T, home UDPAddr, every time.Duration, packet []byte, from func(n int) UDPAddr) {
	bubble(t, func(t *testing.T) {
		b := boarded(admission.Limits{})
		host, client := b.hosts[0], b.clients[0]
		if home.IsValid() {
			b.settle(0, home)
		}
		var went, came int
		b.posted = func(p []byte, to UDPAddr) {
			if to.Addr() == victim.Addr() {
				went += len(p)
			}
		}
		next := time.Now()
		for n, end := 0, time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Second / 30) {
			for ; !next.After(time.Now()); next = next.Add(every) {
				from := from(n)
				p := client.sealed(packet)
				if from.Addr() == victim.Addr() {
					came += len(p)
				}
				b.deliver(p, from, time.Now())
				n++
			}
			drain(host)
			host.Send(Data, make([]byte, 90))
		}
		t.Logf("got %d bytes from there, sent %d: %.1f times", came, went, float64(went)/float64(came))
		if went > 3*came {
			t.Error("want at most 3 times")
		}
	})
}

// TestANewAddressCostsNoMoreThanARoundTrip: a router gives the client another port in the middle of a match, and forgets the old one.
func TestANewAddressCostsNoMoreThanARoundTrip(t *testing.T) {
	for _, delay := range []time.Duration{5 * time.Millisecond, 50 * time.Millisecond, 150 * time.Millisecond} {
		for _, weight := range []int{0, 60, 600} { // those of a large match, and more than the new address may have
			t.Run(fmt.Sprintf("%v, %d bytes", delay, weight), func(t *testing.T) {
				bubble(t, func(t *testing.T) { rebind(t, delay, weight) })
			})
		}
	}
}

// rebind plays over a network with a delay each way, changes the client's address ten times, and counts the losses.
func rebind(t *testing.T, delay time.Duration, weight int) {
	e := simulated(t, delay)
	e.weight = weight
	var host, client log
	e.play(5*time.Second, &host, &client)
	const changes = 10
	before := e.client.Counts().DataLost
	for n := range changes {
		to := UDPAddr{AddrPort: netip.AddrPortFrom(clientAddr.Addr(), uint16(100+n))}
		e.from.Store(&to)
		e.play(2*time.Second, &host, &client)
	}
	missed := float64(e.client.Counts().DataLost-before) / changes
	// The losses are those between the change and the next datagram of the client: 20 a second, plus a round trip, with 33 a second of the
	// host.
	most := float64(50*time.Millisecond+2*delay+2*delay+20*time.Millisecond) / float64(30*time.Millisecond)
	t.Logf("%.1f data packets missed at each change, the longest gap %v", missed, client.longest)
	if missed > most {
		t.Errorf("want at most %.1f", most)
	}
	for _, kinds := range [][]string{host.kinds, client.kinds} {
		if !slices.Equal(kinds[max(len(kinds)-2, 0):], []string{"tls", "udp"}) && !slices.Equal(kinds, []string{"udp"}) {
			t.Errorf("an end was on %v, want UDP throughout", kinds)
		}
	}
	e.close()
}
