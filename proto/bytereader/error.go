package bytereader

import (
	"errors"
	"fmt"
)

// SyntaxError says what in a message is not as its protocol has it.
type SyntaxError struct {
	Message string // its name
	Field   string // that is wrong
	Want    string // what the field must be
	Got     string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: %s must be %s, got %s", e.Message, e.Field, e.Want, e.Got)
}

// ErrMalformed is the error of a Reader that does not know the message's name.
var ErrMalformed = errors.New("malformed message")
