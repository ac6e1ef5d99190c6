package rtype

import "fmt"

// Type is what a packet is, by its number in the document. The code has other
// numbers for some, and its later commits others again.
type Type uint8

// What clients send.
const (
	ConnectType    Type = 0x01
	InputType      Type = 0x02
	PingType       Type = 0x03
	DisconnectType Type = 0x04
)

// What the host sends.
const (
	AcceptType        Type = 0x10
	RejectType        Type = 0x11
	SnapshotType      Type = 0x12
	EntityCreateType  Type = 0x13
	EntityDestroyType Type = 0x14
	DamageEventType   Type = 0x15
	GameOverType      Type = 0x16
	PongType          Type = 0x17

	ScoreType Type = 0x18 // which the later code alone has, with another number
)

// kinds has of each type the numbers in the document, in the code and in the later code, 0 for
// none, and its name.
var kinds = [...]struct {
	of                    Type
	document, code, later uint8
	name                  string
}{
	{ConnectType, 0x01, 0x01, 0x01, "CONNECT"},
	{InputType, 0x02, 0x03, 0x03, "INPUT"},
	{PingType, 0x03, 0x04, 0x04, "PING"},
	{DisconnectType, 0x04, 0x02, 0x02, "DISCONNECT"},
	{AcceptType, 0x10, 0x10, 0x10, "ACCEPT"},
	{RejectType, 0x11, 0x11, 0x11, "REJECT"},
	{SnapshotType, 0x12, 0x12, 0x12, "SNAPSHOT"},
	{EntityCreateType, 0x13, 0x13, 0, "ENTITY_CREATE"},
	{EntityDestroyType, 0x14, 0x14, 0, "ENTITY_DESTROY"},
	{DamageEventType, 0x15, 0x16, 0x14, "DAMAGE_EVENT"},
	{GameOverType, 0x16, 0x17, 0x15, "GAMEOVER"},
	{PongType, 0x17, 0x15, 0x13, "PONG"},
	{ScoreType, 0, 0, 0x16, "SCORE"},
}

// String returns the document's name of the type.
func (t Type) String() string {
	for i := range kinds {
		if kinds[i].of == t {
			return kinds[i].name
		}
	}
	return fmt.Sprintf("packet 0x%02x", uint8(t))
}
