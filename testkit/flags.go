package testkit

import (
	"strings"
	"testing"
	"unicode"
)

// BadValues are refused by every flag except those that may be any text.
var BadValues = []string{"", " ", "-1", "99999999999999999999", "1e999", "no such:thing", "two\nlines", "\x1b[31mred", "\xff\xfe", strings.Repeat("long", 1000)}

// CheckRefusal expects that a command line printed one legible line to standard error, without the words of libraries, and nothing else. It
// returns the line.
func CheckRefusal(t testing.TB, args []string, stdout, stderr string) string {
	t.Helper()
	line := strings.TrimSuffix(stderr, "\n")
	if stdout != "" || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) || len(line) > 600 || line == "" {
		t.Errorf("%.200q: expected one legible line, got %.200q (%d bytes), %.200q", args, line, len(line), stdout)
	}
	for _, internal := range []string{"strconv.", "parsing", "listen tcp", "lookup", "ParseAddr", "netip", "%!"} {
		if strings.Contains(line, internal) {
			t.Errorf("%.200q: the error shows %s: %.200q", args, internal, line)
		}
	}
	return line
}
