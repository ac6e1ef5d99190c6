//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// throughSSH returns the program with an ssh in its path that knows nothing of the
// user's own settings.
func throughSSH(t *testing.T, options string, args ...string) *exec.Cmd {
	t.Helper()
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no ssh here")
	}
	bin := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nexec %s -F none -o UserKnownHostsFile=%s -o LogLevel=ERROR -o IdentityFile=none %s \"$@\"\n",
		ssh, filepath.Join(bin, "known"), options)
	if err := os.WriteFile(filepath.Join(bin, "ssh"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := newCommand(t, args...)
	cmd.Env = append(cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"), "SSH_AUTH_SOCK=")
	return cmd
}

func TestTheGameIsPlayedThroughATunnel(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--arena", writeFile(t, "range.txt", shootingRange), "--time", "0")
	comet := startTerminalOf(t, throughSSH(t, "", "join", "ssh://anybody@"+host.door, "--name", "Comet"))
	comet.sees("Are you sure you want to continue connecting") // before there is a screen, ssh may ask
	comet.press("yes\r")
	comet.sees("♥ ▊▊▊▊▊")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	comet.sees("Quasar")
	quasar.sees("Comet")
	quasar.seesMove(comet, "Comet")
	comet.press("\x1bOR")
	comet.sees("through SSH")
	comet.press("\x1bOR\rhello through a tunnel\r")
	quasar.sees("hello through a tunnel")
	host.cmd.Process.Signal(syscall.SIGINT)
	if code := comet.leaves(); code != exitFailure {
		t.Errorf("left with code %d", code)
	}
	comet.isAsItWas(comet.raw.String())
	if !strings.Contains(comet.raw.String(), "the host closed the match") {
		t.Error("not told why")
	}
}

func TestWhatSSHSaysReachesThePlayerInALine(t *testing.T) {
	t.Parallel()
	host := startDoor(t)
	for options, want := range map[string]string{
		"-o BatchMode=yes": "Host key verification failed.",
		"-o StrictHostKeyChecking=no -o PubkeyAuthentication=no -o KbdInteractiveAuthentication=no": "Permission denied",
	} {
		cmd := throughSSH(t, options, "join", "ssh://anybody@"+host.door)
		code, out, errs := outcome(t, cmd)
		if code != exitFailure || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) ||
			!strings.HasPrefix(errs, "dogfight: cannot reach the host at ssh://") {
			t.Errorf("%s: code %d, %q, want %q", options, code, errs, want)
		}
	}
}

func TestJoiningThroughATunnelFromTheMenuAsksNothing(t *testing.T) {
	t.Parallel()
	host := startDoor(t)
	p := startTerminalOf(t, throughSSH(t, ""))
	p.sees("Join a match")
	p.press("j")
	p.sees("Join by address")
	p.press("a")
	p.sees("Address")
	p.press("ssh://" + host.door + "\r")
	p.sees("Host key verification")
}
