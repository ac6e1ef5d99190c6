package sys

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// exposedError is the error for a secret that others may have read.
type exposedError struct {
	Path string
	Mode os.FileMode
}

func (e *exposedError) Error() string {
	return fmt.Sprintf("%s: others can read this private key (mode %04o); run: chmod 600 %s", e.Path, e.Mode.Perm(), quoted(e.Path))
}

// UnguardedError is a warning that a secret has no protection: its file system has no permissions.
type UnguardedError struct{ Path string }

func (e *UnguardedError) Error() string {
	return e.Path + ": others on this machine may be able to read this private key, for its file system has no permissions"
}

// othersMay are the permissions of others than the owner.
const othersMay = 0o077

// readSecret reads a file that only its owner may read. Windows has no such permissions. With an *UnguardedError it returns the text too.
func readSecret(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat() // of the open file, not of a new one at path
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

// guards reports whether a folder has permissions, which exFAT, SMB and WSL's /mnt/c do not have.
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

// quoted quotes a path for a shell.
func quoted(path string) string {
	plain := func(r rune) bool {
		return r < 0x80 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("/._-+:@", r))
	}
	if path != "" && strings.IndexFunc(path, func(r rune) bool { return !plain(r) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// NotSavedError is the reason why a new secret is not saved, such as a full disk.
type NotSavedError struct{ Err error }

func (e *NotSavedError) Error() string { return "cannot keep a new one: " + e.Err.Error() }
func (e *NotSavedError) Unwrap() error { return e.Err }

// SaveOnce returns the secret in the file at path. The first call saves the result of produce there, private and whole; concurrent
// processes get the same secret. A file that others may read is an error, or an *UnguardedError with the secret on file systems without
// permissions. A new secret that is not saved is returned with a *NotSavedError.
func SaveOnce(path string, produce func() ([]byte, error)) ([]byte, error) {
	kept, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return kept, err
	}
	made, err := produce()
	if err != nil {
		return nil, err
	}
	if err := CreateFile(path, made); err != nil {
		return made, &NotSavedError{err}
	}
	return readSecret(path) // another process may have been first
}
