//go:build unix

// Package fleets plays in whole fleets: hubs, hosts and doors as processes, on loopback, some of which die.
package fleets

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dogfight/internal/cli"
	hub "dogfight/internal/hub/cli"
	"dogfight/testkit"
)

var long = flag.Bool("long", false, "kill hosts and hubs many more times")

// beTheProgram makes the test binary run one of the two programs: "game" or "hub".
const beTheProgram = "DOGFIGHT_BE_THE_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(beTheProgram) {
	case "game":
		cli.Main()
	case "hub":
		hub.Main()
	}
	testkit.ObeySignals()
	testkit.Parallel(16)
	os.Exit(m.Run())
}

// patience is the longest time that anything may take on a busy machine.
const patience = testkit.Limit

// process is one of the programs, run as its users do, which a test can kill and start again with the same folders.
type process struct {
	*testing.T
	name    string // for messages, and the name of a hub in its cluster
	program string
	args    []string
	home    string
	socket  string // for dogfight admin; "" for none
	cmd     *exec.Cmd
	listens map[string]string // its addresses, by protocol
	ended   chan struct{}     // closed when it has ended
	logged  *os.File
}

// newProcess describes a process that ends with the test. If the test fails, its log is printed.
func newProcess(t *testing.T, name, program string, args ...string) *process {
	t.Helper()
	home := testkit.Home(t)
	logged, err := os.Create(filepath.Join(home, "log"))
	if err != nil {
		t.Fatal(err)
	}
	p := &process{T: t, name: name, program: program, args: args, home: home, logged: logged}
	t.Cleanup(func() {
		p.kill()
		logged.Close()
		if t.Failed() {
			t.Logf("== %s logged\n%s", name, p.log())
		}
	})
	return p
}

// start starts it, and returns a function that waits until it is ready.
func (p *process) start() (ready func()) {
	p.Helper()
	self, err := os.Executable()
	if err != nil {
		p.Fatal(err)
	}
	p.cmd = exec.Command(self, p.args...)
	p.cmd.Env = append(os.Environ(), beTheProgram+"="+p.program, "HOME="+p.home, "XDG_CONFIG_HOME="+p.home, "XDG_DATA_HOME="+p.home, "XDG_RUNTIME_DIR=")
	p.cmd.Stderr = p.logged
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		p.Fatal(err)
	}
	ended, opened, listens := make(chan struct{}), make(chan bool, 1), map[string]string{}
	p.ended = ended
	go func(cmd *exec.Cmd) {
		defer close(ended)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if what, ok := strings.CutPrefix(lines.Text(), "listening "); ok {
				protocol, addr, _ := strings.Cut(what, " ")
				listens[protocol] = addr
			}
			if lines.Text() == "ready" {
				opened <- true
			}
		}
		cmd.Wait()
		close(opened)
	}(p.cmd)
	return func() {
		p.Helper()
		select {
		case ok := <-opened:
			if !ok {
				p.Fatalf("%s ended before it was ready", p.name)
			}
			p.listens = listens
		case <-time.After(patience):
			p.Fatalf("%s is not ready", p.name)
		}
	}
}

// kill ends it as a machine ends that loses its power.
func (p *process) kill() {
	if p.cmd != nil {
		p.cmd.Process.Kill()
		<-p.ended
	}
}

func (p *process) signal(s syscall.Signal) {
	p.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.Fatalf("%s: %v", p.name, err)
	}
}

// hasEnded waits until it has ended by itself, and returns its exit code.
func (p *process) hasEnded() int {
	p.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.Fatalf("%s does not end", p.name)
	}
	return p.cmd.ProcessState.ExitCode()
}

func (p *process) log() string {
	text, _ := os.ReadFile(p.logged.Name())
	return string(text)
}

// run runs the program of the process to its end with other arguments and the same folders, and returns its output.
func (p *process) run(args ...string) (stdout string) {
	p.Helper()
	self, err := os.Executable()
	if err != nil {
		p.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), beTheProgram+"="+p.program, "HOME="+p.home, "XDG_CONFIG_HOME="+p.home, "XDG_DATA_HOME="+p.home, "XDG_RUNTIME_DIR=")
	out, err := cmd.Output()
	if err != nil {
		exit, _ := err.(*exec.ExitError)
		p.Fatalf("%s: %v\n%s%s", args, err, out, exit.Stderr)
	}
	return string(out)
}

// port is the last port of a program. It is below the ports that the system uses for connections, so none of these takes it.
var port atomic.Int32

func init() { port.Store(20000 + rand.Int32N(10000)) }

// freeAddress returns an address without a listener.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprintf("127.0.0.1:%d", port.Add(1))
		if l, err := net.Listen("tcp", address); err == nil {
			l.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}
