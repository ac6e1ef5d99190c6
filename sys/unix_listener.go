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

// UnixListener accepts connections at a path of the file system, from the owner of the process alone.
type UnixListener struct {
	*net.UnixListener
	path string
	file os.FileInfo // of the socket; another process may replace it
}

const (
	// maxPath is the length of a socket's address that all systems allow.
	maxPath = 100
	// answerTime is the limit for another process to accept a connection.
	answerTime = 5 * time.Second
)

// ListenUnix listens at path and creates its folder. It replaces the socket of a process that has ended, and nothing else. The socket is
// created in a private folder and moved to its place, so that no other user can open it, and it never exists without a listener.
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
	unix.SetUnlinkOnClose(false) // it is renamed
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

// free returns an error if a socket cannot be created at path.
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

func (l *UnixListener) Path() string { return l.path }

// Close stops listening, and removes the socket unless it was replaced.
func (l *UnixListener) Close() error {
	if info, err := os.Lstat(l.path); err == nil && os.SameFile(info, l.file) {
		os.Remove(l.path)
	}
	return l.UnixListener.Close()
}
