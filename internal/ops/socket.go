package ops

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Socket takes requests. Listen gives one.
type AdminSocket struct {
	path    string
	unix    net.Listener
	answer  func(by, request string) (lines []string, err error)
	running sync.WaitGroup

	mu     sync.Mutex
	open   map[net.Conn]bool
	closed bool
}

const (
	maxRequest    = 1024
	adminMaxOpen  = 8 // connections
	adminIdleTime = time.Minute
	// answerTime is how long a client may take to read an answer, and a host to
	// give it.
	answerTime = 5 * time.Second
)

// Listen has requests at the socket at path answered, each with the user that made it. It appears with its folder,
// for its owner alone. What a host has left there that is gone is replaced; anything
// else there is left alone. The caller must Close it.
func ListenAdmin(path string, log *slog.Logger, answer func(by, request string) (lines []string, err error)) (*AdminSocket, error) {
	unix, err := sys.ListenUnix(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open the admin socket %s: %w", path, err)
	}
	s := &AdminSocket{path: path, unix: admission.Patient(unix, log), answer: answer, open: map[net.Conn]bool{}}
	s.running.Go(func() {
		defer sys.Restore()
		s.run()
	})
	return s, nil
}

// Name is what is spoken at the socket.
func (*AdminSocket) Name() string { return "admin" }

// Addrs returns the path of the socket.
func (s *AdminSocket) Addrs() []string { return []string{s.path} }

// Close ends all connections, and waits for their goroutines.
func (s *AdminSocket) Close() {
	s.unix.Close()
	s.mu.Lock()
	s.closed = true
	for conn := range s.open {
		conn.Close()
	}
	s.mu.Unlock()
	s.running.Wait()
}

func (s *AdminSocket) run() {
	for {
		conn, err := s.unix.Accept()
		if err != nil {
			return
		}
		if !s.enter(conn) {
			continue
		}
		s.running.Go(func() {
			defer sys.Restore()
			defer s.leave(conn)
			s.serve(conn)
		})
	}
}

// enter counts a connection, or closes it.
func (s *AdminSocket) enter(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.open) >= adminMaxOpen {
		conn.Close()
		return false
	}
	s.open[conn] = true
	return true
}

func (s *AdminSocket) leave(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	conn.Close()
	delete(s.open, conn)
}

// serve answers the requests of a connection.
func (s *AdminSocket) serve(conn net.Conn) {
	by := user(conn)
	requests := bufio.NewReaderSize(conn, maxRequest)
	for {
		conn.SetReadDeadline(time.Now().Add(adminIdleTime))
		line, err := requests.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			write(conn, nil, fmt.Errorf("request must be at most %d bytes", maxRequest))
		}
		if err != nil {
			return
		}
		lines, err := s.answer(by, strings.TrimRight(string(line), "\r\n"))
		if write(conn, lines, err) != nil {
			return
		}
	}
}

// unknownUser is the user of a connection where the system does not say.
const unknownUser = "unknown user"

// user returns the user at the other end of a connection.
func user(conn net.Conn) (name string) {
	name = unknownUser
	if c, ok := conn.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			raw.Control(func(fd uintptr) { name = userAt(int(fd)) })
		}
	}
	return name
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
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, s)
}
