package link

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"net/netip"
	"time"

	"golang.org/x/time/rate"

	"dogfight/net/admission"
)

// udpEnd is one end of a link's data channel over UDP. It belongs to one goroutine, or the link's lock guards it. It has
// no clock and no socket: the caller passes the time, and post sends.
type udpEnd struct {
	host   bool
	number linkNumber // of the link
	post   post

	sealer sealer
	opener opener
	path   path        // one of paths
	client *clientPath // the same at a client, nil at a host
	peer   UDPAddr     // at a host, the client's proven address; none at first
	roamer *roamer     // at a host, finds a new address of the client
	finder *finder     // of a link that a relay has spliced; nil for others

	receivedAt time.Time // a datagram that opened
	buf        []byte    // sealed datagram

	paths struct { // here, so that a host with thousands of links finds them in its cache
		host   hostPath
		client clientPath
	}
}

// post sends a datagram, or drops it, without blocking. The bytes are valid until it returns.
type post func(b []byte, to UDPAddr)

// newHostEnd returns the end of a host, which learns its client's address.
func newHostEnd(s secrets, number linkNumber, post post) *udpEnd {
	e := &udpEnd{host: true, number: number, post: post, sealer: newSealer(s.ToClient), opener: newOpener(s.ToHost)}
	e.path, e.roamer = &e.paths.host, newRoamer()
	return e
}

// newClientEnd returns the end of a client of the host at peer.
func newClientEnd(s secrets, number linkNumber, peer UDPAddr, post post) *udpEnd {
	e := &udpEnd{number: number, peer: peer, post: post, sealer: newSealer(s.ToHost), opener: newOpener(s.ToClient)}
	e.path, e.client = &e.paths.client, &e.paths.client
	return e
}

func (e *udpEnd) Number() linkNumber { return e.number }

func (e *udpEnd) IsHost() bool { return e.host }

// Carries reports whether the data packet p goes over UDP. An empty one would look like a probe.
func (e *udpEnd) Carries(p []byte, now time.Time) bool {
	return e != nil && len(p) > 0 && e.IsOn(now)
}

// IsOn reports whether data goes over UDP.
func (e *udpEnd) IsOn(now time.Time) bool { return e.peer.IsValid() && e.path.udp(now) }

// Send seals p and posts it. An empty p is a probe. While the client may have moved, the new address gets a copy within
// its budget.
func (e *udpEnd) Send(p []byte, now time.Time) {
	e.seal(p, false)
	e.path.sent(now)
	e.post(e.buf, e.peer)
	if e.host && e.roamer.next.IsValid() && e.allows(len(e.buf)) {
		e.post(e.buf, e.roamer.next)
	}
}

// seal seals p into buf.
func (e *udpEnd) seal(p []byte, path bool) {
	b := e.buf[:0]
	if !e.host {
		b = e.number.Append(b)
	}
	e.buf = e.sealer.seal(b, p, path)
}

// Open opens a datagram of the peer in place.
func (e *udpEnd) Open(b []byte, from UDPAddr, now time.Time) (d openedDatagram, ok bool) {
	inUse := e.host || unmapped(from.AddrPort) == unmapped(e.peer.AddrPort)
	if !inUse && e.finder == nil {
		return openedDatagram{}, false
	}
	header := toClientHeader
	if e.host {
		header = toHostHeader
	}
	d, ok = e.opener.open(b, header)
	if ok {
		e.receivedAt = now
	}
	if ok && inUse {
		e.path.datagram(now, d.path || d.isProbe())
	}
	return d, ok
}

// unmapped returns an address in a comparable form.
func unmapped(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}

// Answer replies to an opened datagram of the given size with a probe or a challenge, if it needs one.
func (e *udpEnd) Answer(d openedDatagram, size int, from UDPAddr, now time.Time) {
	if e.finder != nil {
		e.finder.unproven.Received(size)
	}
	switch {
	case e.host:
		if e.finder != nil && d.isMarked(askMark) {
			e.echo(d, from, now)
		}
		e.locate(d, size, from, now)
		if d.isProbe() && from == e.peer {
			e.Send(nil, now)
		}
	case e.finder != nil:
		e.follow(d, from, now)
	case d.path && len(d.Packet) == challengeSize:
		e.sendPath(d.Packet, e.peer, now)
	}
}

// ControlReceived handles data that came over the control channel.
func (e *udpEnd) ControlReceived(now time.Time) { e.path.control(now) }

// Probe sends probes that are due, and returns the time until the next call.
func (e *udpEnd) Probe(now time.Time) (wait time.Duration) {
	if e.finder != nil {
		return e.tick(now)
	}
	due, wait := e.client.probe(now)
	if due {
		e.Send(nil, now)
	}
	return wait
}

// Lost returns the number of the peer's datagrams that are missing.
func (e *udpEnd) Lost() uint64 {
	if e == nil {
		return 0
	}
	if e.finder != nil {
		return e.opener.lost() - min(e.finder.unheard, e.opener.lost())
	}
	return e.opener.lost()
}

// linkNumber identifies a link among the datagrams that arrive at a host. It has 24 bits.
type linkNumber uint32

const (
	linkNumberSize = 3 // bytes on the wire
	maxLinkNumber  = 1<<(8*linkNumberSize) - 1

	sequenceSize = 2
	sequenceBits = 15 // of 16; the highest is pathBit

	// A datagram to a client has no link number: a client has a socket for each link.
	toHostHeader   = linkNumberSize + sequenceSize
	toClientHeader = sequenceSize

	// maxPacket is the longest packet in a datagram. With a seal of 32 bytes it fits 1,280 bytes, the least that every
	// IPv6 path carries, less 48 for UDP and IP headers.
	maxPacket = 1200

	// maxSize is the longest datagram to a host.
	maxSize = toHostHeader + maxPacket + tagSize
)

// Append appends the number as on the wire.
func (n linkNumber) Append(b []byte) []byte {
	return append(b, byte(n>>16), byte(n>>8), byte(n))
}

func parseLinkNumber(b []byte) linkNumber {
	return linkNumber(b[0])<<16 | linkNumber(b[1])<<8 | linkNumber(b[2])
}

// mayBeToHost checks the length of a datagram to a host.
func mayBeToHost(n int) bool { return toHostHeader+tagSize <= n && n <= maxSize }

// roamer finds at a host the address of its client. The source of a datagram can be forged, by the client itself, or by
// an attacker that sends one of its datagrams from elsewhere before it arrives. So an address counts only after it has
// echoed a challenge that was sent there alone, as in QUIC (RFC 9000, section 8.2). A challenge is computed from the
// address and a secret, so addresses that never answer use no memory.
type roamer struct {
	secret     [32]byte
	challenges *rate.Limiter

	next   UDPAddr               // source of the newest datagram, if unproven; none otherwise
	budget admission.ReplyBudget // of next
}

const (
	challengeSize     = 8
	challengeDatagram = toClientHeader + challengeSize + tagSize

	// challengeRate bounds the challenges a second of a link. A client that has moved needs one, and another for each
	// that is lost.
	challengeRate = 8

	// challengeLife is how long the answer to a challenge is valid, at least; at most twice as long.
	challengeLife = 4 * time.Second
)

func newRoamer() *roamer {
	r := &roamer{challenges: rate.NewLimiter(challengeRate, challengeRate)}
	rand.Read(r.secret[:]) // never fails
	return r
}

// challenge returns the challenge for an address in a time span.
func (r *roamer) challenge(a UDPAddr, span int64) (c [challengeSize]byte) {
	mac := hmac.New(sha256.New, r.secret[:])
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(span)))
	b, _ := a.MarshalBinary() // never fails
	mac.Write(b)
	copy(c[:], mac.Sum(nil))
	return c
}

func spanOf(now time.Time) int64 { return now.UnixNano() / int64(challengeLife) }

// proves reports whether p is the answer to a recent challenge for an address.
func (r *roamer) proves(p []byte, a UDPAddr, now time.Time) bool {
	for _, span := range [...]int64{spanOf(now), spanOf(now) - 1} {
		if c := r.challenge(a, span); hmac.Equal(p, c[:]) {
			return true
		}
	}
	return false
}

// locate updates the client's address by a datagram of the given size.
func (e *udpEnd) locate(d openedDatagram, size int, from UDPAddr, now time.Time) {
	r := e.roamer
	switch {
	case from == e.peer:
		if d.newest {
			r.next = UDPAddr{}
		}
	case d.path && (d.newest || from == r.next) && r.proves(d.Packet, from, now):
		e.peer, r.next = from, UDPAddr{}
	case d.newest:
		if r.next != from {
			r.next, r.budget = from, admission.ReplyBudget{}
		}
		r.budget.Received(size)
		if r.challenges.AllowN(now, 1) && e.allows(challengeDatagram) {
			e.challenge(now)
		}
	}
}

// challenge challenges the source of the client's newest datagram.
func (e *udpEnd) challenge(now time.Time) {
	c := e.roamer.challenge(e.roamer.next, spanOf(now))
	e.sendPath(c[:], e.roamer.next, now)
}

// allows reports whether the client's unproven address may get n bytes, and counts them.
func (e *udpEnd) allows(n int) bool {
	return e.roamer.budget.Allow(n) && (e.finder == nil || e.finder.unproven.Allow(n))
}
