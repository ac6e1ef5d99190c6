package carnage

// Message is one thing that one end says to the other.
type Message interface {
	// Type returns the number that opens the message.
	Type() Type
	// append appends the fields that follow the type.
	append(b []byte) []byte
	// parse reads them. The message keeps none of the reader's bytes.
	parse(r *reader)
}

// newMessage returns an empty message, or nil if there is no such type.
func newMessage(t Type) Message {
	switch t {
	case HelloRequestType:
		return &HelloRequest{}
	case HelloResponseType:
		return &HelloResponse{}
	case SpawnRequestType:
		return &SpawnRequest{}
	case SpawnResponseType:
		return &SpawnResponse{}
	case InputsType:
		return &Inputs{}
	case RecordType:
		return &Record{}
	}
	return nil
}
