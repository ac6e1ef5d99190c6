package lightracer

import "strconv"

// Reply is a line that the host says on the control port.
type Reply interface {
	// Append appends the line and its end.
	Append(b []byte) []byte
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
