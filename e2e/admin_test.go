//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// shortFolder returns a folder whose path leaves room for that of a socket.
func shortFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "d")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// home returns where the host keeps its files.
func (h *headless) home() (folder string) {
	for _, entry := range h.cmd.Env {
		if value, ok := strings.CutPrefix(entry, "XDG_CONFIG_HOME="); ok {
			folder = filepath.Join(value, "dogfight") // the last one counts
		}
	}
	return folder
}

func TestTheAdminSocketOfARunningHost(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(shortFolder(t), "admin")
	h := startHeadless(t, "--admin", socket, "--bots", "2")
	tell := func(words ...string) (stdout, stderr string) {
		t.Helper()
		return output(t, t.TempDir(), append([]string{"admin", "--socket", socket}, words...)...)
	}
	if stdout, _ := tell(); !strings.Contains(stdout, "kick PLAYER [REASON]") {
		t.Errorf("help is %q", stdout)
	}
	player := startTerminal(t, "join", h.addr, "--name", "Rex")
	player.sees("points")
	stdout, stderr := tell("who")
	if stderr != "" || strings.Count(stdout, "  bot\n") != 2 || !strings.Contains(stdout, "Rex") || !strings.Contains(stdout, "SHA256:") || !strings.Contains(stdout, "127.0.0.1:") {
		t.Errorf("who prints\n%s%s", stdout, stderr)
	}
	if _, stderr := tell("fly", "away"); stderr != "dogfight: no command called \"fly\": must be one of help, who, kick, mute, unmute, ban, unban, bans, say, next, start, finish, votes, veto, drain, undrain\n" {
		t.Errorf("stderr %q", stderr)
	}
	tell("say", "five minutes")
	player.sees("five minutes")
	if _, stderr := tell("ban", "Rex", "a", "pest"); stderr != "" {
		t.Error(stderr)
	}
	if code := player.leaves(); code != exitFailure {
		t.Errorf("the banned player's exit code is %d", code)
	}
	player.sees("you are banned from this host")
	if text, _ := os.ReadFile(filepath.Join(h.home(), "bans")); !strings.HasPrefix(string(text), "SHA256:") || !strings.HasSuffix(string(text), " a pest\n") {
		t.Errorf("the bans are %q", text)
	}

	h.cmd.Process.Signal(syscall.SIGINT)
	h.cmd.Wait()
	if _, err := os.Lstat(socket); err == nil {
		t.Error("the socket outlives its host")
	}
	if _, stderr := tell("who"); !strings.Contains(stderr, "is one running?") {
		t.Errorf("stderr %q", stderr)
	}
}

func TestAHostDoesNotRunWithoutTheAdminSocketThatWasAskedFor(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(shortFolder(t), "admin")
	os.WriteFile(socket, []byte("precious"), 0o600)
	code, _, stderr := run(t, "host", "--headless", "--listen", "127.0.0.1:0", "--admin", socket)
	if code != exitFailure || !strings.Contains(stderr, "cannot open the admin socket "+socket+": something else is there") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

func TestABrokenListOfBansIsNamedAndNobodyIsLetIn(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	os.MkdirAll(filepath.Join(home, "dogfight"), 0o700)
	os.WriteFile(filepath.Join(home, "dogfight", "bans"), []byte("# fine\nRex\n"), 0o600)
	stdout, stderr := output(t, home, "host", "--headless", "--listen", "127.0.0.1:0")
	if stdout != "" || !strings.Contains(stderr, filepath.Join(home, "dogfight", "bans")+":2: \"Rex\" is not a key") {
		t.Errorf("stdout %q, stderr %q", stdout, stderr)
	}
}
