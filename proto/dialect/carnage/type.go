package carnage

import "fmt"

// Type is the document's MessageType: the number that opens a message.
type Type uint32

// The types, by the document's names.
const (
	HelloRequestType  Type = 0
	HelloResponseType Type = 1
	SpawnRequestType  Type = 2
	SpawnResponseType Type = 3
	InputsType        Type = 4
	RecordType        Type = 5
)

var typeNames = [...]string{
	HelloRequestType:  "MT_HELLO_REQUEST",
	HelloResponseType: "MT_HELLO_RESPONSE",
	SpawnRequestType:  "MT_SPAWN_REQUEST",
	SpawnResponseType: "MT_SPAWN_RESPONSE",
	InputsType:        "MT_INPUTS",
	RecordType:        "MT_RECORD",
}

// String returns the document's name, or the number of an unknown type.
func (t Type) String() string {
	if int64(t) < int64(len(typeNames)) {
		return typeNames[t]
	}
	return fmt.Sprintf("message type %d", uint32(t))
}
