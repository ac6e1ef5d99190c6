//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/gdamore/tcell/v3/vt"
	"golang.org/x/term"

	"dogfight/internal/cli"
	"dogfight/internal/command"
	hub "dogfight/internal/hub/cli"
	"dogfight/testkit"
)

// Exit codes of the program.
const (
	exitOK      = command.ExitOK
	exitFailure = command.ExitFailure
	exitUsage   = command.ExitUsage
)

// beTheProgram makes a test binary run main instead of its tests, so that tests
// can start the real program without building it.
const beTheProgram = "DOGFIGHT_BE_THE_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(beTheProgram) {
	case "1":
		cli.Main()
	case "hub":
		hub.Main()
	case "panic":
		panicOnATerminal()
	case "bench host":
		hostForBench()
	}
	testkit.ObeySignals()
	testkit.Parallel(24)
	afterTests = append(afterTests, scheduleAlike())
	code := m.Run()
	for _, do := range afterTests {
		do()
	}
	os.Exit(code)
}

// afterTests run after all tests.
var afterTests []func()

// scheduleAlike turns off Linux's autogroup scheduling (sched(7)) if the process has the right to, and returns a function that turns it on
// again. Each program on a terminal leads a session, which autogroup schedules as a group: Linux 6.18 does not run such a program for ten
// seconds and more while other sessions use all processors. strace showed ssh runnable with unread data in its socket.
func scheduleAlike() (undo func()) {
	const setting = "/proc/sys/kernel/sched_autogroup_enabled"
	const on, off = "1\n", "0\n"
	was, err := os.ReadFile(setting)
	if err != nil || string(was) != on || os.WriteFile(setting, []byte(off), 0) != nil { // already off: by the user, or by other tests that restore it
		return func() {}
	}
	return func() { os.WriteFile(setting, []byte(on), 0) }
}

// A test gives up when nothing has changed for patience or, where changes can be seen, after longest. A passing test gets near
// neither, even on a busy machine.
const (
	patience = testkit.Limit
	longest  = 4 * time.Minute
)

// smokes has the names of tests that -short runs too.
var smokes sync.Map

// smoke marks a test as one of the few that show that the program runs at all.
func smoke(t *testing.T) { smokes.Store(t.Name(), true) }

func skipUnlessSmoke(t *testing.T) {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	if _, is := smokes.Load(name); testing.Short() && !is {
		t.Skip("the real program in every situation; runs without -short")
	}
}

// newCommand returns the program with arguments, and a home of its own.
func newCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	skipUnlessSmoke(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	home := testkit.Home(t)
	cmd.Env = append(os.Environ(), beTheProgram+"=1", "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR=",
		"HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "USER=newcomer", "SSH_TTY=/dev/null") // the last: no sound
	if !*long {
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1") // dozens run at a time: threads that wake each other take a quarter of their time
	}
	return cmd
}

// run runs the program to its end and returns its output.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return runOf(t, newCommand(t, args...))
}

// runOf runs a command to its end.
func runOf(t *testing.T, cmd *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// headless is a host process without a screen.
type headless struct {
	*testing.T
	cmd        *exec.Cmd
	addr       string
	door       string // for SSH; "" without --ssh
	socket     string // for dogfight admin; "" for the default
	invitation string // "" without --invite
	log        bytes.Buffer

	listens map[string]string // all addresses in its log, by protocol
}

// startHeadless hosts on a free port of the loopback.
func startHeadless(t *testing.T, args ...string) *headless {
	t.Helper()
	return startHeadlessAt(t, "127.0.0.1:0", args...)
}

// startHeadlessAt hosts at an address, and returns when it is open.
func startHeadlessAt(t *testing.T, addr string, args ...string) *headless {
	t.Helper()
	return startHeadlessOf(t, newCommand(t, append([]string{"host", "--headless", "--listen", addr}, args...)...))
}

// startHeadlessOf runs a command that hosts, and returns when its host is open.
func startHeadlessOf(t *testing.T, cmd *exec.Cmd) *headless {
	t.Helper()
	return startListening(t, cmd, "native")
}

// startListening runs a command that prints its addresses, for one protocol at least, and returns when it is ready.
func startListening(t *testing.T, cmd *exec.Cmd, protocol string) *headless {
	t.Helper()
	h := &headless{T: t, cmd: cmd, listens: map[string]string{}}
	if h.cmd.Stderr == nil {
		h.cmd.Stderr = &h.log
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.cmd.Process.Kill()
		h.cmd.Wait()
		if t.Failed() {
			t.Logf("%v logged\n%s", cmd.Args[1:], h.log.String())
		}
	})
	stuck := time.AfterFunc(patience, func() { h.cmd.Process.Signal(syscall.SIGQUIT) }) // it then logs its goroutines
	defer stuck.Stop()
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "ready" {
		if invitation, ok := strings.CutPrefix(lines.Text(), "dogfight join "); ok {
			h.invitation = invitation
		}
		if what, ok := strings.CutPrefix(lines.Text(), "listening "); ok {
			protocol, addr, _ := strings.Cut(what, " ")
			h.listens[protocol] = addr
		}
	}
	h.addr, h.door = h.listens["native"], h.listens["ssh"]
	if h.listens[protocol] == "" {
		t.Fatalf("it did not print its addresses: %s", h.log.String())
	}
	return h
}

// terminal is the program on a pseudo-terminal of 80x24, with its user.
type terminal struct {
	*testing.T
	cmd     *exec.Cmd
	pty     *os.File
	eyes    *window
	found   term.State    // the terminal's modes before the program started
	drawn   chan struct{} // closed when the program has closed its terminal
	bytes   atomic.Int64  // drawn so far
	replies answers       // to queries; nil for none
	raw     bytes.Buffer  // all output; only to be read after drawn is closed
}

// window is a terminal that does not draw during a resize, which would panic, nor while its cells are read, which would wait for other
// goroutines cell by cell.
type window struct {
	vt.MockTerm
	mu sync.Mutex
}

func (w *window) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.MockTerm.Write(b)
}

// SetSize returns when the next output gets the new size.
func (w *window) SetSize(size vt.Coord) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.MockTerm.SetSize(size)
	w.MockTerm.Write(nil) // waits for its turn
}

func startTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	return startTerminalOf(t, newCommand(t, args...))
}

func startTerminalOf(t *testing.T, cmd *exec.Cmd) *terminal {
	t.Helper()
	return startTerminalWithReplies(t, nil, cmd)
}

func startTerminalWithReplies(t *testing.T, replies answers, cmd *exec.Cmd) *terminal {
	t.Helper()
	p := &terminal{T: t, cmd: cmd, replies: replies, drawn: make(chan struct{})}
	p.eyes = &window{MockTerm: vt.NewMockTerm(vt.MockOptSize{X: 80, Y: 24})}
	if err := p.eyes.Start(); err != nil {
		t.Fatal(err)
	}
	p.start()
	go func() {
		defer close(p.drawn)
		io.Copy(io.MultiWriter(p.eyes, &p.raw, p.replies.to(p.pty), counter{&p.bytes}), p.pty) // ends with an error when the program does
	}()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		p.pty.Close()
		<-p.drawn
		p.eyes.Stop()
	})
	return p
}

// counter counts the bytes that are written to it.
type counter struct{ n *atomic.Int64 }

func (c counter) Write(b []byte) (int, error) {
	c.n.Add(int64(len(b)))
	return len(b), nil
}

// answers are a terminal's answers to queries.
type answers map[string]string

// to returns a writer that answers the queries in its input to w, in their order.
func (a answers) to(w io.Writer) io.Writer { return &answering{questions: a, to: w} }

type answering struct {
	questions answers
	to        io.Writer
	pending   string // the possible start of a query
}

func (a *answering) Write(b []byte) (int, error) {
	a.pending += string(b)
	for i := 0; i < len(a.pending); i++ {
		for question, answer := range a.questions {
			if strings.HasPrefix(a.pending[i:], question) {
				io.WriteString(a.to, answer)
				a.pending, i = a.pending[i+len(question):], -1
				break
			}
		}
	}
	a.pending = a.pending[max(0, len(a.pending)-16):]
	return len(b), nil
}

// start starts the program as the leader of a session on a new terminal.
func (p *terminal) start() {
	p.Helper()
	far, near, err := pty.Open()
	if err != nil {
		p.Skipf("no pseudo-terminal to be had: %v", err)
	}
	defer near.Close()
	p.pty = far
	p.found = p.modes()
	p.cmd.Stdin, p.cmd.Stdout = near, near
	if p.cmd.Stderr == nil {
		p.cmd.Stderr = near
	}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := errors.Join(pty.Setsize(far, &pty.Winsize{Cols: 80, Rows: 24}), p.cmd.Start()); err != nil {
		p.Fatal(err)
	}
}

// modes returns the modes that the terminal is in.
func (p *terminal) modes() term.State {
	p.Helper()
	state, err := term.GetState(int(p.pty.Fd()))
	if err != nil {
		p.Fatal(err)
	}
	return *state
}

func (p *terminal) press(keys string) {
	p.Helper()
	if _, err := io.WriteString(p.pty, keys); err != nil {
		p.Fatalf("cannot type %q: %v; the screen is\n%s", keys, err, p.text())
	}
}

// pressFor presses keys and waits for words that follow.
func (p *terminal) pressFor(keys, words string) {
	p.Helper()
	p.press(keys)
	p.sees(words)
}

// pressing returns a function that presses keys, and again after one second, two, four and so on, in case the program ignored the first.
func (p *terminal) pressing(keys string) func() {
	return repeating(func() { p.press(keys) })
}

// repeating returns a function that acts on its first call and then after growing pauses, so that a slow program has time to react.
func repeating(act func()) func() {
	var next time.Time
	pause := time.Second
	return func() {
		if !time.Now().Before(next) {
			act()
			next, pause = time.Now().Add(pause), 2*pause
		}
	}
}

// opensMenu opens the menu over a match, which has an entry. A kill-cam takes an Esc, so it is pressed again after long.
func (p *terminal) opensMenu(entry string) {
	p.Helper()
	pressed, pause := time.Time{}, 2*time.Second
	p.sees(entry, func() {
		if time.Since(pressed) > pause {
			p.press("\x1b")
			pressed, pause = time.Now(), 2*pause
		}
	})
}

// picks opens the menu over a match and presses the key of an entry until it sees words that follow. Where a kill-cam took the first
// Esc, the second one may close the menu again.
func (p *terminal) picks(entry, key, words string) {
	p.Helper()
	p.opensMenu(entry)
	p.press(key)
	acted, pause := time.Now(), 2*time.Second
	p.sees(words, func() {
		if time.Since(acted) < pause {
			return
		}
		if strings.Contains(p.text(), entry) {
			p.press(key)
		} else {
			p.press("\x1b")
		}
		acted, pause = time.Now(), min(2*pause, 16*time.Second)
	})
}

// cells returns the cells of the rows from one to before another, 80 columns of each.
func (w *window) cells(from, to int) (all []vt.Cell) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := 80 * from; i < 80*to; i++ {
		all = append(all, w.GetCell(vt.Coord{X: vt.Col(i % 80), Y: vt.Row(i / 80)}))
	}
	return all
}

// text returns the terminal's screen.
func (p *terminal) text() string {
	var b strings.Builder
	for i, cell := range p.eyes.cells(0, 24) {
		b.WriteString(cmp.Or(cell.C, " "))
		if i%80 == 79 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// await waits for a screen, and calls meanwhile between checks.
func (p *terminal) await(what string, wanted func(text string) bool, meanwhile ...func()) {
	p.Helper()
	for w := p.newWait(); !wanted(p.text()); time.Sleep(50 * time.Millisecond) {
		if w.over() {
			p.Fatalf("waited for %s; the screen is\n%s", what, p.text())
		}
		for _, do := range meanwhile {
			do()
		}
	}
}

// wait is a wait for a terminal's screen.
type wait struct {
	*terminal
	began, moved time.Time // moved is the time of the last output
	bytes        int64     // of output at that time
}

func (p *terminal) newWait() *wait {
	return &wait{terminal: p, began: time.Now(), moved: time.Now()}
}

// over reports whether nothing has been drawn for long, or the wait has been too long.
func (w *wait) over() bool {
	if n := w.terminal.bytes.Load(); n != w.bytes {
		w.bytes, w.moved = n, time.Now()
	}
	return time.Since(w.moved) > patience || time.Since(w.began) > longest
}

// sees waits for words on the screen.
func (p *terminal) sees(words string, meanwhile ...func()) {
	p.Helper()
	p.await(fmt.Sprintf("%q", words), func(text string) bool { return strings.Contains(text, words) }, meanwhile...)
}

// leaves waits for the program's end and returns its exit code.
func (p *terminal) leaves() int {
	p.Helper()
	select {
	case <-p.drawn:
	case <-time.After(patience):
		p.Fatalf("the program did not end; the screen is\n%s", p.text())
	}
	p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

// quitsAtTheEnd quits on the page about the end of a match that the player did not leave, and returns the program's exit code.
func (p *terminal) quitsAtTheEnd() int {
	p.Helper()
	p.sees("Play against bots")
	press := repeating(func() { io.WriteString(p.pty, "q") }) // the page takes no key at first
	for w := p.newWait(); !w.over(); time.Sleep(50 * time.Millisecond) {
		select {
		case <-p.drawn:
			return p.leaves()
		default:
			press()
		}
	}
	return p.leaves()
}

// tries repeats a check while something is wrong, up to patience: the program bounds its waits for other programs, which may be slow. A
// program with a fault fails each time.
func tries(t *testing.T, wrong func() string) {
	t.Helper()
	for end := time.Now().Add(patience); ; {
		said := wrong()
		if said == "" {
			return
		}
		if time.Now().After(end) {
			t.Error(said)
			return
		}
	}
}

// writeFile creates a file for the test and returns its path.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
