// Package sys wraps the operating system: files that are written atomically, secrets, the terminal after a panic, Unix sockets, and
// systemd.
package sys

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CreateFile creates a private file with its folder, whole or not at all, unless it exists: of several processes one wins, which is no
// error for the others.
func CreateFile(path string, text []byte) error {
	draft, err := writeDraft(path, text)
	if err != nil {
		return err
	}
	defer os.Remove(draft)
	err = os.Link(draft, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	// A file system without hard links, such as FAT. The last process wins, which matters only within the same millisecond.
	return os.Rename(draft, path)
}

// ReplaceFile replaces or creates a private file, whole or not at all, with its folder.
func ReplaceFile(path string, text []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays
	}
	draft, err := writeDraft(path, text)
	if err != nil {
		return err
	}
	defer os.Remove(draft)
	return os.Rename(draft, path)
}

// AppendFile appends lines to a file in one write, so that those of two processes do not mix. It creates the file and its folder. With an
// error, such as of a full disk, the file is unchanged. If the last line has no end, AppendFile ends it, or removes it if torn, which may
// be nil, reports that it is incomplete.
func AppendFile(path string, lines []byte, torn func(last []byte) bool) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	size := int64(len(text))
	if last := text[bytes.LastIndexByte(text, '\n')+1:]; len(last) > 0 && torn != nil && torn(last) {
		size -= int64(len(last))
		if err := f.Truncate(size); err != nil {
			return err
		}
	} else if len(last) > 0 {
		lines = append([]byte{'\n'}, lines...)
	}
	n, err := f.Write(lines)
	if err == nil || n == 0 {
		return err
	}
	if info, statErr := f.Stat(); statErr == nil && info.Size() == size+int64(n) { // otherwise another process has appended
		f.Truncate(size)
	}
	return err
}

// writeDraft writes a file beside path.
func writeDraft(path string, text []byte) (draft string, err error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(folder, "."+filepath.Base(path)+"-*") // its mode is 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// MaxText is the longest text file of a user that is read.
const MaxText = 1 << 20

// ReadFile reads a file that a user names: a regular file or a pipe, of at most so many bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	b, err := Await(func() ([]byte, error) { return read(path, most) }) // the writer of a pipe may take any time
	if err == ErrInterrupted {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return b, err
}

func read(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	switch info, err := f.Stat(); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a file", path)
	case !info.Mode().IsRegular() && info.Mode().Type() != os.ModeNamedPipe:
		return nil, fmt.Errorf("%s must be a file or a pipe", path)
	}
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("%s: must be at most %d bytes, got more", path, most)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// ReadKeyPair reads a certificate and its key, in PEM, as tls.LoadX509KeyPair does.
func ReadKeyPair(certificate, key string) (tls.Certificate, error) {
	cert, err := ReadFile(certificate, MaxText)
	if err != nil {
		return tls.Certificate{}, err
	}
	secret, err := ReadFile(key, MaxText)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(cert, secret)
}
