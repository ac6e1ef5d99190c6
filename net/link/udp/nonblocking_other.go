//go:build !linux

package udp

import (
	"errors"
	"net/netip"
)

func newNonblocking(netip.AddrPort) (nonblocking, error) { return nil, errors.ErrUnsupported }
