package proto

import (
	"fmt"

	"dogfight/game"
)

// Version is the version of the protocol. Both ends must have the same.
const Version = 6

// magic distinguishes a client from other programs that connect.
const magic = "DOGF"

// Hello is a client's first message.
type Hello struct {
	Version uint16 // Parse gives a *VersionError, and no Hello, for any but ours
	Tables  uint32 // likewise: the table that codes orders, TableVersion

	RulesVersion uint16 // likewise: game.RulesVersion
	Rules        uint32 // likewise: game.RulesFingerprint

	Token   Token // of the seat to be taken back; zero for a new one
	Purpose Purpose
	Pace    uint8  // ticks from one Orders to the next, 1 or 2
	Name    string // may still be refused: see CleanName
}

// Token proves that a seat belongs to the client.
type Token [16]byte

// Purpose is the reason why a client connects.
type Purpose uint8

// The purposes.
const (
	Play     Purpose = 0
	Spectate Purpose = 1
)

func (*Hello) Type() Type               { return HelloType }
func (m *Hello) Append(b []byte) []byte { return encode(b, HelloType, m, (*Hello).fields) }
func (m *Hello) fields(c *FieldCoder) {
	c.magic()
	c.version(&m.Version)
	if U32(c, "tables", &m.Tables); c.Err == nil && m.Tables != TableVersion {
		c.Stop(&VersionError{Theirs: Version, TheirTables: m.Tables})
	}
	U16(c, "rules version", &m.RulesVersion)
	U32(c, "rules", &m.Rules)
	if c.Err == nil && (m.RulesVersion != game.RulesVersion || m.Rules != game.RulesFingerprint) {
		c.Stop(&VersionError{Theirs: Version, TheirTables: TableVersion, TheirRulesVersion: m.RulesVersion, TheirRules: m.Rules})
	}
	c.bytes("token", m.Token[:])
	Range8(c, "purpose", &m.Purpose, 0, uint32(Spectate))
	Range8(c, "pace", &m.Pace, 1, 2)
	c.Text("name", &m.Name, maxName)
}

func (c *FieldCoder) magic() {
	if !c.Reading {
		c.Out = append(c.Out, magic...)
	} else if p := c.Take("magic", len(magic)); p != nil && string(p) != magic {
		c.Fail("magic", magic, fmt.Sprintf("%q", p))
	}
}

// version codes a version, which must be ours.
func (c *FieldCoder) version(v *uint16) {
	if U16(c, "version", v); c.Err == nil && *v != Version {
		c.Stop(&VersionError{Theirs: *v})
	}
}

// Welcome answers a Hello: the client is in. A Keyframe follows.
type Welcome struct {
	Version  uint16 // likewise a *VersionError if it is not ours
	Token    Token  // takes the seat back after the link was lost
	Pilot    uint16 // the client's id in the Roster
	Slot     uint8  // of the seat taken back, or NoSlot
	TickRate uint8  // ticks a second; never 0
	Epoch    uint32 // another in each life of the host: ticks may have gone back since the last
	Title    string
	Setup    *game.Setup
}

func (*Welcome) Type() Type               { return WelcomeType }
func (m *Welcome) Append(b []byte) []byte { return encode(b, WelcomeType, m, (*Welcome).fields) }
func (m *Welcome) fields(c *FieldCoder) {
	c.version(&m.Version)
	c.bytes("token", m.Token[:])
	U16(c, "pilot", &m.Pilot)
	c.Slot("slot", &m.Slot)
	Range8(c, "tick rate", &m.TickRate, 1, 255)
	U32(c, "epoch", &m.Epoch)
	c.Text("title", &m.Title, MaxTitle)
	c.setup(&m.Setup)
}

// Reject answers a Hello: the client stays out, and the host hangs up.
type Reject struct {
	Code   RejectCode
	Reason string // fit to be shown
}

// RejectCode is a Reject's reason in a number.
type RejectCode uint8

// The codes.
const (
	RejectVersion RejectCode = 1 // the host speaks another version
	RejectFull    RejectCode = 2 // no room left
	RejectName    RejectCode = 3
	RejectClosing RejectCode = 4 // the host is about to close
	RejectBanned  RejectCode = 5 // the host has banned this player

	RejectPassword      RejectCode = 6 // its proof must come before the Hello
	RejectWrongPassword RejectCode = 7 // the proof was of another
	RejectRelayed       RejectCode = 8 // the proof came by another channel than it is bound to

	RejectTicket RejectCode = 9 // the ticket is not valid here; its issuer may issue another
)

func (*Reject) Type() Type               { return RejectType }
func (m *Reject) Append(b []byte) []byte { return encode(b, RejectType, m, (*Reject).fields) }
func (m *Reject) fields(c *FieldCoder) {
	U8(c, "code", &m.Code) // later versions may know more
	c.Text("reason", &m.Reason, MaxReason)
}

// Messages of SCRAM (RFC 5802), unchanged. They prove the password of a match that asks for one: see package net.
type (
	ClientFirst struct{ Text string } // before a Hello, only to a host that has asked for it
	ServerFirst struct{ Text string } // the answer: a challenge
	ClientFinal struct{ Text string } // the answer to that: the proof
	ServerFinal struct{ Text string } // before the Welcome: the host's own proof
)

// maxProof is room for a message of SCRAM: ours have 180 bytes at most.
const maxProof = 255

func (*ClientFirst) Type() Type { return ClientFirstType }
func (*ServerFirst) Type() Type { return ServerFirstType }
func (*ClientFinal) Type() Type { return ClientFinalType }
func (*ServerFinal) Type() Type { return ServerFinalType }

func (m *ClientFirst) Append(b []byte) []byte {
	return encode(b, ClientFirstType, m, (*ClientFirst).fields)
}

func (m *ServerFirst) Append(b []byte) []byte {
	return encode(b, ServerFirstType, m, (*ServerFirst).fields)
}

func (m *ClientFinal) Append(b []byte) []byte {
	return encode(b, ClientFinalType, m, (*ClientFinal).fields)
}

func (m *ServerFinal) Append(b []byte) []byte {
	return encode(b, ServerFinalType, m, (*ServerFinal).fields)
}

func (m *ClientFirst) fields(c *FieldCoder) { c.Text("proof", &m.Text, maxProof) }
func (m *ServerFirst) fields(c *FieldCoder) { c.Text("proof", &m.Text, maxProof) }
func (m *ClientFinal) fields(c *FieldCoder) { c.Text("proof", &m.Text, maxProof) }
func (m *ServerFinal) fields(c *FieldCoder) { c.Text("proof", &m.Text, maxProof) }

// VersionError reports that the other end has another version of the protocol, another order table, or other rules.
type VersionError struct {
	Theirs            uint16
	TheirTables       uint32 // if the version is ours
	TheirRulesVersion uint16 // if the tables are ours too
	TheirRules        uint32 // likewise: their fingerprint
}

// Error is for the local player, where the other end is the host.
func (e *VersionError) Error() string {
	ours, theirs := e.difference()
	return versionText(theirs, ours)
}

// Reason is for the player at the other end, where the host is here.
func (e *VersionError) Reason() string {
	ours, theirs := e.difference()
	return versionText(ours, theirs)
}

func versionText(host, you string) string {
	return fmt.Sprintf("the host has %s, you have %s: one of you is out of date", host, you)
}

// difference names the first thing in which the ends differ, on either side.
func (e *VersionError) difference() (ours, theirs string) {
	switch {
	case e.Theirs != Version:
		return fmt.Sprintf("protocol version %d", Version), fmt.Sprintf("protocol version %d", e.Theirs)
	case e.TheirTables != TableVersion:
		const tables = "order tables %08x of protocol version %d"
		return fmt.Sprintf(tables, uint32(TableVersion), Version), fmt.Sprintf(tables, e.TheirTables, Version)
	}
	return rulesName(game.RulesVersion, game.RulesFingerprint), rulesName(e.TheirRulesVersion, e.TheirRules)
}

func rulesName(version uint16, fingerprint uint32) string {
	return fmt.Sprintf("rules version %d (%08x)", version, fingerprint)
}
