//go:build unix

package e2e

import (
	"bytes"
	"crypto/ed25519"
	"crypto/tls"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/internal/identity"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// madeUp returns a certificate of a new key, with a proof of another new key.
func madeUp(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := identity.Load(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	_, private, _ := ed25519.GenerateKey(nil)
	signer, _ := ssh.NewSignerFromKey(private)
	proof, err := identity.Sign(signer, identity.Statement(key.Fingerprint()))
	if err != nil {
		t.Fatal(err)
	}
	cert, err := key.Certificate(identity.Proofs{proof})
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

func TestKeysOfStrangersThatDoNotJoinAreNotStored(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--password-file", writeFile(t, "password", "open sesame\n"))
	kept := func() int {
		text, _ := os.ReadFile(filepath.Join(h.home(), "kin"))
		return strings.Count(string(text), "\n")
	}
	join := func(cert tls.Certificate, password string) (in bool) {
		c := newClient(net.ClientConfig{Name: "Rex", Password: password, Dial: func() link.Link { return link.DialAs(h.addr, &link.KnownHosts{}, cert) }})
		testkit.Until(t, "Rex is in or refused", func() bool {
			v := c.Frame(time.Now(), 0)
			in = v.Me >= 0
			return in || v.Phase == net.Refused
		})
		leave(c)
		return in
	}
	const strangers = 8 // half of the proofs that a host checks per network: a connection may break and be retried
	for range strangers {
		join(madeUp(t), "")
	}
	if n := kept(); n != 0 {
		t.Errorf("%d of %d strangers have left a line", n, strangers)
	}
	cert := madeUp(t)
	testkit.Until(t, "Rex is in", func() bool { return join(cert, "open sesame") }) // on a busy machine a connection may time out
	testkit.Until(t, "a line is written", func() bool { return kept() > 0 })
	if n := kept(); n != 1 {
		t.Errorf("got %d lines, expected 1", n)
	}
}

// output runs the program with a home, and returns its output and errors.
func output(t *testing.T, home string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := newCommand(t, args...)
	cmd.Env = append(cmd.Env, "HOME="+home, "XDG_CONFIG_HOME="+home)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run()
	return out.String(), errs.String()
}

func TestIDPrintsTheSameKeyEachTime(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	first, stderr := output(t, home, "id")
	if lines := strings.Split(first, "\n"); stderr != "" || !strings.HasPrefix(first, "SHA256:") || len(lines) != 3 || !strings.HasPrefix(lines[1], "ssh-ed25519 AAAA") {
		t.Errorf("stdout %q, stderr %q", first, stderr)
	}
	if second, _ := output(t, home, "id"); second != first {
		t.Errorf("it was\n%sand is\n%s", first, second)
	}
}

func TestABrokenKeyIsAnErrorForEachCommand(t *testing.T) {
	t.Parallel()
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

func TestAnSSHKeyIsLinkedAndHostsStoreTheLink(t *testing.T) {
	t.Parallel()
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("no ssh-keygen here")
	}
	home := t.TempDir()
	file := filepath.Join(home, "id_rsa")
	if out, err := exec.Command(keygen, "-q", "-t", "rsa", "-b", "2048", "-N", "", "-f", file).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	stdout, stderr := output(t, home, "id", "add", file+".pub")
	linked, ok := strings.CutPrefix(stdout, "linked ")
	if !ok {
		t.Fatalf("stdout %q, stderr %q", stdout, stderr)
	}
	own, _ := output(t, home, "id")
	if !strings.HasSuffix(own, "\n"+stdout) {
		t.Errorf("id prints\n%s", own)
	}

	h := startHeadless(t)
	cmd := newCommand(t, "join", h.addr)
	cmd.Env = append(cmd.Env, "HOME="+home, "XDG_CONFIG_HOME="+home)
	player := startTerminalOf(t, cmd)
	player.sees("points")
	fingerprint, _, _ := strings.Cut(own, "\n")
	var text []byte
	testkit.Until(t, "the host has stored a key", func() bool { // the host writes it concurrently with the match
		text, _ = os.ReadFile(filepath.Join(h.home(), "kin"))
		return bytes.HasSuffix(text, []byte("\n"))
	})
	if !strings.HasPrefix(string(text), strings.TrimSpace(linked)+" "+fingerprint+" ") || strings.Count(string(text), "\n") != 1 {
		t.Errorf("the host has stored %q", text)
	}

	os.WriteFile(filepath.Join(home, "dogfight", "kin"), text, 0o600) // as if that host were on this machine
	if out, errs := output(t, home, "id", "unlink", strings.TrimSpace(linked)); out != "un"+stdout || errs != "" {
		t.Errorf("unlinking prints %q, %q", out, errs)
	}
	if left, _ := os.ReadFile(filepath.Join(home, "dogfight", "kin")); len(left) > 0 {
		t.Errorf("this machine's hosts remember %q", left)
	}
	if now, _ := output(t, home, "id"); now+stdout != own {
		t.Errorf("id prints\n%s", now)
	}
	if out, errs := output(t, home, "id", "unlink", strings.TrimSpace(linked)); out != "" || !strings.Contains(errs, "is not linked") {
		t.Errorf("unlinking again prints %q, %q", out, errs)
	}
}

func TestAKeyThatCannotSignIsNotLinked(t *testing.T) {
	t.Parallel()
	lonely := writeFile(t, "lonely.pub", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH x\n")
	for file, want := range map[string]string{
		lonely:                            "ssh-keygen did not sign with " + lonely,
		writeFile(t, "no.pub", "nothing"): "is not an OpenSSH public key",
		"nowhere.pub":                     "nowhere.pub",
	} {
		if _, stderr := output(t, t.TempDir(), "id", "add", file); !strings.Contains(stderr, want) {
			t.Errorf("%s: stderr %q", file, stderr)
		}
	}
	for _, args := range [][]string{{"id", "add"}, {"id", "remove", "x"}, {"id", "x"}, {"id", "link", "x"}} {
		if code, _, stderr := run(t, args...); code != exitUsage || !strings.Contains(stderr, "usage: dogfight id [add FILE.pub | link KEY HOST | unlink KEY]") {
			t.Errorf("%v: exit code %d, stderr %q", args, code, stderr)
		}
	}
	cmd := newCommand(t, "id", "add", lonely)
	cmd.Env = append(cmd.Env, "PATH="+t.TempDir())
	if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), "no ssh-keygen on this computer") {
		t.Errorf("without ssh-keygen: %s", out)
	}
}
