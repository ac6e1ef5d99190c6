package lan

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"time"
)

// Announcer announces a match on the networks of this machine.
type Announcer struct {
	ID     uint64
	Title  string
	Listen netip.AddrPort // of the host; an unspecified address: all of this machine
	Web    WebDoor
	Folder string       // for matches on this machine; "" for none
	Log    *slog.Logger // nil: silent

	announced  string // the current networks, as text to compare with
	responders []*responder
}

// Run announces the match until ctx is done. It follows the machine to other networks.
func (a *Announcer) Run(ctx context.Context) {
	a.announced = "" // it may have been withdrawn
	renew := time.NewTicker(renewal)
	defer renew.Stop()
	defer a.withdraw()
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

// here returns the match as seen from this machine.
func (a *Announcer) here() instance {
	m := instance{ID: a.ID, web: a.Web.URL}
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

// renew announces the match on the networks, unless that is done.
func (a *Announcer) renew(on []network) {
	var wanted []network
	for _, n := range on {
		n.at = slices.DeleteFunc(n.at, func(addr netip.Addr) bool { return !a.listensAt(addr) })
		if n.at = n.at[:min(len(n.at), maxAddresses)]; len(n.at) > 0 {
			wanted = append(wanted, n)
		}
	}
	if now := fmt.Sprint(wanted); now != a.announced {
		a.withdraw()
		a.announced = now
		a.announce(wanted)
	}
}

func (a *Announcer) listensAt(addr netip.Addr) bool {
	listen := a.Listen.Addr().Unmap()
	if listen.IsUnspecified() {
		return addr.Is4() || listen.Is6()
	}
	return listen.WithZone("") == addr
}

// announce starts responders on each network where the system allows it. They announce the machine's addresses on that
// network only.
func (a *Announcer) announce(on []network) {
	var failed error
	for _, n := range on {
		for _, v4 := range n.families() {
			r, err := a.respond(n, v4)
			if err != nil {
				failed = err
				continue
			}
			a.responders = append(a.responders, r)
		}
	}
	if len(on) > 0 && len(a.responders) == 0 && a.Log != nil {
		a.Log.Info("the match is not announced on the network: players need wanted address", "err", failed)
	}
}

func (a *Announcer) respond(on network, v4 bool) (*responder, error) {
	z := newZone(a.ID, a.Title, a.Listen.Port(), on.at)
	if web := a.Web.record(on.at, v4); web != "" {
		z.txt = append(z.txt, web)
	}
	return respond(on, v4, z)
}

// withdraw ends announce.
func (a *Announcer) withdraw() {
	for _, r := range a.responders {
		r.close()
	}
	a.responders, a.announced = nil, ""
}
