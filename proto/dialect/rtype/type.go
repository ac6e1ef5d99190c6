package rtype

import "fmt"

// Type is what a packet is, by its number in the document. The code has other
// numbers for some.
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
)

// kinds has of each type the number in the code, and the document's name.
var kinds = [...]struct {
	of   Type
	code uint8
	name string
}{
	{ConnectType, 0x01, "CONNECT"},
	{InputType, 0x03, "INPUT"},
	{PingType, 0x04, "PING"},
	{DisconnectType, 0x02, "DISCONNECT"},
	{AcceptType, 0x10, "ACCEPT"},
	{RejectType, 0x11, "REJECT"},
	{SnapshotType, 0x12, "SNAPSHOT"},
	{EntityCreateType, 0x13, "ENTITY_CREATE"},
	{EntityDestroyType, 0x14, "ENTITY_DESTROY"},
	{DamageEventType, 0x16, "DAMAGE_EVENT"},
	{GameOverType, 0x17, "GAMEOVER"},
	{PongType, 0x15, "PONG"},
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
