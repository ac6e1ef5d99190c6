package enet

import (
	crand "crypto/rand"
	"math/rand/v2"
	"slices"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
)

// Host is one end of any number of connections. It belongs to one goroutine at a time.
//
// What came off the socket goes to Receive. Then, and whenever Tick said, and after Send
// and its like, Tick is to be called, from which most datagrams go out.
type Host struct {
	config  Config
	limits  Limits
	began   time.Time
	now     time.Duration // since it began
	random  *rand.Rand
	dropped uint64

	peers    []*Peer         // those that are gone until the next sweep
	byNumber [noPeer]*Peer   // the same
	sessions [noPeer]session // of the last with that number

	newcomers *admission.FairShare

	in    reader   // of the datagram being heard
	heard bodies   // of its commands
	out   datagram // being made
	spare []*outgoing
}

// session says what is to be in the headers, either way.
type session struct{ incoming, outgoing uint8 }

// Config is what a Host may spend, and its callbacks.
type Config struct {
	Limits Limits

	// Seed decides numbers, connect ids and sent times; zero: a random one.
	Seed [32]byte

	// Send gets every datagram that goes out. It must not call the Host or keep the bytes.
	Send func(to link.UDPAddr, datagram []byte)

	// The following are called from all methods of the Host, and may call it, but for
	// Receive and Tick. Every peer of which Connected told, and every one of Connect, is
	// Disconnected once; after that it is of no use.

	// Connected tells of a new peer, and what it said in its Connect, or of one of
	// Connect that was let in.
	Connected func(p *Peer, data uint32)
	// Received tells of a packet. The bytes are good until it returns.
	Received func(p *Peer, channel uint8, packet []byte, how Delivery)
	// Disconnected tells of the end of a connection, with what the peer said if it Left.
	Disconnected func(p *Peer, why Reason, data uint32)
}

// NewHost returns a Host without peers.
func NewHost(config Config) *Host {
	if config.Seed == [32]byte{} {
		crand.Read(config.Seed[:]) // never fails
	}
	config.Limits = config.Limits.orDefaults()
	h := &Host{
		config: config, limits: config.Limits, random: rand.New(rand.NewChaCha8(config.Seed)),
		newcomers: admission.NewFairShare(handshakeRate, handshakeRateEach),
	}
	for i := range h.sessions {
		h.sessions[i] = session{noSession, noSession}
	}
	h.out.reset()
	return h
}

// Receive takes a datagram in. Any bytes will do.
func (h *Host) Receive(now time.Time, from link.UDPAddr, b []byte) {
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

// Tick sends what is due, and gives up on peers that are silent. It returns when it
// must be called again if nothing else happens, or the zero Time for never.
func (h *Host) Tick(now time.Time) time.Time {
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

// Dropped counts the datagrams that were of no peer, or not all understood.
func (h *Host) Dropped() uint64 { return h.dropped }

// advance makes it now. Time never goes back.
func (h *Host) advance(now time.Time) {
	if h.began.IsZero() {
		h.began = now
	}
	h.now = max(h.now, now.Sub(h.began))
}

// seat makes a peer at addr, with a number that is hard to guess. It returns nil if
// too many are seated.
func (h *Host) seat(addr link.UDPAddr, connectID uint32) *Peer {
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
	p := newPeer(addr, number, connectID, h.random)
	p.session = h.sessions[number]
	h.peers = append(h.peers, p)
	h.byNumber[number] = p
	return p
}

// unseatLingering makes room where many come and go.
func (h *Host) unseatLingering() {
	for _, p := range h.peers {
		if p.state == lingering {
			p.state = gone // until the sweep
		}
	}
}

// sweep forgets the peers that are gone.
func (h *Host) sweep() {
	if !slices.ContainsFunc(h.peers, (*Peer).isGone) {
		return
	}
	for _, p := range h.peers {
		if p.isGone() {
			h.byNumber[p.number] = nil
		}
	}
	h.peers = slices.DeleteFunc(h.peers, (*Peer).isGone)
}
