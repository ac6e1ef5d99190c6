package proto

import (
	"encoding/binary"
	"strconv"
	"strings"

	"dogfight/game"
)

// InfoQuery asks for an Info. It may be a connection's only message.
type InfoQuery struct{}

func (*InfoQuery) Type() Type               { return InfoQueryType }
func (m *InfoQuery) Append(b []byte) []byte { return encode(b, InfoQueryType, m, (*InfoQuery).fields) }
func (*InfoQuery) fields(c *FieldCoder)     { c.magic() }

// Info describes a match to a program that may want to join.
type Info struct {
	Version  uint16 // the host's, be it ours or not
	Title    string
	Arena    string
	Mode     game.Mode
	Players  uint16 // with a ship, without the bots
	Bots     uint16
	Slots    uint16 // for players and bots together
	TickRate uint8
}

func (*Info) Type() Type               { return InfoType }
func (m *Info) Append(b []byte) []byte { return encode(b, InfoType, m, (*Info).fields) }
func (m *Info) fields(c *FieldCoder) {
	U16(c, "version", &m.Version)
	c.Text("title", &m.Title, MaxTitle)
	c.Text("arena", &m.Arena, maxWord)
	U8(c, "mode", &m.Mode) // later versions may know more
	U16(c, "players", &m.Players)
	U16(c, "bots", &m.Bots)
	U16(c, "slots", &m.Slots)
	U8(c, "tick rate", &m.TickRate)
}

// Progress follows an Info over a connection. Hosts of earlier releases send Info alone.
type Progress struct {
	Number  uint16 // of the match, from 1: all matches of the host count
	Left    uint32 // s until the limit of time, or all of it before the match begins; NoLimit without one
	Resumed bool   // another host resumed the match after its host was killed
}

// NoLimit is Progress.Left of a match without a limit of time.
const NoLimit = 1<<32 - 1

func (*Progress) Type() Type               { return ProgressType }
func (m *Progress) Append(b []byte) []byte { return encode(b, ProgressType, m, (*Progress).fields) }
func (m *Progress) fields(c *FieldCoder) {
	U16(c, "number", &m.Number)
	U32(c, "time left", &m.Left)
	c.Bool("resumed", &m.Resumed)
}

// Web follows a Progress over a connection: the port for browsers. Hosts of earlier releases end with their Progress.
type Web struct {
	Port   uint16 // of TCP, at the same address; 0 for none
	Secure bool   // by HTTPS
}

func (*Web) Type() Type               { return WebType }
func (m *Web) Append(b []byte) []byte { return encode(b, WebType, m, (*Web).fields) }
func (m *Web) fields(c *FieldCoder) {
	U16(c, "port", &m.Port)
	c.Bool("secure", &m.Secure)
}

// URL returns the page on which a browser plays at a host, given by name or address; "" if a browser can open none.
func (m *Web) URL(host string) string {
	scheme, usual := "http", uint16(80)
	if m.Secure {
		scheme, usual = "https", 443
	}
	switch {
	case m.Port == 0 || host == "" || strings.Contains(host, "%"): // a zone has a meaning on this machine alone
		return ""
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	if m.Port != usual {
		host += ":" + strconv.Itoa(int(m.Port))
	}
	return scheme + "://" + host + "/"
}

// Query is a datagram, outside of any link, that asks a host for its match. It is as long as the longest Answer, so that a
// forged Query makes a host send its victim no more than the forger sends.
type Query struct {
	Nonce uint64 // returned by the Answer; random, so that only the host asked can give it
}

// querySize is the length of a Query in bytes, and the most of an Answer.
const querySize = 128

var queryPadding [querySize - len(magic) - 1 - 8]byte

// Append appends the datagram.
func (m *Query) Append(b []byte) []byte {
	b = append(append(b, magic...), byte(InfoQueryType))
	return append(binary.BigEndian.AppendUint64(b, m.Nonce), queryPadding[:]...)
}

// ParseQuery reads a Query, which must fill p. The error is a *SyntaxError.
func ParseQuery(p []byte) (Query, error) {
	c := readDatagram("query", p)
	c.magic()
	c.constant("type", uint8(InfoQueryType))
	m := Query{Nonce: c.U64("nonce")}
	for range queryPadding {
		c.constant("padding", 0)
	}
	return m, c.End()
}

// Answer is the datagram with which a host answers a Query.
type Answer struct {
	Nonce uint64 // the Query's
	ID    uint64 // of the match: the same at all its addresses
	Info  Info
}

// Append appends the datagram, at most querySize bytes.
func (m *Answer) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, m.Nonce)
	return m.Info.Append(binary.BigEndian.AppendUint64(b, m.ID))
}

// ParseAnswer reads an Answer, which must fill p. The error is a *SyntaxError.
func ParseAnswer(p []byte) (Answer, error) {
	c := readDatagram("answer", p)
	m := Answer{Nonce: c.U64("nonce"), ID: c.U64("id")}
	c.constant("type", uint8(InfoType))
	m.Info.fields(&c)
	if err := c.End(); err != nil {
		return Answer{}, err
	}
	return m, nil
}
