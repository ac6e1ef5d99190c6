package link

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"dogfight/net/admission"
)

// player returns a player's key and a certificate with it, lengthened by the padding.
func player(t *testing.T, padding int) (tls.Certificate, ed25519.PublicKey) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{Subject: pkix.Name{CommonName: "player"}}
	if padding > 0 {
		template.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3}, Value: make([]byte, padding)}}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, public
}

func TestAKeyHasOpenSSHsFingerprint(t *testing.T) {
	key := bytes.Repeat([]byte{7}, ed25519.PublicKeySize)
	const want = "SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ" // by ssh-keygen -l
	if got := KeyFingerprint(key); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAHostSeesTheKeyThatAClientHasProven(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	self, key := player(t, 0)
	host, client := connect(t, l, DialAs(l.Addr().String(), new(KnownHosts), self))
	if got, want := host.Identity(), KeyFingerprint(key); got != want {
		t.Errorf("got %q, want %s", got, want)
	}
	if got := client.Identity(); got != "" {
		t.Errorf("the host has shown no such key, and is %q", got)
	}
	chat(t, host, client, "both are on UDP", over("udp", host, client))
}

func TestAClientWithoutAKeyHasNoIdentity(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	if host, _ := join(t, l, new(KnownHosts)); host.Identity() != "" {
		t.Errorf("a client without a key is %q", host.Identity())
	}
	if host, _ := connect(t, l, DialAs(l.Addr().String(), new(KnownHosts), testCert())); host.Identity() != "" {
		t.Errorf("a client with a key of another kind is %q", host.Identity())
	}
}

// thief signs with its own key under another's certificate.
type thief struct {
	public crypto.PublicKey // the other's
	ed25519.PrivateKey
}

func (t thief) Public() crypto.PublicKey { return t.public }

func (t thief) Sign(random io.Reader, message []byte, opts crypto.SignerOpts) ([]byte, error) {
	return t.PrivateKey.Sign(random, message, opts)
}

func TestACertificateWithoutItsKeyIsRefused(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	victim, key := player(t, 0)
	own, _ := player(t, 0)
	victim.PrivateKey = thief{key, own.PrivateKey.(ed25519.PrivateKey)}
	cutOff(t, l, victim)
}

func TestMoreThanOneShortCertificateIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("whole handshakes are waited for; runs without -short")
	}
	t.Parallel()
	l := listen(t, testCert(), admission.Limits{})
	two, _ := player(t, 0)
	two.Certificate = append(two.Certificate, two.Certificate[0])
	cutOff(t, l, two)
	for _, size := range []int{maxCertificate, 60 << 10, 1 << 20} {
		long, _ := player(t, size)
		cutOff(t, l, long)
	}
	many, _ := player(t, 0)
	many.Certificate = slices.Repeat(many.Certificate, 500)
	cutOff(t, l, many)

	fine, key := player(t, 0)
	if host, _ := connect(t, l, DialAs(l.Addr().String(), new(KnownHosts), fine)); host.Identity() != KeyFingerprint(key) {
		t.Error("after all of them, the host accepts no client any more")
	}
}

// cutOff expects that the host rejects a client that shows the certificate.
func cutOff(t *testing.T, l *Listener, self tls.Certificate) {
	t.Helper()
	client := DialAs(l.Addr().String(), new(KnownHosts), self)
	refused(t, client)
	select {
	case conn := <-l.pending:
		t.Errorf("the host took in %v", conn.RemoteAddr())
	default:
	}
	leave(client)
}

func TestACertificateFileIsReadableByItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "host.pem")
	first, err := Certificate(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Certificate(path)
	if err != nil || !bytes.Equal(first.Certificate[0], again.Certificate[0]) {
		t.Errorf("another certificate the second time, err %v", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %o, want 600", mode)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("files left: %v", files)
	}
}

func TestProcessesThatStartAtOnceAgreeOnTheCertificate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host.pem")
	var fingerprints [8]string
	var all sync.WaitGroup
	for i := range fingerprints {
		all.Go(func() {
			cert, err := Certificate(path)
			if err != nil {
				t.Error(err)
				return
			}
			fingerprints[i] = Fingerprint(cert.Certificate[0])
		})
	}
	all.Wait()
	for _, f := range fingerprints {
		if f != fingerprints[0] {
			t.Fatalf("they got %v", fingerprints)
		}
	}
}

func TestABrokenCertificateIsRefusedByNameAndNotChanged(t *testing.T) {
	whole, err := NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	key := func(b []byte) []byte { return b[bytes.Index(b, []byte("-----BEGIN PRIVATE")):] }
	for name, broken := range map[string][]byte{
		"empty":         {},
		"noise":         []byte("noise"),
		"truncated":     whole[:len(whole)-60],
		"only a key":    key(whole),
		"another's key": append(bytes.TrimSuffix(bytes.Clone(whole), key(whole)), key(other)...),
	} {
		path := filepath.Join(t.TempDir(), "host.pem")
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Certificate(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: err %v", name, err)
		}
		if left, _ := os.ReadFile(path); !bytes.Equal(left, broken) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestFingerprintsHaveTheFormOfOpenSSH(t *testing.T) {
	if got := Fingerprint(nil); got != oneHost { // the SHA-256 of nothing
		t.Errorf("got %s, want %s", got, oneHost)
	}
}

func TestAHostIsRememberedOnFirstUseAndRefusedWhenItChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "known_hosts")
	known := NewKnownHosts(path)
	l := listen(t, testCert(), admission.Limits{})
	addr := l.Addr().String()
	join(t, l, known)
	join(t, l, known)
	first := Fingerprint(testCert().Certificate[0])
	if text, _ := os.ReadFile(path); string(text) != addr+" "+first+"\n" {
		t.Errorf("known hosts: %q", text)
	}
	l.Close()

	impostor := makeCert()
	other, err := Listen(addr, impostor, admission.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	client := Dial(addr, known)
	refused(t, client)
	var changed *ChangedHostError
	if !errors.As(client.Err(), &changed) {
		t.Fatalf("err %v, want a ChangedError", client.Err())
	}
	came := Fingerprint(impostor.Certificate[0])
	if *changed != (ChangedHostError{Addr: addr, Known: first, Presented: came, Path: path}) {
		t.Errorf("%+v", *changed)
	}
	for _, want := range []string{addr, first, came, path, "delete its line"} {
		if !strings.Contains(changed.Error(), want) {
			t.Errorf("%q does not contain %q", changed, want)
		}
	}
	if text, _ := os.ReadFile(path); string(text) != addr+" "+first+"\n" {
		t.Errorf("known hosts afterwards: %q", text)
	}
}

func TestAHostThatCannotBeRememberedIsNotJoined(t *testing.T) {
	inTheWay := filepath.Join(t.TempDir(), "a file where a folder should be")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := listen(t, testCert(), admission.Limits{})
	err := refused(t, Dial(l.Addr().String(), NewKnownHosts(filepath.Join(inTheWay, "known_hosts"))))
	if !strings.Contains(err, inTheWay) {
		t.Errorf("err %s", err)
	}
}
