package home

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/adrg/xdg"
)

func TestAllKeysOfThePlayerAreKnownOnceThereIsOne(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	if all := Identities(); len(all) != 0 {
		t.Errorf("there is no key yet, and these are known: %v", all)
	}
	if _, err := os.Stat(key()); err == nil {
		t.Error("asking makes a key")
	}
	own := Identity()
	if all := Identities(); !slices.Equal(all, []string{own}) {
		t.Errorf("expected %s, found %v", own, all)
	}
	other := "SHA256:" + strings.Repeat("x", 43)
	if err := os.WriteFile(LinkedKeys(), []byte(other+" "+own+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if all := Identities(); len(all) != 2 || !slices.Contains(all, own) || !slices.Contains(all, other) {
		t.Errorf("expected %s and %s, found %v", own, other, all)
	}
}
