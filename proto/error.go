package proto

import "fmt"

// SyntaxError says what in a message is not as the package documentation has it.
type SyntaxError struct {
	Message  string // its name
	Field    string // that is wrong
	Expected string
	Came     string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: %s: expected %s, %s came", e.Message, e.Field, e.Expected, e.Came)
}

// VersionError says that the other end speaks another version of the protocol,
// or codes orders by another table.
type VersionError struct {
	Theirs      uint16
	TheirTables uint32 // if the version is ours
}

func (e *VersionError) Error() string {
	if e.Theirs == Version {
		return fmt.Sprintf("expected the order tables %08x of protocol version %d, %08x came", uint32(TableVersion), Version, e.TheirTables)
	}
	return fmt.Sprintf("expected protocol version %d, %d came", Version, e.Theirs)
}
