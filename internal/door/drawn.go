package door

import (
	"dogfight/net/link"
	"dogfight/net/link/trust"
	"dogfight/proto"
)

// Follow dials the host to which a client in this process is sent, with the certificate that its ticket names.
func (d *Door) Follow(p proto.Place) link.Link {
	return link.DialAs(p.Address, trust.Only(p.Fingerprint), d.shown)
}
