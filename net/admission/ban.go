package admission

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Ban bans a player. ParseBan returns one.
type Ban struct {
	Subject string // an identity, an address or a network, in canonical form
	Comment string
	Until   time.Time // zero: for good
	Also    []Ban     // other bans of the same player, which are added and removed with it

	network netip.Prefix // invalid for an identity
}

// All returns all identities, addresses and networks of a ban.
func (b Ban) All() []string {
	whats := []string{b.Subject}
	for _, other := range b.Also {
		whats = append(whats, other.Subject)
	}
	return whats
}

// Wide reports whether a ban is of a network as large as a country's: wider than /8, or /32 of IPv6.
func (b Ban) Wide() bool {
	narrow := 8
	if b.network.Addr().Is6() {
		narrow = 32
	}
	return b.network.IsValid() && b.network.Bits() < narrow
}

// Left returns how long a ban still lasts, such as "1h59m"; "" for one without an end.
func (b Ban) Left() string {
	if b.Until.IsZero() {
		return ""
	}
	return strings.TrimSuffix(max(time.Until(b.Until).Round(time.Minute), time.Minute).String(), "0s")
}

func (b Ban) ended() bool { return !b.Until.IsZero() && !time.Now().Before(b.Until) }

// outlasts reports whether a ban ends after another.
func (b Ban) outlasts(other Ban) bool {
	return !other.Until.IsZero() && (b.Until.IsZero() || b.Until.After(other.Until))
}

// Hits reports whether a ban bars a player: see Bans.Bars.
func (b Ban) Hits(address string, identities ...string) bool {
	return b.bars(addressOf(address), identities)
}

// ParseBan parses the fingerprint of a key, an address, or a network such as 192.0.2.0/24.
func ParseBan(what string) (Ban, error) {
	if digits, ok := strings.CutPrefix(what, "SHA256:"); ok {
		if sum, err := base64.RawStdEncoding.Strict().DecodeString(digits); err == nil && len(sum) == 32 {
			return Ban{Subject: what}, nil
		}
	}
	if at, err := netip.ParseAddr(what); err == nil {
		at = at.Unmap().WithZone("")
		return Ban{Subject: at.String(), network: netip.PrefixFrom(at, at.BitLen())}, nil
	}
	if network, err := netip.ParsePrefix(what); err == nil && !network.Addr().Is4In6() {
		network = network.Masked()
		return Ban{Subject: network.String(), network: network}, nil
	}
	return Ban{}, fmt.Errorf("%q is not a key (SHA256:...), an address or a network", what)
}

// parseLine parses a line. The Ban is zero for a comment.
func parseLine(line string) (Ban, error) {
	words := strings.Fields(line)
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return Ban{}, nil
	}
	b, err := ParseBan(words[0])
	words = words[1:]
	if err == nil && len(words) > 0 && strings.HasPrefix(words[0], untilMark) {
		if b.Until, err = time.Parse(untilMark+time.RFC3339, words[0]); err != nil {
			return Ban{}, fmt.Errorf("the end must be such as %s2026-03-01T18:00:00Z, got %q", untilMark, words[0])
		}
		words = words[1:]
	}
	b.Comment = strings.Join(words, " ")
	return b, err
}

// untilMark begins the end of a ban in its line.
const untilMark = "until="

func (b Ban) line() string {
	end := ""
	if !b.Until.IsZero() {
		end = b.Until.UTC().Format(" " + untilMark + time.RFC3339)
	}
	return strings.TrimSpace(b.Subject + end + " " + b.Comment)
}

// is reports whether a line bans the same.
func (b Ban) is(line string) bool {
	other, err := parseLine(line)
	return err == nil && other.Subject == b.Subject
}

// isCovered reports whether a line bans the same, and for at least as long.
func (b Ban) isCovered(line string) bool {
	other, err := parseLine(line)
	return err == nil && other.Subject == b.Subject && !b.outlasts(other)
}

func (b Ban) bars(at netip.Addr, identities []string) bool {
	return !b.ended() && (b.network.Contains(at) || slices.Contains(identities, b.Subject)) ||
		slices.ContainsFunc(b.Also, func(other Ban) bool { return other.bars(at, identities) })
}

// indent begins a line that belongs to the ban above it.
const indent = "  "

// isIndented reports whether a line belongs to the ban above it, if any.
func isIndented(line string) bool { return line != "" && (line[0] == ' ' || line[0] == '\t') }

// isBan reports whether a line is a ban.
func isBan(line string) bool {
	b, err := parseLine(line)
	return err == nil && b.Subject != ""
}

// withBans returns the lines of a file with the bans of one player, of which some may exist already.
func withBans(lines []string, whole []Ban) []string {
	known := slices.IndexFunc(lines, func(line string) bool {
		return slices.ContainsFunc(whole, func(b Ban) bool { return b.isCovered(line) })
	})
	at := len(lines)
	if known >= 0 {
		_, at = entryOf(lines, known)
	}
	var news []string
	for _, b := range whole {
		switch {
		case slices.ContainsFunc(lines, b.isCovered):
		case known >= 0 || len(news) > 0:
			news = append(news, indent+b.line())
		default:
			news = append(news, b.line())
		}
	}
	return slices.Insert(slices.Clone(lines), at, news...)
}

// withoutBan returns the lines without the bans of b's player, and those bans.
func withoutBan(lines []string, b Ban) (left []string, removed []Ban) {
	left = slices.Clone(lines)
	for i := slices.IndexFunc(left, b.is); i >= 0; i = slices.IndexFunc(left, b.is) {
		first, end := entryOf(left, i)
		for _, line := range left[first:end] {
			was, _ := parseLine(line) // without error, as it is in a group
			removed = append(removed, was)
		}
		left = slices.Delete(left, first, end)
	}
	return left, removed
}

// entryOf returns the lines of the ban that line i is a part of.
func entryOf(lines []string, i int) (first, end int) {
	for first = i; first > 0 && isIndented(lines[first]) && isBan(lines[first-1]); first-- {
	}
	for end = i + 1; end < len(lines) && isIndented(lines[end]) && isBan(lines[end]); end++ {
	}
	return first, end
}
