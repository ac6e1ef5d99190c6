package admission

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Ban keeps a player out. Parse gives one.
type Ban struct {
	What    string // an identity, an address or a network, in the one way to write it
	Comment string
	Also    []Ban // what else keeps the same one out, and goes with it

	network netip.Prefix // of an identity, none
}

// All returns all that a ban bans.
func (b Ban) All() []string {
	whats := []string{b.What}
	for _, other := range b.Also {
		whats = append(whats, other.What)
	}
	return whats
}

// Wide reports whether a ban is of a network as large as a country's: wider than /8, or
// /32 of IPv6.
func (b Ban) Wide() bool {
	narrow := 8
	if b.network.Addr().Is6() {
		narrow = 32
	}
	return b.network.IsValid() && b.network.Bits() < narrow
}

// Hits reports whether a ban, once made, bars a player: see List.Bars.
func (b Ban) Hits(address string, identities ...string) bool {
	return b.bars(addressOf(address), identities)
}

// Parse reads what is to be banned: the fingerprint of a key, an address, or
// a network such as 192.0.2.0/24.
func ParseBan(what string) (Ban, error) {
	if digits, ok := strings.CutPrefix(what, "SHA256:"); ok {
		if sum, err := base64.RawStdEncoding.Strict().DecodeString(digits); err == nil && len(sum) == 32 {
			return Ban{What: what}, nil
		}
	}
	if at, err := netip.ParseAddr(what); err == nil {
		at = at.Unmap().WithZone("")
		return Ban{What: at.String(), network: netip.PrefixFrom(at, at.BitLen())}, nil
	}
	if network, err := netip.ParsePrefix(what); err == nil && !network.Addr().Is4In6() {
		network = network.Masked()
		return Ban{What: network.String(), network: network}, nil
	}
	return Ban{}, fmt.Errorf("%q is not a key (SHA256:...), an address or a network", what)
}

// parseLine returns what a line bans, or the zero Ban if it says nothing.
func parseLine(line string) (Ban, error) {
	words := strings.Fields(line)
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return Ban{}, nil
	}
	b, err := ParseBan(words[0])
	b.Comment = strings.Join(words[1:], " ")
	return b, err
}

func (b Ban) line() string { return strings.TrimSpace(b.What + " " + b.Comment) }

// is reports whether a line bans the same.
func (b Ban) is(line string) bool {
	other, err := parseLine(line)
	return err == nil && other.What == b.What
}

func (b Ban) bars(at netip.Addr, identities []string) bool {
	return b.network.Contains(at) || slices.Contains(identities, b.What) ||
		slices.ContainsFunc(b.Also, func(other Ban) bool { return other.bars(at, identities) })
}
