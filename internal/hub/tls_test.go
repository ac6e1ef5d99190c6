package hub_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
)

// authority signs the certificates of a fleet's hubs, into the files of a folder.
type authority struct {
	t      testing.TB
	folder string
	cert   *x509.Certificate
	key    *ecdsa.PrivateKey
	issued int64
}

func newAuthority(t testing.TB) *authority {
	a := &authority{t: t, folder: t.TempDir(), cert: &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}}
	a.key = a.sign("ca", a.cert, nil)
	return a
}

func (a *authority) file(name string) string { return filepath.Join(a.folder, name) }

// files are those of a hub whose certificate this authority has signed.
func (a *authority) files(name string) hub.TLSFiles {
	a.sign(name, &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}, a.key)
	return hub.TLSFiles{Cert: a.file(name + ".pem"), Key: a.file(name + ".key"), CA: a.file("ca.pem")}
}

// sign writes NAME.pem and NAME.key, signed by the new key itself where signer is nil.
func (a *authority) sign(name string, template *x509.Certificate, signer *ecdsa.PrivateKey) *ecdsa.PrivateKey {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	if signer == nil {
		signer = key
	}
	a.issued++
	template.SerialNumber = big.NewInt(a.issued)
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	public, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), signer)
	if err != nil {
		a.t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{".pem": {Type: "CERTIFICATE", Bytes: public}, ".key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(a.file(name+file), pem.EncodeToMemory(block), 0o600); err != nil {
			a.t.Fatal(err)
		}
	}
	return key
}

// shown is the number of the certificate that a hub shows whoever comes.
func (a *authority) shown(h *hub.Hub) (number int64) {
	a.t.Helper()
	seen := &tls.Config{InsecureSkipVerify: true, VerifyConnection: func(s tls.ConnectionState) error {
		number = s.PeerCertificates[0].SerialNumber.Int64()
		return nil
	}}
	nc, err := nats.Connect(h.URL(), nats.Secure(seen))
	if err != nil {
		a.t.Fatal(err)
	}
	nc.Close()
	return number
}

func TestAHubWithACertificateIsReachedByThoseWhoTrustIt(t *testing.T) {
	a, other := newAuthority(t), newAuthority(t)
	h := start(t, hub.Options{TLS: a.files("hub")})
	if !strings.HasPrefix(h.URL(), "tls://") {
		t.Errorf("reached at %s", h.URL())
	}
	trusting := connect(t, overnats.Options{URL: h.URL(), CA: a.file("ca.pem")})
	await(t, "the bus is up", trusting.Up)
	for _, ca := range []string{"", other.file("ca.pem")} {
		c := connect(t, overnats.Options{URL: h.URL(), CA: ca})
		await(t, "the bus was tried", func() bool { return c.Up() || c.Problem() != nil })
		if c.Up() || !strings.Contains(c.Problem().Error(), "unknown authority") {
			t.Errorf("who trusts %q: up %v, %v", ca, c.Up(), c.Problem())
		}
	}
	plain := connect(t, overnats.Options{URL: strings.Replace(h.URL(), "tls:", "nats:", 1), CA: a.file("ca.pem")})
	await(t, "the bus is up, at an address that does not say how", plain.Up)
	if _, err := plain.NATS().TLSConnectionState(); err != nil {
		t.Errorf("not sealed: %v", err)
	}
}

func TestARenewedCertificateIsShownAfterReload(t *testing.T) {
	a := newAuthority(t)
	h := start(t, hub.Options{TLS: a.files("hub")})
	there := connect(t, overnats.Options{URL: h.URL(), CA: a.file("ca.pem")})
	await(t, "the bus is up", there.Up)
	first := a.shown(h)
	a.files("hub")
	if err := h.Reload(); err != nil {
		t.Fatal(err)
	}
	second := a.shown(h)
	if second != first+1 {
		t.Errorf("certificate %d is shown after %d", second, first)
	}
	os.WriteFile(a.file("hub.pem"), []byte("nonsense"), 0o600)
	if err := h.Reload(); err == nil || !strings.Contains(err.Error(), "--tls-cert") {
		t.Errorf("a broken file: %v", err)
	}
	if now := a.shown(h); now != second {
		t.Errorf("certificate %d is shown after a broken file", now)
	}
	if !there.Up() {
		t.Error("who was there was cut off")
	}
}

// TestHubsMeetThoseOfTheirAuthorityAlone has a third hub, whose certificate a stranger has signed, try to be of a cluster of two.
func TestHubsMeetThoseOfTheirAuthorityAlone(t *testing.T) {
	a, stranger := newAuthority(t), newAuthority(t)
	at := map[string]string{"a": freeAddress(t), "b": freeAddress(t), "c": freeAddress(t)}
	join := func(name, other string, files hub.TLSFiles) *hub.Hub {
		return start(t, hub.Options{Name: name, Cluster: at[name], Routes: []string{"nats://" + at[other]}, TLS: files})
	}
	first, second := join("a", "b", a.files("a")), join("b", "a", a.files("b"))
	await(t, "two hubs are one", func() bool { return first.Routes() > 0 && second.Routes() > 0 })
	files := stranger.files("c")
	files.CA = a.file("ca.pem") // it takes the others' word, and has none of its own
	third := join("c", "a", files)
	for range 300 { // some tries
		time.Sleep(10 * time.Millisecond)
		if third.Routes() != 0 {
			t.Fatal("a stranger's hub is one of the cluster")
		}
	}
}

// freeAddress is one of this machine at which nobody listens.
func freeAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
