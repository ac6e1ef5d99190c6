package lan

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
)

// Match is a match that is announced.
type Match struct {
	ID uint64
	At []netip.AddrPort // its addresses, some of which may be wrong; at most 8

	web  string     // where browsers may play; "" for nowhere
	from netip.Addr // the one of its addresses for which that was told; the zero value for all
}

// Web returns where browsers may play the match if it is at one of its addresses; "" for nowhere. It is not known where none
// told it who is there.
func (m *Match) Web(at netip.Addr) (url string, known bool) {
	if m.from.IsValid() && m.from != at.WithZone("") {
		return "", false
	}
	return m.web, true
}

const (
	// maxMatches are taken from a network, or from the folder, at a time.
	maxMatches = 64
	// maxAddresses is room for both families on a few networks.
	maxAddresses = 8
)

func idText(id uint64) string { return fmt.Sprintf("%016x", id) }

func parseID(text string) (id uint64, ok bool) {
	id, err := strconv.ParseUint(text, 16, 64)
	return id, err == nil && text == idText(id)
}

// add notes an address at which the match may be, if it can be one.
func (m *Match) add(a netip.AddrPort) {
	if a.IsValid() && a.Port() != 0 && len(m.At) < maxAddresses && !slices.Contains(m.At, a) {
		m.At = append(m.At, a)
	}
}
