package door

import (
	"net/netip"
	"slices"

	"dogfight/internal/fleet"
	"dogfight/net/link"
	"dogfight/proto"
)

// Follow dials the host to which the one at the address by has sent a client in this process, with the certificate that its ticket names.
// The directory must have the host: a door may reach what strangers must not.
func (d *Door) Follow(to proto.Place, by netip.Addr) link.Link {
	if !slices.ContainsFunc(d.view.Hosts(), func(h fleet.Host) bool { return h.Address == to.Address && h.Fingerprint == to.Fingerprint }) {
		d.log.Warn("a player is sent to a host that the directory does not have", "to", to.Address, "by", by)
		near, _ := link.PipeOf(to.Address, "")
		near.Close()
		return near
	}
	return link.DialSent(to.Address, by, link.OnlyHost(to.Fingerprint), &d.shown)
}
