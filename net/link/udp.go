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
	peer   netip.AddrPort // at a host, where the newest datagram that opened came from
	buf    []byte         // for sealing

	paths struct { // here, so that a host with thousands of links finds them in its cache
		host   hostPath
		client clientPath
	}
}

// hostUDP is the side of a host, which learns where its client is.
func hostUDP(s secrets, number connection) *udp {
	u := &udp{host: true, number: number, sealer: newSealer(s.toClient), opener: newOpener(s.toHost)}
	u.path = &u.paths.host
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
	return u != nil && len(p) > 0 && u.path.udp(now)
}

// send seals p and posts it. An empty p is a probe.
func (u *udp) send(p []byte, now time.Time, t *traffic) {
	b := u.buf[:0]
	if !u.host {
		b = u.number.append(b)
	}
	u.buf = u.sealer.seal(b, p)
	u.path.speak(now)
	u.post(u.buf, u.peer, t)
}

// open opens a datagram of the peer's in place.
func (u *udp) open(b []byte, from netip.AddrPort, now time.Time) (p []byte, ok bool) {
	p, newest, ok := u.opener.open(b, u.headerIn())
	if !ok {
		return nil, false
	}
	if newest && u.host {
		u.peer = from
	}
	u.path.datagram(now, len(p) == 0)
	return p, true
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
