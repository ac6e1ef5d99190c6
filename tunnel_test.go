//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestATunnelIsGivenAsAnAddress(t *testing.T) {
	for address, want := range map[string]tunnel{
		"ssh://host":             {"", "host", ""},
		"ssh://ann@host:2222":    {"ann", "host", "2222"},
		"ssh://ann@[::1]:2222/":  {"ann", "::1", "2222"},
		"ssh://ann@alias_of_his": {"ann", "alias_of_his", ""},
	} {
		if got, err := parseTunnel(address); err != nil || got != want {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
	for _, address := range []string{"ssh://", "ssh://host/path", "ssh://host?x", "ssh://-oProxyCommand=evil", "ssh://-l@host", "ssh://host:x", "ssh://a b"} {
		if got, err := parseTunnel(address); err == nil {
			t.Errorf("%s: taken for %+v", address, got)
		}
	}
	if args := (tunnel{"ann", "host", "22"}).args(); !slices.Equal(args[len(args)-8:], []string{"-p", "22", "-l", "ann", "-s", "--", "host", "dogfight"}) {
		t.Errorf("ssh is called with %v", args)
	}
}

func TestTheLastWordsOfSSHAreOneSafeLine(t *testing.T) {
	var w lastWords
	for _, piece := range []string{"Warning: first\nhost key \x1b[31mveri", "fication\x07 failed.\r\n\r\n", "\n"} {
		w.Write([]byte(piece))
	}
	if got := w.String(); got != "host key [31mverification failed." {
		t.Errorf("found %q", got)
	}
	w.Write([]byte(strings.Repeat("x", 1<<20)))
	if got := w.String(); len(got) != maxWords {
		t.Errorf("kept %d bytes", len(got))
	}
}

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
	host := startDoor(t, "--arena", writeFile(t, "range.txt", shootingRange), "--time", "0")
	comet := startTerminalOf(t, throughSSH(t, "", "join", "ssh://anybody@"+host.door, "--name", "Comet"))
	comet.sees("Are you sure you want to continue connecting") // before there is a screen, ssh may ask
	comet.press("yes\r")
	comet.sees("♥♥♥♥♥")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	comet.sees("Quasar")
	quasar.sees("Comet")
	before := quasar.settles("Comet")
	comet.press("s")
	quasar.await("Comet moving down", func(text string) bool { return row(text, "Comet") > before && before >= 0 })
	comet.press("\x1bOR")
	comet.sees("through SSH")
	comet.press("\x1bOR\rhello through a tunnel\r")
	quasar.sees("hello through a tunnel")
	host.cmd.Process.Signal(syscall.SIGTERM)
	if code := comet.leaves(); code != exitFailure {
		t.Errorf("left with code %d", code)
	}
	comet.isAsItWas(comet.raw.String())
	if !strings.Contains(comet.raw.String(), "the host closed the match") {
		t.Error("not told why")
	}
}

func TestWhatSSHSaysReachesThePlayerInALine(t *testing.T) {
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
	host := startDoor(t)
	p := startTerminalOf(t, throughSSH(t, ""))
	p.sees("Join a match")
	p.press("j")
	p.sees("Type an address")
	p.press("a")
	p.sees("Address")
	p.press("ssh://" + host.door + "\r")
	p.sees("Host key verification")
}
