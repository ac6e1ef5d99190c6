package relay

import "net/netip"

// Via is all that an end of a spliced pair needs to use the relay's UDP. The zero value means that there is none.
type Via struct {
	Relay  netip.AddrPort // of UDP
	Number uint64         // of this end; the relay and this end alone know it
}
