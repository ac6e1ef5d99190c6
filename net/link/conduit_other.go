//go:build !linux

package link

import "net"

func newConduit(conn *net.UDPConn) conduit { return &oneByOne{UDPConn: conn} }
