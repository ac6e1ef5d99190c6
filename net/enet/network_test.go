package enet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"dogfight/net/link"
)

// network carries datagrams between Hosts, in its own time.
type network struct {
	now                      time.Time
	random                   *rand.Rand
	delay, jitter            time.Duration
	loss, duplicate, corrupt float64
	cut                      map[link.UDPAddr]bool // receives nothing
	underway                 []underway
	ends                     map[link.UDPAddr]*end
	order                    []*end
	watch                    func(from, to link.UDPAddr, b []byte) // unless nil
}

type underway struct {
	due      time.Time
	from, to link.UDPAddr
	bytes    []byte
}

// end is a host on the network, with its events.
type end struct {
	*host
	addr   link.UDPAddr
	next   time.Time
	events []string // of connections
	peers  []*peer
	got    []arrival

	connected    func(p *peer) // called too, unless nil
	received     func(p *peer, channel uint8, packet []byte, how Delivery)
	disconnected func(p *peer)
}

type arrival struct {
	channel uint8
	how     Delivery
	packet  string
}

func newNetwork(seed uint64) *network {
	return &network{
		now: time.Unix(1e9, 0), random: rand.New(rand.NewPCG(seed, 1)), delay: 20 * time.Millisecond,
		cut: map[link.UDPAddr]bool{}, ends: map[link.UDPAddr]*end{},
	}
}

func address(n int) link.UDPAddr {
	return link.UDPAddr{AddrPort: netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(n)}), 5000)}
}

// join adds a Host with these limits to the network.
func (n *network) join(addr link.UDPAddr, l Limits) *end {
	e := &end{addr: addr}
	c := config{Limits: l, Seed: [32]byte{addr.Addr().As4()[3], byte(addr.Port()), byte(n.random.Uint32())}}
	c.Send = func(to link.UDPAddr, b []byte) { n.send(addr, to, b) }
	c.Connected = func(p *peer, data uint32) {
		e.events = append(e.events, fmt.Sprint("connected ", data))
		e.peers = append(e.peers, p)
		if e.connected != nil {
			e.connected(p)
		}
	}
	c.Received = func(p *peer, channel uint8, packet []byte, how Delivery) {
		if e.received != nil {
			e.received(p, channel, packet, how)
			return
		}
		e.got = append(e.got, arrival{channel, how, string(packet)})
	}
	c.Disconnected = func(p *peer, why Reason, data uint32) {
		e.events = append(e.events, fmt.Sprint(why, " ", data))
		if e.disconnected != nil {
			e.disconnected(p)
		}
	}
	e.host = newHost(c)
	if n.ends[addr] == nil {
		n.order = append(n.order, e)
	} else {
		n.order[slices.Index(n.order, n.ends[addr])] = e
	}
	n.ends[addr] = e
	return e
}

func (n *network) send(from, to link.UDPAddr, b []byte) {
	if n.watch != nil {
		n.watch(from, to, b)
	}
	if n.cut[to] || n.random.Float64() < n.loss {
		return
	}
	copies := 1
	if n.random.Float64() < n.duplicate {
		copies = 2
	}
	for range copies {
		due := n.now.Add(n.delay)
		if n.jitter > 0 {
			due = due.Add(time.Duration(n.random.Int64N(int64(n.jitter))))
		}
		n.underway = append(n.underway, underway{due, from, to, bytes.Clone(b)})
	}
}

// run advances the time.
func (n *network) run(d time.Duration) {
	for until := n.now.Add(d); ; {
		for _, e := range n.order {
			e.next = e.Tick(n.now)
		}
		next := until
		for _, e := range n.order {
			if !e.next.IsZero() && e.next.Before(next) {
				next = e.next
			}
		}
		for _, u := range n.underway {
			if u.due.Before(next) {
				next = u.due
			}
		}
		n.now = next
		n.deliver()
		if !n.now.Before(until) {
			return
		}
	}
}

// runUntil advances the time until a condition holds, up to a limit.
func (n *network) runUntil(t *testing.T, most time.Duration, what string, happened func() bool) {
	t.Helper()
	for until := n.now.Add(most); !happened(); n.run(10 * time.Millisecond) {
		if n.now.After(until) {
			t.Fatalf("waited %v in vain until %s", most, what)
		}
	}
}

func (n *network) deliver() {
	var due []underway
	n.underway = slices.DeleteFunc(n.underway, func(u underway) bool {
		if u.due.After(n.now) {
			return false
		}
		due = append(due, u)
		return true
	})
	slices.SortStableFunc(due, func(a, b underway) int { return a.due.Compare(b.due) })
	for _, u := range due {
		if e := n.ends[u.to]; e != nil {
			if n.random.Float64() < n.corrupt {
				u.bytes[n.random.IntN(len(u.bytes))] ^= 1 << n.random.IntN(8)
			}
			e.Receive(n.now, u.from, u.bytes)
		}
	}
}

// pair returns a host and a client that is connected to it.
func (n *network) pair(t *testing.T, limits Limits) (host, client *end) {
	t.Helper()
	limits.Peers = max(limits.Peers, 4)
	host = n.join(address(1), limits)
	limits.Peers = 0
	client = n.join(address(2), limits)
	client.connect(t, host, 7)
	n.runUntil(t, 20*time.Second, "both are connected", func() bool { return len(host.peers) > 0 && len(client.peers) > 0 })
	return host, client
}

func (e *end) connect(t *testing.T, to *end, data uint32) *peer {
	t.Helper()
	p, err := e.Connect(to.addr.AddrPort, data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// send sends from e to its newest peer.
func (e *end) send(t *testing.T, channel uint8, packet string, how Delivery) {
	t.Helper()
	if err := e.Send(e.peers[len(e.peers)-1], channel, []byte(packet), how); err != nil {
		t.Fatal(err)
	}
}

func (e *end) packets() (packets []string) {
	for _, a := range e.got {
		packets = append(packets, a.packet)
	}
	return packets
}

func wantEvents(t *testing.T, who string, e *end, want ...string) {
	t.Helper()
	if !slices.Equal(e.events, want) {
		t.Errorf("the %s got %q, want %q", who, e.events, want)
	}
}
