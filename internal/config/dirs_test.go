package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestUserNameIsTheFirstValidName(t *testing.T) {
	for _, c := range []struct{ user, username, logname, want string }{
		{"ann", "bo", "cy", "ann"},
		{"", "bo", "cy", "bo"},
		{"1000", "", "cy", "cy"}, // a number is no name
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

func TestPathsDiffer(t *testing.T) {
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

func TestIdentitiesAreThePlayersKeys(t *testing.T) {
	d := Dirs{Config: t.TempDir(), Data: t.TempDir()}
	if all := d.Identities(); len(all) != 0 {
		t.Errorf("there is no key yet, and these are known: %v", all)
	}
	if _, err := os.Stat(d.key()); err == nil {
		t.Error("asking makes a key")
	}
	local := d.Identity()
	if all := d.Identities(); !slices.Equal(all, []string{local}) {
		t.Errorf("expected %s, found %v", local, all)
	}
	other := "SHA256:" + strings.Repeat("x", 43)
	if err := os.WriteFile(d.LinkedKeys(), []byte(other+" "+local+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if all := d.Identities(); len(all) != 2 || !slices.Contains(all, local) || !slices.Contains(all, other) {
		t.Errorf("expected %s and %s, found %v", local, other, all)
	}
}
