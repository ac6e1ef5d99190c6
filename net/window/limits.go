package window

import (
	"cmp"
	"net/netip"

	"dogfight/net/admission"
)

// Limits bound what strangers can have drawn. A zero field means its default.
type Limits struct {
	PerAddress int // windows of an IPv4 address or an IPv6 /64; 8
	PerLocal   int // the same, of local addresses; 64, or PerAddress if that is more

	// Cells that are drawn on, beyond 80x24 a window; about 50 bytes each.
	Cells           int // in all; 1,048,576, or less if GOMEMLIMIT is low
	CellsPerAddress int // 65,536: one window of the largest size, or eight of 115x80; local addresses may have all

	Local func(netip.Addr) bool // whether an address is local; admission.IsLocal
}

func (l Limits) orDefaults() Limits {
	if l.Local == nil {
		l.Local = admission.IsLocal
	}
	l.PerAddress = cmp.Or(l.PerAddress, 8)
	l.PerLocal = cmp.Or(l.PerLocal, max(64, l.PerAddress))
	l.Cells, l.CellsPerAddress = cmp.Or(l.Cells, 1<<20), cmp.Or(l.CellsPerAddress, 1<<16)
	return l
}
