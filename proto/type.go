package proto

import "fmt"

// Type is the first byte of a message. Numbers are never used again for
// something else.
type Type uint8

// What clients send on the control channel.
const (
	HelloType        Type = 0x01
	SpawnType        Type = 0x02
	SetReadyType     Type = 0x03
	NeedKeyframeType Type = 0x04
	InfoQueryType    Type = 0x05
	// 0x06 told a password.
	ClientFirstType Type = 0x07
	ClientFinalType Type = 0x08
	VoteType        Type = 0x09
	CallVoteType    Type = 0x0b
	CastVoteType    Type = 0x0c
	TicketType      Type = 0x0a
	ListFleetType   Type = 0x0d
	WishType        Type = 0x0e
)

// What hosts send on the control channel.
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

// What both send on the control channel.
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
