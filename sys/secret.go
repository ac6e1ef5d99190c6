package sys

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// ExposedError is why a file is refused whose secret others may know by now.
type exposedError struct {
	Path string
	Mode os.FileMode
}

func (e *exposedError) Error() string {
	return fmt.Sprintf("%s: others can read this private key (mode %04o); run: chmod 600 %s", e.Path, e.Mode.Perm(), quoted(e.Path))
}

// UnguardedError warns of a secret that is returned all the same: its file system has no permissions, so there is nothing to mend.
type UnguardedError struct{ Path string }

func (e *UnguardedError) Error() string {
	return e.Path + ": others on this machine may be able to read this private key, for its file system has no permissions"
}

// othersMay are the permissions of everybody but the owner.
const othersMay = 0o077

// readSecret reads a file that nobody but its owner may read. Windows has no such
// permissions to look at. With an *UnguardedError there is a text too.
func readSecret(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat() // of what is read, whatever is at path by now
	if err != nil {
		return nil, err
	}
	exposed := runtime.GOOS != "windows" && info.Mode()&othersMay != 0
	if exposed && guards(filepath.Dir(path)) {
		return nil, &exposedError{path, info.Mode()}
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	if exposed {
		return text, &UnguardedError{path}
	}
	return text, nil
}

// guards reports whether a new file in a folder can be kept from others, which it cannot on exFAT, SMB or WSL's /mnt/c.
var guards = func(folder string) bool {
	f, err := os.CreateTemp(folder, ".mode-*") // made with mode 0600
	if err != nil {
		return true
	}
	defer os.Remove(f.Name())
	defer f.Close()
	info, err := f.Stat()
	return err != nil || info.Mode()&othersMay == 0
}

// quoted returns a path as a shell reads it.
func quoted(path string) string {
	plain := func(r rune) bool {
		return r < 0x80 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("/._-+:@", r))
	}
	if path != "" && strings.IndexFunc(path, func(r rune) bool { return !plain(r) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
