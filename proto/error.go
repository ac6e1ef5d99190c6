package proto

import "fmt"

// SyntaxError says what in a message is not as the package documentation has it.
type SyntaxError struct {
	Type     Type   // of the message
	Field    string // that is wrong
	Expected string
	Came     string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%v: %s: expected %s, %s came", e.Type, e.Field, e.Expected, e.Came)
}

// VersionError says that the other end speaks another version of the protocol.
type VersionError struct {
	Theirs uint16
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("expected protocol version %d, %d came", Version, e.Theirs)
}
