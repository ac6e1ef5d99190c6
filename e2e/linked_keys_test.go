//go:build unix

package e2e

import (
	"crypto/ed25519"
	"crypto/tls"
	"os"
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

// madeUp returns the certificate of a key that somebody has just made, for which another
// vouches that he has made too.
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

func TestKeysOfStrangersWhoDoNotComeInLeaveNothing(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--password-file", writeFile(t, "password", "open sesame\n"))
	kept := func() int {
		text, _ := os.ReadFile(filepath.Join(h.home(), "kin"))
		return strings.Count(string(text), "\n")
	}
	comes := func(cert tls.Certificate, password string) (in bool) {
		c := newClient(net.ClientConfig{Name: "Rex", Password: password, Dial: func() link.Link { return link.DialAs(h.addr, &link.Trust{}, cert) }})
		testkit.Until(t, "Rex is in or refused", func() bool {
			v := c.Frame(time.Now(), 0)
			in = v.Me >= 0
			return in || v.Phase == net.Refused
		})
		leave(c)
		return in
	}
	const strangers = 8 // half as many as are looked at of a place: a connection may break and be made again
	for range strangers {
		comes(madeUp(t), "")
	}
	if n := kept(); n != 0 {
		t.Errorf("%d of %d strangers have left a line", n, strangers)
	}
	cert := madeUp(t)
	testkit.Until(t, "Rex is in", func() bool { return comes(cert, "open sesame") }) // on a busy machine a connection may time out
	testkit.Until(t, "a line is kept", func() bool { return kept() > 0 })
	if n := kept(); n != 1 {
		t.Errorf("there are %d lines of who came in", n)
	}
}
