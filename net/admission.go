package net

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

// gate decides which players may join a match, and how many ships the players of an address may have.
type gate struct {
	bans     *admission.Bans
	linked   func(identity string) []string // see HostConfig.LinkedKeys; may be nil
	muted    mutes
	password *passwordCheck

	perAddress int                   // see HostConfig
	access     *Access               // owned by Run
	local      func(netip.Addr) bool // see HostConfig

	log *slog.Logger
}

const (
	// seatsPerAddress is the default of HostOptions.PerAddress: enough for a household or a club, too few to fill a match.
	seatsPerAddress = 8
	// wideBits is the IPv6 prefix that a provider gives a customer for several /64 networks; it may have wideShare times the ships of one.
	wideBits, wideShare = 48, 2
	// wideBits4 is the IPv4 prefix in which a customer may have several addresses.
	wideBits4 = 24
)

// bannedText is the answer to a banned player, and unlistedText to one that is not among those allowed.
const (
	bannedText   = "you are banned from this host"
	unlistedText = "only players on the list of this host may join: its operator can add your key, which dogfight id prints"
)

// refusal says why a peer may not come in, or nil.
func (a *gate) refusal(p *peer, keys []string) *proto.Reject {
	from := p.link.Remote()
	switch why := a.bar(from, keys); {
	case why != "":
		a.log.Info("refused", "why", why, "from", from, "identity", p.link.Identity())
		return &proto.Reject{Code: proto.RejectBanned, Reason: why}
	case !a.password.passes(p):
		return &proto.Reject{Code: proto.RejectPassword, Reason: passwordNeededText}
	}
	return nil
}

// linkedKeys returns all identities of a player, given one; none for "".
func (a *gate) linkedKeys(identity string) []string {
	switch {
	case identity == "":
		return nil
	case a.linked == nil:
		return []string{identity}
	}
	return a.linked(identity)
}

// bar returns why a player may not be here, by address and keys, or "". The local player of the host always may.
func (a *gate) bar(address string, keys []string) string {
	switch {
	case address == link.Here:
	case a.bans.Bars(address, keys...):
		return bannedText + a.bans.Terms(address, keys...)
	case a.access.Allowed != nil && !holds(a.access.Allowed, address, keys):
		return unlistedText
	}
	return ""
}

// hitBy returns the pilots that a ban would remove.
func (a *gate) hitBy(b admission.Ban, pilots []*pilot) (hit []*pilot) {
	for _, p := range pilots {
		if p.Address != link.Here && b.Hits(p.Address, a.linkedKeys(p.Identity)...) {
			hit = append(hit, p)
		}
	}
	return hit
}

// crowded reports whether other pilots of the pilot's address have all the ships they may have. Kept seats count.
func (a *gate) crowded(p *pilot, seats *[game.MaxShips]*pilot) bool {
	at := link.SiteOf(p.Address)
	if !at.IsValid() { // in this process, or over a line without addresses
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

// kickSite returns the network that has one vote on a kick: an attacker may have all of an IPv4 /24 or an IPv6 /48. In the host's own
// network each address has a vote, as no stranger is there. This machine has one, as its tunnels and proxies bring strangers.
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

// BanBy selects the properties of a pilot that are banned.
type BanBy uint8

// The values of BanBy.
const (
	ByBoth    BanBy = 0 // key and address, as far as they are known
	ByKey     BanBy = 1
	ByAddress BanBy = 2 // for IPv6 its /64
)

// Ban is a ban, and the players that it removed.
type Ban struct {
	What []string
	Hit  []PilotInfo
}

// UnsureError rejects a ban that would hit more players than may be meant. The operator may repeat it as sure.
type UnsureError struct {
	Hit  []PilotInfo
	Wide bool // the network is as large as a country's
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

// String names a pilot uniquely.
func (p PilotInfo) String() string { return fmt.Sprintf("%s (#%d)", p.Name, p.ID) }

// Ban bans an identity, an address or a network until a time, or for good if that is zero, and removes the players it hits; the host's
// local player is never hit. The comment is stored with the ban; players with a ban that ends read it. Unless sure is set, a ban of a
// network that is large or has several players fails with *UnsureError.
func (o *Operator) Ban(what, comment string, until time.Time, sure bool) (done Ban, err error) {
	err = o.requests.ask(func() error {
		b, err := admission.ParseBan(what)
		if err != nil {
			return err
		}
		hit := listPresent(o.admission.hitBy(b, o.match.pilots))
		byKey := strings.HasPrefix(b.Subject, "SHA256:")
		if !sure && (b.Wide() || len(hit) > 1 && !byKey) {
			return &UnsureError{hit, b.Wide()}
		}
		done, err = o.ban(comment, until, []string{b.Subject}, hit)
		return err
	})
	return done, err
}

// BanPilot is Ban for a player, by key, address or both. Unless sure is set, a ban that hits other players fails with *UnsureError.
func (o *Operator) BanPilot(id uint16, by BanBy, comment string, until time.Time, sure bool) (done Ban, err error) {
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
		if until.IsZero() { // else the player reads it
			comment = cmp.Or(comment, p.Name)
		}
		done, err = o.ban(comment, until, whats, listPresent(hit))
		return err
	})
	return done, err
}

// bannable returns the key and address by which a pilot can be banned.
func (p *pilot) bannable(by BanBy) (whats []string, err error) {
	if p.Address == link.Here {
		return nil, fmt.Errorf("%s is the host's own pilot", p.Name)
	}
	if p.Identity != "" && by != ByAddress {
		whats = append(whats, p.Identity)
	}
	if at := admission.BanSubject(p.Address); at != "" && by != ByKey {
		whats = append(whats, at)
	}
	if whats == nil {
		return nil, fmt.Errorf("%s has no key or address to ban", p.Name)
	}
	return whats, nil
}

// ban stores a ban and removes the players it hits.
func (o *Operator) ban(comment string, until time.Time, whats []string, hit []PilotInfo) (Ban, error) {
	if err := o.admission.bans.Add(whats[0], comment, until, whats[1:]...); err != nil {
		return Ban{}, err
	}
	o.enforceBans()
	return Ban{whats, hit}, nil
}

// Unban removes a ban, with those that were made together with it.
func (o *Operator) Unban(what string) (admission.Ban, error) {
	return get(o.requests, func() (admission.Ban, error) { return o.admission.bans.Remove(what) })
}

func listPresent(pilots []*pilot) (all []PilotInfo) {
	for _, p := range pilots {
		all = append(all, p.present())
	}
	return all
}

// SetFleetBans replaces the bans of the fleet, which apply beside the host's own, and removes the players they hit.
func (o *Operator) SetFleetBans(others []admission.Ban) error {
	o.admission.bans.SetShared(others)
	return o.requests.ask(func() error {
		o.enforceBans()
		return nil
	})
}

// enforceBans removes all banned players.
func (o *Operator) enforceBans() {
	for _, p := range slices.Clone(o.match.pilots) {
		if why := o.admission.bar(p.Address, o.admission.linkedKeys(p.Identity)); why != "" && p.isPlayer() {
			o.remove(p, why)
		}
	}
}
