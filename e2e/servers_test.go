//go:build linux

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
)

func TestServersOutliveTheTerminalTheyWereStartedIn(t *testing.T) {
	t.Parallel()
	hub := newCommand(t, "--listen", "127.0.0.1:0")
	hub.Env = append(hub.Env, beTheProgram+"=hub")
	url := "nats://" + startUnderNohup(t, hub, "nats").listens["nats"]
	startUnderNohup(t, newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--lan=false"), "native")
	startUnderNohup(t, newCommand(t, "door", "--listen", "127.0.0.1:0", "--fleet", url), "native")
}

// startUnderNohup starts a server with SIGHUP and SIGINT ignored, and expects that they stay ignored.
func startUnderNohup(t *testing.T, cmd *exec.Cmd, protocol string) *headless {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	under := exec.Command(shell, append([]string{"-c", `trap "" HUP INT; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)...)
	under.Env = cmd.Env
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
