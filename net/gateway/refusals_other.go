//go:build !linux

package gateway

import (
	"net"
	"net/netip"
)

// Elsewhere a socket that is not connected hears nothing of what is refused.

func hearRefusals(*net.UDPConn) {}

func eachRefusal(*net.UDPConn, func(netip.AddrPort)) {}
