package swarm

import (
	"dogfight/net/link"
	"dogfight/proto"
)

// traffic is what went over a pilot's links.
type traffic struct {
	bytesIn, bytesOut uint64 // with all that is around packets
	dataIn, dataOut   uint64 // data packets; before conditions of ours lose any
	orderBytes        uint64 // of those in, the orders alone
	largest           int    // of those in, with all that is around it
}

func (t *traffic) add(o traffic) {
	t.bytesIn += o.bytesIn
	t.bytesOut += o.bytesOut
	t.dataIn += o.dataIn
	t.dataOut += o.dataOut
	t.orderBytes += o.orderBytes
	t.largest = max(t.largest, o.largest)
}

// since returns what came after o was taken. The largest packet it leaves alone.
func (t traffic) since(o traffic) traffic {
	t.bytesIn -= o.bytesIn
	t.bytesOut -= o.bytesOut
	t.dataIn -= o.dataIn
	t.dataOut -= o.dataOut
	t.orderBytes -= o.orderBytes
	return t
}

// tap counts what is received over a link. It belongs to the pilot's scheduler.
type tap struct {
	link.Link
	heard  traffic
	orders proto.Orders // reused
}

// Receive is that of the link.
func (t *tap) Receive(buf []byte) (link.Packet, bool) {
	p, ok := t.Link.Receive(buf)
	if ok && p.Channel == link.Data {
		t.heard.dataIn++
		t.heard.orderBytes += uint64(ordersIn(p.Bytes, &t.orders))
		t.heard.largest = max(t.heard.largest, len(p.Bytes)+t.around())
	}
	return p, ok
}

// around returns how many bytes are around a data packet to a client that comes
// alone: of a datagram its sequence number, tag, UDP and IPv4 headers; of a frame
// its own header, and those of a TLS record, TCP and IPv4.
func (t *tap) around() int {
	if t.Kind() == "udp" {
		return 2 + 16 + 8 + 20
	}
	return 4 + 22 + 20 + 20
}

// take returns the traffic so far, and begins anew to look for the largest packet.
func (t *tap) take() traffic {
	sum, counts := t.heard, t.Counts()
	sum.bytesIn, sum.bytesOut, sum.dataOut = counts.WireIn, counts.WireOut, counts.DataOut
	t.heard.largest = 0
	return sum
}
