package webd

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// files are the paths of a certificate and its key.
type files struct{ certificate, key string }

// writes makes an authority write a certificate for a domain, with files of the given time.
func (f files) writes(a *authority, domain string, at time.Time) {
	a.Helper()
	key := newKey(a.T)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.Fatal(err)
	}
	f.put(a.T, f.certificate, a.certify(domain, key.Public()), at)
	f.put(a.T, f.key, pemOf("PRIVATE KEY", der), at)
}

func (files) put(t *testing.T, path string, b []byte, at time.Time) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func newFiles(t *testing.T) files {
	folder := t.TempDir()
	return files{filepath.Join(folder, "fullchain.pem"), filepath.Join(folder, "privkey.pem")}
}

// browserOf returns a client that resolves a domain to the door, and trusts an authority.
func (d *door) browserOf(a *authority, domain string) *http.Client {
	t := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: a.pool(), ServerName: domain}, DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var n net.Dialer
			return n.DialContext(ctx, "tcp", d.Addr().String())
		},
	}
	return &http.Client{Transport: t, Timeout: longest}
}

// openTLS opens a door with a certificate for game.example.
func openTLS(t *testing.T, conf Config) (*authority, *door) {
	t.Helper()
	a, f := newAuthority(t), newFiles(t)
	f.writes(a, "game.example", time.Now())
	c, err := ReadCertificate(f.certificate, f.key, nil)
	if err != nil {
		t.Fatal(err)
	}
	conf.TLS = c.TLS()
	return a, openDoor(t, conf)
}

func TestAnOperatorsCertificateIsPresentedWithStrictTransportSecurity(t *testing.T) {
	t.Parallel()
	a, d := openTLS(t, Config{})
	r, err := d.browserOf(a, "game.example").Get("https://game.example/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if body, _ := io.ReadAll(r.Body); string(body) != "the page" || r.TLS.Version < tls.VersionTLS12 {
		t.Errorf("got %q by TLS %x", body, r.TLS.Version)
	}
	if h := r.Header.Get("Strict-Transport-Security"); !strings.HasPrefix(h, "max-age=") || strings.Contains(h, "includeSubDomains") {
		t.Errorf("Strict-Transport-Security: %q", h)
	}
	old := d.browserOf(a, "game.example")
	old.Transport.(*http.Transport).TLSClientConfig.MaxVersion = tls.VersionTLS11
	old.Transport.(*http.Transport).TLSClientConfig.MinVersion = tls.VersionTLS10
	if r, err := old.Get("https://game.example/"); err == nil {
		t.Errorf("TLS %x is accepted", r.TLS.Version)
	}
}

func TestWithoutTLSThereIsNoStrictTransportSecurity(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	if h := d.asks("/", d.Addr().String()).Header.Get("Strict-Transport-Security"); h != "" {
		t.Errorf("Strict-Transport-Security: %q", h)
	}
}

// With a certificate any name is good: a connected browser has verified it for that name.
func TestOverTLSAPageMayUseTheNameOfTheCertificate(t *testing.T) {
	t.Parallel()
	a, d := openTLS(t, Config{})
	for page, may := range map[string]bool{"https://game.example": true, "http://game.example": false, "https://other.example": false} {
		ws, r, err := websocket.Dial(t.Context(), "wss://game.example/ws", &websocket.DialOptions{
			HTTPClient: d.browserOf(a, "game.example"), HTTPHeader: http.Header{"Origin": {page}}, Subprotocols: []string{subprotocol},
		})
		if (err == nil) != may || err != nil && (r == nil || r.StatusCode != http.StatusForbidden) {
			t.Errorf("a page of %s: %v", page, err)
		}
		if err == nil {
			ws.CloseNow()
		}
	}
}

func TestACertificateIsReadAgainWhenItsFilesChange(t *testing.T) {
	t.Parallel()
	a, f, start := newAuthority(t), newFiles(t), time.Now()
	f.writes(a, "old.example", start.Add(-time.Hour))
	c, err := ReadCertificate(f.certificate, f.key, nil)
	if err != nil {
		t.Fatal(err)
	}
	shows := func(after time.Duration, want, when string) {
		t.Helper()
		if got := c.current(start.Add(after)).Leaf.DNSNames[0]; got != want {
			t.Errorf("%s, it is for %s", when, got)
		}
	}
	shows(2*time.Second, "old.example", "before")
	if name := c.Name(); name != "old.example" {
		t.Errorf("browsers open it by %q", name)
	}
	kept, _ := os.ReadFile(f.key)
	f.writes(a, "new.example", start)
	fresh, _ := os.ReadFile(f.key)
	shows(2*time.Second+checkEvery/2, "old.example", "half a second after the last check")
	f.put(t, f.key, kept, start) // a renewal is in progress
	shows(4*time.Second, "old.example", "while the key is still the old one")
	os.Remove(f.key)
	shows(6*time.Second, "old.example", "while there is no key")
	f.put(t, f.key, fresh, start)
	shows(8*time.Second, "new.example", "when both files are new")
}

func TestAnErrorOfACertificateIsOneLine(t *testing.T) {
	t.Parallel()
	a, f, other := newAuthority(t), newFiles(t), newFiles(t)
	f.writes(a, "game.example", time.Now())
	other.writes(a, "game.example", time.Now())
	rubbish := filepath.Join(t.TempDir(), "rubbish")
	f.put(t, rubbish, []byte("rubbish"), time.Now())
	for _, c := range []struct{ certificate, key, want string }{
		{"/nowhere/cert.pem", f.key, "/nowhere/cert.pem: no such file or directory"},
		{f.certificate, "/nowhere/key.pem", "/nowhere/key.pem: no such file or directory"},
		{f.certificate, other.key, "private key does not match public key"},
		{rubbish, f.key, "failed to find any PEM data in certificate input"},
		{f.key, f.certificate, "may have been switched"},
		{t.TempDir(), f.key, "is a folder, not a file"},
	} {
		_, err := ReadCertificate(c.certificate, c.key, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s, %s: %v", c.certificate, c.key, err)
		}
	}
}

// automatic returns a door with a certificate from an authority, which connects to that door to verify the domain.
func automatic(t *testing.T, a *authority, folder string) (*door, *ACME) {
	t.Helper()
	c := NewACME(a.domain, folder, a.directory.URL)
	t.Cleanup(c.Stop)
	d := openDoor(t, Config{TLS: c.TLS()})
	a.at = d.Addr().String()
	return d, c
}

func TestACertificateFromAnAuthorityIsSaved(t *testing.T) {
	t.Parallel()
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	a, folder := newAuthority(t), t.TempDir()
	a.open("game.example")
	d, c := automatic(t, a, folder)
	if err := c.Obtain(); err != nil {
		t.Fatal(err)
	}
	r, err := d.browserOf(a, "game.example").Get("https://game.example/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if body, _ := io.ReadAll(r.Body); string(body) != "the page" || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("got %q, %v", body, r.Header)
	}
	if _, err := d.browserOf(a, "other.example").Get("https://other.example/"); err == nil {
		t.Error("there is a certificate for another name")
	}
	d.Close()
	again, c := automatic(t, a, folder)
	if err := c.Obtain(); err != nil {
		t.Fatal(err)
	}
	if r, err := again.browserOf(a, "game.example").Get("https://game.example/"); err != nil {
		t.Error(err)
	} else {
		r.Body.Close()
	}
	if a.asked != 1 {
		t.Errorf("the authority was asked %d times for two hosts, one after the other", a.asked)
	}
}

func TestWithoutTheAuthorityVisitorsGetAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	a := newAuthority(t)
	a.open("game.example")
	a.directory.Close()
	d, c := automatic(t, a, t.TempDir())
	if err := c.Obtain(); err == nil {
		t.Error("got a certificate without an authority")
	}
	if _, err := d.browserOf(a, "game.example").Get("https://game.example/"); err == nil {
		t.Error("a visitor sees a page without a certificate")
	}
}

func TestClosingDoesNotWaitForTheAuthority(t *testing.T) {
	t.Parallel()
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	a := newAuthority(t)
	a.open("game.example")
	_, c := automatic(t, a, t.TempDir())
	c.Stop()
	if err := c.Obtain(); err != nil || a.asked != 0 {
		t.Errorf("%v; it was asked %d times", err, a.asked)
	}
}
