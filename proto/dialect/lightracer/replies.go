package lightracer

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Reply is a line of the host on the control port.
type Reply interface {
	// Append appends the line and its end.
	Append(b []byte) []byte
}

// Start announces the beginning of the match.
type Start struct{}

// Append appends the line and its end.
func (m *Start) Append(b []byte) []byte { return append(b, "START\n"...) }

// Error reports an invalid line, or the reason why the host hangs up.
type Error struct {
	Reason string
}

// Append appends the line and its end.
func (m *Error) Append(b []byte) []byte {
	return endLine(appendText(append(b, "ERROR "...), m.Reason))
}

func appendNumber(b []byte, v int32) []byte { return strconv.AppendInt(b, int64(v), 10) }

// Welcome reports that the player has a ship, and the address of the data.
type Welcome struct {
	ID       int32  // of the Player of the one welcomed
	DataPort uint16 // TCP and UDP
	Token    int32  // that the data connection opens with
}

// Append appends the line and its end.
func (m *Welcome) Append(b []byte) []byte {
	b = append(appendNumber(append(b, "WELCOME "...), m.ID), ' ')
	b = append(appendNumber(b, int32(m.DataPort)), ' ')
	return endLine(appendNumber(b, m.Token))
}

// Players lists the pilots with a ship. It replaces the list before.
type Players struct {
	List []Name
}

// Name is the name of the pilot of a Player.
type Name struct {
	ID   int32
	Name string // a semicolon arrives as a comma, a control as a space
}

// Append appends the line and its end.
func (m *Players) Append(b []byte) []byte {
	b = append(b, "PLAYERS"...)
	for i := range m.List {
		b = append(appendNumber(append(b, separator(i)), m.List[i].ID), ' ')
		b = appendName(b, m.List[i].Name)
	}
	return endLine(b)
}

// separator returns the separator before entry i of a list.
func separator(i int) byte {
	if i == 0 {
		return ' '
	}
	return ';'
}

// Settings are the settings of the match.
type Settings struct {
	Bots  int32
	Time  int32 // seconds that a match lasts; 0 for no end
	Mode  string
	Arena string
}

// Append appends the line and its end. The arena comes last, as its name may have spaces.
func (m *Settings) Append(b []byte) []byte {
	b = appendNumber(append(b, "SETTINGS bots="...), m.Bots)
	b = appendNumber(append(b, " time="...), m.Time)
	b = append(append(b, " mode="...), m.Mode...)
	return endLine(appendText(append(b, " arena="...), m.Arena))
}

// Over says that the match is decided, with all scores.
type Over struct {
	Scores []Score // of all pilots, the best first
}

// Score is the score of a Player.
type Score struct {
	ID     int32
	Points int32
}

// Append appends the line and its end.
func (m *Over) Append(b []byte) []byte {
	b = append(b, "OVER"...)
	for i, score := range m.Scores {
		b = append(appendNumber(append(b, separator(i)), score.ID), ' ')
		b = appendNumber(b, score.Points)
	}
	return endLine(b)
}

// Chat is something that was said.
type Chat struct {
	ID   int32 // of the Player that said it; 0: the host, or a pilot without a ship
	Text string
}

// Append appends the line and its end.
func (m *Chat) Append(b []byte) []byte {
	b = append(appendNumber(append(b, "CHAT "...), m.ID), ' ')
	return endLine(appendText(b, m.Text))
}

// appendText appends s with all that could end the line, or do something to a terminal,
// made a space.
func appendText(b []byte, s string) []byte {
	for _, r := range s {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			r = ' '
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}

// appendName appends a name for a list, where a semicolon would begin the next entry:
// it is made a comma.
func appendName(b []byte, name string) []byte {
	at := len(b)
	b = appendText(b, name)
	for i := at; i < len(b); i++ {
		if b[i] == ';' {
			b[i] = ','
		}
	}
	return b
}

func endLine(b []byte) []byte { return append(b, '\n') }

// quote returns as much of s as an error should repeat.
func quote(s string) string { return fmt.Sprintf("%.24q", s) }
