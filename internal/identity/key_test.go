package identity

import (
	"crypto/ed25519"
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dogfight/net/link"
)

// newKey returns a new key, and its file.
func newKey(t *testing.T) (key Key, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "dogfight", "id_ed25519")
	key, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return key, path
}

func TestAKeyIsCreatedOnceAndPrivate(t *testing.T) {
	key, path := newKey(t)
	again, err := Load(path)
	if err != nil || again.Fingerprint() != key.Fingerprint() {
		t.Errorf("it was %s and is %s, %v", key.Fingerprint(), again.Fingerprint(), err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if other, _ := newKey(t); other.Fingerprint() == key.Fingerprint() {
		t.Error("two players have the same key")
	}
}

func TestAKeyThatCannotBeSavedIsValidInTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "id_ed25519")
	if err := os.Symlink("nowhere", filepath.Dir(path)); err != nil { // no folder can be made there
		t.Skip(err)
	}
	key, err := Load(path)
	if err != nil || key.Warning == nil || !key.Unsaved {
		t.Fatalf("unsaved %v, warning %v, err %v", key.Unsaved, key.Warning, err)
	}
	if again, err := Load(path); err != nil || again.Fingerprint() != key.Fingerprint() {
		t.Errorf("it was %s and is %s, %v", key.Fingerprint(), again.Fingerprint(), err)
	}
}

func TestABrokenKeyIsRefusedByNameAndLeftAlone(t *testing.T) {
	_, path := newKey(t)
	whole, _ := os.ReadFile(path)
	for what, text := range map[string]string{
		"empty": "", "half": string(whole[:len(whole)/2]), "nonsense": "ssh-ed25519 AAAA",
		"another": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
	} {
		os.WriteFile(path, []byte(text), 0o600)
		_, err := Load(path)
		if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: err %v", what, err)
		}
		if left, _ := os.ReadFile(path); string(left) != text {
			t.Errorf("%s: the file has %q", what, left)
		}
	}
}

func TestTheCertificateHasTheKey(t *testing.T) {
	key, _ := newKey(t)
	cert, err := key.Certificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(cert.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := link.KeyFingerprint(parsed.PublicKey.(ed25519.PublicKey)); got != key.Fingerprint() {
		t.Errorf("a host reads the key as %s, expected %s", got, key.Fingerprint())
	}
}

func TestOpenSSHReadsTheKey(t *testing.T) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("no ssh-keygen here")
	}
	key, path := newKey(t)
	line, err := exec.Command(keygen, "-y", "-f", path).Output()
	if err != nil || !strings.HasPrefix(key.Line(), strings.TrimSpace(string(line))) {
		t.Errorf("ssh-keygen reads %q, %v; the key's line is %q", line, err, key.Line())
	}
	if print, err := exec.Command(keygen, "-l", "-f", path).Output(); err != nil || !strings.Contains(string(print), key.Fingerprint()+" ") {
		t.Errorf("ssh-keygen calls it %q, %v; we call it %s", print, err, key.Fingerprint())
	}
}
