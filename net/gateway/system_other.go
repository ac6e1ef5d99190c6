//go:build !linux

package gateway

import (
	"net"
	"net/netip"
)

// Elsewhere an unconnected socket gets no refusals.

func enableRefusals(*net.UDPConn) {}

func eachRefusal(*net.UDPConn, func(netip.AddrPort)) {}

func tcpRoom(*net.TCPConn) func() (now, most int) { return nil }
