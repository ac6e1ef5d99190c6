package admin

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"

	"dogfight/internal/crash"
)

// Socket takes requests. Listen gives one.
type Socket struct {
	path    string
	file    os.FileInfo // of the socket, which another host may have replaced
	unix    listener
	done    chan struct{} // closed by Close
	answer  func(request string) (lines []string, err error)
	running sync.WaitGroup

	mu     sync.Mutex
	open   map[net.Conn]bool
	closed bool
}

// listener is what a Socket takes connections from.
type listener interface {
	Accept() (net.Conn, error)
	Close() error
}

const (
	maxRequest = 1024
	maxOpen    = 8 // connections
	idleTime   = time.Minute
	// retry is the pause after the system could not accept a connection.
	retry = 100 * time.Millisecond
	// answerTime is how long a client may take to read an answer, and a host to
	// give it.
	answerTime = 5 * time.Second
	// maxPath is what systems have room for in the address of a socket, at least.
	maxPath = 100
)

// Listen has requests at the socket at path answered. It appears with its folder,
// for its owner alone. What a host has left there that is gone is replaced; anything
// else there is left alone. The caller must Close it.
func Listen(path string, answer func(request string) (lines []string, err error)) (*Socket, error) {
	s := &Socket{path: path, answer: answer, open: map[net.Conn]bool{}, done: make(chan struct{})}
	if err := s.bind(); err != nil {
		return nil, fmt.Errorf("cannot open the admin socket %s: %w", path, err)
	}
	s.running.Go(func() {
		defer crash.Restore()
		s.run()
	})
	return s, nil
}

// Name is what is spoken at the socket.
func (*Socket) Name() string { return "admin" }

// Addrs returns the path of the socket.
func (s *Socket) Addrs() []string { return []string{s.path} }

// bind makes the socket in a folder that is nobody else's and moves it to its place,
// so that nobody else can open it, and it is never there without being heard.
func (s *Socket) bind() error {
	if err := free(s.path); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(filepath.Dir(s.path), ".s")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	draft := filepath.Join(folder, "s")
	if over := max(len(draft), len(s.path)) - maxPath; over > 0 {
		return fmt.Errorf("the path must be %d bytes shorter", over)
	}
	unix, err := net.ListenUnix("unix", &net.UnixAddr{Name: draft, Net: "unix"})
	if err != nil {
		return errors.Unwrap(err)
	}
	unix.SetUnlinkOnClose(false) // it has moved by then
	s.unix = unix
	if err = errors.Join(os.Chmod(draft, 0o600), os.Rename(draft, s.path)); err == nil {
		s.file, err = os.Lstat(s.path)
	}
	if err != nil {
		s.unix.Close()
	}
	return err
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

// Close ends all connections, and waits for their goroutines.
func (s *Socket) Close() {
	if info, err := os.Lstat(s.path); err == nil && os.SameFile(info, s.file) {
		os.Remove(s.path)
	}
	s.unix.Close()
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.done)
	}
	for conn := range s.open {
		conn.Close()
	}
	s.mu.Unlock()
	s.running.Wait()
}

func (s *Socket) run() {
	for {
		conn, err := s.unix.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as for want of file descriptors
			s.rest()
			continue
		}
		if !s.enter(conn) {
			continue
		}
		s.running.Go(func() {
			defer crash.Restore()
			defer s.leave(conn)
			s.serve(conn)
		})
	}
}

// rest pauses, or until the socket is closed.
func (s *Socket) rest() {
	select {
	case <-time.After(retry):
	case <-s.done:
	}
}

// enter counts a connection, or closes it.
func (s *Socket) enter(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.open) >= maxOpen {
		conn.Close()
		return false
	}
	s.open[conn] = true
	return true
}

func (s *Socket) leave(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	conn.Close()
	delete(s.open, conn)
}

// serve answers the requests of a connection.
func (s *Socket) serve(conn net.Conn) {
	requests := bufio.NewReaderSize(conn, maxRequest)
	for {
		conn.SetReadDeadline(time.Now().Add(idleTime))
		line, err := requests.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			write(conn, nil, fmt.Errorf("request must be at most %d bytes", maxRequest))
		}
		if err != nil {
			return
		}
		lines, err := s.answer(strings.TrimRight(string(line), "\r\n"))
		if write(conn, lines, err) != nil {
			return
		}
	}
}

// write writes an answer.
func write(conn net.Conn, lines []string, err error) error {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(" " + plain(line) + "\n")
	}
	if err != nil {
		b.WriteString("error " + plain(err.Error()) + "\n")
	} else {
		b.WriteString("ok\n")
	}
	conn.SetWriteDeadline(time.Now().Add(answerTime))
	_, err = conn.Write([]byte(b.String()))
	return err
}

// plain keeps a text on its line, and a terminal as it is.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, s)
}
