package lan

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"time"

	"github.com/hashicorp/mdns"
)

// Announcer says that there is a match.
type Announcer struct {
	ID     uint64 // of the match
	Title  string
	Listen netip.AddrPort // of the host; an unspecified address is every one of this machine
	Folder string         // for matches on this machine; "" for none
	Log    *slog.Logger   // nil: silent

	said    string // what is announced now
	servers []*mdns.Server
}

// Run announces the match until ctx is done. It goes along when the machine moves to
// other networks.
func (a *Announcer) Run(ctx context.Context) {
	renew := time.NewTicker(renewal)
	defer renew.Stop()
	defer a.hush()
	defer folder(a.Folder).remove(a.ID)
	for {
		folder(a.Folder).write(a.here())
		a.renew(networks())
		select {
		case <-renew.C:
		case <-ctx.Done():
			return
		}
	}
}

// here is the match as seen from this machine.
func (a *Announcer) here() Match {
	m := Match{ID: a.ID}
	addr, port := a.Listen.Addr().Unmap(), a.Listen.Port()
	if !addr.IsUnspecified() {
		m.add(netip.AddrPortFrom(addr, port))
		return m
	}
	m.add(netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port))
	if addr.Is6() {
		m.add(netip.AddrPortFrom(netip.IPv6Loopback(), port))
	}
	return m
}

// renew announces the match on the networks, unless that is what it does already.
func (a *Announcer) renew(on []network) {
	var at []netip.Addr
	on = slices.DeleteFunc(on, func(n network) bool {
		mine := slices.DeleteFunc(n.at, func(addr netip.Addr) bool { return !a.listensAt(addr) })
		at = append(at, mine...)
		return len(mine) == 0
	})
	at = at[:min(len(at), maxAddresses)]
	if now := fmt.Sprint(on, at); now != a.said {
		a.hush()
		a.said = now
		a.speak(on, at)
	}
}

func (a *Announcer) listensAt(addr netip.Addr) bool {
	listen := a.Listen.Addr().Unmap()
	if listen.IsUnspecified() {
		return addr.Is4() || listen.Is6()
	}
	return listen.WithZone("") == addr
}

// speak has a server on each network, where the system lets us.
func (a *Announcer) speak(on []network, at []netip.Addr) {
	if len(on) == 0 {
		return
	}
	said, err := zone(a.ID, a.Title, a.Listen.Port(), at)
	for _, n := range on {
		if err != nil {
			break
		}
		var s *mdns.Server
		if s, err = mdns.NewServer(&mdns.Config{Zone: said, Iface: &n.iface, Logger: silence}); err == nil {
			a.servers = append(a.servers, s)
		}
	}
	if len(a.servers) == 0 && a.Log != nil {
		a.Log.Info("the match is not announced on the network: players need its address", "err", err)
	}
}

// hush ends what speak began.
func (a *Announcer) hush() {
	for _, s := range a.servers {
		s.Shutdown()
	}
	a.servers, a.said = nil, ""
}
