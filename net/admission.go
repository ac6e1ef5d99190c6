package net

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"

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
const bannedText = "you are banned from this host"

// refusal says why a peer that has said hello may not come in, whatever it wants there; nil if it may.
func (a *gate) refusal(p *peer, keys []string) *proto.Reject {
	switch from := p.link.Remote(); {
	case a.isBanned(from, keys):
		a.log.Info("refused", "why", "banned", "from", from, "identity", p.link.Identity())
		return &proto.Reject{Code: proto.RejectBanned, Reason: bannedText}
	case !a.password.passes(p):
		return &proto.Reject{Code: proto.RejectPassword, Reason: passwordNeededText}
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
func (a *gate) isBanned(address string, keys []string) bool {
	return address != link.Here && a.bans.Bars(address, keys...)
}

// barred returns those who are banned now.
func (a *gate) bannedPilots(pilots []*pilot) (hit []*pilot) {
	for _, p := range pilots {
		if a.isBanned(p.Address, a.linkedKeys(p.Identity)) {
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

// BanBy says what of a pilot is banned.
type BanBy uint8

// What there is to ban.
const (
	ByBoth    BanBy = 0 // their key and their address, as far as they are known
	ByKey     BanBy = 1
	ByAddress BanBy = 2 // of IPv6 its /64
)

// Ban is what was banned, and whom that threw out.
type Ban struct {
	What []string
	Hit  []Present
}

// UnsureError refuses what would hit others than may be meant, until the operator asks for it
// again and is sure.
type UnsureError struct {
	Hit  []Present
	Wide bool // it is of a network as large as a country's
}

func (e *UnsureError) Error() string {
	var all []string
	for _, p := range e.Hit {
		all = append(all, p.String())
	}
	switch hit := strings.Join(all, ", "); {
	case e.Wide && hit == "":
		return "that network is as large as a country's"
	case e.Wide:
		return "that network is as large as a country's, and this would hit " + hit
	default:
		return "this would hit " + hit
	}
}

// String names a pilot as no other can be named.
func (p Present) String() string { return fmt.Sprintf("%s (#%d)", p.Name, p.ID) }

// Ban bans an identity, an address or a network, and throws out the
// players who are there by it. The comment is kept with the ban. The player who hosts is
// out of reach. Unless the operator is sure, an *UnsureError says that an address or a network has several, or
// is large.
func (o *Operator) Ban(what, comment string, sure bool) (done Ban, err error) {
	err = o.requests.ask(func() error {
		b, err := admission.ParseBan(what)
		if err != nil {
			return err
		}
		hit := listPresent(o.admission.hitBy(b, o.match.pilots))
		byKey := strings.HasPrefix(b.What, "SHA256:")
		if !sure && (b.Wide() || len(hit) > 1 && !byKey) {
			return &UnsureError{hit, b.Wide()}
		}
		done, err = o.ban(comment, []string{b.What}, hit)
		return err
	})
	return done, err
}

// BanPilot bans a player by what is known of them. Unless the operator is sure, an *UnsureError
// says that others would be hit.
func (o *Operator) BanPilot(id uint16, by BanBy, comment string, sure bool) (done Ban, err error) {
	err = o.requests.ask(func() error {
		p, err := o.player(id)
		if err != nil {
			return err
		}
		whats, err := p.bannable(by)
		if err != nil {
			return err
		}
		var hit []*pilot
		for _, what := range whats {
			b, err := admission.ParseBan(what)
			if err != nil {
				return err
			}
			for _, other := range o.admission.hitBy(b, o.match.pilots) {
				if !slices.Contains(hit, other) {
					hit = append(hit, other)
				}
			}
		}
		own := o.admission.linkedKeys(p.Identity)
		others := slices.ContainsFunc(hit, func(q *pilot) bool { return q != p && !slices.Contains(own, q.Identity) })
		if others && !sure {
			return &UnsureError{Hit: listPresent(hit)}
		}
		done, err = o.ban(cmp.Or(comment, p.Name), whats, listPresent(hit))
		return err
	})
	return done, err
}

// bannable returns what a pilot can be banned by.
func (p *pilot) bannable(by BanBy) (whats []string, err error) {
	if p.Address == link.Here {
		return nil, fmt.Errorf("%s is the host's own pilot", p.Name)
	}
	if p.Identity != "" && by != ByAddress {
		whats = append(whats, p.Identity)
	}
	if at := admission.BanPlace(p.Address); at != "" && by != ByKey {
		whats = append(whats, at)
	}
	if whats == nil {
		return nil, fmt.Errorf("%s has no key or address to ban", p.Name)
	}
	return whats, nil
}

// ban keeps a ban, and throws out those whom it hits.
func (o *Operator) ban(comment string, whats []string, hit []Present) (Ban, error) {
	if err := o.admission.bans.Add(whats[0], comment, whats[1:]...); err != nil {
		return Ban{}, err
	}
	o.enforceBans()
	return Ban{whats, hit}, nil
}

// Unban undoes a ban, of that and of what was banned with it.
func (o *Operator) Unban(what string) (gone admission.Ban, err error) {
	err = o.requests.ask(func() error {
		gone, err = o.admission.bans.Remove(what)
		return err
	})
	return gone, err
}

func listPresent(pilots []*pilot) (all []Present) {
	for _, p := range pilots {
		all = append(all, p.present())
	}
	return all
}

// BanBeside has the bans of others hold beside the host's own, those of a fleet, instead of the ones that did so before, and throws
// out those whom they hit.
func (o *Operator) BanBeside(others []admission.Ban) error {
	o.admission.bans.Beside(others)
	return o.requests.ask(func() error {
		o.enforceBans()
		return nil
	})
}

// enforceBans throws out all who are banned.
func (o *Operator) enforceBans() {
	for _, p := range o.admission.bannedPilots(o.match.pilots) {
		o.remove(p, bannedText)
	}
}
