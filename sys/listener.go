// Package unixsocket listens at a path of the file system, for the owner of the process alone.
package sys

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Listener takes connections at a path. Listen gives one.
type UnixListener struct {
	*net.UnixListener
	path string
	file os.FileInfo // of the socket, which another process may have replaced
}

const (
	// maxPath is what systems have room for in the address of a socket, at least.
	maxPath = 100
	// answerTime is how long another process may take to accept a connection.
	answerTime = 5 * time.Second
)

// Listen takes connections at path, in a folder that is made if there is none. What a process has left there that is gone is
// replaced; anything else there is left alone. The socket is made in a folder that is nobody else's and moved to its place, so
// that nobody else can open it, and it is never there without being heard.
func ListenUnix(path string) (*UnixListener, error) {
	if err := free(path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(filepath.Dir(path), ".s")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	draft := filepath.Join(folder, "s")
	if over := max(len(draft), len(path)) - maxPath; over > 0 {
		return nil, fmt.Errorf("the path must be %d bytes shorter", over)
	}
	unix, err := net.ListenUnix("unix", &net.UnixAddr{Name: draft, Net: "unix"})
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	unix.SetUnlinkOnClose(false) // it has moved by then
	l := &UnixListener{UnixListener: unix, path: path}
	if err = errors.Join(os.Chmod(draft, 0o600), os.Rename(draft, path)); err == nil {
		l.file, err = os.Lstat(path)
	}
	if err != nil {
		unix.Close()
		return nil, err
	}
	return l, nil
}

// free returns why a socket cannot be put at path, or nil.
func free(path string) error {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return errors.New("something else is there")
	}
	conn, err := net.DialTimeout("unix", path, answerTime)
	if err == nil {
		conn.Close()
		return errors.New("another host has it")
	}
	return nil
}

// Path returns where the socket is.
func (l *UnixListener) Path() string { return l.path }

// Close ends listening, and removes the socket if it is still this one.
func (l *UnixListener) Close() error {
	if info, err := os.Lstat(l.path); err == nil && os.SameFile(info, l.file) {
		os.Remove(l.path)
	}
	return l.UnixListener.Close()
}
