package identity

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha512"
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

func signer(t *testing.T, private crypto.Signer) ssh.Signer {
	t.Helper()
	s, err := ssh.NewSignerFromSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ed25519Signer(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, _ := ed25519.GenerateKey(rand.Reader)
	return signer(t, private)
}

// proofOf returns a proof as ssh-keygen makes it. algorithm is that of RSA keys.
func proofOf(t *testing.T, s ssh.Signer, algorithm, space, text string) Proof {
	t.Helper()
	sum := sha512.Sum512([]byte(text))
	signed := ssh.Marshal(struct{ Namespace, Reserved, Hash, Sum string }{space, "", "sha512", string(sum[:])})
	sig, err := s.(ssh.AlgorithmSigner).SignWithAlgorithm(rand.Reader, append([]byte(preamble), signed...), algorithm)
	if err != nil {
		t.Fatal(err)
	}
	return append([]byte(preamble), ssh.Marshal(signature{1, s.PublicKey().Marshal(), space, "", "sha512", ssh.Marshal(sig)})...)
}

func TestSSHKeysOfAllKindsVouchForAKey(t *testing.T) {
	key, _ := newKey(t)
	curve, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	old, _ := rsa.GenerateKey(rand.Reader, 3072)
	for _, c := range []struct {
		signer    ssh.Signer
		algorithm string
	}{{ed25519Signer(t), ""}, {signer(t, curve), ""}, {signer(t, old), ssh.KeyAlgoRSASHA512}} {
		p := proofOf(t, c.signer, c.algorithm, namespace, Statement(key.Fingerprint()))
		if by, err := p.By(key.Fingerprint()); err != nil || by != ssh.FingerprintSHA256(c.signer.PublicKey()) {
			t.Errorf("%s: by %s, %v", c.signer.PublicKey().Type(), by, err)
		}
	}
	if p := proofOf(t, signer(t, old), ssh.KeyAlgoRSA, namespace, Statement(key.Fingerprint())); len(p) > 0 {
		if _, err := p.By(key.Fingerprint()); err == nil {
			t.Error("a signature by SHA-1 is accepted")
		}
	}
}

func TestAProofForAnotherKeyIsRefused(t *testing.T) {
	key, _ := newKey(t)
	other, _ := newKey(t)
	s := ed25519Signer(t)
	for what, p := range map[string]Proof{
		"another key's":     proofOf(t, s, "", namespace, Statement(other.Fingerprint())),
		"another text's":    proofOf(t, s, "", namespace, "hello"),
		"another program's": proofOf(t, s, "", "git", Statement(key.Fingerprint())),
		"too long":          append(proofOf(t, s, "", namespace, Statement(key.Fingerprint())), make([]byte, maxProof)...),
		"empty":             {},
	} {
		if by, err := p.By(key.Fingerprint()); err == nil {
			t.Errorf("%s is accepted as %s's", what, by)
		}
	}
}

func TestAChangedProofIsRefused(t *testing.T) {
	key, _ := newKey(t)
	p := proofOf(t, ed25519Signer(t), "", namespace, Statement(key.Fingerprint()))
	for i := range p {
		changed := slices.Clone(p)
		changed[i] ^= 1
		if by, err := changed.By(key.Fingerprint()); err == nil {
			t.Errorf("with byte %d changed, it is accepted as %s's", i, by)
		}
		if by, err := p[:i].By(key.Fingerprint()); err == nil {
			t.Errorf("of %d bytes, it is accepted as %s's", i, by)
		}
	}
}

func TestTheCertificateHasTheProofs(t *testing.T) {
	key, _ := newKey(t)
	var proofs Proofs
	var want []string
	for range maxProofs {
		s := ed25519Signer(t)
		proofs = append(proofs, proofOf(t, s, "", namespace, Statement(key.Fingerprint())))
		want = append(want, ssh.FingerprintSHA256(s.PublicKey()))
	}
	cert, err := key.Certificate(append(proofs, make(Proof, 100)))
	if err != nil {
		t.Fatal(err)
	}
	if got := ProofsIn(cert.Certificate[0]).By(key.Fingerprint()); !slices.Equal(got, want) {
		t.Errorf("expected %q, got %q", want, got)
	}
	other, _ := newKey(t)
	stolen, _ := other.Certificate(proofs)
	if got := ProofsIn(stolen.Certificate[0]).By(other.Fingerprint()); len(got) > 0 {
		t.Errorf("a player with another's proofs is accepted as %q", got)
	}
}

func FuzzProofs(f *testing.F) {
	f.Add([]byte{0, 1, 7, 0xff, 0xff})
	f.Add([]byte(preamble + "\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if by, err := Proof(b).By("SHA256:x"); err == nil {
			t.Errorf("%x is accepted as %s's", b, by)
		}
		if key, linked, err := Proven(b); linked != nil && err != nil {
			t.Errorf("%s is one with %q, and %v", key, linked, err)
		}
		for _, p := range ProofsIn(b) {
			if len(p) > maxProof {
				t.Errorf("a proof of %d bytes is read", len(p))
			}
		}
		if p, err := ParseProof(b); err == nil && !bytes.Contains(b, []byte(armour)) {
			t.Errorf("%q gave %x", b, p)
		}
	})
}

func TestAProofOfOpenSSHIsAccepted(t *testing.T) {
	if testing.Short() {
		t.Skip("ssh-keygen makes keys of all kinds; runs without -short")
	}
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("no ssh-keygen here")
	}
	key, _ := newKey(t)
	path := filepath.Join(t.TempDir(), "linked")
	for _, kind := range []string{"ed25519", "ecdsa", "rsa"} {
		file := filepath.Join(t.TempDir(), "key")
		if out, err := exec.Command(keygen, "-q", "-t", kind, "-N", "", "-f", file).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		sign := exec.Command(keygen, "-Y", "sign", "-n", namespace, "-f", file+".pub")
		sign.Stdin = strings.NewReader(Statement(key.Fingerprint()))
		armoured, err := sign.Output()
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParseProof(armoured)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it replaces the first
			if err := key.Add(path, p); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
	if all, err := LoadProofs(path); err != nil || len(all.By(key.Fingerprint())) != 3 {
		t.Errorf("%d are stored, %v", len(all), err)
	}
}

func TestLinkedKeysAreLimited(t *testing.T) {
	key, _ := newKey(t)
	path := filepath.Join(t.TempDir(), "linked")
	for i := range maxProofs + 1 {
		err := key.Add(path, proofOf(t, ed25519Signer(t), "", namespace, Statement(key.Fingerprint())))
		if (err == nil) != (i < maxProofs) {
			t.Errorf("number %d: %v", i+1, err)
		}
	}
	os.WriteFile(path, []byte("gone"), 0o600)
	if _, err := LoadProofs(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("err %v", err)
	}
}

func TestAKeyVouchesForABrowserAtOneHost(t *testing.T) {
	key, _ := newKey(t)
	const browser, origin = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", "https://play.example"
	p, err := key.Vouch(browser, origin)
	if err != nil {
		t.Fatal(err)
	}
	k := openLinkedKeys(t, "")
	if by := k.VouchedAt(browser, origin, place(1), p); by != key.Fingerprint() {
		t.Errorf("it is by %q", by)
	}
	if text := statementAt(browser, origin); text != "dogfight identity "+browser+" at "+origin {
		t.Errorf("got %q", text)
	}
	for what, by := range map[string]string{
		"another host":    k.VouchedAt(browser, "https://other.example", place(1), p),
		"no host":         k.VouchedAt(browser, "", place(1), p),
		"another browser": k.VouchedAt(key.Fingerprint(), origin, place(1), p),
		"nobody":          k.VouchedAt("", origin, place(1), p),
	} {
		if by != "" {
			t.Errorf("for %s it is by %s", what, by)
		}
	}
	if keys := k.Vouched(browser, place(1), Proofs{p}); keys != nil {
		t.Errorf("in a certificate it is by %v", keys)
	}
	every := proofOf(t, ed25519Signer(t), "", namespace, Statement(browser))
	if by := k.VouchedAt(browser, origin, place(1), every); by != "" {
		t.Errorf("a statement for all hosts is accepted as %s's", by)
	}
	for i := range p {
		changed := slices.Clone(p)
		changed[i] ^= 1
		if by := openLinkedKeys(t, "").VouchedAt(browser, origin, place(i), changed); by != "" {
			t.Errorf("with byte %d changed, it is accepted as %s's", i, by)
		}
	}
}

func TestVouchRefusesOtherStatements(t *testing.T) {
	key, _ := newKey(t)
	const browser = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	for _, c := range [][2]string{
		{"", "https://play.example"},
		{browser[:49], "https://play.example"},
		{browser[:49] + " ", "https://play.example"},
		{browser, ""},
		{browser, "play.example"},
		{browser, "https://play.example/"},
		{browser, "https://play.example/path"},
		{browser, "https://Play.example"},
		{browser, "https://me@play.example"},
		{browser, "https://play.example:443"},
		{browser, "http://play.example:80"},
		{browser, "ftp://play.example"},
		{browser, "https://"},
		{browser, "null"},
	} {
		if p, err := key.Vouch(c[0], c[1]); err == nil {
			t.Errorf("%q: %x", c, p)
		}
	}
	for _, origin := range []string{"http://192.168.1.5:8080", "http://[fe80::1]:8080", "http://localhost:8080", "https://play.example:8443", "https://play.example"} {
		if _, err := key.Vouch(browser, origin); err != nil {
			t.Error(err)
		}
	}
}

func TestSSHKeygenVerifiesVouch(t *testing.T) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("no ssh-keygen here")
	}
	key, _ := newKey(t)
	const browser, origin = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", "https://play.example"
	p, err := key.Vouch(browser, origin)
	if err != nil {
		t.Fatal(err)
	}
	allowed, signed := filepath.Join(t.TempDir(), "allowed"), filepath.Join(t.TempDir(), "signed")
	os.WriteFile(allowed, []byte("player "+key.Line()+"\n"), 0o600)
	os.WriteFile(signed, p.armoured(), 0o600)
	cmd := exec.Command(keygen, "-Y", "verify", "-n", "dogfight", "-f", allowed, "-I", "player", "-s", signed)
	cmd.Stdin = strings.NewReader(statementAt(browser, origin))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v", out, err)
	}
}

func TestProvenNeedsBothSignatures(t *testing.T) {
	victim, _ := newKey(t)
	thief, _ := newKey(t)
	laptop := ed25519Signer(t)
	certificate := func(key Key, proofs ...Proof) []byte {
		cert, err := key.Certificate(proofs)
		if err != nil {
			t.Fatal(err)
		}
		return cert.Certificate[0]
	}
	proof := proofOf(t, laptop, "", namespace, Statement(victim.Fingerprint()))
	good := certificate(victim, proof)
	key, linked, err := Proven(good)
	if err != nil || key != victim.Fingerprint() || !slices.Equal(linked, []string{ssh.FingerprintSHA256(laptop.PublicKey())}) {
		t.Errorf("a good certificate proves that %s is one with %q: %v", key, linked, err)
	}
	byThief := proofOf(t, signer(t, thief.private), "", namespace, Statement(victim.Fingerprint()))
	for what, forged := range map[string][]byte{
		"the victim's proof in the thief's certificate":               certificate(thief, proof),
		"the victim's key in a certificate that the thief has signed": signedBy(t, thief, victim, certificate(thief, byThief)),
		"the victim's certificate without the proof":                  certificate(victim),
		"the thief's proof written over the victim's":                 bytes.Replace(good, proof, byThief, 1),
		"a proof of the victim at a host":                             certificate(victim, proofOf(t, laptop, "", namespace, statementAt(victim.Fingerprint(), "https://play.example"))),
		"a certificate that is too long":                              certificate(victim, make(Proof, MaxCertificate), proof),
		"a certificate with another kind of key than players":         hostCertificate(t),
		"nothing": nil,
	} {
		if key, linked, _ := Proven(forged); linked != nil {
			t.Errorf("%s proves that %s is one with %q", what, key, linked)
		}
	}
	for i := range good {
		changed := slices.Clone(good)
		changed[i] ^= 1
		if key, linked, err := Proven(changed); err == nil && (key != victim.Fingerprint() || len(linked) > 0 && linked[0] != ssh.FingerprintSHA256(laptop.PublicKey())) {
			t.Errorf("with byte %d changed it proves that %s is one with %q", i, key, linked)
		}
	}
}

// hostCertificate returns a certificate (DER) of an ECDSA key.
func hostCertificate(t *testing.T) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{}, &x509.Certificate{}, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

// signedBy returns a certificate of one player with the key of another, signed again by the first.
func signedBy(t *testing.T, by, of Key, der []byte) []byte {
	t.Helper()
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	signed := bytes.Replace(cert.RawTBSCertificate, by.private[32:], of.private[32:], 1)
	der = bytes.Replace(der, cert.RawTBSCertificate, signed, 1)
	return bytes.Replace(der, cert.Signature, ed25519.Sign(by.private, signed), 1)
}
