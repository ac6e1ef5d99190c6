//go:build unix

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	stdnet "net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// logged is what a program logs, to be read while it runs.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// awaits waits until something was logged.
func (l *logged) awaits(t *testing.T, words string) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("the log is\n%s", l)
		}
	}()
	testkit.Until(t, fmt.Sprintf("%q is logged", words), func() bool { return strings.Contains(l.String(), words) })
}

// configured is a host that runs by a file.
type configured struct {
	*headless
	file   string
	logged *logged
}

// startConfigured hosts by a file in the usual place.
func startConfigured(t *testing.T, text string, args ...string) *configured {
	t.Helper()
	cmd := newCommand(t, append([]string{"host", "--headless"}, args...)...)
	h := &configured{headless: &headless{T: t, cmd: cmd}, logged: &logged{}}
	h.file = filepath.Join(h.home(), "server.toml")
	if err := os.MkdirAll(h.home(), 0o700); err != nil {
		t.Fatal(err)
	}
	h.writes(text)
	cmd.Stderr = h.logged
	h.headless = startHeadlessOf(t, cmd)
	return h
}

func (h *configured) writes(text string) {
	h.Helper()
	if err := os.WriteFile(h.file, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
}

// reads has the host read a file, and waits until it has logged what came of it.
func (h *configured) reads(text, logs string) {
	h.Helper()
	h.writes(text)
	h.cmd.Process.Signal(syscall.SIGHUP)
	h.logged.awaits(h.T, logs)
}

// comesIn joins the match, and returns what a newcomer is told at once, and the title.
func (h *configured) comesIn(name string) (told []string, title string) {
	h.Helper()
	c := newClient(net.ClientConfig{Name: name, Dial: func() link.Link { return link.Dial(h.addr, &link.Trust{}) }})
	defer leave(c)
	var seen *net.View
	testkit.Until(h.T, name+" is in", func() bool {
		seen = c.Frame(time.Now(), 0)
		for _, line := range seen.Chat {
			if line.Pilot == proto.Notice {
				told = append(told, line.Text)
			}
		}
		return seen.Me >= 0
	})
	return told, seen.Title
}

// next returns what the operator is told of what comes next.
func (h *configured) next() string {
	h.Helper()
	out, _ := output(h.T, filepath.Dir(h.home()), "admin", "next")
	return out
}

func TestAFileHoldsFromTheStartAndIsReadAgainWhole(t *testing.T) {
	t.Parallel()
	usual := "listen = \"127.0.0.1:0\"\nlan = false\narena = \"open\"\nbots = 1\n"
	h := startConfigured(t, usual+"title = \"Monday\"\nmotd = [\"Welcome.\", \"Be kind.\"]\n")
	h.logged.awaits(t, "msg=configured file="+h.file)
	if told, title := h.comesIn("Ann"); title != "Monday" || !strings.HasPrefix(strings.Join(told, "\n"), "Welcome.\nBe kind.") {
		t.Errorf("Ann is told %q by %q", told, title)
	}

	h.reads(usual+"title = \"Tuesday\"\nmotd = \"New\"\nskill = 9\n", "the configuration was refused, and nothing has changed")
	h.logged.awaits(t, h.file+":7: skill: must be 1 to 5, or auto, got")
	if told, title := h.comesIn("Bob"); title != "Monday" || !strings.HasPrefix(strings.Join(told, "\n"), "Welcome.\nBe kind.") {
		t.Errorf("after a bad file Bob is told %q by %q", told, title)
	}
	if next := h.next(); !strings.Contains(next, "next: deathmatch in open") {
		t.Errorf("after a bad file comes %q", next)
	}

	h.reads("listen = \"127.0.0.1:1\"\nlan = false\ntitle = \"Tuesday\"\nmotd = \"New\"\nrotation = [\"teams:duel\"]\nbots = 2\n", "the configuration was read again")
	h.logged.awaits(t, `msg="needs a restart: listen"`)
	if told, title := h.comesIn("Cy"); title != "Tuesday" || len(told) == 0 || told[0] != "New" {
		t.Errorf("after a good file Cy is told %q by %q", told, title)
	}
	if next := h.next(); !strings.Contains(next, "now: deathmatch in open") || !strings.Contains(next, "next: teams in duel") {
		t.Errorf("after a good file comes %q", next)
	}

	h.cmd.Process.Signal(syscall.SIGTERM)
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("it ends with %v:\n%s", err, h.logged)
	}
}

func TestBansAndAllowedKeysAreReadAgain(t *testing.T) {
	t.Parallel()
	h := startConfigured(t, "listen = \"127.0.0.1:0\"\nlan = false\nlog = \"json\"\n")
	player := startTerminal(t, "join", h.addr, "--name", "Rex")
	player.sees("points")
	bans := filepath.Join(h.home(), "bans")
	os.WriteFile(bans, []byte("127.0.0.1\nnonsense\n"), 0o600)
	h.reads("listen = \"127.0.0.1:0\"\nlan = false\nlog = \"json\"\n", bans+":2: ")
	os.WriteFile(bans, []byte("127.0.0.1\n"), 0o600)
	h.reads("listen = \"127.0.0.1:0\"\nlan = false\nlog = \"json\"\n", "the configuration was read again")
	if code := player.leaves(); code != exitFailure {
		t.Errorf("the banned player's exit code is %d", code)
	}
	for line := range strings.Lines(h.logged.String()) {
		var entry struct{ Time, Level, Msg string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Time == "" || entry.Level == "" || entry.Msg == "" {
			t.Errorf("%v: %s", err, line)
		}
	}
}

func TestAHostEndsWhenTheTerminalHangsUpInWhichItWasStarted(t *testing.T) {
	t.Parallel()
	far, near, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal to be had: %v", err)
	}
	defer far.Close()
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--lan=false")
	log := &logged{}
	cmd.Stdin, cmd.Stderr = near, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	h := startHeadlessOf(t, cmd)
	near.Close()
	h.cmd.Process.Signal(syscall.SIGHUP)
	log.awaits(t, "the configuration was read again")
	far.Close()
	ended := make(chan error, 1)
	go func() { ended <- h.cmd.Wait() }()
	if err := testkit.Receive(t, "it ends", ended); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

func TestTheServiceManagerIsToldThatAHostReadsItsFileAgain(t *testing.T) {
	t.Parallel()
	manager, err := stdnet.ListenUnixgram("unixgram", &stdnet.UnixAddr{Name: filepath.Join(shortFolder(t), "n"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--lan=false")
	cmd.Env = append(cmd.Env, "NOTIFY_SOCKET="+manager.LocalAddr().String())
	hears := func(words string) {
		t.Helper()
		text := make([]byte, 4096)
		for {
			manager.SetReadDeadline(time.Now().Add(patience))
			n, err := manager.Read(text)
			if err != nil {
				t.Fatalf("%s was not told: %v", words, err)
			}
			if strings.HasPrefix(string(text[:n]), words) {
				return
			}
		}
	}
	h := startHeadlessOf(t, cmd)
	hears("READY=1")
	h.cmd.Process.Signal(syscall.SIGHUP)
	hears("RELOADING=1\nMONOTONIC_USEC=")
	hears("READY=1")
}
