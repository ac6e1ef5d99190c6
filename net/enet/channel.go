package enet

import (
	"bytes"
	"slices"
)

// channel is one of a peer's. Reliable packets are in order within it.
type channel struct {
	// What goes out.
	sent      uint16 // sequence of the newest reliable command
	sentLoose uint16 // number of the newest unreliable packet since

	// What comes in.
	heard      uint16              // sequence of the newest reliable command in order
	heardLoose uint16              // number of the newest unreliable packet since
	early      map[uint16]reliable // came before its turn, by sequence
	packet     packet              // of which not all fragments came
	waits      []unreliable        // came before the reliable command that they follow
	fragments  fragments
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
	// maxAhead is how far before its turn a reliable command is kept. It is more
	// than we have under way, and far less than half of the sequence.
	maxAhead = 1024

	// maxWaits is a second of unreliable packets at 60 Hz.
	maxWaits = 64

	// heldWeight is added to the length of what is held, so that small packets are
	// not free.
	heldWeight = 64
)

func (c *channel) nextReliable() uint16 {
	c.sent++
	c.sentLoose = 0
	return c.sent
}

// receiveReliable takes a command in, and reports whether it came for good: if not, it
// must not be acknowledged.
func (h *Host) receiveReliable(p *Peer, on uint8, seq uint16, r reliable) bool {
	c := &p.channels[on]
	switch ahead := int16(seq - c.heard); {
	case ahead <= 0:
		return true // again: the acknowledgement was lost
	case ahead > 1:
		return int(ahead) <= maxAhead && h.hold(p, c, seq, r)
	}
	for ok := true; ok && p.isOpen(); {
		h.inOrder(p, c, on, r)
		r, ok = p.unhold(c, c.heard+1)
	}
	h.catchUp(p, c, on)
	return true
}

// hold keeps r until its turn, if there is room.
func (h *Host) hold(p *Peer, c *channel, seq uint16, r reliable) bool {
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

// unhold returns what is held under seq, if it is.
func (p *Peer) unhold(c *channel, seq uint16) (reliable, bool) {
	r, ok := c.early[seq]
	if ok {
		delete(c.early, seq)
		p.held -= len(r.fragment) + heldWeight
	}
	return r, ok
}

// inOrder delivers r, whose turn it is, or joins it to the fragments before it.
func (h *Host) inOrder(p *Peer, c *channel, on uint8, r reliable) {
	c.heard++
	c.heardLoose = 0
	switch {
	case r.whole && c.packet.isBegun():
		h.breakOff(p)
	case r.whole:
		h.config.Received(p, on, r.fragment, Reliable)
	case !c.packet.join(c.heard, &r.sendFragment):
		h.breakOff(p)
	case c.packet.isWhole():
		h.config.Received(p, on, c.packet.take(), Reliable)
	}
}

// receiveUnreliable delivers a packet, unless it is late, or keeps it until the reliable
// command came that was sent before it.
func (h *Host) receiveUnreliable(p *Peer, on uint8, u unreliable) {
	c := &p.channels[on]
	switch after := int16(u.after - c.heard); {
	case after == 0 && u.number > c.heardLoose:
		c.heardLoose = u.number
		h.config.Received(p, on, u.packet, Unreliable)
	case after > 0 && len(c.waits) < maxWaits && p.held+len(u.packet)+heldWeight <= h.limits.MaxHeld:
		p.held += len(u.packet) + heldWeight
		u.packet = bytes.Clone(u.packet)
		c.waits = append(c.waits, u)
	}
}

// catchUp delivers the unreliable packets whose turn has come.
func (h *Host) catchUp(p *Peer, c *channel, on uint8) {
	if len(c.waits) == 0 {
		return
	}
	slices.SortStableFunc(c.waits, func(a, b unreliable) int { return int(a.number) - int(b.number) })
	var wait []unreliable
	for _, u := range c.waits {
		after := int16(u.after - c.heard)
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
