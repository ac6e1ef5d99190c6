//go:build !linux

package link

import (
	"errors"
	"net/netip"
)

func newNonblocking(netip.AddrPort) (nonblocking, error) { return nil, errors.ErrUnsupported }
