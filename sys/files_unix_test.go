//go:build unix

package sys

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestReadFileHasALimit(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	os.WriteFile(path, []byte("four"), 0o600)
	for _, c := range []struct {
		path  string
		most  int64
		wrong string // "" for nothing
	}{
		{path, 4, ""}, {path, 3, "must be at most 3 bytes, got more"},
		{"/dev/zero", 4, "must be a file or a pipe"}, {folder, 4, "is a folder"},
	} {
		b, err := ReadFile(c.path, c.most)
		if c.wrong == "" && (err != nil || string(b) != "four") || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s, %d bytes: %q, %v", c.path, c.most, b, err)
		}
	}
}

func TestReadFileOfAPipeIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(path, []byte("text"), 0) }()
	if b, err := ReadFile(path, 4); err != nil || string(b) != "text" {
		t.Errorf("%q, %v", b, err)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	close(ended)
	Interrupt = ended
	defer func() { Interrupt = nil }()
	if _, err := ReadFile(path, 4); err == nil || !strings.HasSuffix(err.Error(), ": interrupted") {
		t.Errorf("err %v", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0) // so that its reader ends
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}
