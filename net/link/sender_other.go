//go:build !linux

package link

import "net"

func newSender(conn *net.UDPConn) batchSender { return oneByOne{conn} }
