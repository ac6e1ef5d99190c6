package enet

import (
	"encoding/binary"

	"dogfight/proto"
)

// kind is the kind of a command, with its flags.
type kind uint8

const (
	kindAcknowledge            kind = 0x01
	kindConnect                kind = 0x82
	kindVerifyConnect          kind = 0x83
	kindDisconnect             kind = 0x84
	kindDisconnectNow          kind = 0x44
	kindPing                   kind = 0x85
	kindSendReliable           kind = 0x86
	kindSendUnreliable         kind = 0x07
	kindSendUnsequenced        kind = 0x49
	kindSendFragment           kind = 0x88
	kindBandwidthLimit         kind = 0x8a
	kindThrottleConfigure      kind = 0x8b
	kindSendUnreliableFragment kind = 0x0c
)

// wantsAck reports whether the receiver of a command must acknowledge it.
func (k kind) wantsAck() bool { return k&0x80 != 0 }

// of returns the body for k, or nil if there is no such command.
func (s *bodies) of(k kind) body {
	switch k {
	case kindAcknowledge:
		return &s.acknowledge
	case kindConnect:
		return &s.connect
	case kindVerifyConnect:
		return &s.verifyConnect
	case kindDisconnect, kindDisconnectNow:
		return &s.disconnect
	case kindPing:
		return &s.ping
	case kindSendReliable:
		return &s.sendReliable
	case kindSendUnreliable:
		return &s.sendUnreliable
	case kindSendUnsequenced:
		return &s.sendUnsequenced
	case kindSendFragment, kindSendUnreliableFragment:
		return &s.sendFragment
	case kindBandwidthLimit:
		return &s.bandwidthLimit
	case kindThrottleConfigure:
		return &s.throttleConfigure
	}
	return nil
}

// head begins every command.
type head struct {
	kind    kind
	channel uint8
	seq     uint16
}

// control is the channel of commands about the connection.
const control = 0xff

const headSize = 4

func (h head) append(b []byte) []byte {
	return binary.BigEndian.AppendUint16(append(b, uint8(h.kind), h.channel), h.seq)
}

// body is the part of a command after its head.
type body interface {
	// parse reads a body. Slices in it are those of the datagram.
	parse(r *reader)
}

// bodies is memory for a body of each kind, so that parsing allocates nothing.
type bodies struct {
	acknowledge       acknowledge
	connect           connect
	verifyConnect     verifyConnect
	disconnect        disconnect
	ping              ping
	sendReliable      sendReliable
	sendUnreliable    sendUnreliable
	sendUnsequenced   sendUnsequenced
	sendFragment      sendFragment
	bandwidthLimit    bandwidthLimit
	throttleConfigure throttleConfigure
}

// parse reads a command. Its body is valid until the next parse.
func (s *bodies) parse(r *reader) (head, body) {
	h := head{kind(r.u8()), r.u8(), r.u16()}
	b := s.of(h.kind)
	if b == nil {
		r.fail()
		return h, nil
	}
	b.parse(r)
	return h, b
}

// reader parses a datagram. Malformed ones are dropped silently, so fields need no names.
type reader struct{ proto.ByteReader }

func newReader(b []byte) reader { return reader{proto.ByteReader{Left: b}} }

func (r *reader) u8() uint8          { return r.U8("") }
func (r *reader) u16() uint16        { return r.U16("") }
func (r *reader) u32() uint32        { return r.U32("") }
func (r *reader) bytes(n int) []byte { return r.Take("", n) }
func (r *reader) failed() bool       { return r.Err != nil }
func (r *reader) fail()              { r.Stop(proto.ErrMalformed) }

// must fails unless a value is valid.
func (r *reader) must(ok bool) {
	if !ok {
		r.fail()
	}
}

// parameters are proposed by Connect and settled by VerifyConnect.
type parameters struct {
	number    uint16 // for the headers of datagrams to the sender
	incoming  uint8  // sessions, from the client's view
	outgoing  uint8
	mtu       uint32 // bytes
	window    uint32 // bytes
	channels  uint32 // 1-255
	bandwidth bandwidthLimit
	throttle  throttleConfigure
	connectID uint32
}

// noSession is the session before the first.
const noSession = 0xff

const (
	mtu    = 1400
	minMTU = 576
	maxMTU = 4096

	minWindow = 4096
	maxWindow = 65536

	maxChannels = 255
)

func (t *parameters) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, t.number)
	b = append(b, t.incoming, t.outgoing)
	b = binary.BigEndian.AppendUint32(b, t.mtu)
	b = binary.BigEndian.AppendUint32(b, t.window)
	b = binary.BigEndian.AppendUint32(b, t.channels)
	b = t.bandwidth.append(b)
	b = t.throttle.append(b)
	return binary.BigEndian.AppendUint32(b, t.connectID)
}

// parse accepts an MTU and a window out of bounds, as libenet does: agree clamps them.
func (t *parameters) parse(r *reader) {
	t.number = r.u16()
	t.incoming = r.u8()
	t.outgoing = r.u8()
	t.mtu = r.u32()
	t.window = r.u32()
	t.channels = r.u32()
	t.bandwidth.parse(r)
	t.throttle.parse(r)
	t.connectID = r.u32()
	r.must(t.number < noPeer)
	r.must(t.channels >= 1 && t.channels <= maxChannels)
}

// connect asks a host for a connection.
type connect struct {
	parameters
	data uint32 // of the client, for any use
}

func (c *connect) append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(c.parameters.append(b), c.data)
}

func (c *connect) parse(r *reader) {
	c.parameters.parse(r)
	c.data = r.u32()
}

// verifyConnect grants a client a connection.
type verifyConnect struct{ parameters }

const verifyConnectSize = headSize + 40

// ping only wants an acknowledgement.
type ping struct{}

const pingSize = headSize

func (*ping) parse(*reader) {}

// disconnect ends a connection.
type disconnect struct {
	data uint32 // of the side that ends it, for any use
}

func (d *disconnect) append(b []byte) []byte { return binary.BigEndian.AppendUint32(b, d.data) }

func (d *disconnect) parse(r *reader) { d.data = r.u32() }

// sendReliable is a reliable packet.
type sendReliable struct{ packet []byte }

func (s *sendReliable) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.packet)))
	return append(b, s.packet...)
}

func (s *sendReliable) parse(r *reader) {
	s.packet = r.bytes(int(r.u16()))
}

// sendUnreliable is a packet that may be lost, and does not arrive late.
type sendUnreliable struct {
	number uint16 // counts those since the reliable command before it, from 1
	packet []byte
}

func (s *sendUnreliable) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, s.number)
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.packet)))
	return append(b, s.packet...)
}

func (s *sendUnreliable) parse(r *reader) {
	s.number = r.u16()
	s.packet = r.bytes(int(r.u16()))
}

// sendUnsequenced is a packet that may be lost, or late.
type sendUnsequenced struct {
	group  uint16 // counts them
	packet []byte
}

const sendUnsequencedSize = headSize + 4 // and the packet; sendUnreliable's, too

func (s *sendUnsequenced) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, s.group)
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.packet)))
	return append(b, s.packet...)
}

func (s *sendUnsequenced) parse(r *reader) {
	s.group = r.u16()
	s.packet = r.bytes(int(r.u16()))
}

// sendFragment is a fragment of a packet, reliable or not.
type sendFragment struct {
	start    uint16 // sequence of the first fragment; if unreliable, number of the packet
	count    uint32 // of the fragments
	number   uint32 // of this one, from 0
	total    uint32 // length of the packet
	offset   uint32 // position of this fragment
	fragment []byte
}

const sendFragmentSize = headSize + 20 // and the fragment

func (s *sendFragment) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, s.start)
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.fragment)))
	b = binary.BigEndian.AppendUint32(b, s.count)
	b = binary.BigEndian.AppendUint32(b, s.number)
	b = binary.BigEndian.AppendUint32(b, s.total)
	b = binary.BigEndian.AppendUint32(b, s.offset)
	return append(b, s.fragment...)
}

func (s *sendFragment) parse(r *reader) {
	s.start = r.u16()
	length := r.u16()
	s.count = r.u32()
	s.number = r.u32()
	s.total = r.u32()
	s.offset = r.u32()
	s.fragment = r.bytes(int(length))
	r.must(length > 0 && s.fits())
}

// fits checks the fragment against the others of its packet: all have one length but the last, which is no longer. So
// fragments that agree on count, total and that length leave no gap.
func (s *sendFragment) fits() bool {
	length := s.length()
	count, number, total := uint64(s.count), uint64(s.number), uint64(s.total)
	if number >= count || uint64(s.offset) != number*length || total > count*length || total <= (count-1)*length {
		return false
	}
	return uint64(len(s.fragment)) == min(length, total-number*length)
}

// length returns the length of the fragments but the last.
func (s *sendFragment) length() uint64 {
	switch {
	case s.number+1 != s.count:
		return uint64(len(s.fragment))
	case s.number == 0:
		return uint64(s.total)
	}
	return uint64(s.offset) / uint64(s.number)
}

// acknowledge confirms a command.
type acknowledge struct {
	seq  uint16 // of that command
	sent uint16 // the time in that command's datagram
}

const acknowledgeSize = headSize + 4

func (a *acknowledge) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, a.seq)
	return binary.BigEndian.AppendUint16(b, a.sent)
}

func (a *acknowledge) parse(r *reader) {
	a.seq = r.u16()
	a.sent = r.u16()
}

// bandwidthLimit has its sender's limits, in bytes a second; 0 is no limit. It is not applied.
type bandwidthLimit struct{ incoming, outgoing uint32 }

func (l *bandwidthLimit) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, l.incoming)
	return binary.BigEndian.AppendUint32(b, l.outgoing)
}

func (l *bandwidthLimit) parse(r *reader) {
	l.incoming = r.u32()
	l.outgoing = r.u32()
}

// throttleConfigure has the wishes of its sender for delaying unreliable packets as the round trip grows. It is not
// applied, but a client requires its own back.
type throttleConfigure struct {
	interval     uint32 // ms
	acceleration uint32
	deceleration uint32
}

var usualThrottle = throttleConfigure{5000, 2, 2}

func (t *throttleConfigure) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, t.interval)
	b = binary.BigEndian.AppendUint32(b, t.acceleration)
	return binary.BigEndian.AppendUint32(b, t.deceleration)
}

func (t *throttleConfigure) parse(r *reader) {
	t.interval = r.u32()
	t.acceleration = r.u32()
	t.deceleration = r.u32()
}
