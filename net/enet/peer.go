package enet

import (
	"math/rand/v2"
	"net/netip"
	"time"

	"dogfight/net/link"
)

// Peer is the other end of a connection, as a Host sees it.
type Peer struct {
	// Static after construction.
	addr      link.UDPAddr
	number    uint16 // in the headers of what comes from it
	connectID uint32
	clock     uint16 // added to sent times to it, so that they are hard to guess
	accepted  bool   // it connected to us

	// Settled by Connect and VerifyConnect.
	theirs   uint16 // number in the headers of what goes to it, or noPeer
	session  session
	mtu      int
	window   int               // most bytes of reliable commands under way
	throttle throttleConfigure // as its Connect said
	data     uint32            // likewise

	state     state
	handshake handshake     // while it is one
	expires   time.Duration // of a handshake, or of a peer that lingers

	// What comes in.
	channels    []channel
	unsequenced window
	held        int   // bytes that came before their turn
	acks        []ack // to be sent

	// What goes out.
	queue     []*outgoing // reliable, waits for the window
	sent      []*outgoing // reliable, waits to be acknowledged
	loose     []*outgoing // unreliable, goes with the next flush
	underway  int         // bytes in sent
	waiting   int         // bytes in all three, and as much as they weigh
	seq       uint16      // of the newest command on the control channel
	group     uint16      // of the newest unsequenced packet
	order     uint        // of the newest in queue or loose
	parting   uint32      // data for it, when leavingLater
	farewell  uint16      // sequence of our Disconnect, when leaving
	trip      roundTrip
	lastHeard time.Duration // when a datagram of its came
	lastAck   time.Duration // when it acknowledged something
}

// state is how far a connection is.
type state uint8

const (
	connecting           state = iota // our Connect is under way
	acknowledgingConnect              // asked for a connection, and has not acknowledged anything
	connected
	leavingLater // connected until all is sent
	leaving      // our Disconnect is under way
	lingering    // over, but its Disconnect may come again
	gone
)

// ack is one to be sent.
type ack struct {
	channel   uint8
	seq, sent uint16
}

// maxAcks may be put off until the next Tick. More are not taken: the peer will
// send what they are for again.
const maxAcks = 512

func newPeer(addr link.UDPAddr, number uint16, connectID uint32, random *rand.Rand) *Peer {
	return &Peer{
		addr: addr, number: number, connectID: connectID, clock: uint16(random.Uint32()),
		theirs: noPeer, mtu: mtu, window: maxWindow, trip: roundTrip{mean: usualTrip},
	}
}

// Addr is where the peer is.
func (p *Peer) Addr() netip.AddrPort { return p.addr.AddrPort }

// RoundTrip is the mean of late.
func (p *Peer) RoundTrip() time.Duration { return p.trip.mean }

func (p *Peer) isGone() bool { return p.state == gone }

// isOpen reports whether packets go either way.
func (p *Peer) isOpen() bool { return p.state == connected || p.state == leavingLater }

// isSeated reports whether the peer takes one of the places that Limits.Peers are.
func (p *Peer) isSeated() bool { return p.accepted && (p.isOpen() || p.state == leaving) }

// nextControl returns a head for a command on the control channel.
func (p *Peer) nextControl(k kind) head {
	p.seq++
	return head{k, control, p.seq}
}

// dropAll forgets all that is to be sent or delivered.
func (h *Host) dropAll(p *Peer) {
	for _, list := range [][]*outgoing{p.queue, p.sent, p.loose} {
		for _, o := range list {
			h.release(p, o)
		}
	}
	p.queue, p.sent, p.loose, p.underway = nil, nil, nil, 0
	p.channels, p.held = nil, 0
}
