package proto

import "fmt"

// Message is one message of the control channel.
type Message interface {
	// Type returns the number that opens the message.
	Type() Type
	// Append appends the message, type and fields, to b. It cuts text and lists down to the lengths that the receiver accepts.
	Append(b []byte) []byte
	// fields writes the fields to c, or reads them from it. The message keeps no bytes of c.
	fields(c *FieldCoder)
}

// Parse reads one message, which must fill p. The error is a *SyntaxError, or a *VersionError when the other end speaks
// another version.
func Parse(p []byte) (Message, error) {
	c := readFields("message", p)
	t := Type(c.U8("type"))
	if c.Err != nil {
		return nil, c.Err
	}
	c.Message = t.String()
	if messages[t].make == nil {
		c.Fail("type", "a known one", uint8(t))
		return nil, c.Err
	}
	m := messages[t].make()
	m.fields(&c)
	if err := c.End(); err != nil {
		return nil, err
	}
	return m, nil
}

// encode appends a message to b. It must be inlined: then it knows the function, and allocates no coder.
func encode[M any](b []byte, t Type, m *M, fields func(*M, *FieldCoder)) []byte {
	c := FieldCoder{Out: append(b, byte(t))}
	fields(m, &c)
	return c.Out
}

// Type is the first byte of a message. A number is never reused for another message.
type Type uint8

// From clients, on the control channel.
const (
	HelloType        Type = 0x01
	SpawnType        Type = 0x02
	SetReadyType     Type = 0x03
	NeedKeyframeType Type = 0x04
	InfoQueryType    Type = 0x05
	// 0x06 carried a password.
	ClientFirstType Type = 0x07
	ClientFinalType Type = 0x08
	VoteType        Type = 0x09
	TicketType      Type = 0x0a
	CallVoteType    Type = 0x0b
	CastVoteType    Type = 0x0c
	ListFleetType   Type = 0x0d
	WishType        Type = 0x0e
)

// From hosts, on the control channel.
const (
	WelcomeType      Type = 0x11
	RejectType       Type = 0x12
	SpawnResultType  Type = 0x13
	RosterType       Type = 0x14
	KeyframeType     Type = 0x15
	MatchStartType   Type = 0x16
	MatchOverType    Type = 0x17
	KickType         Type = 0x18
	InfoType         Type = 0x19
	RTTsType         Type = 0x1a
	RosterChangeType Type = 0x1b
	BallotType       Type = 0x1c
	ProgressType     Type = 0x1d
	ServerFirstType  Type = 0x1e
	ServerFinalType  Type = 0x1f
	WebType          Type = 0x20
	VoteStateType    Type = 0x26
	RedirectType     Type = 0x27
	HandoverType     Type = 0x28
	FleetListType    Type = 0x29
)

// From both, on the control channel.
const (
	ChatType  Type = 0x21
	ByeType   Type = 0x24
	PauseType Type = 0x25
)

// String returns the type's name in errors and logs.
func (t Type) String() string {
	if k := messages[t]; k.make != nil {
		return k.name
	}
	return fmt.Sprintf("message 0x%02x", uint8(t))
}

// messages lists all messages. It is constant.
var messages = [256]struct {
	name string
	make func() Message
}{
	HelloType:        {"hello", func() Message { return &Hello{} }},
	SpawnType:        {"spawn", func() Message { return &Spawn{} }},
	SetReadyType:     {"set-ready", func() Message { return &SetReady{} }},
	NeedKeyframeType: {"need-keyframe", func() Message { return &NeedKeyframe{} }},
	InfoQueryType:    {"info-query", func() Message { return &InfoQuery{} }},
	ClientFirstType:  {"client-first", func() Message { return &ClientFirst{} }},
	ClientFinalType:  {"client-final", func() Message { return &ClientFinal{} }},
	VoteType:         {"vote", func() Message { return &Vote{} }},
	CallVoteType:     {"call-vote", func() Message { return &CallVote{} }},
	CastVoteType:     {"cast-vote", func() Message { return &CastVote{} }},
	TicketType:       {"ticket", func() Message { return &Ticket{} }},
	ListFleetType:    {"list-fleet", func() Message { return &ListFleet{} }},
	WishType:         {"wish", func() Message { return &MatchWish{} }},

	WelcomeType:      {"welcome", func() Message { return &Welcome{} }},
	RejectType:       {"reject", func() Message { return &Reject{} }},
	SpawnResultType:  {"spawn-result", func() Message { return &SpawnResult{} }},
	RosterType:       {"roster", func() Message { return &Roster{} }},
	KeyframeType:     {"keyframe", func() Message { return &Keyframe{} }},
	MatchStartType:   {"match-start", func() Message { return &MatchStart{} }},
	MatchOverType:    {"match-over", func() Message { return &MatchOver{} }},
	KickType:         {"kick", func() Message { return &Kick{} }},
	InfoType:         {"info", func() Message { return &Info{} }},
	RTTsType:         {"rtts", func() Message { return &RTTs{} }},
	RosterChangeType: {"roster-change", func() Message { return &RosterChange{} }},
	BallotType:       {"ballot", func() Message { return &Ballot{} }},
	ProgressType:     {"progress", func() Message { return &Progress{} }},
	ServerFirstType:  {"server-first", func() Message { return &ServerFirst{} }},
	ServerFinalType:  {"server-final", func() Message { return &ServerFinal{} }},
	WebType:          {"web", func() Message { return &Web{} }},
	VoteStateType:    {"vote-state", func() Message { return &VoteState{} }},
	RedirectType:     {"redirect", func() Message { return &Redirect{} }},
	HandoverType:     {"handover", func() Message { return &Handover{} }},
	FleetListType:    {"fleet-list", func() Message { return &FleetList{} }},

	ChatType:  {"chat", func() Message { return &Chat{} }},
	ByeType:   {"bye", func() Message { return &Bye{} }},
	PauseType: {"pause", func() Message { return &Pause{} }},
}
