package link

import (
	"cmp"
	"net/netip"
	"sync"
	"time"
)

// Limits bound what strangers can take from a host. A zero field means its default.
type Limits struct {
	ControlIn  int           // the largest control packet taken from a peer; 4 KiB
	HalfOpen   int           // connections not yet accepted, 128: twice PerAddress, so that one address cannot hold all
	PerAddress int           // connections of an IPv4 address or an IPv6 /64; 64, for a LAN party behind one NAT
	Total      int           // connections in all; 1,024
	Handshake  time.Duration // until a TLS handshake must be through; 5 s

	// What is taken from a connection on Data each second, and after a pause at
	// once. What exceeds it is dropped. A client sends 60 small packets a
	// second at most.
	DataPackets int // 128
	DataBytes   int // 32 KiB
}

func (l Limits) orDefaults() Limits {
	return Limits{
		ControlIn:  cmp.Or(l.ControlIn, 4<<10),
		HalfOpen:   cmp.Or(l.HalfOpen, 128),
		PerAddress: cmp.Or(l.PerAddress, 64),
		Total:      cmp.Or(l.Total, 1024),
		Handshake:  cmp.Or(l.Handshake, 5*time.Second),

		DataPackets: cmp.Or(l.DataPackets, 128),
		DataBytes:   cmp.Or(l.DataBytes, 32<<10),
	}
}

// census counts connections against Limits.
type census struct {
	limits Limits // without zeros

	mu       sync.Mutex
	total    int
	halfOpen int
	at       map[netip.Prefix]int
}

// enter counts a new, half-open connection, or reports that there is no room for it.
func (c *census) enter(from netip.Addr) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	where := site(from)
	if c.total >= c.limits.Total || c.halfOpen >= c.limits.HalfOpen || c.at[where] >= c.limits.PerAddress {
		return false
	}
	c.total++
	c.halfOpen++
	c.at[where]++
	return true
}

func (c *census) crowded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.halfOpen >= c.limits.HalfOpen
}

// settle counts a connection as half-open no more. It is called once for each
// that entered, whatever became of it.
func (c *census) settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.halfOpen--
}

// leave forgets a connection that entered.
func (c *census) leave(from netip.Addr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	where := site(from)
	c.total--
	if c.at[where]--; c.at[where] == 0 {
		delete(c.at, where)
	}
}

// SiteOf returns the network that a peer's subscriber has, by what Link.Remote names
// the peer: the zero Prefix if that is no address.
func SiteOf(remote string) netip.Prefix {
	at, _ := netip.ParseAddrPort(remote)
	return site(at.Addr())
}

// site is the network that one subscriber has: an IPv4 address or an IPv6 /64.
func site(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits) // fails only for the zero Addr, whose site is the zero Prefix
	return p
}
