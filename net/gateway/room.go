package gateway

import "net"

// room is a connection that knows how many bytes would arrive in one piece if they were sent now, and how many ever would.
type room interface{ Room() (now, most int) }

// roomOf returns how to ask a connection for that. It is nil if there is nobody to ask: then all is written, and a
// player who does not read is waited for.
func roomOf(conn net.Conn) func() (now, most int) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		return tcpRoom(tcp)
	}
	if r, ok := conn.(room); ok {
		return r.Room
	}
	return nil
}
