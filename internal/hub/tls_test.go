package hub_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
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

// files returns the TLS files of a hub, with a certificate signed by this authority.
func (a *authority) files(name string) hub.TLSFiles {
	a.sign(name, &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}, a.key)
	return hub.TLSFiles{Cert: a.file(name + ".pem"), Key: a.file(name + ".key"), CA: a.file("ca.pem")}
}

// sign writes NAME.pem and NAME.key; the key signs itself if signer is nil.
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

// shown returns the serial number of the certificate that a hub presents.
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

func TestAHubWithACertificateIsReachedByClientsThatTrustIt(t *testing.T) {
	t.Parallel()
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
			t.Errorf("a client that trusts %q: up %v, %v", ca, c.Up(), c.Problem())
		}
	}
	plain := connect(t, overnats.Options{URL: strings.Replace(h.URL(), "tls:", "nats:", 1), CA: a.file("ca.pem")})
	await(t, "the bus is up, at an address without a scheme", plain.Up)
	if _, err := plain.NATS().TLSConnectionState(); err != nil {
		t.Errorf("not sealed: %v", err)
	}
}

func TestARenewedCertificateIsShownAfterReload(t *testing.T) {
	t.Parallel()
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
		t.Error("a connected client was cut off")
	}
}

// TestHubsConnectOnlyToHubsOfTheirAuthority: a third hub with a stranger's certificate tries to join a cluster of two.
func TestHubsConnectOnlyToHubsOfTheirAuthority(t *testing.T) {
	t.Parallel()
	a, stranger := newAuthority(t), newAuthority(t)
	join := func(name, route string, files hub.TLSFiles, log io.Writer) *hub.Hub {
		return start(t, hub.Options{
			Name: name, Cluster: "127.0.0.1:0", Routes: []string{route}, TLS: files, Log: slog.New(slog.NewTextHandler(log, nil)),
		})
	}
	var refused failedHandshakes
	first := join("a", "nats://127.0.0.1:1", a.files("a"), &refused) // the route of a missing hub
	second := join("b", first.ClusterURL(), a.files("b"), io.Discard)
	await(t, "two hubs are one", func() bool { return first.Routes() > 0 && second.Routes() > 0 })
	files := stranger.files("c")
	files.CA = a.file("ca.pem") // it trusts the others' authority, but its certificate is not from it
	third := join("c", first.ClusterURL(), files, io.Discard)
	await(t, "the third hub has tried more than once", func() bool {
		if third.Routes() != 0 {
			t.Fatal("a stranger's hub is one of the cluster")
		}
		return refused.Load() > 1
	})
}

// failedHandshakes is a log that counts failed handshakes of other hubs.
type failedHandshakes struct{ atomic.Int32 }

func (f *failedHandshakes) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("TLS route handshake error")) {
		f.Add(1)
	}
	return len(b), nil
}

func TestHubsWithCertificatesOfOneAuthorityAreOneAndMembersTrustThem(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var files []hub.TLSFiles
	for _, name := range []string{"a", "b"} { // the second call reads the authority that the first has made
		if err := hub.MakeCertificates(folder, []string{name + ",127.0.0.1"}); err != nil {
			t.Fatal(err)
		}
		if err := hub.MakeCertificates(folder, []string{name}); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("a second certificate: %v", err)
		}
		files = append(files, hub.TLSFiles{Cert: filepath.Join(folder, name+".pem"), Key: filepath.Join(folder, name+".key"), CA: filepath.Join(folder, "ca.pem")})
	}
	join := func(i int, route string) *hub.Hub {
		return start(t, hub.Options{Name: []string{"a", "b"}[i], Cluster: "127.0.0.1:0", Routes: []string{route}, TLS: files[i]})
	}
	first := join(0, "nats://127.0.0.1:1")
	second := join(1, first.ClusterURL())
	await(t, "two hubs are one", func() bool { return first.Routes() > 0 && second.Routes() > 0 })
	member := connect(t, overnats.Options{URL: second.URL(), CA: files[0].CA})
	await(t, "the bus is up", member.Up)
	for file, secret := range map[string]bool{"ca.key": true, "a.key": true, "ca.pem": false} {
		about, err := os.Stat(filepath.Join(folder, file))
		if err != nil || secret && about.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", file, about.Mode(), err)
		}
	}
}
