package ops

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"dogfight/net/admission"
	"dogfight/sys"
)

// ConsoleSocket is the Unix socket at which a Console answers: see the package comment.
type ConsoleSocket struct {
	path    string
	unix    net.Listener
	answer  func(by, request string) (lines []string, err error)
	events  *Events
	running sync.WaitGroup

	mu     sync.Mutex
	open   map[net.Conn]bool
	closed bool
}

const (
	maxRequest     = 1024
	maxSocketConns = 8
	socketIdleTime = time.Minute
	// answerTime is the time for a client to read an answer, and for a host to give it.
	answerTime = 5 * time.Second
)

// ListenConsole answers requests at the socket at path, and sends events to those that follow them; by is the sender's user. It creates the socket, and its folder, for their
// owner alone, and replaces the socket of a host that is gone, but nothing else. The caller must Close it.
func ListenConsole(path string, log *slog.Logger, events *Events, answer func(by, request string) (lines []string, err error)) (*ConsoleSocket, error) {
	unix, err := sys.ListenUnix(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open the admin socket %s: %w", path, err)
	}
	s := &ConsoleSocket{path: path, unix: admission.Patient(unix, log), answer: answer, events: events, open: map[net.Conn]bool{}}
	s.running.Go(func() {
		defer sys.Restore()
		s.run()
	})
	return s, nil
}

// Name returns "admin".
func (*ConsoleSocket) Name() string { return "admin" }

// Addrs returns the path of the socket.
func (s *ConsoleSocket) Addrs() []string { return []string{s.path} }

// Close ends all connections, and waits for their goroutines.
func (s *ConsoleSocket) Close() {
	s.unix.Close()
	s.mu.Lock()
	s.closed = true
	for conn := range s.open {
		conn.Close()
	}
	s.mu.Unlock()
	s.running.Wait()
}

func (s *ConsoleSocket) run() {
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

// enter registers a connection, or closes it.
func (s *ConsoleSocket) enter(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.open) >= maxSocketConns {
		conn.Close()
		return false
	}
	s.open[conn] = true
	return true
}

func (s *ConsoleSocket) leave(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	conn.Close()
	delete(s.open, conn)
}

// serve answers the requests of a connection.
func (s *ConsoleSocket) serve(conn net.Conn) {
	by := user(conn)
	requests := bufio.NewReaderSize(conn, maxRequest)
	for {
		conn.SetReadDeadline(time.Now().Add(socketIdleTime))
		line, err := requests.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			write(conn, nil, fmt.Errorf("request must be at most %d bytes", maxRequest))
		}
		if err != nil {
			return
		}
		request := strings.TrimRight(string(line), "\r\n")
		if IsStream(request) && s.events != nil {
			s.stream(conn, requests)
			return
		}
		lines, err := s.answer(by, request)
		if write(conn, lines, err) != nil {
			return
		}
	}
}

// stream sends events until the client hangs up, sends more, or has not read for socketIdleTime.
func (s *ConsoleSocket) stream(conn net.Conn, requests *bufio.Reader) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	conn.SetReadDeadline(time.Time{})
	s.running.Go(func() {
		defer sys.Restore()
		requests.Peek(1)
		cancel()
	})
	s.events.Follow(ctx, func(line string) error {
		conn.SetWriteDeadline(time.Now().Add(socketIdleTime))
		_, err := io.WriteString(conn, " "+plain(line)+"\n")
		return err
	})
}

// unknownUser is the user where the system does not report one.
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

// plain replaces all characters that could end the line, or control a terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, s)
}

var (
	errHungUp = errors.New("the host hung up before the end of its answer")
	errSilent = errors.New("the host does not answer: is it stopped?")
)

// maxLine is the longest line of an answer: JSON of all players, or of all bans.
const maxLine = 16 << 20

// AskConsole sends a request to the host that listens at path, and returns its answer. It returns early when ctx is done.
func AskConsole(ctx context.Context, path string, words ...string) (lines []string, err error) {
	return ask(ctx, path, 2*answerTime, words)
}

// FollowConsole calls each with every line of a stream, until ctx is done.
func FollowConsole(ctx context.Context, path string, each func(line string), words ...string) error {
	err := exchange(ctx, path, 0, words, each)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func ask(ctx context.Context, path string, wait time.Duration, words []string) (lines []string, err error) {
	err = exchange(ctx, path, wait, words, func(line string) { lines = append(lines, line) })
	return lines, err
}

// exchange sends a request and calls each with the lines of the answer. It waits for all of them for a time; 0: without an end.
func exchange(ctx context.Context, path string, wait time.Duration, words []string, each func(line string)) error {
	conn, err := (&net.Dialer{Timeout: answerTime}).DialContext(ctx, "unix", path)
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	if err != nil {
		return fmt.Errorf("no host listens at %s: is one running?", path)
	}
	defer conn.Close()
	if wait > 0 {
		conn.SetDeadline(time.Now().Add(wait))
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	_, err = io.WriteString(conn, join(words)+"\n")
	if err == nil {
		err = read(conn, each)
	}
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errSilent
	}
	return err
}

func read(conn net.Conn, each func(line string)) error {
	answer := bufio.NewScanner(conn)
	answer.Buffer(nil, maxLine)
	for answer.Scan() {
		text, refused := strings.CutPrefix(answer.Text(), "error ")
		switch {
		case refused:
			return errors.New(text)
		case text == "ok":
			return nil
		}
		each(strings.TrimPrefix(text, " "))
	}
	if err := answer.Err(); errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return errHungUp
}

// join makes a request of words.
func join(words []string) string {
	var quoted []string
	for _, word := range words {
		if word == "" || strings.ContainsAny(word, " '\"\n\r\t") {
			word = strconv.Quote(word)
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}

var errQuote = errors.New("a word that begins with a quotation mark must end with one")

// split splits a request into words.
func split(request string) (words []string, err error) {
	for rest := strings.TrimSpace(request); rest != ""; rest = strings.TrimSpace(rest) {
		if rest[0] == '\'' {
			word, others, ended := strings.Cut(rest[1:], "'")
			if !ended {
				return nil, errQuote
			}
			words, rest = append(words, word), others
			continue
		}
		if rest[0] != '"' {
			word, others, _ := strings.Cut(rest, " ")
			words, rest = append(words, word), others
			continue
		}
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return nil, errQuote
		}
		word, _ := strconv.Unquote(quoted)
		words, rest = append(words, word), rest[len(quoted):]
	}
	return words, nil
}
