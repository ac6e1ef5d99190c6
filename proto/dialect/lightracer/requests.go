package lightracer

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dogfight/game"
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

// Ready agrees to the beginning of a match that waits.
type Ready struct{}

// Append appends the line and its end.
func (m *Ready) Append(b []byte) []byte { return append(b, "READY\n"...) }

// Leave ends it all.
type Leave struct{}

// Append appends the line and its end.
func (m *Leave) Append(b []byte) []byte { return append(b, "LEAVE\n"...) }

// Set changes a setting of the match.
type Set struct {
	Key, Value string
}

// The keys.
const (
	BotsKey  = "bots"  // so many bots fly along
	TimeKey  = "time"  // seconds that a match lasts; 0 for no end
	ModeKey  = "mode"  // name of the mode of the next match
	ArenaKey = "arena" // name of the arena of the next match
)

const (
	maxTime      = 24 * 60 * 60 // a match of a day
	maxArenaName = 32
)

// Append appends the line and its end.
func (m *Set) Append(b []byte) []byte {
	b = append(appendText(append(b, "SET "...), m.Key), ' ')
	return endLine(appendText(b, m.Value))
}

func parseSet(rest string) (Request, error) {
	key, value, _ := strings.Cut(rest, " ")
	if key == "" || value == "" {
		return nil, errors.New("SET needs a key and a value")
	}
	m := &Set{key, value}
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, nil
}

// check checks the form, but not whether the arena exists.
func (m *Set) check() error {
	switch m.Key {
	case BotsKey:
		return m.within(game.MaxShips - 1) // one ship is the racer's
	case TimeKey:
		return m.within(maxTime)
	case ModeKey:
		if _, ok := game.ModeNamed(m.Value); !ok {
			return fmt.Errorf("SET mode must be one of the host's, got %s", quote(m.Value))
		}
		return nil
	case ArenaKey:
		if len(m.Value) > maxArenaName || strings.ContainsAny(m.Value, `/\`) {
			return fmt.Errorf("SET arena must be a name of at most %d bytes, got %s", maxArenaName, quote(m.Value))
		}
		return nil
	}
	return fmt.Errorf("SET: key must be bots, time, mode or arena, got %s", quote(m.Key))
}

// within returns an error unless the value is a number from 0 to most.
func (m *Set) within(most int) error {
	if n, err := strconv.Atoi(m.Value); err != nil || n < 0 || n > most {
		return fmt.Errorf("SET %s must be 0 to %d, got %s", m.Key, most, quote(m.Value))
	}
	return nil
}
