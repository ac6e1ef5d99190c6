package link

import (
	"net/netip"
	"time"

	"dogfight/guard"
)

// beginUDP gives the link its UDP side, and leave to call when it is down.
func (s *stream) beginUDP(u *udp, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.udp, s.leaveUDP = u, leave
	if u.host {
		s.out.control = appendFrame(s.out.control, offer, u.number.append(nil))
		return
	}
	s.prober = time.AfterFunc(0, s.probe)
}

// endUDP is called once the link is down.
func (s *stream) endUDP() {
	s.mu.Lock()
	leave, prober := s.leaveUDP, s.prober
	s.mu.Unlock()
	if prober != nil {
		prober.Stop() // one that runs finds the link down
	}
	if leave != nil {
		leave() // without the lock, which goroutines want that it waits for
	}
}

// probe sends a probe if one is due, and is called again for the next.
func (s *stream) probe() {
	defer guard.Panics()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	now := time.Now()
	due, wait := s.udp.client.ask(now)
	if due {
		s.udp.send(nil, now, &s.traffic)
	}
	s.prober.Reset(wait)
}

// datagram takes what came for this link from an address.
func (s *stream) datagram(b []byte, from netip.AddrPort, now time.Time) {
	s.traffic.in.Add(datagramOnWire(len(b), from.Addr()))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.udp == nil {
		return
	}
	d, ok := s.udp.open(b, from, now)
	if !ok || !s.allowance.spend(len(d.packet), now) {
		s.refused++
		return
	}
	s.udp.answer(d, len(b), from, now, &s.traffic)
	if !d.path && !d.isProbe() {
		s.put(Data, d.packet, now)
	}
}
