package config

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestAllKeysOfThePlayerAreKnownOnceThereIsOne(t *testing.T) {
	d := Dirs{Config: t.TempDir(), Data: t.TempDir()}
	if all := d.Identities(); len(all) != 0 {
		t.Errorf("there is no key yet, and these are known: %v", all)
	}
	if _, err := os.Stat(d.key()); err == nil {
		t.Error("asking makes a key")
	}
	own := d.Identity()
	if all := d.Identities(); !slices.Equal(all, []string{own}) {
		t.Errorf("expected %s, found %v", own, all)
	}
	other := "SHA256:" + strings.Repeat("x", 43)
	if err := os.WriteFile(d.LinkedKeys(), []byte(other+" "+own+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if all := d.Identities(); len(all) != 2 || !slices.Contains(all, own) || !slices.Contains(all, other) {
		t.Errorf("expected %s and %s, found %v", own, other, all)
	}
}
