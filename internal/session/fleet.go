package session

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/internal/config"
	"dogfight/internal/fleet"
	netcode "dogfight/net"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/proto"
)

const fleetScheme = "fleet://"

// fleetAddress is the address of a fleet's door, or of one of its matches.
type fleetAddress struct {
	door  string
	match uint64 // 0 for any
}

// parseFleet parses fleet://DOOR[:PORT][/MATCH].
func parseFleet(address string) (f fleetAddress, err error) {
	rest, ok := strings.CutPrefix(address, fleetScheme)
	door, match, _ := strings.Cut(rest, "/")
	if !ok || door == "" {
		return f, fmt.Errorf("address must be fleet://HOST[:PORT][/MATCH], got %q", address)
	}
	if err := link.CheckAddress(door); err != nil {
		return f, err
	}
	f.door = door
	if match != "" {
		id, err := fleet.ParseID(match)
		if err != nil {
			return f, fmt.Errorf("the match of a fleet's address must be 16 hexadecimal digits, got %q", match)
		}
		f.match = uint64(id)
	}
	return f, nil
}

func (f fleetAddress) String() string {
	if f.match == 0 {
		return fleetScheme + f.door
	}
	return fleetScheme + f.door + "/" + fleet.ID(f.match).String()
}

// fleetNews is the list of a fleet's matches, with measured round trips.
type fleetNews struct {
	*proto.FleetList
	trips []time.Duration // to its hosts; 0 for unknown
}

// fleetTime is the limit for the answer of a door.
const fleetTime = 5 * time.Second

// askFleet requests the matches of a fleet from a door, and measures the round trips to its hosts.
func askFleet(ctx context.Context, dirs config.Dirs, door string) (*fleetNews, error) {
	ctx, cancel := context.WithTimeout(ctx, fleetTime)
	defer cancel()
	l := link.Dial(door, knownHosts(dirs))
	list, err := netcode.AskFleet(ctx, l)
	if err != nil {
		return nil, err
	}
	hosts := make([]netip.AddrPort, len(list.Hosts))
	var resolving sync.WaitGroup
	for i := range list.Hosts {
		resolving.Go(func() {
			if at := resolve(ctx, list.Hosts[i].Address); link.MaySend(link.PeerOf(l), at.Addr()) { // a query may not go to any address
				hosts[i] = at
			}
		})
	}
	resolving.Wait()
	news := &fleetNews{list, lan.RoundTrips(ctx, hosts)}
	measured.save(door, news)
	return news, nil
}

// resolve returns the address of a host, or the zero value.
func resolve(ctx context.Context, address string) netip.AddrPort {
	if at, err := netip.ParseAddrPort(address); err == nil {
		return at
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	name, port, err := net.SplitHostPort(address)
	if err != nil {
		return netip.AddrPort{}
	}
	number, errPort := net.DefaultResolver.LookupPort(ctx, "udp", port)
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
	if err != nil || errPort != nil || len(all) == 0 {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(all[0].Unmap(), uint16(number))
}

// measured has the latest measurements, for joining.
var measured = measurements{mode: proto.AnyMode}

// PreferInFleets sets the mode and the friends that are preferred in fleets by this process. "" is any mode.
func PreferInFleets(mode string, friends []string, address string) error {
	wanted := proto.AnyMode
	if mode != "" {
		var known bool
		if wanted, known = game.ModeNamed(mode); !known {
			return fmt.Errorf("--mode: must be one of %s, got %q", netcode.ModeNames(), mode)
		}
	}
	if len(friends) > proto.MaxFriends {
		return fmt.Errorf("--friend: must be at most %d, got %d", proto.MaxFriends, len(friends))
	}
	for _, f := range friends {
		if !strings.HasPrefix(f, "SHA256:") || len(f) > 64 {
			return fmt.Errorf("--friend: must be a key as dogfight id prints it, SHA256:..., got %q", f)
		}
	}
	switch {
	case strings.HasPrefix(address, fleetScheme):
	case mode != "":
		return errors.New("--mode: is for fleets alone: dogfight join fleet://HOST")
	case len(friends) > 0:
		return errors.New("--friend: is for fleets alone: dogfight join fleet://HOST")
	}
	measured.mu.Lock()
	defer measured.mu.Unlock()
	measured.mode, measured.friends = wanted, friends
	return nil
}

type measurements struct {
	mu      sync.Mutex
	mode    game.Mode
	friends []string
	news    map[string]*fleetNews // by door
}

func (m *measurements) save(door string, news *fleetNews) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.news == nil || len(m.news) > maxFleets {
		m.news = map[string]*fleetNews{}
	}
	m.news[door] = news
}

// wish returns the first message to a door.
func (m *measurements) wish(f fleetAddress) *proto.MatchWish {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := &proto.MatchWish{Match: f.match, Mode: m.mode, Friends: m.friends}
	news := m.news[f.door]
	if news == nil {
		return w
	}
	for i, h := range news.Hosts {
		if trip := news.trips[i]; trip > 0 {
			w.RTTs = append(w.RTTs, proto.HostRTT{Host: h.ID, RTT: uint16(min(trip.Milliseconds(), 1<<16-1))})
		}
	}
	slices.SortFunc(w.RTTs, func(a, b proto.HostRTT) int { return cmp.Compare(a.Host, b.Host) })
	w.RTTs = slices.CompactFunc(w.RTTs, func(a, b proto.HostRTT) bool { return a.Host == b.Host })
	return w
}

// fleetDialler returns a function that dials the door of a fleet and sends the wish.
func fleetDialler(dirs config.Dirs, f fleetAddress, self tls.Certificate) func() link.Link {
	known := knownHosts(dirs)
	return func() link.Link {
		l := link.DialAs(f.door, known, self)
		l.Send(link.Control, measured.wish(f).Append(nil))
		return l
	}
}

// dialFleet asks the door of a fleet before there is a screen, so that its errors are returned at once.
func dialFleet(ctx context.Context, dirs config.Dirs, address string) (func() link.Link, error) {
	f, err := parseFleet(address)
	if err != nil {
		return nil, err
	}
	self, err := certificate(dirs)
	if err != nil {
		return nil, err
	}
	if _, err := askFleet(ctx, dirs, f.door); err != nil {
		return nil, err
	}
	rememberFleet(dirs, f.door)
	return fleetDialler(dirs, f, self), nil
}
