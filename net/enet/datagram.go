package enet

import "time"

// datagram is one that is being made.
type datagram struct {
	buf      []byte // with room for a long header, and then commands
	commands int
	timed    bool // a command in it wants to be acknowledged
}

// maxCommands is as many as libenet puts into a datagram.
const maxCommands = 32

func (d *datagram) reset() {
	if d.buf == nil {
		d.buf = make([]byte, longHeader, maxMTU)
	}
	d.buf, d.commands, d.timed = d.buf[:longHeader], 0, false
}

// room sends what has gathered for p if not so many bytes more go with it.
func (h *Host) room(p *Peer, size int) {
	if h.out.commands == maxCommands || len(h.out.buf)+size > p.mtu {
		h.emit(p)
	}
}

// put adds a command for p.
func (h *Host) put(p *Peer, command []byte) {
	h.room(p, len(command))
	h.out.buf = append(h.out.buf, command...)
	h.out.commands++
	h.out.timed = h.out.timed || kind(command[0]).wantsAck()
}

// emit sends what has gathered for p.
func (h *Host) emit(p *Peer) {
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

// stamp is the sent time of what goes to p now. Unproven peers always get the same, so that
// one number tells peers that received something from those that guess.
func (h *Host) stamp(p *Peer) uint16 {
	if p.state == acknowledgingConnect {
		return p.clock
	}
	return uint16(h.now/time.Millisecond) + p.clock
}
