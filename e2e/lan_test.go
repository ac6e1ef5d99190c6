//go:build linux

package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dogfight/proto"
)

// machine is a network namespace, which acts as a separate machine.
type machine string

// twoMachines returns two machines with a cable between them, for IPv4 and IPv6, and no other network.
func twoMachines(t *testing.T) (a, b machine) {
	t.Helper()
	a, b = newMachine(t, "a"), newMachine(t, "b")
	sh(t, fmt.Sprintf("ip link add cable netns %s type veth peer name cable netns %s", a, b))
	for i, m := range []machine{a, b} {
		sh(t, fmt.Sprintf("ip -n %[1]s link set cable up && ip -n %[1]s addr add 192.0.2.%[2]d/24 dev cable && ip -n %[1]s addr add 2001:db8::%[2]d/64 dev cable nodad", m, i+1))
	}
	return a, b
}

// machines counts the machines of all tests, for unique names.
var machines atomic.Int32

// newMachine returns a machine without a network.
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

// on makes a command run on the machine.
func (m machine) on(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	there := exec.Command("ip", append([]string{"netns", "exec", string(m)}, cmd.Args...)...)
	there.Env = cmd.Env
	return there
}

// startHeadlessOn starts a host on a machine.
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

// found returns the matches that lan --json lists on the machine. It retries with a longer wait until the first has an IPv4 address, which
// lan prefers for a host with several.
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

// finds returns the output of lan --json on the machine.
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
		t.Errorf("with one player, lan prints\n%s", out)
	}
	joiner.press("\x03")
	joiner.leaves()
	if raw := joiner.raw.String(); !strings.Contains(raw, "found one: joining Ann's (1st) match at 192.0.2.1:4242") {
		t.Errorf("join did not print the match it joins: %.300q", raw)
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

func TestJoinWithoutAMatchOffersToHostOne(t *testing.T) {
	t.Parallel()
	here, _ := twoMachines(t)
	lonely := startTerminalOf(t, here.on(t, newCommand(t, "join")))
	lonely.sees("None found yet")
	lonely.press("h\r")
	lonely.sees("♥ ▊▊▊▊▊")
}

func TestLANRefusesAnInvalidWait(t *testing.T) {
	t.Parallel()
	for _, wait := range []string{"0s", "-1s", "2h", "soon"} {
		if code, _, errs := run(t, "lan", "--wait", wait); code != exitUsage || !strings.Contains(errs, "--wait: ") {
			t.Errorf("%s: exit code %d, %s", wait, code, errs)
		}
	}
}

// The machine is separate, so all ports are free. The examples get no address: they know the default port of their dialect.
func TestTheExamplesPlayOnTheDefaultPortsOfAllDialects(t *testing.T) {
	t.Parallel()
	needPython(t)
	m := newMachine(t, "ports")
	want := map[string]string{
		"native": "127.0.0.1:4242", "dogfight": "127.0.0.1:6699", "carnage": "127.0.0.1:4245", "warworlds": "127.0.0.1:4246",
		"lightracer": "127.0.0.1:4247 127.0.0.1:4248", "rtype": "127.0.0.1:4243", "rtype-code": "127.0.0.1:4244",
	}
	names := []string{"dogfight", "carnage", "warworlds", "lightracer", "rtype", "rtype-code"}
	args := []string{"--lan=false", "--arena", "duel"}
	for _, name := range names {
		args = append(args, "--dialect", name)
	}
	h := startHeadlessOn(t, m, "127.0.0.1:4242", args...)
	if !maps.Equal(h.listens, want) {
		t.Errorf("the host listens at %q, expected %q", h.listens, want)
	}
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() {
			runExample(m.on(t, exampleCommand(t, name, "--seconds", "2", "--name", "Ann"))).check(t, name)
		})
	}
	all.Wait()
}

func TestServersOutliveTheirTerminalAndTheReaderOfTheirLog(t *testing.T) {
	t.Parallel()
	hub := newCommand(t, "--listen", "127.0.0.1:0")
	hub.Env = append(hub.Env, beTheProgram+"=hub")
	servers := []*headless{startForGood(t, hub, "nats")}
	servers = append(servers,
		startForGood(t, newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--lan=false"), "native"),
		startForGood(t, newCommand(t, "door", "--listen", "127.0.0.1:0", "--fleet", "nats://"+servers[0].listens["nats"]), "native"))
	for _, h := range slices.Backward(servers) {
		h.cmd.Process.Signal(syscall.SIGTERM)
		if err := endOf(h.cmd); err != nil {
			t.Errorf("%v ended with %v", h.cmd.Args, err)
		}
	}
}

func TestAHostWhoseLogIsNotReadPlaysAndEnds(t *testing.T) {
	t.Parallel()
	reader, log, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer log.Close()
	room, err := unix.FcntlInt(log.Fd(), unix.F_GETPIPE_SZ, 0)
	if err == nil {
		_, err = log.Write(make([]byte, room))
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--lan=false")
	cmd.Stderr = log
	startHeadlessOf(t, cmd)
	cmd.Process.Signal(syscall.SIGTERM)
	if err := endOf(cmd); err != nil {
		t.Error(err)
	}
}

// startForGood starts a server as nohup and a shell do: SIGHUP and SIGINT ignored, and the reader of its log gone. It expects that the
// server still ignores the signals.
func startForGood(t *testing.T, cmd *exec.Cmd, protocol string) *headless {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	under := exec.Command(shell, append([]string{"-c", `trap "" HUP INT; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)...)
	under.Env = cmd.Env
	reader, log, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	defer log.Close()
	under.Stderr = log
	h := startListening(t, under, protocol)
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(h.cmd.Process.Pid), "status"))
	if err != nil {
		t.Fatal(err)
	}
	var ignored uint64
	if found := regexp.MustCompile(`(?m)^SigIgn:\t(.*)$`).FindSubmatch(status); found != nil {
		ignored, _ = strconv.ParseUint(string(found[1]), 16, 64)
	}
	for _, signal := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if ignored&(1<<(signal-1)) == 0 {
			t.Errorf("%v no longer ignores %v: %s", cmd.Args[1:], signal, fmt.Sprintf("%x", ignored))
		}
	}
	return h
}

// drawn is a player by SSH or browser at the door of a fleet.
type drawn struct {
	name string
	text func() string
	last string // screen with an interruption
}

// trouble matches the notices of an interruption.
var trouble = regexp.MustCompile(`connection lost|no answer for|refused|the match is over|your match goes on in a moment`)

// watch logs the interruptions on the screen with their times. It returns them after certain has been among them, and then none for the
// time calm. certain may be "".
func (d *drawn) watch(t *testing.T, certain string, calm time.Duration) (all []string) {
	t.Helper()
	began, shown, last := time.Now(), time.Now(), ""
	for time.Since(shown) < calm || !strings.Contains(strings.Join(all, ""), certain) {
		text := d.text()
		said := strings.Join(trouble.FindAllString(text, -1), ", ")
		if said != "" {
			shown, d.last = time.Now(), text
		}
		if said != last {
			t.Logf("%s after %4d ms: %q", d.name, time.Since(began).Milliseconds(), said)
			all, last = append(all, said), said
		}
		if time.Since(began) > patience {
			t.Errorf("%s still sees, after %q,\n%s", d.name, all, text)
			return all
		}
		time.Sleep(10 * time.Millisecond)
	}
	return all
}

// watchAll watches several players at once.
func watchAll(t *testing.T, all []*drawn, certain string, calm time.Duration) (seen [][]string) {
	t.Helper()
	results := make([]chan []string, len(all))
	for i, d := range all {
		results[i] = make(chan []string, 1)
		go func() { results[i] <- d.watch(t, certain, calm) }()
	}
	for i := range all {
		seen = append(seen, <-results[i])
	}
	return seen
}

// With -long Quasar plays in a browser, otherwise by SSH: the door draws for both.
func TestAPlayerDrawnByADoorStaysInAMatchWhoseHostDiesOrDrains(t *testing.T) {
	t.Parallel()
	f := startWholeFleet(t, 4, "--fill", "3", "--time", "0")
	comet := startTerminalOf(t, f.door.ssh("Comet"))
	comet.sees("♥ ▊▊▊▊▊")
	f.inhabited(1) // so the door sends Quasar to Comet's match
	var quasar interface {
		text() string
		sees(words string, meanwhile ...func())
		press(keys string)
	}
	if *long {
		page := startChromium(t).open(f.door.url(), little)
		page.plays("Quasar")
		quasar = page
	} else {
		other := startTerminalOf(t, f.door.ssh("Quasar"))
		other.sees("♥ ▊▊▊▊▊")
		quasar = other
	}
	all := []*drawn{{name: "Comet", text: comet.text}, {name: "Quasar", text: quasar.text}}
	talk := func(words string) {
		t.Helper()
		comet.press("\r" + words + " from Comet\r")
		quasar.sees(words + " from Comet")
		quasar.press("\r" + words + " from Quasar\r")
		comet.sees(words + " from Quasar")
	}
	talk("before")
	was := f.inhabited(2)

	f.hostOf(&was).cmd.Process.Kill()
	for i, seen := range watchAll(t, all, "your match goes on", time.Second) {
		if !strings.Contains(strings.Join(seen, ""), "your match goes on") {
			t.Errorf("%s sees %q after the death of the host:\n%s", all[i].name, seen, all[i].last)
		}
	}
	is := f.inhabited(2)
	if is.ID != was.ID || is.Host == was.Host {
		t.Fatalf("they were in %+v, and are in %+v", was, is)
	}
	talk("after a death")

	if code, out, problem := run(t, "admin", "--socket", f.hostOf(&is).socket, "drain"); code != exitOK {
		t.Fatalf("drain: %s%s", out, problem)
	}
	for i, seen := range watchAll(t, all, "", 2*time.Second) {
		if strings.Contains(strings.Join(seen, ""), "connection lost") {
			t.Errorf("%s sees %q while the host drains", all[i].name, seen)
		}
	}
	was, is = is, f.inhabited(2)
	if is.ID != was.ID || is.Host == was.Host {
		t.Fatalf("they were in %+v, and are in %+v", was, is)
	}
	talk("after a drain")
}

// With -long the page also stays to the end of the match; otherwise it flies and chats.
func TestAPlayerDrawnByADoorSeesTheirDeathAndTheEndOfTheMatch(t *testing.T) {
	t.Parallel()
	c := startChromium(t)
	f := startWholeFleet(t, 1, "--fill", "8", "--skill", "5", "--arena", writeFile(t, "pit.txt", pit), "--mode", "deathmatch", "--time", "0")
	comet := startTerminalOf(t, f.door.ssh("Comet"))
	quasar := c.open(f.door.url(), little)
	quasar.plays("Quasar")
	if code, out, problem := run(t, "info", "fleet://"+f.door.addr); code != exitOK || !strings.Contains(out, "a fleet: 1 host") {
		t.Errorf("info of a fleet: %d, %s%s", code, out, problem)
	}
	quasar.press("\rhello from a page\r")
	comet.sees("hello from a page")
	if !*long {
		quasar.close()
	}
	comet.sees("KILL-CAM")
	if *long {
		quasar.sees("KILL-CAM")
	}
	if code, out, problem := run(t, "admin", "--socket", f.hosts[0].socket, "finish"); code != exitOK {
		t.Fatalf("finish: %s%s", out, problem)
	}
	comet.sees("next match in")
	if *long {
		quasar.sees("next match in")
		quasar.picture("results")
		quasar.press("\r")
	}
	comet.press("\r")
	comet.sees("♥ ▊▊▊▊▊")
	if *long {
		quasar.sees("♥ ▊▊▊▊▊")
	}
}
