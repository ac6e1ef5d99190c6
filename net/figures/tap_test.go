package figures

import (
	"dogfight/net/link"
	"dogfight/proto"
)

// tap is a link that looks at the Orders which come out of it.
type tap struct {
	link.Link
	packets, coded int
	orders         proto.Orders
}

func (l *tap) Receive(buf []byte) (link.Packet, bool) {
	p, ok := l.Link.Receive(buf)
	if ok && p.Channel == link.Data && l.orders.Parse(p.Bytes, 0) == nil {
		l.packets++
		l.coded += len(p.Bytes) - orderHeader
		if l.orders.Pong != nil {
			l.coded -= pongLength
		}
	}
	return p, ok
}

const (
	orderHeader = 7
	pongLength  = 7
)
