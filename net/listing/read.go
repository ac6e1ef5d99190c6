package listing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/proto"
)

// page is the list in JSON.
type page struct {
	Matches []Match `json:"matches"`
}

// Match is a listed match.
type Match struct {
	Address     string `json:"address"`     // with the port
	Fingerprint string `json:"fingerprint"` // of the host's certificate
	MatchInfo
	Password bool `json:"password"` // players need one
}

// MatchInfo describes a match in JSON, as all hosts can.
type MatchInfo struct {
	Title    string `json:"title"`
	Arena    string `json:"arena"`
	Mode     string `json:"mode"`
	Players  int    `json:"players"` // with a ship
	Bots     int    `json:"bots"`
	Slots    int    `json:"slots"`
	TickRate int    `json:"tick_rate"`
	Version  int    `json:"version"` // of the protocol
}

// MatchInfoOf returns the description of a host's match.
func MatchInfoOf(info *proto.Info) MatchInfo {
	return MatchInfo{
		Title: info.Title, Arena: info.Arena, Mode: info.Mode.Name(),
		Players: int(info.Players), Bots: int(info.Bots), Slots: int(info.Slots),
		TickRate: int(info.TickRate), Version: int(info.Version),
	}
}

// info is the opposite of MatchInfoOf, for a description that nobody has checked.
func (m *MatchInfo) info() proto.Info {
	mode, known := game.ModeNamed(m.Mode)
	if !known {
		mode = proto.AnyMode
	}
	return proto.Info{
		Title: proto.Fit(m.Title, proto.MaxTitle), Arena: proto.Fit(m.Arena, proto.MaxName), Mode: mode,
		Players: uint16(m.Players), Bots: uint16(m.Bots), Slots: uint16(m.Slots), TickRate: uint8(m.TickRate), Version: uint16(m.Version),
	}
}

// Filter selects matches. The zero value selects all.
type Filter struct {
	Mode       string        // by name; "" for any
	Ping       time.Duration // at most, measured; 0 for any, measured or not
	Players    int           // at least
	Version    uint16        // of the protocol; 0 for any
	NoPassword bool          // those that are known to need one are left out
}

// Selects reports whether a match passes the filter.
func (f *Filter) Selects(m *lan.Match) bool {
	return (f.Mode == "" || f.Mode == m.Mode.Name()) && (f.Ping == 0 || m.Ping > 0 && m.Ping <= f.Ping) &&
		int(m.Players) >= f.Players && (f.Version == 0 || f.Version == m.Version) && !(f.NoPassword && m.Password)
}

// filterOf returns the filter in the query of a URL. A number that cannot be read selects all.
func filterOf(q url.Values) Filter {
	players, _ := strconv.ParseUint(q.Get("players"), 10, 16)
	version, _ := strconv.ParseUint(q.Get("version"), 10, 16)
	return Filter{Mode: q.Get("mode"), Players: int(players), Version: uint16(version), NoPassword: q.Get("password") == "no"}
}

// askAtOnce is the number of hosts whose round trips are measured at once.
const askAtOnce = 128

// Read reads the list at a URL, and measures the round trips to its hosts.
func Read(ctx context.Context, list string) ([]lan.Match, error) {
	if list == "" {
		return nil, errors.New("no list of matches is set: its URL is in the settings, Match list")
	}
	text, by, err := request(ctx, "tcp", http.MethodGet, list, listPath, nil)
	if err != nil {
		return nil, err
	}
	var all page
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("what answers at %s is not a list of matches", list)
	}
	matches, hosts := believable(all.Matches, by)
	for first := 0; first < len(hosts); first += askAtOnce {
		for i, trip := range lan.RoundTrips(ctx, hosts[first:min(first+askAtOnce, len(hosts))]) {
			matches[first+i].Ping = trip
		}
	}
	return matches, nil
}

// believable returns the matches that the list at an address may name, and the addresses of their hosts.
func believable(listed []Match, by netip.Addr) (matches []lan.Match, hosts []netip.AddrPort) {
	known, ofSite := map[netip.AddrPort]bool{}, map[netip.Prefix]int{}
	for i := range listed {
		m := &listed[i]
		at, err := netip.ParseAddrPort(m.Address)
		site := admission.Site(at.Addr())
		if err != nil || at.Port() < minPort || at.Addr().Zone() != "" || !link.MaySend(by, at.Addr()) || known[at] || ofSite[site] == maxOfSite || len(hosts) == maxMatches {
			continue
		}
		known[at] = true
		ofSite[site]++
		id := crc64.Checksum([]byte(at.String()), crc64.MakeTable(crc64.ISO))
		matches = append(matches, lan.Match{ID: max(id, 1), Address: at.String(), Info: m.info(), Password: m.Password})
		hosts = append(hosts, at)
	}
	return matches, hosts
}
