package net

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dogfight/net/bans"
	"dogfight/net/link"
)

// BanBy says what of a pilot is banned.
type BanBy uint8

// What there is to ban.
const (
	ByBoth    BanBy = 0 // his key and his address, as far as they are known
	ByKey     BanBy = 1
	ByAddress BanBy = 2 // of IPv6 his /64
)

// Ban is what was banned, and whom that threw out.
type Ban struct {
	What []string
	Hit  []Present
}

// UnsureError refuses what would hit others than may be meant, until it is asked for again by
// who is sure.
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

// Ban keeps somebody out, by an identity, an address or a network, and throws out
// whoever is there by it. The comment is kept with the ban. The player who hosts is
// out of reach. An *UnsureError, unless one is sure, says that an address or a network has several, or
// is large.
func (h *Host) Ban(what, comment string, sure bool) (done Ban, err error) {
	err = h.ask(func() error {
		b, err := bans.Parse(what)
		if err != nil {
			return err
		}
		hit := h.hitBy(b)
		byKey := strings.HasPrefix(b.What, "SHA256:")
		if !sure && (b.Wide() || len(hit) > 1 && !byKey) {
			return &UnsureError{hit, b.Wide()}
		}
		done, err = h.ban(comment, []string{b.What}, hit)
		return err
	})
	return done, err
}

// BanPilot bans a pilot by what is known of him. An *UnsureError, unless one is sure, says
// that others would be hit.
func (h *Host) BanPilot(id uint16, by BanBy, comment string, sure bool) (done Ban, err error) {
	err = h.ask(func() error {
		p, err := h.human(id)
		if err != nil {
			return err
		}
		whats, err := p.bannable(by)
		if err != nil {
			return err
		}
		var hit []*pilot
		for _, what := range whats {
			b, err := bans.Parse(what)
			if err != nil {
				return err
			}
			for _, other := range h.barredBy(b) {
				if !slices.Contains(hit, other) {
					hit = append(hit, other)
				}
			}
		}
		own := h.kin(p.identity)
		others := slices.ContainsFunc(hit, func(q *pilot) bool { return q != p && !slices.Contains(own, q.identity) })
		if others && !sure {
			return &UnsureError{Hit: presents(hit)}
		}
		done, err = h.ban(cmp.Or(comment, p.Name), whats, presents(hit))
		return err
	})
	return done, err
}

// bannable returns what a pilot can be banned by.
func (p *pilot) bannable(by BanBy) (whats []string, err error) {
	if p.address == link.Here {
		return nil, fmt.Errorf("%s is the host's own pilot", p.Name)
	}
	if p.identity != "" && by != ByAddress {
		whats = append(whats, p.identity)
	}
	if at := bans.Place(p.address); at != "" && by != ByKey {
		whats = append(whats, at)
	}
	if whats == nil {
		return nil, fmt.Errorf("nothing is known of %s to ban him by", p.Name)
	}
	return whats, nil
}

// ban keeps a ban, and throws out whom it hits.
func (h *Host) ban(comment string, whats []string, hit []Present) (Ban, error) {
	if err := h.conf.Bans.Add(whats[0], comment, whats[1:]...); err != nil {
		return Ban{}, err
	}
	h.enforceBans()
	return Ban{whats, hit}, nil
}

// Unban lets in again who was banned by that, and by what was banned with it.
func (h *Host) Unban(what string) (gone bans.Ban, err error) {
	err = h.ask(func() error {
		gone, err = h.conf.Bans.Remove(what)
		return err
	})
	return gone, err
}

// barredBy returns those whom a ban would throw out.
func (h *Host) barredBy(b bans.Ban) (hit []*pilot) {
	for _, p := range h.pilots {
		if p.address != link.Here && b.Hits(p.address, h.kin(p.identity)...) {
			hit = append(hit, p)
		}
	}
	return hit
}

func (h *Host) hitBy(b bans.Ban) []Present { return presents(h.barredBy(b)) }

func presents(pilots []*pilot) (all []Present) {
	for _, p := range pilots {
		all = append(all, p.present())
	}
	return all
}

// enforceBans throws out whoever is banned.
func (h *Host) enforceBans() {
	for _, p := range slices.Clone(h.pilots) {
		if h.bars(p.address, h.kin(p.identity)) {
			h.throwOut(p, banned)
		}
	}
}
