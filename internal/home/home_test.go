package home

import (
	"path/filepath"
	"testing"
)

func TestThePilotIsCalledAsTheUserIsIfThatCanBeAName(t *testing.T) {
	for _, c := range []struct{ user, username, logname, want string }{
		{"ann", "bo", "cy", "ann"},
		{"", "bo", "cy", "bo"},
		{"1000", "", "cy", "cy"}, // a number is nobody's name
		{"", "", "", "Pilot"},
		{"10.0.0.1", "\x1b[m", "a name that is far longer than pilots' names are", "Pilot"},
	} {
		t.Setenv("USER", c.user)
		t.Setenv("USERNAME", c.username)
		t.Setenv("LOGNAME", c.logname)
		if got := UserName(); got != c.want {
			t.Errorf("USER=%q USERNAME=%q LOGNAME=%q: called %q, expected %q", c.user, c.username, c.logname, got, c.want)
		}
	}
}

func TestNoTwoThingsLieInOneFile(t *testing.T) {
	seen := map[string]bool{Config(): true}
	for _, path := range []string{Settings(), ServerFile(), Themes(), Arenas(), Matches(), KnownHosts(), HostCertificate(), SSHHostKey(),
		Bans(), LinkedKeys(), AdminSocket(), Records(), Replays(), Hub(), WebCertificates(), Proofs(), key()} {
		if !filepath.IsAbs(path) || seen[path] {
			t.Errorf("%q is not absolute, or lies where something else does", path)
		}
		seen[path] = true
	}
}
