package link

import (
	"time"

	"dogfight/sys"
)

// beginUDP gives the link its UDP side, and leave to call when it is down.
func (s *stream) beginUDP(u *End, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.udp, s.leaveUDP = u, leave
	if u.IsHost() {
		s.out.control = appendFrame(s.out.control, offer, u.Number().Append(nil))
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
	defer sys.Restore()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	s.prober.Reset(s.udp.Probe(time.Now()))
}

// datagram takes what came for this link from an address.
func (s *stream) datagram(b []byte, from UDPAddr, now time.Time) {
	s.traffic.In.Add(onWire(len(b), from.Addr()))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.udp == nil {
		return
	}
	d, ok := s.udp.Open(b, from, now)
	if !ok || !s.allowance.spend(len(d.Packet), now) {
		s.refused++
		return
	}
	s.udp.Answer(d, len(b), from, now)
	if d.IsData() {
		s.put(Data, d.Packet, now)
	}
}
