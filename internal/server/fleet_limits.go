package server

import (
	"context"
	"net/netip"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/net/admission"
	"dogfight/net/link"
)

// perDoor is how many connections a door may have to a host: it draws for many, who are limited where they come in.
const perDoor = 4096

// doorAddresses are where the doors of a fleet are.
type doorAddresses struct {
	known atomic.Pointer[map[netip.Addr]bool]
}

// has reports whether an address is of a door. Safe from any goroutine.
func (d *doorAddresses) has(a netip.Addr) bool {
	known := d.known.Load()
	return known != nil && (*known)[a.Unmap()]
}

// look looks up where the doors are that there are now.
func (d *doorAddresses) look(ctx context.Context, doors []fleet.Door) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	known := map[netip.Addr]bool{}
	for _, door := range doors {
		for _, a := range link.Resolve(ctx, door.Address) {
			known[a.Unmap()] = true
		}
	}
	d.known.Store(&known)
}

// fleetLimits returns what strangers may take of a host of a fleet, which plays so many matches.
func (s *Server) fleetLimits(l link.Limits, matches int) link.Limits {
	l.PerLocal, l.Total = perDoor, max(perDoor, 2*game.MaxShips*matches)
	l.HalfOpen = l.Total / 4
	l.Local = func(a netip.Addr) bool { return admission.IsLocal(a) || s.doorsAt.has(a) }
	return l
}
