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

// sshKeyPair makes a key for ssh, and returns its file and the line that authorized_keys has for it.
func sshKeyPair(t *testing.T) (file, line string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file).CombinedOutput(); err != nil {
		t.Skipf("there is no ssh-keygen here: %v %s", err, out)
	}
	public, err := os.ReadFile(file + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	return file, string(public)
}

func TestListedKeysManageTheHostBySSH(t *testing.T) {
	t.Parallel()
	key, line := sshKeyPair(t)
	other, _ := sshKeyPair(t)
	admins := filepath.Join(t.TempDir(), "admins")
	os.WriteFile(admins, []byte("# the operators\n"+line), 0o600)
	password := filepath.Join(t.TempDir(), "password")
	os.WriteFile(password, []byte("sesame\n"), 0o600)
	h := startDoor(t, "--ssh-admins", admins, "--bots", "2", "--password-file", password)
	ask := func(user, key string, words ...string) (code int, stdout, stderr string) {
		t.Helper()
		cmd := h.ssh(user, append([]string{"-i", key, "-o", "IdentitiesOnly=yes", "--"}, words...)...)
		return outcome(t, cmd)
	}
	if code, stdout, stderr := ask("anybody", key, "admin", "who"); code != 0 || strings.Count(stdout, "bot\n") != 2 || stderr != "" {
		t.Errorf("who: %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := ask("anybody", key, "admin kick Nobody"); code == 0 || stdout != "" || !strings.HasPrefix(stderr, "dogfight: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("an error: %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, _ := ask("anybody", key, "admin"); code != 0 || !strings.Contains(stdout, "undrain") {
		t.Errorf("help: %d\n%s", code, stdout)
	}
	if code, _, stderr := ask("anybody", key, "admin", "say", strings.Repeat("x", 2000)); code == 0 || !strings.Contains(stderr, "1024 bytes") {
		t.Errorf("a long command: %d %s", code, stderr)
	}
	for _, user := range []string{"root", "admin", "watch"} {
		code, stdout, stderr := ask(user, other, "admin", "drain", "--now")
		if code == 0 || stdout != "" || stderr != "dogfight: your key is not among those that may manage this host\n" {
			t.Errorf("as %s with another key: %d\n%s%s", user, code, stdout, stderr)
		}
	}
	if code, _, stderr := outcome(t, h.ssh("root", "--", "admin", "who")); code == 0 || !strings.Contains(stderr, "your key is not among those") {
		t.Errorf("without a key: %d %s", code, stderr)
	}
	os.WriteFile(admins, []byte("# nobody\n"), 0o600)
	if code, _, _ := ask("anybody", key, "admin", "who"); code == 0 {
		t.Error("a key that was taken out of the file still manages the host")
	}
	os.WriteFile(admins, []byte(line), 0o600)
	if code, stdout, stderr := ask("anybody", key, "admin", "drain", "--now"); code != 0 || stdout != "the host ends\n" {
		t.Errorf("drain: %d\n%s%s", code, stdout, stderr)
	}
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("the host ended with %v", err)
	}
	log := h.log.String()
	for _, words := range []string{`msg="admin by SSH" key=SHA256:`, `command="drain --now"`, `msg="admin by SSH refused" key=SHA256:`, "key=none"} {
		if !strings.Contains(log, words) {
			t.Errorf("the log does not have %q:\n%s", words, log)
		}
	}
}

func TestKeysThatManageAHostStillDoAfterItHasReadItsFilesAgain(t *testing.T) {
	t.Parallel()
	key, line := sshKeyPair(t)
	_, player := sshKeyPair(t)
	folder := t.TempDir()
	admins, players := filepath.Join(folder, "admins"), filepath.Join(folder, "players")
	os.WriteFile(admins, []byte(line), 0o600)
	os.WriteFile(players, []byte(player), 0o600)
	usual := "listen = \"127.0.0.1:0\"\nlan = false\nssh = \"127.0.0.1:0\"\n"
	h := startConfigured(t, usual+fmt.Sprintf("ssh_admins = %q\nssh_allow = %q\n", admins, players))
	manages := func() error {
		return h.ssh("anybody", "-i", key, "-o", "IdentitiesOnly=yes", "--", "admin", "who").Run()
	}
	if err := manages(); err != nil {
		t.Fatalf("at first: %v", err)
	}
	h.cmd.Process.Signal(syscall.SIGHUP)
	h.logged.awaits(t, "the configuration was read again")
	if err := manages(); err != nil {
		t.Errorf("after a hangup: %v", err)
	}
}

func TestAHostWithoutListedKeysIsManagedByNobodyBySSH(t *testing.T) {
	t.Parallel()
	key, line := sshKeyPair(t)
	h := startDoor(t)
	code, _, stderr := outcome(t, h.ssh("root", "-i", key, "-o", "IdentitiesOnly=yes", "--", "admin", "who"))
	if code == 0 || !strings.Contains(stderr, "--ssh-admins") {
		t.Errorf("%d %s", code, stderr)
	}
	limited := filepath.Join(t.TempDir(), "limited")
	os.WriteFile(limited, []byte(`from="10.0.0.1" `+line), 0o600)
	if code, _, stderr := run(t, "host", "--headless", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--ssh-admins", limited); code == 0 || !strings.Contains(stderr, "without options") {
		t.Errorf("a key with options: %d %s", code, stderr)
	}
	if code, _, stderr := run(t, "host", "--ssh-admins", limited); code != exitUsage || !strings.Contains(stderr, "needs --ssh") {
		t.Errorf("without --ssh: %d %s", code, stderr)
	}
}
