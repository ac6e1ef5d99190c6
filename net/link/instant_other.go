//go:build !linux

package link

import (
	"errors"
	"net/netip"
)

func newInstant(netip.AddrPort) (instant, error) { return nil, errors.ErrUnsupported }
