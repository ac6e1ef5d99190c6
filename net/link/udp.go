package link

import (
	"net/netip"
	"time"
)

// udp is the UDP side of a link at one end. It is owned by whoever holds the
// link's lock.
type udp struct {
	// Static after construction.
	host   bool
	number connection // of the link
	post   func(b []byte, to netip.AddrPort, t *traffic)

	sealer sealer
	opener opener
	path   path           // one of paths
	client *clientPath    // the same at a client, nil at a host
	peer   netip.AddrPort // at a host, where the client has proven to be; none at first
	roamer *roamer        // at a host, where it may be otherwise
	buf    []byte         // for sealing

	paths struct { // here, so that a host with thousands of links finds them in its cache
		host   hostPath
		client clientPath
	}
}

// hostUDP is the side of a host, which learns where its client is.
func hostUDP(s secrets, number connection) *udp {
	u := &udp{host: true, number: number, sealer: newSealer(s.toClient), opener: newOpener(s.toHost)}
	u.path, u.roamer = &u.paths.host, newRoamer()
	return u
}

// clientUDP is the side of a client of the host at peer.
func clientUDP(s secrets, number connection, peer netip.AddrPort) *udp {
	u := &udp{number: number, peer: peer, sealer: newSealer(s.toHost), opener: newOpener(s.toClient)}
	u.path, u.client = &u.paths.client, &u.paths.client
	return u
}

// carries reports whether the data packet p goes over UDP. An empty one does not,
// for it would look like a probe.
func (u *udp) carries(p []byte, now time.Time) bool {
	return u != nil && len(p) > 0 && u.isOn(now)
}

// isOn reports whether data goes over UDP.
func (u *udp) isOn(now time.Time) bool { return u.peer.IsValid() && u.path.udp(now) }

// send seals p and posts it. An empty p is a probe. While the client may have moved, what
// the new address may get goes there as well.
func (u *udp) send(p []byte, now time.Time, t *traffic) {
	u.seal(p, false)
	u.path.speak(now)
	u.post(u.buf, u.peer, t)
	if u.host && u.roamer.next.IsValid() && u.roamer.budget.Allow(len(u.buf)) {
		u.post(u.buf, u.roamer.next, t)
	}
}

// seal seals p into buf.
func (u *udp) seal(p []byte, path bool) {
	b := u.buf[:0]
	if !u.host {
		b = u.number.append(b)
	}
	u.buf = u.sealer.seal(b, p, path)
}

// open opens a datagram of the peer's in place.
func (u *udp) open(b []byte, from netip.AddrPort, now time.Time) (d unsealed, ok bool) {
	if !u.host && plain(from) != plain(u.peer) {
		return unsealed{}, false
	}
	d, ok = u.opener.open(b, u.headerIn())
	if ok {
		u.path.datagram(now, d.path || d.isProbe())
	}
	return d, ok
}

// plain is an address in the one form that can be compared.
func plain(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}

// answer does what a datagram of so many bytes asks for, but for data.
func (u *udp) answer(d unsealed, size int, from netip.AddrPort, now time.Time, t *traffic) {
	switch {
	case u.host:
		u.locate(d, size, from, now, t)
		if d.isProbe() && from == u.peer {
			u.send(nil, now, t)
		}
	case d.path && len(d.packet) == challengeSize:
		u.seal(d.packet, true)
		u.path.speak(now)
		u.post(u.buf, u.peer, t)
	}
}

// headerIn is the size of the header of what comes in.
func (u *udp) headerIn() int {
	if u.host {
		return toHostHeader
	}
	return toClientHeader
}

// lost is how many of the peer's datagrams were missed.
func (u *udp) lost() uint64 {
	if u == nil {
		return 0
	}
	return u.opener.lost()
}
