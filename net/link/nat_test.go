package link

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
	"dogfight/net/relay"
)

// world is an Internet in virtual time: each datagram between two public addresses takes worldDelay.
type world struct {
	mu      sync.Mutex
	public  *subnet
	relay   *relayNode
	carrier *nat    // shared by all behind it; nil until the first
	next    byte    // for addresses
	loss    float64 // of datagrams between public addresses
}

const (
	worldDelay = 50 * time.Millisecond
	lanDelay   = time.Millisecond
	worldHops  = 10 // routers between two public addresses
)

// subnet is a network: the Internet, a provider's or one at home.
type subnet struct {
	w        *world
	delay    time.Duration
	nodes    map[netip.Addr]node
	up       *nat // to the network outside; nil for the Internet
	underway []func()
}

// node receives datagrams to its address in a subnet, with the world locked.
type node interface {
	arrive(b []byte, from, to netip.AddrPort)
}

func newWorld() *world {
	w := &world{}
	w.public = &subnet{w: w, delay: worldDelay, nodes: map[netip.Addr]node{}}
	w.relay = newRelayNode(w)
	return w
}

// send carries a datagram, which hops routers pass on. The world is locked.
func (s *subnet) send(b []byte, from, to netip.AddrPort, hops int) {
	if to.Addr().Is4() != from.Addr().Is4() {
		return
	}
	if _, here := s.nodes[to.Addr()]; here {
		if s.up == nil && (hops < worldHops || rand.Float64() < s.w.loss) {
			return // in a router on the way
		}
		s.underway = append(s.underway, func() {
			if n := s.nodes[to.Addr()]; n != nil {
				n.arrive(b, from, to)
			}
		})
		time.AfterFunc(s.delay, func() { // those of one moment run in any order
			s.w.mu.Lock()
			defer s.w.mu.Unlock()
			first := s.underway[0]
			s.underway = s.underway[1:]
			first()
		})
	} else if s.up != nil && hops > 1 {
		s.up.leave(b, from, to, hops-1)
	}
}

// nat is a router between a subnet and one outside.
type nat struct {
	natKind
	in, out *subnet
	addr    netip.Addr // outside
	port    uint16     // the next
	blocks  bool       // datagrams but the relay's
	outer   map[mapping]uint16
	inner   map[uint16]*outerPort
	strays  map[mapping]bool // from outside, to a port
}

// natKind is the behaviour of a router (RFC 4787).
type natKind struct {
	symmetric  bool   // a port for each destination
	filter     filter // of datagrams from outside
	hairpin    bool
	straysMove bool // a stray from an address makes a later connection there get another port, as in Linux
}

type filter uint8

const (
	anySource filter = iota
	sameAddress
	samePort
)

// mapping is an address inside and, for a port that is valid for it alone, one outside.
type mapping struct{ inside, outside netip.AddrPort }

// outerPort is a port outside, opened from inside.
type outerPort struct {
	inside  netip.AddrPort
	called  map[netip.AddrPort]bool
	callees map[netip.Addr]bool
}

func newNAT(kind natKind, in, out *subnet, addr netip.Addr) *nat {
	n := &nat{natKind: kind, in: in, out: out, addr: addr}
	n.forget()
	in.up, out.nodes[addr] = n, n
	return n
}

// forget loses all mappings, as a router does that restarts.
func (n *nat) forget() {
	n.port += uint16(20000 + rand.N(1000))
	n.outer, n.inner, n.strays = map[mapping]uint16{}, map[uint16]*outerPort{}, map[mapping]bool{}
}

func (n *nat) leave(b []byte, from, to netip.AddrPort, hops int) {
	if to.Addr() == n.addr && !n.hairpin || n.blocks && to != n.in.w.relay.v4 {
		return
	}
	m := mapping{inside: from}
	shared := netip.AddrPortFrom(n.addr, n.outer[m])
	if n.symmetric || n.strays[mapping{shared, to}] && !n.hasCalled(shared.Port(), to) {
		m.outside = to
	}
	port, ok := n.outer[m]
	if !ok {
		n.port++
		port = n.port
		n.outer[m] = port
		n.inner[port] = &outerPort{from, map[netip.AddrPort]bool{}, map[netip.Addr]bool{}}
	}
	n.inner[port].called[to], n.inner[port].callees[to.Addr()] = true, true
	n.out.send(b, netip.AddrPortFrom(n.addr, port), to, hops)
}

func (n *nat) hasCalled(port uint16, to netip.AddrPort) bool {
	return n.inner[port] != nil && n.inner[port].called[to]
}

func (n *nat) arrive(b []byte, from, to netip.AddrPort) {
	o := n.inner[to.Port()]
	if o == nil || n.filter == samePort && !o.called[from] || n.filter == sameAddress && !o.callees[from.Addr()] {
		if n.straysMove {
			n.strays[mapping{to, from}] = true
		}
		return
	}
	n.in.send(b, from, o.inside, worldHops)
}

// machineNode is a machine with UDP sockets.
type machineNode struct {
	net     *subnet
	addr    netip.Addr
	blocked bool // UDP
	ports   map[uint16]*simIO
	sent    int            // bytes, with headers
	claims  []netip.Prefix // its own addresses, if it lies
	forges  netip.AddrPort // the source of all its datagrams, if it lies
}

func (w *world) machineIn(s *subnet, addr netip.Addr) *machineNode {
	m := &machineNode{net: s, addr: addr, ports: map[uint16]*simIO{}}
	s.nodes[addr] = m
	return m
}

func (m *machineNode) arrive(b []byte, from, to netip.AddrPort) {
	if k := m.ports[to.Port()]; k != nil && !m.blocked {
		select {
		case k.in <- incoming{b, from}:
		default: // a full buffer
		}
	}
}

// machine returns what a link sees of the machine.
func (m *machineNode) machine() machine {
	return machine{
		openUDP: func() (udpIO, netip.AddrPort, error) {
			k := m.open(uint16(30000 + rand.N(10000)))
			return k, k.at(), nil
		},
		networks: func() []netip.Prefix {
			m.net.w.mu.Lock()
			defer m.net.w.mu.Unlock()
			if m.claims != nil {
				return m.claims
			}
			return []netip.Prefix{netip.PrefixFrom(m.addr, 24)}
		},
	}
}

// move takes the machine to another network.
func (m *machineNode) move(to *subnet, addr netip.Addr) {
	delete(m.net.nodes, m.addr)
	m.net, m.addr = to, addr
	to.nodes[addr] = m
}

// simIO is a socket of a machineNode.
type simIO struct {
	m      *machineNode
	port   uint16
	in     chan incoming
	closed chan struct{}
}

type incoming struct {
	b    []byte
	from netip.AddrPort
}

func (m *machineNode) open(port uint16) *simIO {
	m.net.w.mu.Lock()
	defer m.net.w.mu.Unlock()
	k := &simIO{m, port, make(chan incoming, 1024), make(chan struct{})}
	m.ports[port] = k
	return k
}

// at is the socket's address for its owner, at all addresses.
func (k *simIO) at() netip.AddrPort { return netip.AddrPortFrom(netip.IPv6Unspecified(), k.port) }

func (k *simIO) receive(deliver deliverer) (int, error) {
	select {
	case a := <-k.in:
		deliver(a.b, UDPAddr{AddrPort: a.from}, time.Now())
		return 1, nil
	case <-k.closed:
		return 0, net.ErrClosed
	}
}

func (k *simIO) send(batch []datagram) {
	for _, d := range batch {
		k.carry(d, 64)
	}
}

func (k *simIO) sendNear(d datagram) { k.carry(d, nearHops) }

func (k *simIO) carry(d datagram, hops int) {
	w := k.m.net.w
	w.mu.Lock()
	defer w.mu.Unlock()
	d.count(nil)
	k.m.sent += len(d.bytes) + header + iPv4Header
	from, to := netip.AddrPortFrom(k.m.addr, k.port), unmapped(d.to.AddrPort)
	if k.m.forges.IsValid() && to != w.relay.v4 {
		from = k.m.forges
	}
	if !k.m.blocked {
		k.m.net.send(bytes.Clone(d.bytes), from, to, hops)
	}
}

func (k *simIO) stop() { close(k.closed) }

func (k *simIO) close() {
	k.m.net.w.mu.Lock()
	defer k.m.net.w.mu.Unlock()
	delete(k.m.ports, k.port)
}

// relayNode forwards datagrams as package relay says, and splices streams.
type relayNode struct {
	w     *world
	v4    netip.AddrPort
	v6    netip.AddrPort
	ends  map[uint64]*relayEnd
	conns []*slowConn
	dead  bool
	lies  netip.AddrPort // sent as all reflexive addresses; none usually
	told  int            // bytes that it sent to a host of its own or passed on, with headers
}

type relayEnd struct {
	number uint64
	peer   *relayEnd
	at     netip.AddrPort
}

const relayChallenge = 77

func newRelayNode(w *world) *relayNode {
	r := &relayNode{w: w, v4: netip.MustParseAddrPort("198.51.100.99:4243"), v6: netip.MustParseAddrPort("[2001:db8::99]:4243"), ends: map[uint64]*relayEnd{}}
	w.public.nodes[r.v4.Addr()], w.public.nodes[r.v6.Addr()] = r, r
	return r
}

func (r *relayNode) arrive(b []byte, from, to netip.AddrPort) {
	if r.dead || len(b) < relay.DataHeader {
		return
	}
	e := r.ends[binary.BigEndian.Uint64(b[1:])]
	if e == nil {
		return
	}
	switch b[0] {
	case relay.Bind:
		told := from
		if r.lies.IsValid() {
			told = r.lies
		}
		answer := append([]byte{relay.Bound}, b[1:9]...)
		if binary.BigEndian.Uint64(b[9:]) == relayChallenge {
			e.at = from
			answer = binary.BigEndian.AppendUint64(answer, 0)
		} else {
			answer = binary.BigEndian.AppendUint64(answer, relayChallenge)
		}
		as16 := told.Addr().As16()
		answer = binary.BigEndian.AppendUint16(append(answer, as16[:]...), told.Port())
		r.told += len(answer) + header + iPv4Header
		r.w.public.send(answer, to, from, 64)
	case relay.Data:
		if from == e.at && e.peer.at.IsValid() {
			source := r.v4
			if e.peer.at.Addr().Is6() {
				source = r.v6
			}
			r.w.public.send(append(relay.AppendDataHeader(nil, e.peer.number), b[relay.DataHeader:]...), source, e.peer.at, 64)
		}
	}
}

// splice returns the ends of a stream through the relay, and of datagrams.
func (r *relayNode) splice(a, b *machineNode) (x, y net.Conn, forA, forB relay.Via, err error) {
	r.w.mu.Lock()
	defer r.w.mu.Unlock()
	if r.dead {
		return nil, nil, forA, forB, errors.New("the relay does not answer")
	}
	p, q := &relayEnd{number: rand.Uint64()}, &relayEnd{number: rand.Uint64()}
	p.peer, q.peer = q, p
	r.ends[p.number], r.ends[q.number] = p, q
	near, far := slowPipe(2 * worldDelay)
	r.conns = append(r.conns, near, far)
	near.sent, far.sent = func(n int) { r.count(a, n) }, func(n int) { r.count(b, n) }
	return near, far, r.via(a, p.number), r.via(b, q.number), nil
}

func (r *relayNode) via(m *machineNode, number uint64) relay.Via {
	if m.addr.Is6() {
		return relay.Via{Relay: r.v6, Number: number}
	}
	return relay.Via{Relay: r.v4, Number: number}
}

// count counts bytes that a machine sent over a stream, and that the relay passes on.
func (r *relayNode) count(m *machineNode, n int) {
	r.w.mu.Lock()
	defer r.w.mu.Unlock()
	n += tcpHeader + iPv4Header
	m.sent, r.told = m.sent+n, r.told+n
}

// kill breaks all streams and forgets all pairs. The world is locked, as for the next ones.
func (r *relayNode) kill() {
	r.dead, r.ends = true, map[uint64]*relayEnd{}
	r.cut()
}

// cut breaks all streams.
func (r *relayNode) cut() {
	for _, c := range r.conns {
		c.Close()
	}
	r.conns = nil
}

// mute makes the relay vanish: its streams carry nothing any more, and do not break.
func (r *relayNode) mute() {
	r.dead = true
	for _, c := range r.conns {
		c.mute()
	}
}

// slowConn is an end of a stream in memory with a delay. Its deadlines are not needed here.
type slowConn struct {
	delay time.Duration
	in    *slowWay
	out   *slowWay
	sent  func(int) // counts bytes
}

// slowWay is one direction of a stream.
type slowWay struct {
	mu       sync.Mutex
	changed  sync.Cond
	underway [][]byte // nil is the end
	muted    bool
	bytes    []byte
	ended    error
}

// put sends b, or the end.
func (w *slowWay) put(b []byte, delay time.Duration) {
	w.underway = append(w.underway, b)
	time.AfterFunc(delay, func() { // those of one moment may run in any order
		w.mu.Lock()
		defer w.mu.Unlock()
		b := w.underway[0]
		w.underway = w.underway[1:]
		if w.muted {
			return
		}
		if w.bytes = append(w.bytes, b...); b == nil && w.ended == nil {
			w.ended = io.EOF
		}
		w.changed.Broadcast()
	})
}

func slowPipe(delay time.Duration) (a, b *slowConn) {
	x, y := new(slowWay), new(slowWay)
	x.changed.L, y.changed.L = &x.mu, &y.mu
	return &slowConn{delay: delay, in: x, out: y}, &slowConn{delay: delay, in: y, out: x}
}

func (w *slowWay) end(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended == nil {
		w.ended = err
	}
	w.changed.Broadcast()
}

func (c *slowConn) mute() {
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	c.out.muted = true
}

func (c *slowConn) Read(b []byte) (int, error) {
	c.in.mu.Lock()
	defer c.in.mu.Unlock()
	for len(c.in.bytes) == 0 && c.in.ended == nil {
		c.in.changed.Wait()
	}
	if len(c.in.bytes) == 0 {
		return 0, c.in.ended
	}
	n := copy(b, c.in.bytes)
	c.in.bytes = c.in.bytes[n:]
	return n, nil
}

func (c *slowConn) Write(b []byte) (int, error) {
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	if c.out.ended != nil {
		return 0, os.ErrClosed
	}
	c.out.put(bytes.Clone(b), c.delay)
	c.sent(len(b))
	return len(b), nil
}

func (c *slowConn) CloseWrite() error {
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	c.out.put(nil, c.delay)
	return nil
}

func (c *slowConn) Close() error {
	c.in.end(net.ErrClosed)
	return c.CloseWrite()
}

func (c *slowConn) LocalAddr() net.Addr         { return &net.TCPAddr{} }
func (c *slowConn) RemoteAddr() net.Addr        { return &net.TCPAddr{} }
func (c *slowConn) SetDeadline(time.Time) error { return nil }
func (c *slowConn) SetReadDeadline(t time.Time) error {
	if !t.IsZero() {
		time.AfterFunc(time.Until(t), func() { c.in.end(os.ErrDeadlineExceeded) })
	}
	return nil
}
func (c *slowConn) SetWriteDeadline(time.Time) error { return nil }

// noTCP is a listener that nobody can reach.
type noTCP struct{ closed chan struct{} }

func (n noTCP) Accept() (net.Conn, error) { <-n.closed; return nil, net.ErrClosed }
func (n noTCP) Close() error              { close(n.closed); return nil }
func (n noTCP) Addr() net.Addr            { return &net.TCPAddr{Port: worldPort} }

const worldPort = 4242

// listenAt listens on a machine of the world.
func (m *machineNode) listenAt(cert tls.Certificate, limits admission.Limits) *Listener {
	l := newListener(cert, limits)
	l.tcp, l.machine = noTCP{make(chan struct{})}, m.machine()
	k := m.open(worldPort)
	l.demux = newDemuxOn(k, k.at())
	l.start()
	return l
}

// askTime is how long a relay's call takes: connections to it and back, and its messages.
const askTime = 8 * worldDelay

// rig is a host and a client of a world.
type rig struct {
	w    *world
	h, c *machineNode
	l    *Listener
}

func newRig(host, client access) *rig {
	w := newWorld()
	r := &rig{w: w, h: w.machineAt(host), c: w.machineAt(client)}
	r.l = r.h.listenAt(testCert(), admission.Limits{})
	return r
}

// dial dials the host by the relay.
func (r *rig) dial() Link {
	open := func(ctx context.Context) (net.Conn, relay.Via, error) {
		time.Sleep(askTime)
		near, far, mine, theirs, err := r.w.relay.splice(r.c, r.h)
		if err != nil {
			return nil, relay.Via{}, err
		}
		r.l.Take(far, guest, theirs)
		return near, mine, nil
	}
	return dialVia(context.Background(), open, "relay/amber-fox", trustAny, nil, r.c.machine())
}

// meet has the client join the host.
func (r *rig) meet(t *testing.T) (host, client *stream) {
	t.Helper()
	link := r.dial()
	accepted, err := r.l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return accepted.(*stream), link.(*stream)
}

func (r *rig) part(ends ...Link) {
	leave(ends...)
	r.l.Close()
	time.Sleep(5 * time.Second) // for packets under way
}

// access is a kind of access to the Internet.
type access string

const (
	none      access = "none"
	fullCone  access = "full cone"
	byAddress access = "address"
	byPort    access = "port"
	symmetric access = "symmetric"
	double    access = "double"
	carrier   access = "carrier"
	blocked   access = "no UDP"
	ipv6Only  access = "IPv6"
)

var accesses = []access{none, fullCone, byAddress, byPort, symmetric, double, carrier, blocked, ipv6Only}

// machineAt adds a machine behind what the access has.
func (w *world) machineAt(p access) *machineNode {
	w.next++
	public := netip.AddrFrom4([4]byte{203, 0, 113, w.next})
	private := netip.AddrFrom4([4]byte{192, 168, w.next, 2})
	switch p {
	case none:
		return w.machineIn(w.public, public)
	case ipv6Only:
		return w.machineIn(w.public, netip.MustParsePrefix("2001:db8::/64").Addr().Next().Next()).inIPv6(w.next)
	case blocked:
		m := w.machineIn(w.public, public)
		m.blocked = true
		return m
	}
	kinds := map[access]natKind{
		fullCone: {}, byAddress: {filter: sameAddress}, byPort: {filter: samePort, straysMove: true}, symmetric: {symmetric: true, filter: samePort},
		double: {filter: samePort}, carrier: {filter: samePort},
	}
	home := w.subnet()
	switch p {
	case double:
		outside := w.subnet()
		newNAT(kinds[p], outside, w.public, public)
		newNAT(kinds[p], home, outside, netip.AddrFrom4([4]byte{10, 0, w.next, 2}))
	case carrier:
		if w.carrier == nil {
			w.carrier = newNAT(natKind{filter: samePort}, w.subnet(), w.public, netip.MustParseAddr("198.51.100.200"))
		}
		newNAT(kinds[p], home, w.carrier.in, netip.AddrFrom4([4]byte{100, 64, 0, w.next}))
	default:
		newNAT(kinds[p], home, w.public, public)
	}
	return w.machineIn(home, private)
}

func (w *world) subnet() *subnet { return &subnet{w: w, delay: lanDelay, nodes: map[netip.Addr]node{}} }

// inIPv6 gives a machine an IPv6 address of its own.
func (m *machineNode) inIPv6(n byte) *machineNode {
	b := netip.MustParseAddr("2001:db8:1::").As16()
	b[15] = n
	m.move(m.net, netip.AddrFrom16(b))
	return m
}

// direct reports whether a host and a client can reach each other over UDP, and over UDP at all.
func direct(host, client access) Path {
	restricted := func(p access) bool { return p == byPort || p == double || p == carrier || p == symmetric }
	switch {
	case host == blocked || client == blocked:
		return PathTLS
	case (host == ipv6Only) != (client == ipv6Only),
		host == carrier && client == carrier,
		host == symmetric && restricted(client),
		client == symmetric && restricted(host):
		return PathRelayed
	}
	return PathInternet
}

func TestEachPairOfRoutersConnectsByTheBestPath(t *testing.T) {
	for _, h := range accesses {
		for _, c := range accesses {
			t.Run(string(h)+" x "+string(c), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					began, r := time.Now(), newRig(h, c)
					host, client := r.meet(t)
					f, want := newFlow(host, client), direct(h, c)
					connected, settled := time.Since(began), time.Duration(0)
					for time.Since(began) < 3*time.Second {
						if f.run(50 * time.Millisecond); settled == 0 && PathOf(client) == want && PathOf(host) == want {
							settled = time.Since(began)
						}
					}
					if settled == 0 || PathOf(client) != want || PathOf(host) != want {
						t.Errorf("after %v the client is on %q, the host on %q, want %q", time.Since(began), PathOf(client), PathOf(host), want)
					}
					f.toHost.restart()
					f.toClient.restart()
					f.run(5 * time.Second)
					for _, l := range []Link{client, host} {
						if lost := l.Counts().DataLost; lost > 2 { // on any path but the chosen one
							t.Errorf("%d datagrams are lost in a network that loses none", lost)
						}
					}
					t.Logf("%-19v connected after %v, on this path after %v; %s", want, connected, settled, f)
					r.part(client, host)
				})
			})
		}
	}
}

func TestTwoBehindOneRouterMeetInItsNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := &rig{w: w, h: w.machineAt(byPort)}
		r.c = w.machineIn(r.h.net, r.h.addr.Next())
		r.l = r.h.listenAt(testCert(), admission.Limits{})
		host, client := r.meet(t)
		f := newFlow(host, client)
		f.run(3 * time.Second)
		if PathOf(host) != PathLAN || PathOf(client) != PathLAN {
			t.Errorf("the host is on %q, the client on %q", PathOf(host), PathOf(client))
		}
		r.part(client, host)
	})
}
