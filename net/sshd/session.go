package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// session is one channel of a connection, and what runs on it. It
// belongs to the goroutine that serves its requests.
type session struct {
	*connection
	channel  ssh.Channel
	close    func() // notes that it is closed; may be called again
	env      map[string]string
	terminal *Terminal // nil until one is asked for
	begun    bool
	running  sync.WaitGroup // what was begun
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

// serve takes requests until the channel is closed. What they started is told,
// and waited for.
func (s *session) serve(ctx context.Context, requests <-chan *ssh.Request) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer s.running.Wait()
	defer cancel(nil)
	for r := range requests {
		run, ok := s.take(r)
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

// program is what a session runs. Its error is what is said at its end.
type program struct {
	name string
	run  func(ctx context.Context) error
}

// take handles a request, and reports whether it is granted. It returns the program
// to run from now on, if it asked for one.
func (s *session) take(r *ssh.Request) (run *program, ok bool) {
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

// setEnv keeps the variables that describe the terminal's colours and characters.
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

// program returns what a request wants to run, or nil if there is no such thing.
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
	case r.Type == "exec":
		return s.command(word.Word)
	case s.terminal == nil:
		return &program{"nothing", func(context.Context) error { return errNoTerminal }}
	}
	s.terminal.env = s.env
	return s.counted("a terminal", func(ctx context.Context, w *window.Window) error {
		s.terminal.DrawOn(w)
		defer s.terminal.Drain()
		s.running.Go(func() {
			defer sys.Recover(func(value any, stack []byte) {
				s.terminal.End(errBroke)
				s.server.broke(s.visitor.Remote)(value, stack)
			})
			s.terminal.listen()
		})
		return conf.Play(ctx, s.terminal)
	})
}

// counted returns a program that counts among those an address may run at a time.
func (s *session) counted(name string, run func(context.Context, *window.Window) error) *program {
	return &program{name, func(ctx context.Context) error {
		w, err := s.server.windows.Open(s.from)
		if err != nil {
			return err
		}
		defer w.Close()
		return run(ctx, w)
	}}
}

var errNoTerminal = errors.New("playing needs a terminal: use ssh -t")

// command returns the program for a line that a client wants executed.
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

// unknown names the commands there are, in one line and without repeating more of
// the client's than is safe to print.
func unknown[T any](line string, commands map[string]T) error {
	const shown = 32
	line = strings.ToValidUTF8(line[:min(len(line), shown)], "?")
	return fmt.Errorf("must be one of %s, or no command to play, got %+q",
		strings.Join(slices.Sorted(maps.Keys(commands)), ", "), line)
}

// run runs a program to its end and closes the channel.
func (s *session) run(ctx context.Context, p *program) {
	came := time.Now()
	why := errBroke
	defer func() {
		s.exit(why)
		v := s.visitor
		s.server.conf.Log.Info("ssh session", "name", v.User, "key", v.Identity, "from", v.Remote,
			"for", p.name, "stayed", time.Since(came).Round(time.Second), "why", reason(ctx, why))
	}()
	defer sys.Recover(s.server.broke(s.visitor.Remote))
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

// exit tells the client the last error, if any, and an exit status, and closes the channel.
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

// out returns the writer for lines, and errors the one for errors. On a terminal, which
// is raw, lines end otherwise.
func (s *session) out() io.Writer    { return s.lines(s.channel) }
func (s *session) errors() io.Writer { return s.lines(s.channel.Stderr()) }

func (s *session) lines(w io.Writer) io.Writer {
	w = &timedWriter{w, s.conn}
	if s.terminal != nil {
		return returning{w}
	}
	return w
}

// returning puts the cursor back to the first column at the end of each line.
type returning struct{ io.Writer }

func (w returning) Write(b []byte) (int, error) {
	_, err := io.WriteString(w.Writer, strings.ReplaceAll(string(b), "\n", "\r\n"))
	return len(b), err
}
