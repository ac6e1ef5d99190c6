// Package serverfile reads the file that says what a server hosts, for those who run one:
//
//	listen = ":4242"                     # a line for each flag of dogfight host
//	bots = 4
//	web_origin = ["https://example.org"] # what may be given again is a list
//	motd = """
//	Welcome.
//	Be kind."""
//
//	[[rotation]]                         # or rotation = ["teams:duel", "deathmatch"]
//	mode = "teams"
//	arena = "duel"
//
//	[[rotation]]
//	mode = "deathmatch"
//
// Which keys there are says who calls; what their values mean too. Here they become the texts that a flag would be given. A value
// that is empty says nothing. All that is wrong is told at once, each in one line that names the place.
package config

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"dogfight/sys"
)

// Key is what a file may say something of.
type Key struct {
	Name string
	Kind ValueKind
}

// Value is what a file says of a key.
type Value struct {
	Key     string
	Line    int
	Texts   []string // a flag would be given one after the other; none for an empty value
	Entries []int    // of Turns, the line of each; nil where they are all in one
}

// File is what a file says, in the order of its lines.
type ServerFile struct {
	Path   string
	Values []Value
}

// maxSize is far more than a file needs, and little enough that no text takes long.
const maxSize = 64 << 10

// Read returns what the file at a path says. The error is Problems, or why it cannot be read.
func ReadServerFile(path string, keys []Key) (*ServerFile, error) {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	return ParseServerFile(path, text, keys)
}

// Parse returns what a text says, and the path with it. The error is Problems; the values that have none are there all the same.
func ParseServerFile(path string, text []byte, keys []Key) (*ServerFile, error) {
	f := &ServerFile{Path: path}
	var found Problems
	switch {
	case len(text) > maxSize:
		found = Problems{{Line: 1, What: fmt.Sprintf("must be a file of at most %d bytes", maxSize)}}
	case !utf8.Valid(text):
		found = Problems{{Line: 1 + bytes.Count(text[:firstInvalid(text)], []byte{'\n'}), What: "must be UTF-8"}}
	default:
		f.Values, found = parse(string(text), keys)
	}
	for i := range found {
		found[i].Path = path
	}
	if len(found) > 0 {
		return f, found
	}
	return f, nil
}

// firstInvalid returns where the text is no UTF-8 any more.
func firstInvalid(text []byte) (at int) {
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// Value returns what the file says of a key; nil if that is nothing. Of no file it is nothing.
func (f *ServerFile) Value(key string) *Value {
	if f == nil {
		return nil
	}
	for i := range f.Values {
		if f.Values[i].Key == key {
			return &f.Values[i]
		}
	}
	return nil
}
