// Package cli is the command line: a file a command. Each reads its flags, reports a mistake in one line, and calls the package that does
// the work.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/sys"
)

const version = command.Version

// program is the process as its commands see it.
type program struct {
	dirs           config.Dirs // of the player's files
	stdout, stderr io.Writer
	args           []string // of the command line
	signals        *signals
	fleetTime      time.Duration // limit for the answer of a fleet

	record  recordFlags
	archive *replays.Archive // nil until a command records matches
}

// Main runs the program with the arguments of the process, and exits.
func Main() {
	defer sys.Restore()
	signals, ctx, stop := watchSignals()
	sys.Interrupt = ctx.Done()
	out := &command.Output{File: os.Stdout}
	p := &program{dirs: config.User(), stdout: out, stderr: os.Stderr, signals: signals, fleetTime: usualFleetTime}
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(out.Check(code, "dogfight", p.stderr))
}

// run runs the command that the arguments name and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	p.args = args
	root := newRoot(p)
	root.SetArgs(args)
	command.CompletePlainly(root, args)
	err := root.ExecuteContext(ctx)
	if p.archive != nil {
		p.archive.Close()
	}
	return command.ExitCode(root, err, p.stderr)
}

// print writes v as a line of JSON, or else as text.
func (p *program) print(asJSON bool, v any, text func() string) error {
	if asJSON {
		return json.NewEncoder(p.stdout).Encode(v)
	}
	_, err := io.WriteString(p.stdout, text())
	return err
}

var (
	noWords  = command.Words{}
	anyWords = command.Words{Most: 1 << 20}
	oneWord  = command.Words{Least: 1, Most: 1}
)

// first returns the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// aboutFlag returns an error as a wrong value of a flag; nil stays nil.
func aboutFlag(flag string, err error) error {
	if err == nil {
		return nil
	}
	return command.Usagef("%s: %w", flag, err)
}

// without returns an error without the beginning of its text.
func without(prefix string, err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.TrimPrefix(err.Error(), prefix))
}

// expect returns a mistake in the command line unless ok.
func expect(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return command.Usagef(format, args...)
}

func checkRange(flag string, n, least, most int) error {
	return expect(n >= least && n <= most, "%s: must be %d to %d, got %d", flag, least, most, n)
}

func oneOf(flag, word string, words []string) error {
	return expect(slices.Contains(words, word), "%s: must be one of %s, got %q", flag, strings.Join(words, ", "), word)
}

// idle are flags that have no effect under a condition, with the reason.
type idle struct {
	is         bool
	flags, why string
}

// refuseIdle refuses the given flags that have no effect.
func refuseIdle(given func(flag string) bool, all ...idle) error {
	for _, i := range all {
		for flag := range strings.FieldsSeq(i.flags) {
			if i.is && given(flag) {
				return command.Usagef("--%s: %s", flag, i.why)
			}
		}
	}
	return nil
}

// count writes a number of things: "1 ship", "2 ships".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// column is a column of a table.
type column struct {
	title string
	side  side
}

// side is the side to which a column is aligned.
type side bool

const (
	left  side = false
	right side = true
)

// printTable prints rows in columns as wide as their texts. Columns that are empty in all rows are left out, so that most tables fit in 80
// columns of a terminal.
func printTable(w io.Writer, columns []column, rows [][]string) {
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, word := range row {
			if n := utf8.RuneCountInString(word); n > 0 {
				widths[i] = max(widths[i], n, len(columns[i].title))
			}
		}
	}
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	for _, row := range append([][]string{titles}, rows...) {
		line := ""
		for i, word := range row {
			switch pad := strings.Repeat(" ", max(widths[i]-utf8.RuneCountInString(word), 0)); {
			case widths[i] == 0:
			case columns[i].side == right:
				line += pad + word + "  "
			default:
				line += word + pad + "  "
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// onTerminal reports whether standard error is a terminal, where a line of progress is written over.
func onTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }

// status writes a line of progress over the last one on a terminal; "" removes it.
func (p *program) status(format string, args ...any) {
	if onTerminal() {
		fmt.Fprintf(p.stderr, "\r"+format+"\x1b[K", args...)
	}
}

// progress prints how much of a long job is done.
type progress struct {
	verb     string // of the job, such as "played"
	out      io.Writer
	terminal bool
	of       int
	began    time.Time
	lines    int
}

func (p *program) progress(verb string, of int) *progress {
	return &progress{verb: verb, out: p.stderr, terminal: onTerminal(), of: of, began: time.Now()}
}

// progressEvery is the time between lines without a terminal: a fast start writes none.
const progressEvery = 2 * time.Second

func (p *progress) show(done int) {
	if p.terminal {
		fmt.Fprintf(p.out, "\r%s %d/%d", p.verb, done, p.of)
		if done == p.of {
			fmt.Fprintln(p.out)
		}
		return
	}
	if late := int(time.Since(p.began) / progressEvery); late > p.lines {
		p.lines = late
		fmt.Fprintf(p.out, "%s %d/%d\n", p.verb, done, p.of)
	}
}

// signals are the signals that end the program, except those that a command has intercepted. Nil has none.
type signals struct {
	mu          sync.Mutex
	intercepted map[os.Signal]chan struct{}
}

// watchSignals returns a context that ends at a signal, until stop is called. A signal that the parent ignores, as nohup does, stays
// ignored.
func watchSignals() (s *signals, ctx context.Context, stop func()) {
	s = &signals{intercepted: map[os.Signal]chan struct{}{}}
	ctx, end := context.WithCancel(context.Background())
	got, done := make(chan os.Signal, 4), make(chan struct{})
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) {
			signal.Notify(got, sig)
		}
	}
	go func() {
		for {
			select {
			case sig := <-got:
				if !s.pass(sig) {
					end()
				}
			case <-done:
				return
			}
		}
	}()
	return s, ctx, func() {
		signal.Stop(got)
		close(done)
		end()
	}
}

// pass sends a signal to the command that has intercepted it, and reports whether there is one.
func (s *signals) pass(sig os.Signal) bool {
	s.mu.Lock()
	to := s.intercepted[sig]
	s.mu.Unlock()
	select {
	case to <- struct{}{}:
	default:
	}
	return to != nil
}

// intercept sends a signal to came instead of ending the program, until release is called.
func (s *signals) intercept(sig os.Signal) (came <-chan struct{}, release func()) {
	to := make(chan struct{}, 2)
	if s == nil {
		return to, func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.intercepted[sig] = to
	return to, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.intercepted, sig)
	}
}
