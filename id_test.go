//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// output runs the program in a home and returns what it printed, and what went
// wrong.
func output(t *testing.T, home string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := newCommand(t, args...)
	cmd.Env = append(cmd.Env, "HOME="+home, "XDG_CONFIG_HOME="+home)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run()
	return out.String(), errs.String()
}

func TestIDTellsTheSameKeyEachTime(t *testing.T) {
	home := t.TempDir()
	first, stderr := output(t, home, "id")
	if lines := strings.Split(first, "\n"); stderr != "" || !strings.HasPrefix(first, "SHA256:") || len(lines) != 3 || !strings.HasPrefix(lines[1], "ssh-ed25519 AAAA") {
		t.Errorf("stdout %q, stderr %q", first, stderr)
	}
	if second, _ := output(t, home, "id"); second != first {
		t.Errorf("it was\n%sand is\n%s", first, second)
	}
}

func TestNobodyPlaysWithABrokenKey(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, "dogfight", "id_ed25519")
	os.MkdirAll(filepath.Dir(path), 0o700)
	os.WriteFile(path, []byte("gone"), 0o600)
	for _, args := range [][]string{{"id"}, {"join", "127.0.0.1:1"}} {
		if stdout, stderr := output(t, home, args...); stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, path) {
			t.Errorf("%v: stdout %q, stderr %q", args, stdout, stderr)
		}
	}
}
