package link

import "net"

// batchSender sends datagrams and counts each. One that the system does not take
// is lost, as it could have been on its way.
type batchSender interface{ send(batch []envelope) }

// oneByOne sends datagrams with a call for each. Every system can.
type oneByOne struct{ conn *net.UDPConn }

func (s oneByOne) send(batch []envelope) {
	for _, e := range batch {
		_, err := s.conn.WriteToUDPAddrPort(e.bytes, e.to)
		e.count(err)
	}
}
