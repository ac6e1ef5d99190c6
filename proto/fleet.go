package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// Bounds of the messages about a fleet.
const (
	MaxTicket       = 400 // bytes
	MaxFleetHosts   = 32
	MaxFleetMatches = 64
	MaxFriends      = 8

	maxAddress     = 255
	maxFingerprint = 64
	maxRegion      = 32
)

// Ticket admits a client to a host that it was sent to. It is the first message on a link.
type Ticket struct {
	Bytes []byte // as they came in a Redirect or a Handover
}

func (*Ticket) Type() Type               { return TicketType }
func (m *Ticket) Append(b []byte) []byte { return encode(b, TicketType, m, (*Ticket).fields) }
func (m *Ticket) fields(c *FieldCoder) {
	if c.ticket(&m.Bytes); c.Err == nil && len(m.Bytes) == 0 {
		c.Fail("ticket", "1 byte or more", 0)
	}
}

// ticket codes the length of a ticket, and the ticket.
func (c *FieldCoder) ticket(ticket *[]byte) {
	if c.Reading {
		n := c.Within("length of the ticket", uint32(c.U16("length of the ticket")), 0, MaxTicket)
		*ticket = append([]byte{}, c.Take("ticket", int(n))...)
		return
	}
	p := (*ticket)[:min(len(*ticket), MaxTicket)]
	c.Out = append(binary.BigEndian.AppendUint16(c.Out, uint16(len(p))), p...)
}

// Place is a host to which a client is sent.
type Place struct {
	Address     string // of the host, with a port
	Fingerprint string // of its certificate, as OpenSSH writes them; clients refuse ""
	Ticket      []byte // to be shown there; clients refuse an empty one
}

// place codes all but the ticket.
func (c *FieldCoder) place(p *Place) {
	c.Text("address", &p.Address, maxAddress)
	c.notEmpty("address", p.Address, "an address")
	c.Text("fingerprint", &p.Fingerprint, maxFingerprint)
}

// Redirect sends a client to another host. Its sender hangs up.
type Redirect struct {
	Place
	Reason string // fit to be shown
}

func (*Redirect) Type() Type               { return RedirectType }
func (m *Redirect) Append(b []byte) []byte { return encode(b, RedirectType, m, (*Redirect).fields) }
func (m *Redirect) fields(c *FieldCoder) {
	c.place(&m.Place)
	c.Text("reason", &m.Reason, MaxReason)
	c.ticket(&m.Ticket)
}

// Handover sends a client to the host that continues its match after a tick, with the World of that hash. Its sender hangs up.
type Handover struct {
	Place
	Tick game.Tick
	Hash uint64
}

func (*Handover) Type() Type               { return HandoverType }
func (m *Handover) Append(b []byte) []byte { return encode(b, HandoverType, m, (*Handover).fields) }
func (m *Handover) fields(c *FieldCoder) {
	c.place(&m.Place)
	U32(c, "tick", &m.Tick)
	U64(c, "hash", &m.Hash)
	c.ticket(&m.Ticket)
}

// ListFleet asks a door for the matches of its fleet. It may be a connection's only message.
type ListFleet struct{}

func (*ListFleet) Type() Type               { return ListFleetType }
func (m *ListFleet) Append(b []byte) []byte { return encode(b, ListFleetType, m, (*ListFleet).fields) }
func (*ListFleet) fields(c *FieldCoder)     { c.magic() }

// MatchWish asks a door, before a Hello, for a match.
type MatchWish struct {
	Match   uint64    // 0 for any
	Mode    game.Mode // AnyMode for any
	RTTs    []HostRTT // by rising hosts; at most MaxFleetHosts
	Friends []string  // identities; at most MaxFriends
}

// AnyMode is the mode of a Wish for any mode.
const AnyMode game.Mode = 255

// HostRTT is a round trip that a client has measured.
type HostRTT struct {
	Host uint64
	RTT  uint16 // in ms
}

func (*MatchWish) Type() Type               { return WishType }
func (m *MatchWish) Append(b []byte) []byte { return encode(b, WishType, m, (*MatchWish).fields) }
func (m *MatchWish) fields(c *FieldCoder) {
	U64(c, "match", &m.Match)
	if U8(c, "mode", &m.Mode); !m.Mode.Valid() && m.Mode != AnyMode {
		c.Fail("mode", "a known one, or 255", uint8(m.Mode))
	}
	rtts := list8(c, "hosts", &m.RTTs, 0, MaxFleetHosts)
	for i := range rtts {
		U64(c, "host", &rtts[i].Host)
		U16(c, "round trip", &rtts[i].RTT)
		if i > 0 && rtts[i].Host <= rtts[i-1].Host {
			c.Fail("host", "hosts by rising ids", rtts[i].Host)
		}
	}
	friends := list8(c, "friends", &m.Friends, 0, MaxFriends)
	for i := range friends {
		c.Text("friend", &friends[i], maxFingerprint)
		c.notEmpty("friend", friends[i], "an identity")
	}
}

// FleetList lists the hosts and matches of a door's fleet. It answers a ListFleet, and comes repeatedly to a client that waits
// for a place.
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
	Host    uint8 // index into Hosts
}

func (*FleetList) Type() Type               { return FleetListType }
func (m *FleetList) Append(b []byte) []byte { return encode(b, FleetListType, m, (*FleetList).fields) }
func (m *FleetList) fields(c *FieldCoder) {
	hosts := list8(c, "hosts", &m.Hosts, 0, MaxFleetHosts)
	for i := range hosts {
		h := &hosts[i]
		U64(c, "host", &h.ID)
		c.Text("address", &h.Address, maxAddress)
		c.notEmpty("address", h.Address, "an address")
		c.Text("region", &h.Region, maxRegion)
	}
	matches := list8(c, "matches", &m.Matches, 0, MaxFleetMatches)
	for i := range matches {
		match := &matches[i]
		U64(c, "match", &match.ID)
		c.Text("title", &match.Title, MaxTitle)
		U8(c, "mode", &match.Mode) // later versions may know more
		c.Text("arena", &match.Arena, maxWord)
		U16(c, "players", &match.Players)
		U16(c, "bots", &match.Bots)
		U16(c, "slots", &match.Slots)
		if U8(c, "host of the match", &match.Host); int(match.Host) >= len(hosts) {
			c.Fail("host of the match", "one of the hosts", match.Host)
		}
	}
}
