package lightracer

import (
	"fmt"
	"strconv"
	"strings"
)

// Reply is a line that the host says on the control port.
type Reply interface {
	// Append appends the line and its end.
	Append(b []byte) []byte
}

// ParseReply reads a line, which comes without its end. It is one of *Welcome,
// *Players, *Chat, *Settings, *Start, *Over and *Error.
func ParseReply(line string) (Reply, error) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "WELCOME":
		return parseWelcome(rest)
	case "PLAYERS":
		return parsePlayers(rest)
	case "CHAT":
		return parseChat(rest)
	case "SETTINGS":
		return parseSettings(rest)
	case "START":
		return &Start{}, nil
	case "OVER":
		return parseOver(rest)
	case "ERROR":
		return &Error{Reason: rest}, nil
	}
	return nil, fmt.Errorf("reply must be WELCOME, PLAYERS, CHAT, SETTINGS, START, OVER or ERROR, got %s", quote(word))
}

// Start tells that the match has begun.
type Start struct{}

// Append appends the line and its end.
func (m *Start) Append(b []byte) []byte { return append(b, "START\n"...) }

// Error tells what was wrong with a line, or why the host hangs up.
type Error struct {
	Reason string
}

// Append appends the line and its end.
func (m *Error) Append(b []byte) []byte {
	return endLine(appendText(append(b, "ERROR "...), m.Reason))
}

func appendNumber(b []byte, v int32) []byte { return strconv.AppendInt(b, int64(v), 10) }

// number reads a number of a line.
func number(what, s string) (int32, error) {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s: %s is not a number", what, quote(s))
	}
	return int32(n), nil
}
