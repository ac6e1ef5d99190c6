package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// ListFleet asks a door what its fleet plays. It may be a connection's only message.
type ListFleet struct{}

// Wish says, before a Hello, where a client would like a door to send it.
type Wish struct {
	Match   uint64    // 0 for any
	Mode    game.Mode // AnyMode for any
	RTTs    []HostRTT // by rising hosts; at most MaxFleetHosts
	Friends []string  // identities; at most MaxFriends
}

// HostRTT is a round trip that a client has measured.
type HostRTT struct {
	Host uint64
	RTT  uint16 // in ms
}

// FleetList is what a door tells of its fleet: in answer to a ListFleet, and again and again to a client that waits for a place.
type FleetList struct {
	Hosts   []FleetHost  // at most MaxFleetHosts
	Matches []FleetMatch // at most MaxFleetMatches
}

// FleetHost is a host of a fleet.
type FleetHost struct {
	ID      uint64
	Address string // with a port
	Region  string
}

// FleetMatch is a match of a fleet.
type FleetMatch struct {
	ID      uint64
	Title   string
	Mode    game.Mode
	Arena   string
	Players uint16 // without the bots
	Bots    uint16
	Slots   uint16
	Host    uint8 // which of the Hosts
}

// Bounds of what is told of a fleet.
const (
	MaxFleetHosts   = 32
	MaxFleetMatches = 64
	MaxFriends      = 8

	// AnyMode wishes for no mode.
	AnyMode game.Mode = 255

	maxRegion = 32
)

// Type returns ListFleetType.
func (*ListFleet) Type() Type { return ListFleetType }

// Append appends the message.
func (*ListFleet) Append(b []byte) []byte { return append(append(b, byte(ListFleetType)), magic...) }

func (*ListFleet) parse(r *reader) { r.magic() }

// Type returns WishType.
func (*Wish) Type() Type { return WishType }

// Append appends the message. Hosts and friends beyond the bounds are left out.
func (m *Wish) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(append(b, byte(WishType)), m.Match)
	rtts, friends := m.RTTs[:min(len(m.RTTs), MaxFleetHosts)], m.Friends[:min(len(m.Friends), MaxFriends)]
	b = append(b, byte(m.Mode), uint8(len(rtts)))
	for _, h := range rtts {
		b = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint64(b, h.Host), h.RTT)
	}
	b = append(b, uint8(len(friends)))
	for _, f := range friends {
		b = appendText(b, f, maxFingerprint)
	}
	return b
}

func (m *Wish) parse(r *reader) {
	m.Match = r.U64("match")
	if m.Mode = game.Mode(r.U8("mode")); !m.Mode.Valid() && m.Mode != AnyMode {
		r.Fail("mode", "a known one, or 255", uint8(m.Mode))
	}
	m.RTTs = make([]HostRTT, r.UpTo("hosts", MaxFleetHosts))
	for i := range m.RTTs {
		m.RTTs[i] = HostRTT{r.U64("host"), r.U16("round trip")}
		if i > 0 && m.RTTs[i].Host <= m.RTTs[i-1].Host {
			r.Fail("host", "hosts by rising ids", m.RTTs[i].Host)
		}
	}
	m.Friends = make([]string, r.UpTo("friends", MaxFriends))
	for i := range m.Friends {
		if m.Friends[i] = r.text("friend", maxFingerprint); m.Friends[i] == "" {
			r.Fail("friend", "an identity", `""`)
		}
	}
}

// Type returns FleetListType.
func (*FleetList) Type() Type { return FleetListType }

// Append appends the message. What is beyond the bounds is left out.
func (m *FleetList) Append(b []byte) []byte {
	hosts, matches := m.Hosts[:min(len(m.Hosts), MaxFleetHosts)], m.Matches[:min(len(m.Matches), MaxFleetMatches)]
	b = append(b, byte(FleetListType), uint8(len(hosts)))
	for i := range hosts {
		b = binary.BigEndian.AppendUint64(b, hosts[i].ID)
		b = appendText(appendText(b, hosts[i].Address, maxAddress), hosts[i].Region, maxRegion)
	}
	b = append(b, uint8(len(matches)))
	for i := range matches {
		b = matches[i].append(b)
	}
	return b
}

func (m *FleetList) parse(r *reader) {
	m.Hosts = make([]FleetHost, r.UpTo("hosts", MaxFleetHosts))
	for i := range m.Hosts {
		m.Hosts[i] = FleetHost{r.U64("host"), r.text("address", maxAddress), r.text("region", maxRegion)}
		if m.Hosts[i].Address == "" {
			r.Fail("address", "an address", `""`)
		}
	}
	m.Matches = make([]FleetMatch, r.UpTo("matches", MaxFleetMatches))
	for i := range m.Matches {
		if m.Matches[i].parse(r); int(m.Matches[i].Host) >= len(m.Hosts) {
			r.Fail("host of the match", "one of the hosts", m.Matches[i].Host)
		}
	}
}

func (m *FleetMatch) append(b []byte) []byte {
	b = appendText(binary.BigEndian.AppendUint64(b, m.ID), m.Title, MaxTitle)
	b = appendText(append(b, byte(m.Mode)), m.Arena, maxWord)
	b = binary.BigEndian.AppendUint16(b, m.Players)
	b = binary.BigEndian.AppendUint16(b, m.Bots)
	return append(binary.BigEndian.AppendUint16(b, m.Slots), m.Host)
}

func (m *FleetMatch) parse(r *reader) {
	m.ID, m.Title = r.U64("match"), r.text("title", MaxTitle)
	m.Mode = game.Mode(r.U8("mode")) // hosts of later versions may know more
	m.Arena = r.text("arena", maxWord)
	m.Players, m.Bots, m.Slots = r.U16("players"), r.U16("bots"), r.U16("slots")
	m.Host = r.U8("host of the match")
}
