package sys

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// full limits the size of files during a call, as a full disk does.
func full(t *testing.T, size uint64, do func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ) // otherwise it ends the process
	defer signal.Reset(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	do()
}

func TestAppendToAFullDiskChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := AppendFile(path, []byte("first\n"), nil); err != nil {
		t.Fatal(err)
	}
	full(t, 50, func() {
		if err := AppendFile(path, []byte(strings.Repeat("x", 100)+"\n"), nil); !errors.Is(err, syscall.EFBIG) {
			t.Errorf("error %v", err)
		}
	})
	holds(t, path, "first\n")
	os.WriteFile(path, []byte("first\nsec"), 0o600)
	full(t, 50, func() {
		if err := AppendFile(path, []byte(strings.Repeat("x", 100)+"\n"), nil); err == nil {
			t.Error("no error")
		}
	})
	if err := AppendFile(path, []byte("third\n"), nil); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "first\nsec\nthird\n")
}
