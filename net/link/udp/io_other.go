//go:build !linux

package udp

import "net"

func newUDPIO(conn *net.UDPConn) udpIO { return &oneByOne{Conn: NewConn(conn)} }
