package identity

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"
)

func openLinkedKeys(t *testing.T, path string) *LinkedKeys {
	t.Helper()
	k, err := OpenLinkedKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// are expects exactly these keys of one player.
func are(t *testing.T, k *LinkedKeys, want ...string) {
	t.Helper()
	slices.Sort(want)
	for _, key := range want {
		if got := slices.Sorted(slices.Values(k.Of(key))); !slices.Equal(got, want) {
			t.Errorf("%s is one with %q, expected %q", key, got, want)
		}
	}
}

// noon is the start of a test in virtual time.
func noon(t *testing.T, test func(t *testing.T)) { synctest.Test(t, test) }

const aDay = 24 * time.Hour

// place is the network of a subscriber.
func place(i int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32)
}

// brings connects a player with a key and the proof of another for it.
func brings(t *testing.T, k *LinkedKeys, from netip.Prefix, s ssh.Signer, key Key) {
	t.Helper()
	keys := k.Vouched(key.Fingerprint(), from, Proofs{proofOf(t, s, "", namespace, Statement(key.Fingerprint()))})
	if err := k.Learn(key.Fingerprint(), keys); err != nil {
		t.Fatal(err)
	}
}

func TestKeysThatVouchAreOnePlayers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "kin")
	k := openLinkedKeys(t, path)
	laptop, _ := newKey(t)
	desktop, _ := newKey(t)
	first, second := ed25519Signer(t), ed25519Signer(t)
	names := []string{laptop.Fingerprint(), desktop.Fingerprint(), ssh.FingerprintSHA256(first.PublicKey()), ssh.FingerprintSHA256(second.PublicKey())}
	vouches := func(s ssh.Signer, key Key) {
		t.Helper()
		for range 2 {
			brings(t, k, place(1), s, key)
		}
	}
	are(t, k, names[0])
	vouches(first, laptop)
	are(t, k, names[0], names[2])
	vouches(second, desktop)
	are(t, k, names[1], names[3])
	vouches(first, desktop)
	are(t, k, names...)
	are(t, openLinkedKeys(t, path), names...)
	if text, _ := os.ReadFile(path); strings.Count(string(text), "\n") != 3 {
		t.Errorf("the file has\n%s", text)
	}
}

func TestALinkNeedsBothKeys(t *testing.T) {
	k := openLinkedKeys(t, "")
	victim, _ := newKey(t)
	thief, _ := newKey(t)
	victimSSH := ed25519Signer(t)
	ofVictim := proofOf(t, victimSSH, "", namespace, Statement(victim.Fingerprint()))
	brings(t, k, place(1), victimSSH, victim)
	// The thief can show the victim's proof, but only with their own key.
	if keys := k.Vouched(thief.Fingerprint(), place(2), Proofs{ofVictim, nil, make(Proof, 10)}); keys != nil {
		t.Errorf("%q vouch for the thief", keys)
	}
	are(t, k, thief.Fingerprint())
	if keys := k.Vouched("", place(2), Proofs{proofOf(t, victimSSH, "", namespace, Statement(""))}); keys != nil {
		t.Errorf("%q vouch for no key", keys)
	}
	are(t, k, victim.Fingerprint(), ssh.FingerprintSHA256(victimSSH.PublicKey()))
}

func TestPlayersThatAreNotAdmittedAreNotSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kin")
	k := openLinkedKeys(t, path)
	key, _ := newKey(t)
	proofs := Proofs{proofOf(t, ed25519Signer(t), "", namespace, Statement(key.Fingerprint()))}
	if keys := k.Vouched(key.Fingerprint(), place(1), proofs); len(keys) != 1 {
		t.Errorf("%q vouch for it", keys)
	}
	are(t, k, key.Fingerprint())
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file")
	}
}

func TestSignaturesOfANetworkAreLimited(t *testing.T) {
	noon(t, func(t *testing.T) {
		k := openLinkedKeys(t, "")
		signer := ed25519Signer(t)
		checked := func(from netip.Prefix) (n int) {
			for range 2 * checksEach {
				key, _ := newKey(t)
				n += len(k.Vouched(key.Fingerprint(), from, Proofs{proofOf(t, signer, "", namespace, Statement(key.Fingerprint()))}))
			}
			return n
		}
		if n := checked(place(1)); n != checksEach {
			t.Errorf("%d are looked at", n)
		}
		if n := checked(place(2)); n != checksEach {
			t.Errorf("%d of another place are looked at", n)
		}
		time.Sleep(aDay)
		if n := checked(place(1)); n != checksEach {
			t.Errorf("%d are looked at a day later", n)
		}
	})
}

// made returns an invented fingerprint.
func made(i int) string { return fmt.Sprintf("SHA256:%043d", i) }

func TestNewcomersDoNotReplaceRegulars(t *testing.T) {
	noon(t, func(t *testing.T) {
		k := openLinkedKeys(t, "")
		stranger := 1000
		flood := func(days int) { // up to the limits
			for range days {
				time.Sleep(aDay)
				for range 2 * learntPerDay {
					stranger += 2
					if k.quota.learn(today()) { // Learn, without its slow parts
						k.pairs.see(pair{made(stranger), made(stranger + 1)}, today())
					}
				}
				k.pairs.trim(today())
			}
		}
		k.Learn(made(1), []string{made(2)}) // returns the next day
		time.Sleep(aDay)
		k.Learn(made(1), []string{made(2)})
		k.Learn(made(3), []string{made(4)}) // in three days
		k.Learn(made(5), []string{made(6)}) // never
		flood(3)
		k.Learn(made(3), []string{made(4)})
		flood(60)
		k.publish()
		if n := len(k.pairs); n != maxNewcomers+2 {
			t.Errorf("%d pairs are stored", n)
		}
		are(t, k, made(1), made(2))
		are(t, k, made(3), made(4))
		are(t, k, made(5))
	})
}

func TestNewPairsOfADayAreLimited(t *testing.T) {
	k := openLinkedKeys(t, "")
	for i := range 2 * learntPerDay {
		k.Learn(made(2*i), []string{made(2*i + 1)})
	}
	if n := len(k.pairs); n != learntPerDay {
		t.Errorf("%d are learnt", n)
	}
}

func TestUnusedPairsAreDeleted(t *testing.T) {
	noon(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "kin")
		k := openLinkedKeys(t, path)
		k.Learn(made(3), []string{made(1)})
		for range 10 {
			k.Learn(made(4), []string{made(2)})
			time.Sleep(10 * aDay)
		}
		k = openLinkedKeys(t, path)
		are(t, k, made(3))
		if s := k.pairs[pair{made(2), made(4)}]; s.days != 10 {
			t.Errorf("%+v is remembered", s)
		}
	})
}

func TestALongFileIsRewritten(t *testing.T) {
	noon(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "kin")
		key := made(1)
		var text strings.Builder
		for range maxLines {
			text.WriteString("# nothing\n")
		}
		os.WriteFile(path, []byte(text.String()+key+" "+made(2)+"\n"), 0o600)
		k := openLinkedKeys(t, path)
		k.Learn(made(3), []string{key})
		want := pair{key, made(2)}.line(seen{today(), 2}) + pair{key, made(3)}.line(seen{today(), 1})
		if text, _ := os.ReadFile(path); string(text) != want {
			t.Errorf("the file has %d bytes:\n%.300s", len(text), text)
		}
		are(t, openLinkedKeys(t, path), key, made(2), made(3))
	})
}

func TestATornLastLineDoesNotHideTheNext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kin")
	os.WriteFile(path, []byte(made(1)+" "+made(2)[:20]), 0o600)
	if err := openLinkedKeys(t, path).Learn(made(3), []string{made(4)}); err != nil {
		t.Fatal(err)
	}
	are(t, openLinkedKeys(t, path), made(3), made(4))
}

func TestAnOldFileIsReadAndItsPlayersAreRegulars(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kin")
	var text strings.Builder
	for i := range maxRegulars {
		fmt.Fprintln(&text, made(2*i), made(2*i+1))
	}
	text.WriteString("\n# nothing\n" + made(1) + " " + made(2) + " someday\n" + made(1) + " " + made(2) + " 2026-01-01 many\nSHA256:short " + made(0)) // broken off
	os.WriteFile(path, []byte(text.String()), 0o600)
	k := openLinkedKeys(t, path)
	if len(k.pairs) != maxRegulars {
		t.Errorf("%d pairs", len(k.pairs))
	}
	are(t, k, made(4), made(5))
	brings(t, k, place(1), ed25519Signer(t), func() Key { key, _ := newKey(t); return key }())
	are(t, k, made(4), made(5))
	if len(k.pairs) != maxRegulars+1 {
		t.Errorf("%d pairs: a new player is not learnt", len(k.pairs))
	}
}

func TestForgetSeparatesKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kin")
	k := openLinkedKeys(t, path)
	k.Learn(made(1), []string{made(2), made(3)})
	for range 2 { // the second time there is no link
		if err := k.Forget(made(1), made(2)); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Forget(made(3), made(1)); err != nil { // in any order
		t.Fatal(err)
	}
	k.Learn(made(4), []string{made(5)})
	for _, k := range []*LinkedKeys{k, openLinkedKeys(t, path)} {
		are(t, k, made(1))
		are(t, k, made(2))
		are(t, k, made(3))
		are(t, k, made(4), made(5))
	}
}
