package server

import (
	"strings"
	"testing"

	"dogfight/proto"
)

// FuzzVisitorName: whatever a visitor's user name is, he can come in under some name.
func FuzzVisitorName(f *testing.F) {
	for _, user := range []string{"ann", "", " ", "watch", "root\x1b[2J", "\xff\xfe", "a\u202eb", strings.Repeat("x", 1000), "Ann Å"} {
		f.Add(user)
	}
	f.Fuzz(func(t *testing.T, user string) {
		name := (&visitor{user: user, watches: user == spectator}).name()
		if clean, err := proto.CleanName(name); err != nil || clean != name {
			t.Errorf("%q is called %q: %q, %v", user, name, clean, err)
		}
		if own, err := proto.CleanName(user); err == nil && user != spectator && own != name {
			t.Errorf("%q is called %q, not %q", user, name, own)
		}
	})
}
