//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestAClosedMatchIsJoinedWithItsPassword(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "password", "open sesame\r\nnothing of this\n")
	h := startHeadless(t, "--password-file", file)

	knows := startTerminal(t, "join", h.addr, "--password-file", file, "--name", "Rex")
	knows.sees("points")

	asked := startTerminal(t, "join", h.addr, "--name", "Vega")
	asked.sees("Password needed")
	asked.press("open sesam\r")
	asked.sees("that is not the password")
	asked.press("open sesame\r")
	asked.sees("points")
	knows.sees("Vega has joined")
}

func TestAPasswordFileThatHoldsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                       ":1: password: must be 1 to 128 bytes, got 0",
		"\nsecret\n":             "got 0",
		"a\x07b":                 "must be legible characters",
		strings.Repeat("x", 129): "got 129",
	} {
		file := writeFile(t, "password", text)
		for _, args := range [][]string{{"host", "--headless"}, {"join", "127.0.0.1:1"}} {
			code, _, stderr := run(t, append(args, "--password-file", file)...)
			if code != exitFailure || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%q: exit code %d, stderr %q", text, code, stderr)
			}
		}
	}
}

func TestWhoHostsAClosedMatchIsInIt(t *testing.T) {
	t.Parallel()
	startTerminal(t, "host", "--listen", "127.0.0.1:0", "--password-file", writeFile(t, "password", "open sesame\n")).sees("points")
}
