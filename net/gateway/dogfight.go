package gateway

import (
	"net"
	"time"

	"dogfight/proto/dialect/dogfight"
)

func (g *Gateway) openDogfight() error { return g.openStreams(g.dogfightSession) }

func (g *Gateway) dogfightSession(conn net.Conn) session {
	s := dogfight.NewSession(g.conf.Classic)
	if g.conf.Classic {
		s.Room = roomOf(conn)
		if tcp, ok := conn.(*net.TCPConn); ok {
			// The system probes the idle peer. If its window update is lost, nothing else would bring another one, as no data
			// is under way.
			tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: time.Second, Interval: 5 * time.Second, Count: 12})
		}
	}
	return s
}

// roomOf returns a function for the number of bytes that would arrive in one piece if sent now, and the most that ever
// would. It is nil if the connection does not know: then everything is written, and a player that does not read is waited
// for.
func roomOf(conn net.Conn) func() (now, most int) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		return tcpRoom(tcp)
	}
	if r, ok := conn.(interface{ Room() (now, most int) }); ok {
		return r.Room
	}
	return nil
}
