//go:build linux

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/proto"
)

// machine is a network namespace: to what runs there, a machine of its own.
type machine string

// twoMachines returns two that are joined by a cable, on both families of addresses,
// and by nothing to anything else.
func twoMachines(t *testing.T) (a, b machine) {
	t.Helper()
	a, b = newMachine(t, "a"), newMachine(t, "b")
	sh(t, fmt.Sprintf("ip link add cable netns %s type veth peer name cable netns %s", a, b))
	for i, m := range []machine{a, b} {
		sh(t, fmt.Sprintf("ip -n %[1]s link set cable up && ip -n %[1]s addr add 192.0.2.%[2]d/24 dev cable && ip -n %[1]s addr add 2001:db8::%[2]d/64 dev cable nodad", m, i+1))
	}
	return a, b
}

// machines counts those of all tests, whose names are to differ.
var machines atomic.Int32

// newMachine returns one that is joined to nothing.
func newMachine(t *testing.T, name string) machine {
	t.Helper()
	skipUnlessSmoke(t)
	if _, err := exec.LookPath("ip"); err != nil || os.Getuid() != 0 {
		t.Skip("machines of its own take root and the program ip (iproute2)")
	}
	m := machine(fmt.Sprintf("dogfight-%d-%s%d", os.Getpid(), name, machines.Add(1)))
	if out, err := exec.Command("ip", "netns", "add", string(m)).CombinedOutput(); err != nil {
		t.Skipf("no network namespace to be had: %s", out)
	}
	t.Cleanup(func() { exec.Command("ip", "netns", "del", string(m)).Run() })
	sh(t, fmt.Sprintf("ip -n %s link set lo up", m))
	return m
}

func sh(t *testing.T, script string) {
	t.Helper()
	if out, err := exec.Command("sh", "-c", script).CombinedOutput(); err != nil {
		t.Skipf("%s: %v: %s", script, err, out)
	}
}

// on has a command run on the machine.
func (m machine) on(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	there := exec.Command("ip", append([]string{"netns", "exec", string(m)}, cmd.Args...)...)
	there.Env = cmd.Env
	return there
}

// startHeadlessOn hosts on a machine.
func startHeadlessOn(t *testing.T, m machine, listen string, args ...string) *headless {
	t.Helper()
	return startHeadlessOf(t, m.on(t, newCommand(t, append([]string{"host", "--headless", "--listen", listen}, args...)...)))
}

// run runs the program on the machine to its end.
func (m machine) run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return runOf(t, m.on(t, newCommand(t, args...)))
}

// lanResult is a line of lan --json.
type lanResult struct {
	Address string  `json:"address"`
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	Arena   string  `json:"arena"`
	Mode    string  `json:"mode"`
	Players int     `json:"players"`
	Bots    int     `json:"bots"`
	Slots   int     `json:"slots"`
	Version int     `json:"version"`
	Ping    float64 `json:"ping_ms"`
	Web     string  `json:"web"`
}

// found returns the matches that lan --json lists on the machine. It asks again, with a longer wait each time, until the first has an IPv4
// address, which lan prefers for a host that answers at several.
func (m machine) found(t *testing.T) (found []lanResult) {
	t.Helper()
	for wait := time.Second; len(found) == 0 || strings.HasPrefix(found[0].Address, "["); wait *= 2 {
		if wait > patience {
			t.Fatalf("no match is found at an IPv4 address: %+v", found)
		}
		found = m.finds(t, "--wait", wait.String())
	}
	return found
}

// finds returns what lan --json lists on the machine.
func (m machine) finds(t *testing.T, args ...string) (found []lanResult) {
	t.Helper()
	_, out, errs := m.run(t, append([]string{"lan", "--json"}, args...)...)
	for line := range strings.Lines(out) {
		var r lanResult
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v; %s", line, err, errs)
		}
		found = append(found, r)
	}
	return found
}

// TestAMatchIsFoundAndJoinedFromAnotherMachine plays over two network namespaces.
func TestAMatchIsFoundAndJoinedFromAnotherMachine(t *testing.T) {
	t.Parallel()
	here, there := twoMachines(t)

	code, out, errs := there.run(t, "lan", "--wait", "1s")
	if code != exitFailure || out != "" || !strings.Contains(errs, "found no match on this network in 1s") {
		t.Errorf("on an empty network: exit code %d, %q, %q", code, out, errs)
	}

	host := startHeadlessOn(t, here, ":4242", "--title", "Ann's (1st) match", "--teams", "--bots", "3", "--web", ":8080")
	found := there.found(t)
	if len(found) != 1 {
		t.Fatalf("expected one entry for a host with three addresses, found %+v", found)
	}
	if r := found[0]; r.Address != "192.0.2.1:4242" || r.Title != "Ann's (1st) match" || r.Mode != "teams" || r.Bots != 3 || r.Version != int(proto.Version) || r.Ping <= 0 || r.Web != "http://192.0.2.1:8080/" {
		t.Errorf("found %+v", r)
	}
	if local := here.found(t); len(local) != 1 || local[0].ID != found[0].ID {
		t.Errorf("on its own machine, as another user, found %+v", local)
	}

	joiner := startTerminalOf(t, there.on(t, newCommand(t, "join", "--name", "Comet")))
	joiner.sees("♥ ▊▊▊▊▊")
	for wait := time.Second; ; wait *= 2 {
		if _, out, _ = there.run(t, "lan", "--wait", wait.String()); out != "" || wait > patience {
			break
		}
	}
	if !strings.Contains(out, "TITLE") || !strings.Contains(out, "in a browser: http://192.0.2.1:8080/") || !strings.Contains(out, "1 +3 bots") || !strings.Contains(out, "Ann's (1st) match") {
		t.Errorf("while one plays, lan says\n%s", out)
	}
	joiner.press("\x03")
	joiner.leaves()
	if raw := joiner.raw.String(); !strings.Contains(raw, "found one: joining Ann's (1st) match at 192.0.2.1:4242") {
		t.Errorf("join did not say what it joins: %.300q", raw)
	}

	host.cmd.Process.Kill()
	host.cmd.Wait()
	if found := there.finds(t, "--wait", "1s"); len(found) > 0 {
		t.Errorf("after its end, found %+v", found)
	}
}

func TestAHiddenMatchIsNotFoundButAnswersAtItsAddress(t *testing.T) {
	t.Parallel()
	here, there := twoMachines(t)
	startHeadlessOn(t, here, ":4242", "--lan=false")
	if found := there.finds(t, "--wait", "1500ms"); len(found) > 0 {
		t.Errorf("found %+v", found)
	}
	if code, out, errs := there.run(t, "info", "192.0.2.1"); code != exitOK {
		t.Errorf("info: exit code %d, %s%s", code, out, errs)
	}
}

func TestJoinListsSeveralMatchesAndJoinsTheChosen(t *testing.T) {
	t.Parallel()
	here, there := twoMachines(t)
	startHeadlessOn(t, here, "192.0.2.1:4001", "--title", "First")
	startHeadlessOn(t, here, "[2001:db8::1]:4002", "--title", "Second")
	joiner := startTerminalOf(t, there.on(t, newCommand(t, "join")))
	joiner.sees("▸First")
	joiner.sees("Second")
	joiner.press("\x1b[B")
	joiner.sees("▸Second")
	joiner.press("\r")
	joiner.sees("♥ ▊▊▊▊▊")
	joiner.press("\t")
	joiner.sees("newcomer")
}

func TestTheMatchThatIsChosenIsJoinedWithThePasswordToo(t *testing.T) {
	t.Parallel()
	here, there := twoMachines(t)
	file := writeFile(t, "password", "open sesame\n")
	startHeadlessOn(t, here, ":4001", "--title", "First", "--password-file", file)
	startHeadlessOn(t, here, ":4002", "--title", "Second", "--password-file", file)
	for _, c := range []struct {
		args []string
		sees string
	}{{nil, "♥ ▊▊▊▊▊"}, {[]string{"--spectate"}, "spectator"}} {
		joiner := startTerminalOf(t, there.on(t, newCommand(t, append([]string{"join", "--password-file", file}, c.args...)...)))
		joiner.sees("▸First")
		joiner.sees("Second")
		joiner.press("\r")
		joiner.sees(c.sees)
	}
}

func TestJoinWithoutAnyMatchOffersToHostOne(t *testing.T) {
	t.Parallel()
	here, _ := twoMachines(t)
	lonely := startTerminalOf(t, here.on(t, newCommand(t, "join")))
	lonely.sees("None found yet")
	lonely.press("h\r")
	lonely.sees("♥ ▊▊▊▊▊")
}

func TestLANRefusesAWaitThatIsNone(t *testing.T) {
	t.Parallel()
	for _, wait := range []string{"0s", "-1s", "2h", "soon"} {
		if code, _, errs := run(t, "lan", "--wait", wait); code != exitUsage || !strings.Contains(errs, "--wait: ") {
			t.Errorf("%s: exit code %d, %s", wait, code, errs)
		}
	}
}
