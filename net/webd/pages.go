package webd

import (
	"hash/maphash"
	"net/netip"
	"sync"

	"dogfight/net/admission"
)

// pages bounds how much of pages the visitors of an address are sent, so that nobody takes the line that others play on.
// Some addresses may share what they have.
type pages struct {
	mu    sync.Mutex
	seed  maphash.Seed
	sites [1024]*admission.Brake // nil until an address there comes
}

// pagesTo returns the brake of an address, nil for none: local addresses have it all.
func (s *Server) pagesTo(remote string) *admission.Brake {
	from, err := netip.ParseAddrPort(remote)
	if err != nil || s.conf.Limits.Local(from.Addr()) {
		return nil
	}
	return s.pages.of(admission.Site(from.Addr()))
}

// of returns the brake of a site, which is safe from any goroutine.
func (p *pages) of(site netip.Prefix) *admission.Brake {
	p.mu.Lock()
	defer p.mu.Unlock()
	mine := &p.sites[maphash.Comparable(p.seed, site)%uint64(len(p.sites))]
	if *mine == nil {
		b := admission.NewBrake(pageRate, pageBurst)
		*mine = &b
	}
	return *mine
}
