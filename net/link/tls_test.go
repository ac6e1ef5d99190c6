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
	"io"
	"slices"
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
