//go:build linux

package fleets

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
)

// example is a running examples/fleet.sh.
type example struct {
	*fleetOf
	cmd    *exec.Cmd
	folder string // for its own temporary folder
	output string // until the fleet is ready
	url    string
	ended  chan error
}

// startExample starts the script without a game in its terminal, and returns after its instructions.
func startExample(t *testing.T, args ...string) *example {
	t.Helper()
	if testing.Short() {
		t.Skip("whole fleets; runs without -short")
	}
	e := &example{fleetOf: &fleetOf{T: t}, folder: shortFolder(t), ended: make(chan error, 1)}
	if err := os.Chmod(e.folder, 0o711); err != nil { // PostgreSQL's user needs to pass it
		t.Fatal(err)
	}
	e.cmd = exec.Command("bash", append([]string{filepath.Join("..", "..", "examples", "fleet.sh"), "--no-play"}, args...)...)
	e.cmd.Env = append(os.Environ(), "TMPDIR="+e.folder,
		"DOGFIGHT="+e.program(t, "game"), "DOGFIGHT_HUB="+e.program(t, "hub"))
	var problems bytes.Buffer
	e.cmd.Stderr = &problems
	out, err := e.cmd.StdoutPipe()
	if err == nil {
		err = e.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.cmd.Process.Signal(syscall.SIGTERM) })
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "Ctrl-C ends the fleet." {
		e.output += lines.Text() + "\n"
	}
	go func() {
		io.Copy(io.Discard, out)
		e.ended <- e.cmd.Wait()
	}()
	e.door = &process{listens: map[string]string{"native": e.printed(`join fleet://(\S+)`)}}
	e.url = e.printed(`--matches --fleet (\S+)`)
	if e.url == "" || e.door.listens["native"] == "" {
		t.Fatalf("it printed\n%s%s", e.output, problems.String())
	}
	if e.conn, err = overnats.Connect(overnats.Options{URL: e.url, Name: "test"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.conn.Close)
	e.await("the hub is there", e.conn.Up)
	return e
}

// program returns a script that runs one of the two programs, which are this test binary.
func (e *example) program(t *testing.T, which string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), which)
	if err := os.WriteFile(file, fmt.Appendf(nil, "#!/bin/sh\n%s=%s exec %q \"$@\"\n", beTheProgram, which, self), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// printed returns the first group of a pattern in the output.
func (e *example) printed(where string) string {
	if found := regexp.MustCompile(where).FindStringSubmatch(e.output); found != nil {
		return found[1]
	}
	return ""
}

// interrupt ends a fleet of that many hosts as Ctrl-C does, and expects that nothing of it is left.
func (e *example) interrupt(hosts int) {
	e.Helper()
	self, err := os.Executable()
	if err != nil {
		e.Fatal(err)
	}
	e.await("a hub, a door and the hosts run", func() bool {
		programs := 0
		for _, command := range e.running() {
			if strings.HasPrefix(command, self+" ") {
				programs++
			}
		}
		return programs == hosts+2
	})
	e.cmd.Process.Signal(syscall.SIGINT)
	select {
	case err := <-e.ended:
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 130 {
			e.Errorf("it ended with %v, expected 130", err)
		}
	case <-time.After(patience):
		e.Fatal("it does not end")
	}
	if left := e.running(); len(left) > 0 {
		e.Errorf("it left %q", left)
	}
	if left, err := os.ReadDir(e.folder); len(left) > 0 || err != nil {
		e.Errorf("it left %v, %v", left, err)
	}
}

// running returns the command lines of the example's programs, by its folder in their environment.
func (e *example) running() (all []string) {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range processes {
		environment, _ := os.ReadFile(filepath.Join(p, "environ"))
		command, _ := os.ReadFile(filepath.Join(p, "cmdline"))
		if bytes.Contains(environment, []byte("TMPDIR="+e.folder)) && !bytes.Contains(command, []byte("fleet.sh")) && len(command) > 0 {
			all = append(all, strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return all
}

// run runs the game to its end and returns its output.
func (e *example) run(args ...string) string {
	e.Helper()
	return newProcess(e.T, "the game", "game").run(append(args, "--fleet", e.url)...)
}

func TestTheExampleOfAFleetStartsAFleetAndLeavesNothing(t *testing.T) {
	t.Parallel()
	e := startExample(t)
	lines := strings.Split(strings.TrimSpace(e.run("fleet", "--json")), "\n")
	for _, line := range lines {
		var host fleet.Host
		if err := json.Unmarshal([]byte(line), &host); err != nil || host.Address == "" || !strings.Contains(e.output, host.Address) {
			t.Errorf("%q: %v; the script printed\n%s", line, err, e.output)
		}
	}
	if len(lines) != 3 {
		t.Errorf("expected three hosts, got %q", lines)
	}
	c := e.newCrowd(2)
	c.fly(time.Second)
	c.until("the directory knows", func() bool { m, ok := e.match(c.players[0].match); return ok && m.Players == 2 })
	if at := c.players[0].at; !strings.Contains(e.output, at) {
		t.Errorf("they play at %s; the script printed\n%s", at, e.output)
	}
	e.interrupt(3)
}

func TestTheExampleOfAFleetStoresItsRecordsInPostgreSQL(t *testing.T) {
	t.Parallel()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/psql")
	if len(found) == 0 {
		t.Skip("no PostgreSQL (Debian's package postgresql) is installed: the example of a fleet is not tried with it")
	}
	e := startExample(t, "--postgres", "--hosts", "2", "--", "--time", "4s")
	c := e.newCrowd(1)
	c.until("a match is over", func() bool { return c.players[0].view.NextMatch > 0 })
	name := c.players[0].name
	e.await("the result is recorded", func() bool { return strings.Contains(e.run("scores", "--json"), name) })
	sockets, _ := filepath.Glob(filepath.Join(e.folder, "*", "postgres"))
	if len(sockets) != 1 {
		t.Fatalf("there is no PostgreSQL: %q", sockets)
	}
	out, err := exec.Command(found[len(found)-1], "-h", sockets[0], "-U", "postgres", "-Atc", "SELECT count(*) FROM results").CombinedOutput()
	if count := strings.TrimSpace(string(out)); err != nil || count == "0" {
		t.Errorf("PostgreSQL has %q results, %v", count, err)
	}
	e.interrupt(2)
}

func TestTheExampleOfAFleetPrintsAnErrorInOneLine(t *testing.T) {
	t.Parallel()
	e := &example{folder: shortFolder(t)}
	for want, args := range map[string][]string{
		`fleet.sh: --hosts: must be 1 to 99, got "0"`:                                    {"--hosts", "0"},
		`fleet.sh: --hosts: must be 1 to 99, got ""`:                                     {"--hosts"},
		`fleet.sh: unknown argument "now"; see examples/fleet.sh --help`:                 {"now"},
		"fleet.sh: host1 ended: dogfight: unknown flag: --sky; see dogfight host --help": {"--no-play", "--", "--sky"},
	} {
		cmd := exec.Command("bash", append([]string{filepath.Join("..", "..", "examples", "fleet.sh")}, args...)...)
		cmd.Env = append(os.Environ(), "TMPDIR="+e.folder, "DOGFIGHT="+e.program(t, "game"), "DOGFIGHT_HUB="+e.program(t, "hub"))
		var problems bytes.Buffer
		cmd.Stderr = &problems
		if err := cmd.Run(); err == nil || problems.String() != want+"\n" {
			t.Errorf("%q: %v, %q", args, err, problems.String())
		}
	}
	if left, err := os.ReadDir(e.folder); len(left) > 0 || err != nil || len(e.running()) > 0 {
		t.Errorf("it left %v, %v, %q", left, err, e.running())
	}
}
