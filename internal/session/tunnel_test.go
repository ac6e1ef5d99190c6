package session

import (
	"slices"
	"strings"
	"testing"
)

func TestTunnelAddresses(t *testing.T) {
	for address, want := range map[string]tunnel{
		"ssh://host":             {"", "host", ""},
		"ssh://ann@host:2222":    {"ann", "host", "2222"},
		"ssh://ann@[::1]:2222/":  {"ann", "::1", "2222"},
		"ssh://ann@alias_of_his": {"ann", "alias_of_his", ""},
	} {
		if got, err := parseTunnel(address); err != nil || got != want {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
	for _, address := range []string{"ssh://", "ssh://host/path", "ssh://host?x", "ssh://-oProxyCommand=evil", "ssh://-l@host", "ssh://host:x", "ssh://a b"} {
		if got, err := parseTunnel(address); err == nil {
			t.Errorf("%s: read as %+v", address, got)
		}
	}
	if args := (tunnel{"ann", "host", "22"}).args(); !slices.Equal(args[len(args)-8:], []string{"-p", "22", "-l", "ann", "-s", "--", "host", "dogfight"}) {
		t.Errorf("ssh is called with %v", args)
	}
}

func TestTheLastLineOfSSHIsLegible(t *testing.T) {
	var w lastLine
	for _, piece := range []string{"Warning: first\nhost key \x1b[31mveri", "fication\x07 failed.\r\n\r\n", "\n"} {
		w.Write([]byte(piece))
	}
	if got := w.String(); got != "host key [31mverification failed." {
		t.Errorf("found %q", got)
	}
	w.Write([]byte(strings.Repeat("x", 1<<20)))
	if got := w.String(); len(got) != maxWords {
		t.Errorf("stored %d bytes", len(got))
	}
}
