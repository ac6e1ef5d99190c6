package proto

import (
	"slices"

	"dogfight/game"
)

// Spawn asks for a ship or, from a client that has one, for another class, weapon or team from its next spawn on.
type Spawn struct {
	Class  uint8 // index into Setup.Classes; SpawnResult reports if there is none
	Weapon uint8 // likewise
	Team   uint8 // 0 for any, up to game.MaxTeams
	Colour uint8 // 0 for any, up to Colours; the host gives another if that one is taken
	Name   string
}

func (*Spawn) Type() Type               { return SpawnType }
func (m *Spawn) Append(b []byte) []byte { return encode(b, SpawnType, m, (*Spawn).fields) }
func (m *Spawn) fields(c *FieldCoder) {
	U8(c, "class", &m.Class)
	U8(c, "weapon", &m.Weapon)
	Range8(c, "team", &m.Team, 0, game.MaxTeams)
	Range8(c, "colour", &m.Colour, 0, Colours)
	c.Text("name", &m.Name, maxName)
}

// SpawnResult answers a Spawn. A later one replaces the answer.
type SpawnResult struct {
	Status SpawnStatus
	Slot   uint8 // of the ship, or NoSlot when there is none
}

// SpawnStatus reports whether a Spawn was granted, and if not, why not.
type SpawnStatus uint8

// The statuses.
const (
	SpawnOK        SpawnStatus = 0
	SpawnBadName   SpawnStatus = 1
	SpawnBadWeapon SpawnStatus = 2
	SpawnBadClass  SpawnStatus = 3
	SpawnFull      SpawnStatus = 4
	SpawnCrowded   SpawnStatus = 5 // too many clients of this address have ships
	SpawnIdle      SpawnStatus = 6 // the ship went to a waiting client, as its input had not changed for long
)

func (*SpawnResult) Type() Type { return SpawnResultType }

func (m *SpawnResult) Append(b []byte) []byte {
	return encode(b, SpawnResultType, m, (*SpawnResult).fields)
}

func (m *SpawnResult) fields(c *FieldCoder) {
	Range8(c, "status", &m.Status, 0, uint32(SpawnIdle))
	c.Slot("slot", &m.Slot)
}

// SetReady reports whether a client wants the waiting match to start or, while the results are shown, the next one.
type SetReady struct {
	On bool
}

func (*SetReady) Type() Type               { return SetReadyType }
func (m *SetReady) Append(b []byte) []byte { return encode(b, SetReadyType, m, (*SetReady).fields) }
func (m *SetReady) fields(c *FieldCoder)   { c.Bool("on", &m.On) }

// Pause pauses a match, or resumes it. From a client it reports whether its player is away from the controls, such as in a
// menu; from a host, whether the match is paused.
type Pause struct {
	On bool
}

func (*Pause) Type() Type               { return PauseType }
func (m *Pause) Append(b []byte) []byte { return encode(b, PauseType, m, (*Pause).fields) }
func (m *Pause) fields(c *FieldCoder)   { c.Bool("on", &m.On) }

// NeedKeyframe asks for a Keyframe: the client is too far behind, or its World differs from the host's.
type NeedKeyframe struct {
	Have game.Tick // of the client's World; 0 without one
}

func (*NeedKeyframe) Type() Type { return NeedKeyframeType }

func (m *NeedKeyframe) Append(b []byte) []byte {
	return encode(b, NeedKeyframeType, m, (*NeedKeyframe).fields)
}

func (m *NeedKeyframe) fields(c *FieldCoder) { U32(c, "tick", &m.Have) }

// Keyframe carries the whole World of a tick, for a client that cannot get there by orders.
type Keyframe struct {
	World []byte // as AppendWorld writes it, for the Setup that came last
}

func (*Keyframe) Type() Type               { return KeyframeType }
func (m *Keyframe) Append(b []byte) []byte { return encode(b, KeyframeType, m, (*Keyframe).fields) }
func (m *Keyframe) fields(c *FieldCoder) {
	if !c.Reading {
		c.Out = append(c.Out, m.World...)
		return
	}
	if len(c.Left) == 0 {
		c.Fail("world", "a World", "nothing")
	}
	m.World = slices.Clone(c.Rest())
}

// MatchStart announces the next match. A Keyframe follows.
type MatchStart struct {
	Number uint16 // counts the host's matches
	Slot   uint8  // of the client's ship in it, or NoSlot
	Setup  *game.Setup
}

func (*MatchStart) Type() Type { return MatchStartType }

func (m *MatchStart) Append(b []byte) []byte {
	return encode(b, MatchStartType, m, (*MatchStart).fields)
}

func (m *MatchStart) fields(c *FieldCoder) {
	U16(c, "number", &m.Number)
	c.Slot("slot", &m.Slot)
	c.setup(&m.Setup)
}

// MatchOver reports that the match is decided. Its results are shown until the next match.
type MatchOver struct {
	NextIn uint16 // until the next match, in 1/10 s
}

func (*MatchOver) Type() Type               { return MatchOverType }
func (m *MatchOver) Append(b []byte) []byte { return encode(b, MatchOverType, m, (*MatchOver).fields) }
func (m *MatchOver) fields(c *FieldCoder)   { U16(c, "next in", &m.NextIn) }

// Chat is a line for all in the match.
type Chat struct {
	Pilot uint16 // the author, or Notice; from clients it is ignored
	Text  string // 1 to MaxChat bytes: see ValidChat
}

// Notice replaces a pilot's id in a Chat of the host itself.
const Notice = 0xffff

func (*Chat) Type() Type               { return ChatType }
func (m *Chat) Append(b []byte) []byte { return encode(b, ChatType, m, (*Chat).fields) }
func (m *Chat) fields(c *FieldCoder) {
	U16(c, "pilot", &m.Pilot)
	c.Text("text", &m.Text, MaxChat)
	c.Within("text", uint32(len(m.Text)), 1, MaxChat)
}

// Kick throws a client out.
type Kick struct {
	Reason string // fit to be shown
}

func (*Kick) Type() Type               { return KickType }
func (m *Kick) Append(b []byte) []byte { return encode(b, KickType, m, (*Kick).fields) }
func (m *Kick) fields(c *FieldCoder)   { c.Text("reason", &m.Reason, MaxReason) }

// Bye ends the connection in good order: the client leaves its seat for good, or the host closes the match.
type Bye struct {
	Reason string // fit to be shown
}

func (*Bye) Type() Type               { return ByeType }
func (m *Bye) Append(b []byte) []byte { return encode(b, ByeType, m, (*Bye).fields) }
func (m *Bye) fields(c *FieldCoder)   { c.Text("reason", &m.Reason, MaxReason) }
