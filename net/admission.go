package net

import (
	"log/slog"
	"net/netip"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

// admission decides who may come into a match, and how many ships the players of an
// address may have.
type gate struct {
	bans     *admission.Bans
	linked   func(identity string) []string // see HostConfig.LinkedKeys; nil: nobody has another
	muted    mutes
	password *passwordCheck

	perAddress int                   // see HostConfig
	local      func(netip.Addr) bool // see HostConfig

	log *slog.Logger
}

const (
	// seatsPerAddress is how many ships the players of an address have at most: as many
	// as a household or a club may bring, and few enough that one does not take the match.
	seatsPerAddress = 8
	// wideBits is what a provider gives a customer who asks for more than one IPv6 /64, and
	// wideShare how many times as many ships as one of those it may have.
	wideBits, wideShare = 48, 2
	// wideBits4 is of the IPv4 network in which a customer may have several addresses.
	wideBits4 = 24
)

// banned is what a banned player is told.
const banned = "you are banned from this host"

// refusal says why a peer that has said hello may not come in, whatever it wants there; nil if it may.
func (a *gate) refusal(p *peer, keys []string) *proto.Reject {
	switch from := p.link.Remote(); {
	case a.bars(from, keys):
		a.log.Info("refused", "why", "banned", "from", from, "identity", p.link.Identity())
		return &proto.Reject{Code: proto.RejectBanned, Reason: banned}
	case !a.password.passes(p):
		return &proto.Reject{Code: proto.RejectPassword, Reason: closedMatch}
	}
	return nil
}

// linkedKeys returns all identities of the player who has one; none for "".
func (a *gate) linkedKeys(identity string) []string {
	switch {
	case identity == "":
		return nil
	case a.linked == nil:
		return []string{identity}
	}
	return a.linked(identity)
}

// bars reports whether a player is banned by address or one of their identities. The
// player who hosts never is.
func (a *gate) bars(address string, keys []string) bool {
	return address != link.Here && a.bans.Bars(address, keys...)
}

// barred returns those who are banned now.
func (a *gate) barred(pilots []*pilot) (hit []*pilot) {
	for _, p := range pilots {
		if a.bars(p.Address, a.linkedKeys(p.Identity)) {
			hit = append(hit, p)
		}
	}
	return hit
}

// hitBy returns those whom a ban would throw out.
func (a *gate) hitBy(b admission.Ban, pilots []*pilot) (hit []*pilot) {
	for _, p := range pilots {
		if p.Address != link.Here && b.Hits(p.Address, a.linkedKeys(p.Identity)...) {
			hit = append(hit, p)
		}
	}
	return hit
}

// crowded reports whether as many others from the pilot's address have ships as may
// have. Seats that wait for their players count as well.
func (a *gate) crowded(p *pilot, seats *[game.MaxShips]*pilot) bool {
	at := link.SiteOf(p.Address)
	if !at.IsValid() { // in this program, or over something without addresses
		return false
	}
	most := a.seatsFor(p.Address)
	wide := netip.PrefixFrom(at.Addr(), min(wideBits, at.Bits())).Masked()
	near, around := 0, 0
	for _, other := range seats {
		if other == nil || other == p || other.Address == "" {
			continue
		}
		if from := link.SiteOf(other.Address); from == at {
			near++
		} else if !at.Addr().Is6() || !wide.Contains(from.Addr()) {
			continue
		}
		around++
	}
	return near >= most || around >= most*wideShare
}

// kickSite returns the network that has one vote on a kick, however many players come from it: a stranger may have all of an IPv4 /24 or an
// IPv6 /48. On the host's own network each address has one, as each of a LAN party's machines: no stranger comes from there. All of this
// machine have one, for its tunnels and proxies bring strangers.
func (a *gate) kickSite(address string) netip.Prefix {
	from, _ := netip.ParseAddrPort(address)
	at, bits := from.Addr().Unmap().WithZone(""), wideBits
	switch {
	case at.IsLoopback():
		at, bits = netip.IPv6Loopback(), 128
	case a.local != nil && a.local(at):
		bits = at.BitLen()
	case at.Is4():
		bits = wideBits4
	}
	site, _ := at.Prefix(bits) // the zero Prefix of the zero Addr
	return site
}

// seatsFor returns how many ships the players of an address may have.
func (a *gate) seatsFor(address string) int {
	from, _ := netip.ParseAddrPort(address)
	switch at := from.Addr().Unmap(); {
	case at.IsLoopback(), a.local != nil && a.local(at):
		return game.MaxShips
	case a.perAddress > 0:
		return a.perAddress
	}
	return seatsPerAddress
}
