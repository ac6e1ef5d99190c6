package link

import (
	"net/netip"
	"time"
)

// End is the data channel of a link over UDP at one end. It belongs to one goroutine, or
// is guarded by the link's lock. It has no clock and no socket: the time is passed in,
// and what it sends is posted.
type End struct {
	// Static after construction.
	host   bool
	number SequenceNumber // of the link
	post   post

	sealer sealer
	opener opener
	path   path        // one of paths
	client *clientPath // the same at a client, nil at a host
	peer   UDPAddr     // at a host, where the client has proven to be; none at first
	roamer *roamer     // at a host, where it may be otherwise
	buf    []byte      // for sealing

	paths struct { // here, so that a host with thousands of links finds them in its cache
		host   hostPath
		client clientPath
	}
}

// Post sends a datagram, or drops it, without blocking. The bytes are valid until it
// returns.
type post func(b []byte, to UDPAddr)

// NewHost returns the end of a host, which learns where its client is.
func newHostEnd(s secrets, number SequenceNumber, post post) *End {
	e := &End{host: true, number: number, post: post, sealer: newSealer(s.ToClient), opener: newOpener(s.ToHost)}
	e.path, e.roamer = &e.paths.host, newRoamer()
	return e
}

// NewClient returns the end of a client of the host at peer.
func newClientEnd(s secrets, number SequenceNumber, peer UDPAddr, post post) *End {
	e := &End{number: number, peer: peer, post: post, sealer: newSealer(s.ToHost), opener: newOpener(s.ToClient)}
	e.path, e.client = &e.paths.client, &e.paths.client
	return e
}

// Number is that of the link.
func (e *End) Number() SequenceNumber { return e.number }

// IsHost reports whether this is the end of a host.
func (e *End) IsHost() bool { return e.host }

// Carries reports whether the data packet p goes over UDP. An empty one does not,
// for it would look like a probe.
func (e *End) Carries(p []byte, now time.Time) bool {
	return e != nil && len(p) > 0 && e.IsOn(now)
}

// IsOn reports whether data goes over UDP.
func (e *End) IsOn(now time.Time) bool { return e.peer.IsValid() && e.path.udp(now) }

// Send seals p and posts it. An empty p is a probe. While the client may have moved, what
// the new address may get goes there as well.
func (e *End) Send(p []byte, now time.Time) {
	e.seal(p, false)
	e.path.sent(now)
	e.post(e.buf, e.peer)
	if e.host && e.roamer.next.IsValid() && e.roamer.budget.Allow(len(e.buf)) {
		e.post(e.buf, e.roamer.next)
	}
}

// seal seals p into buf.
func (e *End) seal(p []byte, path bool) {
	b := e.buf[:0]
	if !e.host {
		b = e.number.Append(b)
	}
	e.buf = e.sealer.seal(b, p, path)
}

// Open opens a datagram of the peer's in place.
func (e *End) Open(b []byte, from UDPAddr, now time.Time) (d Opened, ok bool) {
	if !e.host && unmapped(from.AddrPort) != unmapped(e.peer.AddrPort) {
		return Opened{}, false
	}
	d, ok = e.opener.open(b, e.headerIn())
	if ok {
		e.path.datagram(now, d.path || d.isProbe())
	}
	return d, ok
}

// unmapped is an address in the one form that can be compared.
func unmapped(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}

// Answer does what a datagram of so many bytes asks for, but for data.
func (e *End) Answer(d Opened, size int, from UDPAddr, now time.Time) {
	switch {
	case e.host:
		e.locate(d, size, from, now)
		if d.isProbe() && from == e.peer {
			e.Send(nil, now)
		}
	case d.path && len(d.Packet) == challengeSize:
		e.seal(d.Packet, true)
		e.path.sent(now)
		e.post(e.buf, e.peer)
	}
}

// HeardControl notes that data of the peer's came over the control channel.
func (e *End) HeardControl(now time.Time) { e.path.control(now) }

// Probe sends a probe of a client's if one is due, and returns after how long to call it
// again.
func (e *End) Probe(now time.Time) (wait time.Duration) {
	due, wait := e.client.probe(now)
	if due {
		e.Send(nil, now)
	}
	return wait
}

// headerIn is the size of the header of what comes in.
func (e *End) headerIn() int {
	if e.host {
		return datagramToHostHeader
	}
	return datagramToClientHeader
}

// Lost is how many of the peer's datagrams were missed.
func (e *End) Lost() uint64 {
	if e == nil {
		return 0
	}
	return e.opener.lost()
}
