//go:build !linux

package link

import (
	"errors"
	"net"
	"net/netip"
)

func newUDPIO(conn *net.UDPConn) udpIO { return &oneByOne{UDPConn: NewUDPConn(conn)} }

func newNonblocking(netip.AddrPort) (nonblocking, error) { return nil, errors.ErrUnsupported }
