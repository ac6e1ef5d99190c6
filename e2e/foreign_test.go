//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/net/gateway"
	"dogfight/proto/dialect/dogfight"
	"dogfight/testkit"
)

// original runs a server that behaves as the original Dogfight server does.
func original(t *testing.T) (o *testkit.Original, addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o = testkit.NewOriginal()
	o.Walled = true
	var running sync.WaitGroup
	running.Go(func() { o.Accept(l) })
	t.Cleanup(func() {
		l.Close()
		running.Wait()
	})
	return o, l.Addr().String()
}

func TestTheOriginalDogfightServerIsPlayedOn(t *testing.T) {
	t.Parallel()
	o, addr := original(t)
	term := startTerminal(t, "join", "dogfight://"+addr, "--name", "Nova")
	term.sees("3f2a1b2c")
	term.press(" ")
	term.sees("Steer first")
	if events := o.Events(); len(events) > 0 {
		t.Errorf("it was sent %q before the ship moved", events[0].Bytes)
	}
	flies := func(what string, keys string, until func(own testkit.OriginalShip) bool) {
		t.Helper()
		term.await(what, func(string) bool { return until(o.Own()) }, func() { term.press(keys) })
	}
	flies("the ship to the right", "d", func(own testkit.OriginalShip) bool { return own.X > 300 })
	flies("a bullet that flies", " ", func(own testkit.OriginalShip) bool { return len(own.Bullets) > 0 && own.Bullets[0].Direction == 4 })
	for _, keys := range []string{"a ", "w ", "s ", "d "} { // as fast as the program reads them
		term.press(strings.Repeat(keys, 40))
	}
	flies("the ship upwards", "w", func(own testkit.OriginalShip) bool { return own.Y < 200 })
	if own := o.Own(); own.Mines() > 0 {
		t.Errorf("%d mines are left", own.Mines())
	}
	term.press("\x03")
	if code := term.leaves(); code != exitOK || o.Died() != nil {
		t.Errorf("exit code %d; the server: %v", code, o.Died())
	}
}

func TestServersOfOtherProtocolsAreJoined(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"dogfight", "rtype", "rtype-code"} {
		t.Run(dialect, func(t *testing.T) {
			host := startHeadless(t, "--lan=false", "--stats=false", "--bots", "2", "--dialect", dialect+"=127.0.0.1:0")
			addr := host.listens[dialect]
			term := startTerminal(t, "join", dialect+"://"+addr, "--name", "Nova")
			term.sees("3 ships")
			term.press("\t")
			term.sees(dialect + "://" + addr)
			term.sees("Nova")
			term.press("\t\rhello\r")
			term.sees("this protocol has no chat")
		})
	}
}

func TestJoiningWithoutAServerOfAnotherProtocolFails(t *testing.T) {
	t.Parallel()
	for address, words := range map[string]string{
		"dogfight://127.0.0.1:1": "no dogfight server answers at 127.0.0.1:1: connection refused",
		"rtype://127.0.0.1:1":    "no rtype server answers at 127.0.0.1:1: connection refused",
	} {
		term := startTerminal(t, "join", address)
		if code := term.quitsAtTheEnd(); code != exitFailure {
			t.Errorf("%s: exit code %d, expected %d", address, code, exitFailure)
		}
		term.sees(words)
	}
}

func TestHelpListsTheAddressFormsOfOtherProtocols(t *testing.T) {
	t.Parallel()
	_, stdout, _ := run(t, "help", "join")
	for _, form := range []string{"ssh://[USER@]HOST[:PORT]", "dogfight://HOST[:PORT]", "rtype://HOST[:PORT][?floats=big-endian]", "rtype-code://HOST[:PORT]"} {
		if !strings.Contains(stdout, form) {
			t.Errorf("expected %q, got %q", form, stdout)
		}
	}
}

func TestAHostPrintsTheAddressOfEachDialect(t *testing.T) {
	t.Parallel()
	args := []string{"--lan=false"}
	for _, name := range gateway.Names() {
		args = append(args, "--dialect", name+"=:0")
	}
	h := startHeadless(t, args...)
	for _, name := range gateway.Names() {
		addrs := strings.Fields(h.listens[name])
		want := 1
		if name == "lightracer" {
			want = 2 // control and data
		}
		if len(addrs) != want {
			t.Errorf("%s: listens on %q, expected %d addresses", name, addrs, want)
		}
		for _, addr := range addrs {
			if host, port, err := net.SplitHostPort(addr); host != "127.0.0.1" || port == "0" || err != nil {
				t.Errorf("%s: listens on %q, expected a port of the loopback", name, addr)
			}
		}
	}
	conn, err := net.Dial("tcp", h.listens["dogfight"])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	if id := make([]byte, 36); !reads(conn, id) || id[8] != '-' {
		t.Errorf("the dogfight dialect began with %q, expected an id", id)
	}
}

func TestAHostSpeaksDogfightAsItsOriginalClientReadsIt(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--lan=false", "--bots", "11", "--dialect", "dogfight=:0", "--dialect-classic")
	conn, err := net.Dial("tcp", h.listens["dogfight"])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	p := make([]byte, 1024)
	if !reads(conn, p[:36]) {
		t.Fatal("got no id")
	}
	for ships := 0; ships < 10; {
		var state dogfight.State
		if !reads(conn, p) {
			t.Fatalf("only %d ships were shown", ships)
		}
		if err := state.ParseClassic(p); err != nil {
			t.Fatal(err)
		}
		ships = len(state.Ships)
	}
}

func reads(conn net.Conn, b []byte) bool {
	for len(b) > 0 {
		n, err := conn.Read(b)
		if err != nil {
			return false
		}
		b = b[n:]
	}
	return true
}

func TestAHostSpeaksNoDialectByDefault(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--lan=false")
	for _, name := range gateway.Names() {
		if addr, ok := h.listens[name]; ok {
			t.Errorf("%s: listens on %s", name, addr)
		}
	}
}

// example is a bot of examples/ as a process that has ended.
type example struct {
	code           int
	stdout, stderr string
}

// playExample plays the example of a dialect at an address until it ends.
func playExample(t *testing.T, dialect, addr string, args ...string) (e example, err error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return e, err
	}
	return runExample(exampleCommand(t, dialect, append([]string{host, port}, args...)...)), nil
}

// exampleCommand returns the example of a dialect with arguments.
func exampleCommand(t *testing.T, dialect string, args ...string) *exec.Cmd {
	args = append([]string{filepath.Join("..", "examples", dialect+".py")}, args...)
	return exec.CommandContext(t.Context(), python(), args...)
}

// runExample runs an example to its end.
func runExample(cmd *exec.Cmd) example {
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		return example{code: -1, stderr: err.Error()}
	}
	return example{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// check reports errors of an example that has played, and returns its deaths.
func (e example) check(t *testing.T, name string) (deaths int) {
	_, _, deaths, err := e.tally()
	if e.code != 0 || e.stderr != "" || !strings.HasPrefix(e.stdout, "joined ") || err != nil {
		t.Errorf("%s: exit code %d, %v, it printed\n%s%s", name, e.code, err, e.stdout, e.stderr)
	}
	t.Logf("%s: %q", name, e.stdout)
	return deaths
}

// tally returns the figures in the last line, such as: score 30 kills 3 deaths 1. A missing figure is 0.
func (e example) tally() (score, kills, deaths int, err error) {
	lines := strings.Split(strings.TrimSpace(e.stdout), "\n")
	words := strings.Fields(lines[len(lines)-1])
	if len(words) < 2 || words[0] != "score" {
		return 0, 0, 0, fmt.Errorf("expected a score in the last line, got %q", e.stdout)
	}
	into := map[string]*int{"score": &score, "kills": &kills, "deaths": &deaths}
	for ; len(words) >= 2 && err == nil; words = words[2:] {
		if into[words[0]] == nil {
			return 0, 0, 0, fmt.Errorf("expected score, kills or deaths, got %q", words[0])
		}
		_, err = fmt.Sscan(words[1], into[words[0]])
	}
	return score, kills, deaths, err
}

func needPython(t *testing.T) {
	t.Helper()
	skipUnlessSmoke(t)
	if python() == "" {
		t.Skip("python3 is not installed: the examples are not played")
	}
}

// python returns the path of the interpreter, or "". python3 in the path may be a script that searches for one on each start.
var python = sync.OnceValue(func() string {
	path, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(path))
})

// The examples are written from the protocols' documents, without any of our code. The dialects use neighbouring ports, one of them for
// Light Racer's data.
func TestTheExamplesOfAllDialectsFightInOneMatch(t *testing.T) {
	t.Parallel()
	needPython(t)
	args, names, first := []string{"--lan=false", "--arena", "duel"}, gateway.Names(), freePorts(t, len(gateway.Names()))
	for i, name := range names {
		args = append(args, "--dialect", fmt.Sprintf("%s=127.0.0.1:%d", name, first+i))
	}
	h := startHeadless(t, args...)
	var killed atomic.Int32
	for end := time.Now().Add(patience); killed.Load() == 0; {
		if time.Now().After(end) {
			t.Fatalf("no example dies; the host's log is\n%s", h.log.String())
		}
		var all sync.WaitGroup
		for i, name := range names {
			addr, _, _ := strings.Cut(h.listens[name], " ")
			if want := fmt.Sprintf("127.0.0.1:%d", first+i); addr != want {
				t.Errorf("%s: listens at %q, expected %s", name, h.listens[name], want)
			}
			all.Go(func() {
				e, err := playExample(t, name, addr, "--seconds", "8", "--name", "Ann")
				if err != nil {
					t.Error(err)
					return
				}
				killed.Add(int32(e.check(t, name))) // each counts its own deaths
			})
		}
		all.Wait()
	}
}

// ports is the next port without a test. These ports are outside of the ranges that systems use for port 0, so no other program gets one.
var ports atomic.Int32

func init() { ports.Store(10_000 + rand.Int32N(9_000)) }

// freePorts returns the first of n consecutive free ports.
func freePorts(t *testing.T, n int) int {
	t.Helper()
	for range 100 {
		if first := int(ports.Add(int32(n))) - n; allFree(first, n) {
			return first
		}
	}
	t.Fatal("there is no row of free ports")
	return 0
}

func allFree(first, n int) bool {
	for port := first; port < first+n; port++ {
		addr := fmt.Sprintf("127.0.0.1:%d", port)
		stream, err := net.Listen("tcp", addr)
		if err != nil {
			return false
		}
		stream.Close()
		socket, err := net.ListenPacket("udp", addr)
		if err != nil {
			return false
		}
		socket.Close()
	}
	return true
}

func TestAnExampleWithoutAHostPrintsOneLine(t *testing.T) {
	t.Parallel()
	needPython(t)
	for _, name := range gateway.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := playExample(t, name, "127.0.0.1:1")
			if err != nil {
				t.Fatal(err)
			}
			if want := name + ".py: 127.0.0.1:1: Connection refused\n"; e.code != 1 || e.stdout != "" || e.stderr != want {
				t.Errorf("exit code %d, it printed %q and %q, expected %q", e.code, e.stdout, e.stderr, want)
			}
		})
	}
}

// Our hosts answer CONNECT before they check for room; others may check first.
func TestAnRTypeExampleEndsWithTheMatchAndWhenItIsRefused(t *testing.T) {
	t.Parallel()
	needPython(t)
	const reject, over, overOfCode = "\x11\x01\x00\x04", "\x16\x01\x00\x04", "\x17\x01\x00\x04"
	for _, c := range []struct {
		dialect, accept, then string
		code                  int
		stderr                string
	}{
		{"rtype", "\x10\x01\x00\x08\x80\x00\x00\x01", over, 0, ""},
		{"rtype", "\x10\x01\x00\x08\x80\x00\x00\x01", reject, 1, "the host has no room\n"},
		{"rtype-code", "\x10\x01\x00\x04", overOfCode, 0, ""},
		{"rtype-code", "\x10\x01\x00\x04", reject, 1, "the host has no room\n"},
		{"rtype", reject, reject, 1, "the host has no room\n"},
		{"rtype-code", reject, reject, 1, "the host has no room\n"},
	} {
		t.Run(fmt.Sprintf("%s %x %x", c.dialect, c.accept, c.then), func(t *testing.T) {
			t.Parallel()
			host, err := net.ListenPacket("udp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			var running sync.WaitGroup
			running.Go(func() { answer(host, c.accept, c.then) })
			e, err := playExample(t, c.dialect, host.LocalAddr().String(), "--seconds", "60")
			host.Close()
			running.Wait()
			if err != nil || e.code != c.code || !strings.HasSuffix(e.stderr, c.stderr) || (e.stderr == "") != (c.stderr == "") {
				t.Errorf("exit code %d, %q, %v", e.code, e.stderr, err)
			}
		})
	}
}

// answer accepts each CONNECT, and answers then to everything else.
func answer(host net.PacketConn, accept, then string) {
	for buf := make([]byte, 64); ; {
		n, from, err := host.ReadFrom(buf)
		if err != nil {
			return
		}
		if n > 0 && buf[0] == 1 {
			host.WriteTo([]byte(accept), from)
		} else {
			host.WriteTo([]byte(then), from)
		}
	}
}
