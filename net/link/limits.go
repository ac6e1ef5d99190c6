package link

import (
	"cmp"
	"log/slog"
	"net/netip"
	"time"

	"dogfight/net/admission"
)

// Limits bound what strangers can take from a host. A zero field means its default.
type Limits struct {
	ControlIn  int           // the largest control packet taken from a peer; 4 KiB
	HalfOpen   int           // connections that have not come in, which is for the owner of the Listener to say; 128
	PerAddress int           // connections of an IPv4 address or an IPv6 /64; 8
	PerLocal   int           // the same, of local addresses; 64, for a LAN party, or PerAddress if that is more
	Total      int           // connections in all; 1,024
	Handshake  time.Duration // until a TLS handshake must be through; 5 s

	Local func(netip.Addr) bool // whether an address is local; admission.IsLocal
	Log   *slog.Logger          // of a Listener; nil: silent

	// What is taken from a connection on Data each second, and after a pause at
	// once. What exceeds it is dropped. A client sends 60 small packets a
	// second at most.
	DataPackets int // 128
	DataBytes   int // 32 KiB
}

func (l Limits) orDefaults() Limits {
	return Limits{
		ControlIn: cmp.Or(l.ControlIn, 4<<10),
		HalfOpen:  l.HalfOpen, PerAddress: l.PerAddress, PerLocal: l.PerLocal, Total: l.Total, Local: l.Local, Log: l.Log, // see admission
		Handshake: cmp.Or(l.Handshake, 5*time.Second),

		DataPackets: cmp.Or(l.DataPackets, 128),
		DataBytes:   cmp.Or(l.DataBytes, 32<<10),
	}
}

// admission returns the limits on connections.
func (l *Limits) admission() admission.Limits {
	return admission.Limits{HalfOpen: l.HalfOpen, PerAddress: l.PerAddress, PerLocal: l.PerLocal, Total: l.Total, Local: l.Local}
}

// SiteOf returns the network that a peer's subscriber has, by what Link.Remote names
// the peer: the zero Prefix if that is no address.
func SiteOf(remote string) netip.Prefix {
	at, _ := netip.ParseAddrPort(remote)
	return admission.Site(at.Addr())
}
