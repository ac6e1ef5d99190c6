package gateway

import (
	"net"
	"time"

	"dogfight/proto/dialect/dogfight"
)

func (g *Gateway) openDogfight() error { return g.openStreamsOf(g.dogfightSession) }

func (g *Gateway) dogfightSession(conn net.Conn) Session {
	s := dogfight.NewSession(g.conf.Classic)
	if g.conf.Classic {
		s.Room = roomOf(conn)
		keepAsking(conn)
	}
	return s
}

// keepAsking has the system ask the peer of an idle connection every second. If word of new room there is lost,
// nothing else would bring it: there is nothing on the way whose receipt would be confirmed.
func keepAsking(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: time.Second, Interval: 5 * time.Second, Count: 12})
	}
}
