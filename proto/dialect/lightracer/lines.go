package lightracer

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// The longest lines, in bytes with their ends.
const (
	MaxRequest = 512
	MaxReply   = 8192 // PLAYERS with 64 long names
)

// Lines finds the lines in a stream, in segments of any size.
type Lines struct {
	Max int // MaxRequest or MaxReply

	part []byte // the beginning of a line, shorter than Max
}

var errBinary = errors.New("line must be UTF-8 without control characters")

// Next reads from p up to the end of a line, and returns the line without that, and the rest. If none ends in p, it has read all
// of p. The line is good until the next call. After an error the stream cannot be read further.
func (l *Lines) Next(p []byte) (line, rest []byte, found bool, err error) {
	piece, rest, found := bytes.Cut(p, []byte{'\n'})
	if len(l.part)+len(piece) >= l.Max {
		return nil, nil, false, fmt.Errorf("line must be at most %d bytes", l.Max)
	}
	line = append(l.part, piece...)
	if !found {
		l.part = line
		return nil, nil, false, nil
	}
	l.part = line[:0]
	line = bytes.TrimSuffix(line, []byte{'\r'})
	if !utf8.Valid(line) || bytes.ContainsFunc(line, control) {
		return nil, nil, false, errBinary
	}
	return line, rest, true, nil
}

// control reports whether r must not be in a line.
func control(r rune) bool { return r < ' ' || r == 0x7f }
