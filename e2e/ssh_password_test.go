//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestWhoAndScoresOfAClosedMatchAreToldToWhoKnowsItsPassword(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--title", "Fun", "--password-file", writeFile(t, "password", "open sesame\n"))
	for command, want := range map[string]string{"who": "Fun: deathmatch", "scores": "No match"} {
		for typed, refusal := range map[string]string{
			"":                        "this match asks for a password",
			"open sesam\n":            "that is not the password of this match",
			strings.Repeat("x", 1000): "too long",
		} {
			ssh := host.ssh("anybody", "--", command)
			ssh.Stdin = strings.NewReader(typed)
			if code, out, errs := outcome(t, ssh); code != 1 || out != "" || !strings.Contains(errs, refusal) {
				t.Errorf("%s, %.20q: code %d, %q, %q", command, typed, code, out, errs)
			}
		}
		ssh := host.ssh("anybody", "--", command)
		ssh.Stdin = strings.NewReader("open sesame\nmore")
		if code, out, errs := outcome(t, ssh); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: code %d, %q, %q", command, code, out, errs)
		}
	}
}

func TestAClosedMatchIsJoinedBySSHWithItsPassword(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "password", "open sesame\n")
	host := startDoor(t, "--password-file", file)
	p := startTerminalOf(t, host.ssh("ann"))
	p.sees("Password needed")
	p.press("open sesam\r")
	p.sees("that is not the password")
	p.press("open sesame\r")
	p.sees("points")
	tunnelled := startTerminalOf(t, throughSSH(t, "-o StrictHostKeyChecking=no", "join", "ssh://anybody@"+host.door, "--name", "Comet", "--password-file", file))
	tunnelled.sees("points")
}
