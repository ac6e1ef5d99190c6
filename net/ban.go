package net

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dogfight/net/admission"
	"dogfight/net/link"
)

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
		hit := presents(o.admission.hitBy(b, o.match.pilots))
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
			return &UnsureError{Hit: presents(hit)}
		}
		done, err = o.ban(cmp.Or(comment, p.Name), whats, presents(hit))
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

func presents(pilots []*pilot) (all []Present) {
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
	for _, p := range o.admission.barred(o.match.pilots) {
		o.throwOut(p, banned)
	}
}
