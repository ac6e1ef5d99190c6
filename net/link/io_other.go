//go:build !linux

package link

import "net"

func newUDPIO(conn *net.UDPConn) udpIO { return &oneByOne{UDPConn: NewUDPConn(conn)} }
