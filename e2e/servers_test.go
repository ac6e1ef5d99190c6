//go:build linux

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestServersOutliveTheTerminalTheyWereStartedInAndTheReaderOfTheirLog(t *testing.T) {
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

// startForGood starts a server as nohup and a shell do, SIGHUP and SIGINT ignored, with a log that nobody reads. It expects that the signals
// stay ignored.
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
