package link

import "net"

// oneByOne sends datagrams with a call for each. Every system can.
type oneByOne struct{ conn *net.UDPConn }

// send sends a batch and counts each datagram. One that the system does not take
// is lost, as it could have been on its way.
func (s oneByOne) send(batch []envelope) {
	for _, e := range batch {
		_, err := s.conn.WriteToUDPAddrPort(e.bytes, e.to)
		e.count(err)
	}
}

func newSender(conn *net.UDPConn) oneByOne { return oneByOne{conn} }
