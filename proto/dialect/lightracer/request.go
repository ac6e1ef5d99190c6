package lightracer

import (
	"errors"
	"fmt"
	"strings"
)

// Request is a line that a client says on the control port.
type Request interface {
	// Append appends the line and its end.
	Append(b []byte) []byte
}

var errUnknown = errors.New("request must be JOIN, CHAT, READY, SET or LEAVE")

// ParseRequest reads a line, which comes without its end. It is one of *Join, *Say,
// *Ready, *Set and *Leave.
func ParseRequest(line string) (Request, error) {
	word, rest, more := strings.Cut(line, " ")
	switch word {
	case "JOIN":
		return &Join{Name: rest}, nil
	case "CHAT":
		return &Say{Text: rest}, nil
	case "SET":
		return parseSet(rest)
	case "READY", "LEAVE":
		if more {
			return nil, fmt.Errorf("%s: unexpected %s", word, quote(rest))
		}
		if word == "LEAVE" {
			return &Leave{}, nil
		}
		return &Ready{}, nil
	}
	return nil, fmt.Errorf("%w, got %s", errUnknown, quote(word))
}

// Join asks for a ship.
type Join struct {
	Name string
}

// Append appends the line and its end.
func (m *Join) Append(b []byte) []byte { return endLine(appendText(append(b, "JOIN "...), m.Name)) }

// Say is chat for all.
type Say struct {
	Text string
}

// Append appends the line and its end.
func (m *Say) Append(b []byte) []byte { return endLine(appendText(append(b, "CHAT "...), m.Text)) }

// Ready tells that a match that waits may begin.
type Ready struct{}

// Append appends the line and its end.
func (m *Ready) Append(b []byte) []byte { return append(b, "READY\n"...) }

// Leave ends it all.
type Leave struct{}

// Append appends the line and its end.
func (m *Leave) Append(b []byte) []byte { return append(b, "LEAVE\n"...) }
