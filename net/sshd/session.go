package sshd

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// session is a channel of a connection, and its program. The goroutine that serves its requests owns it.
type session struct {
	*connection
	channel  ssh.Channel
	close    func() // see connection.close; may be called again
	env      map[string]string
	terminal *Terminal // nil without one
	begun    bool
	running  sync.WaitGroup // the program
}

// Requests of a session (RFC 4254, section 6).
type (
	terminalRequest struct {
		Name                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	windowRequest   struct{ Columns, Rows, Width, Height uint32 }
	variableRequest struct{ Name, Value string }
	wordRequest     struct{ Word string } // of exec and subsystem
	exitStatus      struct{ Status uint32 }
)

// serve handles requests until the channel is closed, and waits for the program.
func (s *session) serve(ctx context.Context, requests <-chan *ssh.Request) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer s.running.Wait()
	defer cancel(nil)
	for r := range requests {
		run, ok := s.handle(r)
		if r.WantReply {
			r.Reply(ok, nil)
		}
		if run == nil {
			continue
		}
		s.begin()
		s.running.Go(func() {
			defer s.end()
			defer cancel(nil)
			s.run(ctx, run)
		})
	}
	if s.begun {
		cancel(s.endCause(ctx))
	}
	if s.terminal != nil {
		s.terminal.End(io.EOF)
	}
}

// program is the program of a session. The client shows its error.
type program struct {
	name string
	run  func(ctx context.Context) error
}

// handle handles a request, and reports whether it is granted, and the program that it starts, if any.
func (s *session) handle(r *ssh.Request) (run *program, ok bool) {
	switch r.Type {
	case "env":
		return nil, s.setEnv(r.Payload)
	case "pty-req":
		return nil, s.openTerminal(r.Payload)
	case "window-change":
		return nil, s.resize(r.Payload)
	case "shell", "exec", "subsystem":
		if s.begun {
			return nil, false
		}
		run = s.program(r)
		s.begun = run != nil
		return run, s.begun
	}
	return nil, false
}

// setEnv stores variables about the terminal's colours and characters.
func (s *session) setEnv(payload []byte) bool {
	var v variableRequest
	if ssh.Unmarshal(payload, &v) != nil || s.begun || len(s.env) == maxEnv || len(v.Value) > maxEnvSize {
		return false
	}
	switch {
	case v.Name == "LANG", v.Name == "COLORTERM", v.Name == "NO_COLOR":
	case strings.HasPrefix(v.Name, "LC_") && len(v.Name) <= maxEnvSize:
	default:
		return false
	}
	if s.env == nil {
		s.env = map[string]string{}
	}
	s.env[v.Name] = v.Value
	return true
}

func (s *session) openTerminal(payload []byte) bool {
	var t terminalRequest
	if ssh.Unmarshal(payload, &t) != nil || s.begun || s.terminal != nil || len(t.Name) > maxEnvSize {
		return false
	}
	s.terminal = newTerminal(s.visitor, s.channel, s.conn, t.Name)
	s.terminal.Resize(t.Columns, t.Rows)
	return true
}

func (s *session) resize(payload []byte) bool {
	var w windowRequest
	if ssh.Unmarshal(payload, &w) != nil || s.terminal == nil {
		return false
	}
	s.terminal.Resize(w.Columns, w.Rows)
	return true
}

// program returns the program for a request, or nil if there is none.
func (s *session) program(r *ssh.Request) *program {
	conf := &s.server.conf
	var word wordRequest
	if r.Type != "shell" && ssh.Unmarshal(r.Payload, &word) != nil {
		return nil
	}
	switch {
	case r.Type == "subsystem" && word.Word == Subsystem && conf.Tunnel != nil:
		return s.counted("tunnel", func(ctx context.Context, _ *window.Window) error {
			conf.Tunnel(ctx, s.visitor, s.channel)
			return nil
		})
	case r.Type == "subsystem":
		return nil
	case r.Type == "exec" && strings.TrimSpace(word.Word) != soundWord:
		return s.command(word.Word)
	case s.terminal == nil:
		return &program{"nothing", func(context.Context) error { return errNoTerminal }}
	}
	if r.Type == "exec" {
		var err error
		if s.terminal.sound, err = newSound(s.channel, s.conn); err != nil {
			return &program{"nothing", func(context.Context) error { return err }}
		}
	}
	return s.play()
}

// play returns the program that plays on the terminal.
func (s *session) play() *program {
	s.terminal.env = s.env
	return s.counted("a terminal", func(ctx context.Context, w *window.Window) error {
		ctx, s.terminal.misdirect = context.WithCancelCause(ctx)
		defer s.terminal.misdirect(nil)
		s.terminal.DrawOn(w)
		defer s.terminal.Drain()
		s.running.Go(func() {
			defer sys.Recover(func(value any, stack []byte) {
				s.terminal.End(errBroke)
				s.server.panicked(s.visitor.Remote)(value, stack)
			})
			s.terminal.readInput()
		})
		err := s.server.conf.Play(ctx, s.terminal)
		if context.Cause(ctx) == errSoundOnScreen {
			return errSoundOnScreen
		}
		return err
	})
}

// counted returns a program that takes a window of its address.
func (s *session) counted(name string, run func(context.Context, *window.Window) error) *program {
	return &program{name, func(ctx context.Context) error {
		w, err := s.server.Windows.Open(s.from)
		if err != nil {
			return err
		}
		defer w.Close()
		return run(ctx, w)
	}}
}

var errNoTerminal = errors.New("playing needs a terminal: use ssh -t")

// command returns the program for a command line.
func (s *session) command(line string) *program {
	commands := s.server.conf.Commands
	name := strings.TrimSpace(line)
	do := commands[name]
	if word, words, _ := strings.Cut(name, " "); do == nil && s.server.conf.WithWords[word] != nil {
		name, do = word, func(ctx context.Context, w io.Writer, v Visitor) error {
			return s.server.conf.WithWords[word](ctx, w, v, strings.TrimSpace(words))
		}
	}
	if do == nil {
		return &program{"nothing", func(context.Context) error { return unknown(line, commands) }}
	}
	return &program{name, func(ctx context.Context) error {
		if !s.server.commands.admit(admission.Site(s.from), time.Now()) {
			return errManyCommands
		}
		return do(ctx, s.console(), s.visitor)
	}}
}

// unknown lists the commands, and repeats no more of the client's than is safe to print.
func unknown[T any](line string, commands map[string]T) error {
	const shown = 32
	line = strings.ToValidUTF8(line[:min(len(line), shown)], "?")
	return fmt.Errorf("must be one of %s, or no command to play, or %s to play with sound, got %+q",
		strings.Join(slices.Sorted(maps.Keys(commands)), ", "), soundWord, line)
}

// run runs a program and closes the channel.
func (s *session) run(ctx context.Context, p *program) {
	came := time.Now()
	why := errBroke
	defer func() {
		s.exit(why)
		v := s.visitor
		s.server.Log.Info("ssh session", "name", v.User, "key", v.Identity, "from", v.Remote,
			"for", p.name, "stayed", time.Since(came).Round(time.Second), "why", reason(ctx, why))
	}()
	defer sys.Recover(s.server.panicked(s.visitor.Remote))
	why = p.run(ctx)
}

// errBroke is the error of a session that panics.
var errBroke = errors.New("this session broke, which is a bug; the host has noted it")

func reason(ctx context.Context, why error) string {
	switch {
	case why != nil:
		return why.Error()
	case ctx.Err() != nil:
		return "gone"
	}
	return "left"
}

// exit sends the error, if any, and an exit status, and closes the channel.
func (s *session) exit(why error) {
	late := time.AfterFunc(goodbye, func() { s.conn.Close() })
	defer late.Stop()
	var status exitStatus
	if why != nil {
		status.Status = 1
		io.WriteString(s.errors(), "dogfight: "+why.Error()+"\n")
	}
	s.channel.SendRequest("exit-status", false, ssh.Marshal(&status))
	s.close()
	s.channel.Close()
}

// out returns the writer for lines, and errors the one for errors, which a program may play. A terminal is raw, so its lines end with CR LF.
func (s *session) out() io.Writer { return s.lines(s.channel) }

func (s *session) errors() io.Writer {
	if s.terminal != nil && s.terminal.sound != nil {
		return s.out()
	}
	return s.lines(s.channel.Stderr())
}

func (s *session) lines(w io.Writer) io.Writer {
	w = &timedWriter{w, s.conn}
	if s.terminal != nil {
		return returning{w}
	}
	return w
}

// returning ends lines with CR LF.
type returning struct{ io.Writer }

func (w returning) Write(b []byte) (int, error) {
	_, err := io.WriteString(w.Writer, strings.ReplaceAll(string(b), "\n", "\r\n"))
	return len(b), err
}

// commandLimiter limits the commands of an address, and of all. Some addresses may share a limit.
type commandLimiter struct {
	mu    sync.Mutex
	seed  maphash.Seed
	all   *rate.Limiter
	sites [1024]*rate.Limiter // nil before the first command
}

const (
	// A status bar asks once a second.
	commandRate, commandBurst = 4, 16
	// All together take 2 % of a core, most of it in SSH itself.
	allCommandRate, allCommandBurst = 32, 128
)

var errManyCommands = errors.New("too many commands come from your address, or in all: try again in a second")

func newCommandLimiter() *commandLimiter {
	return &commandLimiter{seed: maphash.MakeSeed(), all: rate.NewLimiter(allCommandRate, allCommandBurst)}
}

// admit counts a command of an address, and reports whether it may run. One beyond the limit of its address does not count for all.
func (l *commandLimiter) admit(site netip.Prefix, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	mine := &l.sites[maphash.Comparable(l.seed, site)%uint64(len(l.sites))]
	if *mine == nil {
		*mine = rate.NewLimiter(commandRate, commandBurst)
	}
	return (*mine).TokensAt(now) >= 1 && l.all.AllowN(now, 1) && (*mine).AllowN(now, 1)
}

// console is the writer of a command, which also reads the visitor's answers.
type console struct {
	io.Writer
	channel ssh.Channel
}

func (s *session) console() console { return console{s.out(), s.channel} }

// answerTime is the time for a visitor to type an answer.
const answerTime = time.Minute

var errNoAnswer = errors.New("no answer came")

// Ask prompts the visitor of the command that writes to w, on the error stream, and returns the line that they type or send, of at
// most so many bytes and without its end. Their terminal may show it. It fails if w is not a command's.
func Ask(w io.Writer, prompt string, limit int) (string, error) {
	c, ok := w.(console)
	if !ok {
		return "", errNoAnswer
	}
	io.WriteString(c.channel.Stderr(), prompt)
	late := time.AfterFunc(answerTime, func() { c.channel.Close() })
	defer late.Stop()
	var line []byte
	for b := make([]byte, 1); len(line) <= limit; line = append(line, b[0]) {
		if _, err := io.ReadFull(c.channel, b); err != nil && len(line) == 0 {
			return "", errNoAnswer
		} else if err != nil || b[0] == '\n' || b[0] == '\r' { // CR from a raw terminal
			return strings.TrimSuffix(string(line), "\r"), nil
		}
	}
	return "", errors.New("that line is too long")
}
