package enet

import (
	"cmp"
	crand "crypto/rand"
	"math/rand/v2"
	"slices"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
)

// host is one end of any number of connections. It belongs to one goroutine at a time.
//
// Receive handles each datagram from the socket. After it, at the time that Tick returned, and after Send and the like,
// call Tick, which sends most datagrams.
type host struct {
	config  config
	limits  Limits
	began   time.Time
	now     time.Duration // since it began
	random  *rand.Rand
	dropped uint64

	peers    []*peer         // removed ones stay until the next sweep
	byNumber [noPeer]*peer   // the same
	sessions [noPeer]session // of the last peer with that number

	newcomers *admission.FairShare

	in     reader   // the datagram being parsed
	bodies bodies   // its commands
	out    datagram // being built
	spare  []*outgoing
}

// session has the sessions in the headers, either way.
type session struct{ incoming, outgoing uint8 }

// config has the limits of a host, and its callbacks.
type config struct {
	Limits Limits

	// Seed decides numbers, connect ids and sent times; zero: a random one.
	Seed [32]byte

	// Send sends a datagram. It must not call the host or retain the bytes.
	Send func(to link.UDPAddr, datagram []byte)

	// All methods of the host call the following, which may call the host, but for Receive and Tick. Every peer of
	// Connected and of Connect is Disconnected once, and must not be used after that.

	// Connected is called for a new peer, with the data of its Connect, and for a peer of Connect that was accepted.
	Connected func(p *peer, data uint32)
	// Received is called for a packet. The bytes are valid until it returns.
	Received func(p *peer, channel uint8, packet []byte, how Delivery)
	// Disconnected is called at the end of a connection, with the peer's data if it Left.
	Disconnected func(p *peer, why Reason, data uint32)
}

// newHost returns a host without peers.
func newHost(config config) *host {
	if config.Seed == [32]byte{} {
		crand.Read(config.Seed[:]) // never fails
	}
	config.Limits = config.Limits.orDefaults()
	h := &host{
		config: config, limits: config.Limits, random: rand.New(rand.NewChaCha8(config.Seed)),
		newcomers: admission.NewFairShare(handshakeRate, handshakeRateEach),
	}
	for i := range h.sessions {
		h.sessions[i] = session{noSession, noSession}
	}
	h.out.reset()
	return h
}

// Receive handles a datagram of any content.
func (h *host) Receive(now time.Time, from link.UDPAddr, b []byte) {
	h.advance(now)
	defer h.sweep()
	r := &h.in
	*r = newReader(b)
	var d header
	if d.parse(r); r.failed() {
		h.dropped++
		return
	}
	if d.peer == noPeer {
		h.receiveHandshake(from, d, r, len(b))
		return
	}
	p := h.byNumber[d.peer]
	if p == nil || p.addr != from || p.state != connecting && d.session != p.session.incoming {
		h.dropped++
		return
	}
	h.receivePeer(p, d, r, len(b))
}

// Tick sends everything due, and gives up silent peers. It returns the time of the next call if nothing else happens,
// or the zero Time for never.
func (h *host) Tick(now time.Time) time.Time {
	h.advance(now)
	next := never
	for i := 0; i < len(h.peers); i++ { // there may be more of them meanwhile
		next = min(next, h.tick(h.peers[i]))
	}
	h.sweep()
	if next == never {
		return time.Time{}
	}
	return h.began.Add(next)
}

const never = time.Duration(1<<63 - 1)

// Dropped counts the datagrams that were of no peer, or invalid in part.
func (h *host) Dropped() uint64 { return h.dropped }

// advance sets the time, which never goes back.
func (h *host) advance(now time.Time) {
	if h.began.IsZero() {
		h.began = now
	}
	h.now = max(h.now, now.Sub(h.began))
}

// seat makes a peer at addr, with a number that is hard to guess. It returns nil if there are too many.
func (h *host) seat(addr link.UDPAddr, connectID uint32) *peer {
	if len(h.peers) > noPeer/2 {
		h.unseatLingering()
	}
	if len(h.peers) > noPeer/4*3 {
		return nil
	}
	number := uint16(h.random.IntN(noPeer))
	for h.byNumber[number] != nil {
		number = uint16(h.random.IntN(noPeer))
	}
	p := &peer{
		addr: addr, number: number, connectID: connectID, clock: uint16(h.random.Uint32()), session: h.sessions[number],
		theirs: noPeer, mtu: mtu, window: maxWindow, trip: roundTrip{mean: usualTrip},
	}
	h.peers = append(h.peers, p)
	h.byNumber[number] = p
	return p
}

// unseatLingering makes room if many connect and leave.
func (h *host) unseatLingering() {
	for _, p := range h.peers {
		if p.state == lingering {
			p.state = removed // until the sweep
		}
	}
}

// sweep deletes removed peers.
func (h *host) sweep() {
	if !slices.ContainsFunc(h.peers, (*peer).isRemoved) {
		return
	}
	for _, p := range h.peers {
		if p.isRemoved() {
			h.byNumber[p.number] = nil
		}
	}
	h.peers = slices.DeleteFunc(h.peers, (*peer).isRemoved)
}

// Limits bound the resources that others can use of a host. Sizes are in bytes.
type Limits struct {
	Peers      int // that may connect to it at once; 0: none, for a client
	PerSite    int // of those, from one IPv4 address or IPv6 /64; 0: all of them
	Handshakes int // of peers that have acknowledged nothing yet; 0: 512
	Channels   int // of a connection, to 255; 0: 2
	MaxPacket  int // either way; 0: 64 KiB
	MaxHeld    int // received from a peer before its turn; 0: 128 KiB
	MaxWaiting int // unsent or unacknowledged, for a peer; 0: 256 KiB
}

// maxPeers leaves half of the numbers free, so that a random one is quickly found.
const maxPeers = noPeer / 4

func (l Limits) orDefaults() Limits {
	l.Peers = min(l.Peers, maxPeers)
	l.PerSite = cmp.Or(l.PerSite, l.Peers)
	l.Handshakes = min(cmp.Or(l.Handshakes, 512), maxPeers)
	l.Channels = min(cmp.Or(l.Channels, 2), maxChannels)
	l.MaxPacket = cmp.Or(l.MaxPacket, 64<<10)
	l.MaxHeld = cmp.Or(l.MaxHeld, 128<<10)
	l.MaxWaiting = cmp.Or(l.MaxWaiting, 256<<10)
	return l
}
