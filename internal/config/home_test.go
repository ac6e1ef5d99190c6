package config

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
	d := User()
	seen := map[string]bool{d.Config: true, d.Data: d.Data != d.Config}
	for _, path := range []string{d.Settings(), d.ServerFile(), d.Themes(), d.Arenas(), d.Matches(), d.Fleets(), d.KnownHosts(), d.HostCertificate(), d.SSHHostKey(),
		d.Bans(), d.LinkedKeys(), d.AdminSocket(), d.Records(), d.Replays(), d.Hub(), d.Outbox(), d.Unrecorded(), d.FleetPlayers(), d.WebCertificates(), d.Proofs(), d.key()} {
		if !filepath.IsAbs(path) || seen[path] {
			t.Errorf("%q is not absolute, or lies where something else does", path)
		}
		seen[path] = true
	}
}

func TestWithoutFoldersThereAreNoFiles(t *testing.T) {
	for name, path := range map[string]func() string{"settings": Dirs{}.Settings, "records": Dirs{}.Records} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s have a path, which begins where the program was started", name)
				}
			}()
			path()
		}()
	}
}
