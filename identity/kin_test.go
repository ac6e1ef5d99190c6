package identity

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

func openKin(t *testing.T, path string) *Kin {
	t.Helper()
	k, err := OpenKin(path)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// are expects that some keys, and no others, are one player's.
func are(t *testing.T, k *Kin, want ...string) {
	t.Helper()
	slices.Sort(want)
	for _, key := range want {
		if got := slices.Sorted(slices.Values(k.Of(key))); !slices.Equal(got, want) {
			t.Errorf("%s is one with %q, expected %q", key, got, want)
		}
	}
}

func TestKeysThatVouchForOneAreOnePlayersAndStaySo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "kin")
	k := openKin(t, path)
	laptop, _ := newKey(t)
	desktop, _ := newKey(t)
	first, second := ed25519Signer(t), ed25519Signer(t)
	names := []string{laptop.Fingerprint(), desktop.Fingerprint(), ssh.FingerprintSHA256(first.PublicKey()), ssh.FingerprintSHA256(second.PublicKey())}
	vouches := func(s ssh.Signer, key Key) {
		t.Helper()
		for range 2 {
			if err := k.Learn(key.Fingerprint(), Proofs{proofOf(t, s, "", namespace, Statement(key.Fingerprint()))}); err != nil {
				t.Fatal(err)
			}
		}
	}
	are(t, k, names[0])
	vouches(first, laptop)
	are(t, k, names[0], names[2])
	vouches(second, desktop)
	are(t, k, names[1], names[3])
	vouches(first, desktop)
	are(t, k, names...)
	are(t, openKin(t, path), names...)
	if text, _ := os.ReadFile(path); strings.Count(string(text), "\n") != 3 {
		t.Errorf("the file holds\n%s", text)
	}
}

func TestNobodyIsTakenForAnotherOnHisOwnWord(t *testing.T) {
	k := openKin(t, "")
	victim, _ := newKey(t)
	thief, _ := newKey(t)
	own := ed25519Signer(t)
	k.Learn(victim.Fingerprint(), Proofs{proofOf(t, own, "", namespace, Statement(victim.Fingerprint()))})
	// He can show what he has from the victim, but under his own key.
	k.Learn(thief.Fingerprint(), Proofs{proofOf(t, own, "", namespace, Statement(victim.Fingerprint())), nil, make(Proof, 10)})
	are(t, k, thief.Fingerprint())
	k.Learn("", Proofs{proofOf(t, own, "", namespace, Statement(""))})
	are(t, k, victim.Fingerprint(), ssh.FingerprintSHA256(own.PublicKey()))
}

func TestStrangersCannotHaveAHostRememberWithoutEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kin")
	var text strings.Builder
	name := func(i int) string { return fmt.Sprintf("SHA256:%043d", i) }
	for i := range maxPairs {
		fmt.Fprintln(&text, name(2*i), name(2*i+1))
	}
	text.WriteString("\n# nothing\nSHA256:short SHA256:" + name(0)) // broken off
	os.WriteFile(path, []byte(text.String()), 0o600)
	k := openKin(t, path)
	are(t, k, name(4), name(5))
	key, _ := newKey(t)
	k.Learn(key.Fingerprint(), Proofs{proofOf(t, ed25519Signer(t), "", namespace, Statement(key.Fingerprint()))})
	are(t, k, key.Fingerprint())
}
