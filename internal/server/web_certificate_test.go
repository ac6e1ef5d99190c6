package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
	"dogfight/testkit"
)

// certifies writes a certificate for a name that signs itself, and returns its files and who believes it.
func certifies(t *testing.T, name string) (certificate, key string, believed *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"*." + name, name}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	believed = x509.NewCertPool()
	believed.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public}))
	certificate, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for path, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key, believed
}

func TestBrowsersAreShownTheOperatorsCertificateAndNeverTheHostsOwn(t *testing.T) {
	t.Parallel()
	certificate, key, believed := certifies(t, "game.example")
	s, web := hostsForBrowsers(t, Options{WebOptions: WebOptions{WebCertificate: certificate, WebKey: key}})
	own, err := link.Certificate(s.dirs.HostCertificate())
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Timeout: testkit.Limit, Transport: &http.Transport{
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: believed, ServerName: "game.example"},
	}}
	r, err := client.Get(strings.Replace(web, "http:", "https:", 1) + "/info")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if shown := r.TLS.PeerCertificates[0]; shown.Equal(own.Leaf) || r.StatusCode != 200 || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s, shown %v, %v", r.Status, shown.DNSNames, r.Header)
	}
	if want := fmt.Sprintf("https://game.example:%d/", s.webDoor().Addr().Port()); s.WebURL() != want {
		t.Errorf("others are told %s, want %s", s.WebURL(), want)
	}
	// Whoever looks for another name by mistake, or for none, sees the same.
	for _, name := range []string{"", "other.example"} {
		c, err := tls.Dial("tcp", strings.TrimPrefix(web, "http://"), &tls.Config{InsecureSkipVerify: true, ServerName: name})
		if err != nil {
			t.Fatal(err)
		}
		if shown := c.ConnectionState().PeerCertificates[0]; shown.Equal(own.Leaf) || shown.VerifyHostname("game.example") != nil {
			t.Errorf("who asks for %q is shown %v", name, shown.DNSNames)
		}
		c.Close()
	}
}

func TestAHostWithoutTheCertificateThatWasNamedDoesNotStart(t *testing.T) {
	t.Parallel()
	o := Options{Dirs: ownDirs(t), Web: "127.0.0.1:0", WebOptions: WebOptions{WebCertificate: "/nowhere/cert.pem", WebKey: "/nowhere/key.pem"}}
	o.Match.Arena, o.Match.Skill, o.Match.OffRecord = "duel", 1, true
	s, err := Start(o, nil)
	if err == nil {
		s.Close()
	}
	if err == nil || err.Error() != "cannot show browsers the certificate: /nowhere/cert.pem: no such file or directory" {
		t.Errorf("it says %v", err)
	}
}

func TestAHostThatWaitsForACertificateClosesAtOnceAndSaysWhichPortMustLeadToIt(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // an authority that takes its time
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	o := Options{WebOptions: WebOptions{WebDomain: "game.example", WebAuthority: "http://" + silent.Addr().String()}}
	started, web := hostsForBrowsers(t, o)
	if started.warning == nil || !strings.Contains(started.warning.Error(), "looks for game.example at port 443: that must lead here, to port") {
		t.Errorf("it warns: %v", started.warning)
	}
	if want := "https://game.example:"; !strings.HasPrefix(started.WebURL(), want) {
		t.Errorf("others are told %s", started.WebURL())
	}
	if c, err := tls.Dial("tcp", strings.TrimPrefix(web, "http://"), &tls.Config{InsecureSkipVerify: true, ServerName: "other.example"}); err == nil {
		c.Close()
		t.Error("another name is shown a certificate")
	}
	asked, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	began := time.Now()
	if started.Close(); time.Since(began) > testkit.Limit/3 { // a request to an authority may take half a minute
		t.Errorf("it took %v to close", time.Since(began))
	}
}
