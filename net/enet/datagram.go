package enet

import (
	"encoding/binary"
	"time"
)

// header begins every datagram.
type header struct {
	peer    uint16 // the number given by its receiver, or noPeer
	session uint8  // 0-3
	timed   bool
	sent    uint16 // in ms, if timed
}

// noPeer is the number of a peer without one.
const noPeer = 0xfff

const (
	flagTimed      = 1 << 15
	flagCompressed = 1 << 14
	sessionShift   = 12
)

const (
	shortHeader = 2 // bytes, without a sent time
	longHeader  = 4
)

func (h header) append(b []byte) []byte {
	first := h.peer | uint16(h.session)<<sessionShift
	if !h.timed {
		return binary.BigEndian.AppendUint16(b, first)
	}
	b = binary.BigEndian.AppendUint16(b, first|flagTimed)
	return binary.BigEndian.AppendUint16(b, h.sent)
}

func (h *header) parse(r *reader) {
	first := r.u16()
	r.must(first&flagCompressed == 0)
	h.peer = first & noPeer
	h.session = uint8(first >> sessionShift & 3)
	h.timed = first&flagTimed != 0
	h.sent = 0
	if h.timed {
		h.sent = r.u16()
	}
}

// datagram is the datagram that is being built.
type datagram struct {
	buf      []byte // with room for a long header, and then commands
	commands int
	timed    bool // a command in it wants an acknowledgement
}

// maxCommands is libenet's limit for a datagram.
const maxCommands = 32

func (d *datagram) reset() {
	if d.buf == nil {
		d.buf = make([]byte, longHeader, maxMTU)
	}
	d.buf, d.commands, d.timed = d.buf[:longHeader], 0, false
}

// room sends the gathered commands for p if size more bytes do not fit.
func (h *host) room(p *peer, size int) {
	if h.out.commands == maxCommands || len(h.out.buf)+size > p.mtu {
		h.emit(p)
	}
}

// put adds a command for p.
func (h *host) put(p *peer, command []byte) {
	h.room(p, len(command))
	h.out.buf = append(h.out.buf, command...)
	h.out.commands++
	h.out.timed = h.out.timed || kind(command[0]).wantsAck()
}

// emit sends the gathered commands for p.
func (h *host) emit(p *peer) {
	d := &h.out
	if d.commands == 0 {
		return
	}
	hd := header{peer: p.theirs, timed: d.timed, sent: h.stamp(p)}
	if p.theirs != noPeer {
		hd.session = p.session.outgoing
	}
	begin := 0
	if !d.timed {
		begin = longHeader - shortHeader
	}
	hd.append(d.buf[begin:begin])
	if p.state != acknowledgingConnect || p.handshake.budget.Allow(len(d.buf)-begin) {
		h.config.Send(p.addr, d.buf[begin:])
	}
	d.reset()
}

// stamp returns the sent time of a datagram to p now. Unproven peers always get the same, so that one number
// distinguishes peers that received something from those that guess.
func (h *host) stamp(p *peer) uint16 {
	if p.state == acknowledgingConnect {
		return p.clock
	}
	return uint16(h.now/time.Millisecond) + p.clock
}
