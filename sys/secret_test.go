package sys

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestAnExposedSecretIsRefusedWithARemedy(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	path := filepath.Join(t.TempDir(), "it's a key")
	produce := func() ([]byte, error) { return []byte("secret"), nil }
	if kept, err := SaveOnce(path, produce); err != nil || string(kept) != "secret" {
		t.Fatalf("%q, %v", kept, err)
	}
	for mode, refused := range map[os.FileMode]bool{
		0o600: false, 0o400: false, 0o700: false, 0o640: true, 0o604: true, 0o620: true, 0o644: true, 0o666: true, 0o610: true, 0o601: true,
	} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		kept, err := SaveOnce(path, produce)
		var exposed *exposedError
		if errors.As(err, &exposed) != refused || (kept == nil) != refused {
			t.Errorf("mode %04o: %q, %v", mode, kept, err)
		}
		if refused && !strings.HasSuffix(err.Error(), `; run: chmod 600 '`+strings.ReplaceAll(path, "'", `'\''`)+"'") {
			t.Errorf("mode %04o: %v", mode, err)
		}
	}
}

func TestASecretIsUsedWithoutPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	os.Chmod(path, 0o777)
	before := guards
	defer func() { guards = before }()
	for _, guarded := range []bool{true, false} {
		guards = func(string) bool { return guarded }
		kept, err := SaveOnce(path, nil)
		var unguarded *UnguardedError
		if errors.As(err, &unguarded) == guarded || (string(kept) == "secret") == guarded {
			t.Errorf("guarded %v: %q, %v", guarded, kept, err)
		}
	}
	if !before(t.TempDir()) {
		t.Error("this file system is said to have no permissions")
	}
}

func TestAnOrdinaryPathIsNotQuoted(t *testing.T) {
	for path, want := range map[string]string{
		"/home/nova/.config/dogfight/id_ed25519": "/home/nova/.config/dogfight/id_ed25519", "/a b": "'/a b'", "$HOME": "'$HOME'", "é": "'é'", "": "''",
	} {
		if got := quoted(path); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}
