package link

import (
	"encoding/binary"
	"net/netip"
	"sync"
	"sync/atomic"

	"dogfight/net/relay"
)

// A path through a relay is an address too: the discard prefix (RFC 6666), which no network carries, and the number of
// this end of the pair. The socket translates it, so that such a path is proven and used as any other.
var relayedNet = [8]byte{0x01}

func relayedAddr(number uint64) UDPAddr {
	var b [16]byte
	copy(b[:], relayedNet[:])
	binary.BigEndian.PutUint64(b[8:], number)
	return UDPAddr{AddrPort: netip.AddrPortFrom(netip.AddrFrom16(b), 0)}
}

// numberOfRelayed returns the number in a relayed address.
func numberOfRelayed(a netip.Addr) (number uint64, ok bool) {
	if !a.Is6() {
		return 0, false
	}
	b := a.As16()
	return binary.BigEndian.Uint64(b[8:]), [8]byte(b[:]) == relayedNet
}

// pairs are the pairs of relays that use a socket. The zero value is ready.
type pairs struct {
	n    atomic.Int32 // of ends; most sockets have none, and do not look
	mu   sync.RWMutex
	ends map[uint64]pairEnd
}

// pairEnd is this end of a pair.
type pairEnd struct {
	relay netip.AddrPort
	bound func(relay.BoundAnswer)
}

// enter makes the socket use a pair. bound is called with each answer of its relay to a bind.
func (p *pairs) enter(via relay.Via, bound func(relay.BoundAnswer)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ends == nil {
		p.ends = map[uint64]pairEnd{}
	}
	p.ends[via.Number] = pairEnd{unmapped(via.Relay), bound}
	p.n.Store(int32(len(p.ends)))
}

func (p *pairs) leave(number uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.ends, number)
	p.n.Store(int32(len(p.ends)))
}

func (p *pairs) end(number uint64) (e pairEnd, ok bool) {
	if p.n.Load() == 0 {
		return pairEnd{}, false
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	e, ok = p.ends[number]
	return e, ok
}

// unwrap returns the content of a datagram and its relayed source if a relay has forwarded it, and otherwise both as
// they are. It handles an answer to a bind itself, and reports false then.
func (p *pairs) unwrap(b []byte, from UDPAddr) (_ []byte, _ UDPAddr, ok bool) {
	if p.n.Load() == 0 || len(b) == 0 {
		return b, from, true
	}
	switch b[0] {
	case relay.Data:
		if number, inner, ok := relay.ParseData(b); ok && p.isFrom(number, from) {
			return inner, relayedAddr(number), true
		}
	case relay.Bound:
		if answer, ok := relay.ParseBound(b); ok && p.isFrom(answer.Number, from) {
			e, _ := p.end(answer.Number)
			e.bound(answer)
			return nil, from, false
		}
	}
	return b, from, true
}

// isFrom reports whether an address is that of the relay of a pair.
func (p *pairs) isFrom(number uint64, from UDPAddr) bool {
	e, ok := p.end(number)
	return ok && e.relay == unmapped(from.AddrPort)
}
