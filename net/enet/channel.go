package enet

import (
	"bytes"
	"slices"
)

// channel is one of a peer's. Reliable packets are in order within it.
type channel struct {
	// Outgoing.
	sent      uint16 // sequence of the newest reliable command
	sentLoose uint16 // number of the newest unreliable packet since

	// Incoming.
	received      uint16              // sequence of the newest reliable command in order
	receivedLoose uint16              // number of the newest unreliable packet since
	early         map[uint16]reliable // received before their turn, by sequence
	packet        packet              // incomplete
	waits         []unreliable        // received before the reliable command that they follow
	fragments     fragments
}

// reliable is a packet, or a fragment of one.
type reliable struct {
	whole bool
	sendFragment
}

// unreliable is a packet.
type unreliable struct {
	after, number uint16
	packet        []byte
}

const (
	// maxAhead is how far before its turn a reliable command is stored. It is more than we have under way, and far less
	// than half of the sequence.
	maxAhead = 1024

	// maxWaits is a second of unreliable packets at 60 Hz.
	maxWaits = 64

	// heldWeight is added to the length of a stored packet, so that small packets are not free.
	heldWeight = 64
)

func (c *channel) nextReliable() uint16 {
	c.sent++
	c.sentLoose = 0
	return c.sent
}

// receiveReliable handles a command, and reports whether it may be acknowledged.
func (h *host) receiveReliable(p *peer, on uint8, seq uint16, r reliable) bool {
	c := &p.channels[on]
	switch ahead := int16(seq - c.received); {
	case ahead <= 0:
		return true // repeated: the acknowledgement was lost
	case ahead > 1:
		return int(ahead) <= maxAhead && h.hold(p, c, seq, r)
	}
	for ok := true; ok && p.isOpen(); {
		h.inOrder(p, c, on, r)
		r, ok = p.unhold(c, c.received+1)
	}
	h.catchUp(p, c, on)
	return true
}

// hold stores r until its turn, if there is room.
func (h *host) hold(p *peer, c *channel, seq uint16, r reliable) bool {
	if _, again := c.early[seq]; again {
		return true
	}
	if p.held+len(r.fragment)+heldWeight > h.limits.MaxHeld {
		return false
	}
	p.held += len(r.fragment) + heldWeight
	r.fragment = bytes.Clone(r.fragment)
	if c.early == nil {
		c.early = map[uint16]reliable{}
	}
	c.early[seq] = r
	return true
}

// unhold removes the command stored under seq.
func (p *peer) unhold(c *channel, seq uint16) (reliable, bool) {
	r, ok := c.early[seq]
	if ok {
		delete(c.early, seq)
		p.held -= len(r.fragment) + heldWeight
	}
	return r, ok
}

// inOrder delivers r, or joins it to the fragments before it.
func (h *host) inOrder(p *peer, c *channel, on uint8, r reliable) {
	c.received++
	c.receivedLoose = 0
	switch {
	case r.whole && len(c.packet.bytes) > 0:
		h.breakOff(p)
	case r.whole:
		h.config.Received(p, on, r.fragment, Reliable)
	case !c.packet.join(c.received, &r.sendFragment):
		h.breakOff(p)
	case len(c.packet.bytes) == int(c.packet.total):
		whole := c.packet.bytes
		c.packet.bytes = whole[:0]
		h.config.Received(p, on, whole, Reliable)
	}
}

// receiveUnreliable delivers a packet, unless it is late, or stores it until the reliable command before it arrives.
func (h *host) receiveUnreliable(p *peer, on uint8, u unreliable) {
	c := &p.channels[on]
	switch after := int16(u.after - c.received); {
	case after == 0 && u.number > c.receivedLoose:
		c.receivedLoose = u.number
		h.config.Received(p, on, u.packet, Unreliable)
	case after > 0 && len(c.waits) < maxWaits && p.held+len(u.packet)+heldWeight <= h.limits.MaxHeld:
		p.held += len(u.packet) + heldWeight
		u.packet = bytes.Clone(u.packet)
		c.waits = append(c.waits, u)
	}
}

// catchUp delivers the unreliable packets that follow the newest command.
func (h *host) catchUp(p *peer, c *channel, on uint8) {
	if len(c.waits) == 0 {
		return
	}
	slices.SortStableFunc(c.waits, func(a, b unreliable) int { return int(a.number) - int(b.number) })
	var wait []unreliable
	for _, u := range c.waits {
		after := int16(u.after - c.received)
		if after > 0 {
			wait = append(wait, u)
			continue
		}
		p.held -= len(u.packet) + heldWeight
		if after == 0 && p.isOpen() {
			h.receiveUnreliable(p, on, u)
		}
	}
	c.waits = wait
}

// packet is a reliable packet: its fragments arrive in order.
type packet struct {
	bytes []byte // the received part
	start uint16
	total uint32
}

// join adds a fragment, and reports whether it is the next.
func (k *packet) join(seq uint16, f *sendFragment) bool {
	if f.start+uint16(f.number) != seq || int(f.offset) != len(k.bytes) {
		return false
	}
	if f.number == 0 {
		k.start, k.total = f.start, f.total
	}
	if f.start != k.start || f.total != k.total {
		return false
	}
	k.bytes = append(k.bytes, f.fragment...)
	return true
}

// fragments assembles an unreliable packet, in any order. There is one such packet a channel at a time: a newer one
// replaces an incomplete one.
type fragments struct {
	after  uint16 // sequence of the reliable command before the packet
	number uint16 // of the packet; 0: none
	count  uint32
	total  uint32
	length uint64 // of all but the last
	left   uint32 // missing fragments
	seen   []bool
	bytes  []byte
}

// put adds a fragment, and reports whether the packet is complete with it.
func (s *fragments) put(after uint16, f *sendFragment) bool {
	same := s.number == f.start && s.after == after
	newer := int16(after-s.after) > 0 || after == s.after && f.start > s.number
	switch {
	case s.number == 0 || newer:
		s.begin(after, f)
	case !same || s.count != f.count || s.total != f.total || s.length != f.length() || s.seen[f.number]:
		return false
	}
	s.seen[f.number] = true
	copy(s.bytes[f.offset:], f.fragment)
	s.left--
	return s.left == 0
}

func (s *fragments) begin(after uint16, f *sendFragment) {
	seen, bytes := s.seen, s.bytes
	*s = fragments{after: after, number: f.start, count: f.count, total: f.total, length: f.length(), left: f.count}
	s.seen = room(seen, int(f.count))
	s.bytes = room(bytes, int(f.total))
}

// room returns memory for n, all zero.
func room[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}

// window remembers which of the newest groups seen. Its zero value is ready. It compares differences only, so numbers
// may wrap.
type window struct {
	newest uint16
	seen   [windowSize / 64]uint64 // a bit a number, at the number modulo windowSize
}

const windowSize = 1024

// add adds n, and reports whether it is neither a repetition nor too old to know.
func (w *window) add(n uint16) bool {
	switch ahead := int(int16(n - w.newest)); {
	case ahead > 0:
		w.advance(ahead)
	case ahead <= -windowSize:
		return false
	}
	word, bit := n%windowSize/64, uint64(1)<<(n%64)
	fresh := w.seen[word]&bit == 0
	w.seen[word] |= bit
	return fresh
}

// advance makes the number that is ahead by so much the newest, and clears the bits of the numbers up to it.
func (w *window) advance(ahead int) {
	for range min(ahead, windowSize) {
		w.newest++
		w.seen[w.newest%windowSize/64] &^= 1 << (w.newest % 64)
	}
	w.newest += uint16(ahead - min(ahead, windowSize))
}
