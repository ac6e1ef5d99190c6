package enet

import (
	"net/netip"
	"time"

	"dogfight/net/link"
)

// peer is the other end of a connection, as a host sees it.
type peer struct {
	// Static after construction.
	addr      link.UDPAddr
	number    uint16 // in the headers of its datagrams
	connectID uint32
	clock     uint16 // added to sent times for it, so that they are hard to guess
	accepted  bool   // it connected to us

	// Settled by Connect and VerifyConnect.
	theirs   uint16 // number in the headers of datagrams to it, or noPeer
	session  session
	mtu      int
	window   int               // most bytes of reliable commands under way
	throttle throttleConfigure // of its Connect
	data     uint32            // of its Connect

	state     state
	handshake handshake     // before it is proven
	expires   time.Duration // of a handshake, or of a lingering peer

	// Incoming.
	channels    []channel
	unsequenced window
	held        int   // bytes received before their turn
	acks        []ack // to be sent

	// Outgoing.
	queue        []*outgoing // reliable, waiting for the window
	sent         []*outgoing // reliable, waiting for acknowledgements
	loose        []*outgoing // unreliable, sent by the next flush
	underway     int         // bytes in sent
	waiting      int         // bytes in all three, with their weights
	seq          uint16      // of the newest command on the control channel
	group        uint16      // of the newest unsequenced packet
	order        uint        // of the newest in queue or loose
	parting      uint32      // data for it, when leavingLater
	farewell     uint16      // sequence of our Disconnect, when leaving
	trip         roundTrip
	lastReceived time.Duration // time of its latest datagram
	lastAck      time.Duration // time of its latest acknowledgement
}

// state is the state of a connection.
type state uint8

const (
	connecting           state = iota // our Connect is under way
	acknowledgingConnect              // asked for a connection, and has not acknowledged anything
	connected
	leavingLater // connected until all is sent
	leaving      // our Disconnect is under way
	lingering    // over, but its Disconnect may repeat
	removed
)

// ack is an acknowledgement to be sent.
type ack struct {
	channel   uint8
	seq, sent uint16
}

// maxAcks bounds the acknowledgements until the next Tick. Further commands are dropped: the peer will repeat them.
const maxAcks = 512

// Addr returns the peer's address.
func (p *peer) Addr() netip.AddrPort { return p.addr.AddrPort }

// RoundTrip returns the mean round trip, recent ones weighing more.
func (p *peer) RoundTrip() time.Duration { return p.trip.mean }

func (p *peer) isRemoved() bool { return p.state == removed }

// isOpen reports whether packets may be sent.
func (p *peer) isOpen() bool { return p.state == connected || p.state == leavingLater }

// isSeated reports whether the peer uses one of Limits.Peers.
func (p *peer) isSeated() bool { return p.accepted && (p.isOpen() || p.state == leaving) }

// nextControl returns a head for a command on the control channel.
func (p *peer) nextControl(k kind) head {
	p.seq++
	return head{k, control, p.seq}
}

// dropAll drops all packets to be sent or delivered.
func (h *host) dropAll(p *peer) {
	for _, list := range [][]*outgoing{p.queue, p.sent, p.loose} {
		for _, o := range list {
			h.release(p, o)
		}
	}
	p.queue, p.sent, p.loose, p.underway = nil, nil, nil, 0
	p.channels, p.held = nil, 0
}

// lingerLife is how long a repeated Disconnect is acknowledged. By then its interval has doubled so often that a later
// one is unlikely.
const lingerLife = 5 * time.Second

// Disconnect ends a connection, and sends the peer data. Waiting packets are lost. Disconnected is called when the peer
// has acknowledged, or is given up.
func (h *host) Disconnect(p *peer, data uint32) {
	switch p.state {
	case connecting:
		h.end(p, Closed, 0)
	case connected, leavingLater:
		h.dropAll(p)
		p.state = leaving
		o := h.make(p.nextControl(kindDisconnect))
		p.farewell = o.seq
		o.command = (&disconnect{data}).append(o.command)
		p.enlist(o)
	}
}

// DisconnectLater is Disconnect after the acknowledgement of all reliable packets.
func (h *host) DisconnectLater(p *peer, data uint32) {
	if p.state != connected {
		h.Disconnect(p, data)
		return
	}
	p.state = leavingLater
	p.parting = data
}

// DisconnectNow is Disconnect without waiting: the peer may never know. It calls Disconnected.
func (h *host) DisconnectNow(p *peer, data uint32) {
	switch p.state {
	case connected, leavingLater, leaving:
		h.sendGoodbye(p, data)
		h.end(p, Closed, 0)
	case connecting:
		h.end(p, Closed, 0)
	}
}

// receiveDisconnect reports whether it may be acknowledged.
func (h *host) receiveDisconnect(p *peer, k kind, data uint32) bool {
	why := Left
	switch p.state {
	case lingering:
		return true
	case acknowledgingConnect:
		p.state = removed
		return false
	case leaving:
		why, data = Closed, 0
	}
	if k == kindDisconnectNow || p.state == connecting {
		h.end(p, why, data)
		return false
	}
	p.state = lingering
	p.expires = h.now + lingerLife
	h.dropAll(p)
	h.config.Disconnected(p, why, data)
	return true
}

// breakOff ends the connection of a peer that sent invalid data.
func (h *host) breakOff(p *peer) {
	h.dropped++
	h.sendGoodbye(p, 0)
	h.end(p, Broken, 0)
}

// sendGoodbye sends p, once, a final Disconnect. Its address must be proven.
func (h *host) sendGoodbye(p *peer, data uint32) {
	b := make([]byte, 0, headSize+4)
	h.put(p, (&disconnect{data}).append(p.nextControl(kindDisconnectNow).append(b)))
	h.emit(p)
}

// end ends a connection that the caller knows.
func (h *host) end(p *peer, why Reason, data uint32) {
	h.dropAll(p)
	p.state = removed
	h.config.Disconnected(p, why, data)
}

// roundTrip measures the time of acknowledgements.
type roundTrip struct {
	mean, variation time.Duration
	measured        bool
}

const (
	// usualTrip is assumed before any measurement.
	usualTrip = 500 * time.Millisecond

	// leastPatience avoids sending again because of a delayed thread.
	leastPatience = 30 * time.Millisecond
)

func (t *roundTrip) add(sample time.Duration) {
	sample = max(sample, time.Millisecond)
	if !t.measured {
		*t = roundTrip{sample, sample / 2, true}
		return
	}
	off := sample - t.mean
	t.mean += off / 8
	t.variation += (max(off, -off) - t.variation) / 4
}

// patience is the time to wait for an acknowledgement.
func (t *roundTrip) patience() time.Duration { return max(t.mean+4*t.variation, leastPatience) }
