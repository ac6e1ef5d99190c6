package webd

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// authority is one that certificates come from, by itself or by ACME (RFC 8555). It believes every signature, and looks only
// whether a domain is where it connects to.
type authority struct {
	*testing.T
	key    *ecdsa.PrivateKey
	root   *x509.Certificate
	serial int64

	directory *httptest.Server // of ACME
	domain    string           // that is to be proven
	at        string           // where it is, as DNS would say

	mu     sync.Mutex
	proven bool
	asked  int    // orders
	issued []byte // PEM
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{T: t, serial: 1}
	a.key = newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, a.key.Public(), a.key)
	if err == nil {
		a.root, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// certify returns a certificate for a domain and a public key, as PEM, with the authority's own.
func (a *authority) certify(domain string, public any) []byte {
	a.serial++
	template := &x509.Certificate{
		SerialNumber: big.NewInt(a.serial), DNSNames: []string{domain}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(80 * 24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.root, public, a.key)
	if err != nil {
		a.Error(err)
	}
	return append(pemOf("CERTIFICATE", der), pemOf("CERTIFICATE", a.root.Raw)...)
}

func pemOf(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// pool is what browsers believe that believe the authority.
func (a *authority) pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.root)
	return p
}

// open has it speak ACME about a domain. Where that is must be told before it is asked.
func (a *authority) open(domain string) {
	a.domain = domain
	mux := http.NewServeMux()
	a.directory = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Replay-Nonce", fmt.Sprint(time.Now().UnixNano()))
		mux.ServeHTTP(w, r)
	}))
	a.Cleanup(a.directory.Close)
	at := func(path string) string { return a.directory.URL + path }
	order := func() map[string]any {
		a.mu.Lock()
		defer a.mu.Unlock()
		status := "pending"
		if a.proven {
			status = "ready"
		}
		if a.issued != nil {
			status = "valid"
		}
		return map[string]any{"status": status, "identifiers": []any{map[string]string{"type": "dns", "value": domain}},
			"authorizations": []string{at("/authorization")}, "finalize": at("/finalize"), "certificate": at("/certificate")}
	}
	challenge := func() map[string]any {
		a.mu.Lock()
		defer a.mu.Unlock()
		status := "pending"
		if a.proven {
			status = "valid"
		}
		return map[string]any{"type": "tls-alpn-01", "url": at("/challenge"), "token": "token", "status": status}
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		a.tells(w, 200, "", map[string]string{"newNonce": at("/nonce"), "newAccount": at("/account"), "newOrder": at("/order"), "revokeCert": at("/revoke")})
	})
	mux.HandleFunc("HEAD /nonce", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /account", func(w http.ResponseWriter, _ *http.Request) {
		a.tells(w, 201, at("/account/1"), map[string]string{"status": "valid"})
	})
	mux.HandleFunc("POST /order", func(w http.ResponseWriter, _ *http.Request) {
		a.mu.Lock()
		a.asked++
		a.mu.Unlock()
		a.tells(w, 201, at("/order/1"), order())
	})
	mux.HandleFunc("POST /order/1", func(w http.ResponseWriter, _ *http.Request) { a.tells(w, 200, at("/order/1"), order()) })
	mux.HandleFunc("POST /authorization", func(w http.ResponseWriter, _ *http.Request) {
		c := challenge()
		a.tells(w, 200, "", map[string]any{"status": c["status"], "identifier": map[string]string{"type": "dns", "value": domain}, "challenges": []any{c}})
	})
	mux.HandleFunc("POST /challenge", func(w http.ResponseWriter, _ *http.Request) {
		a.prove()
		a.tells(w, 200, "", challenge())
	})
	mux.HandleFunc("POST /finalize", func(w http.ResponseWriter, r *http.Request) {
		a.issue(r)
		a.tells(w, 200, at("/order/1"), order())
	})
	mux.HandleFunc("POST /certificate", func(w http.ResponseWriter, _ *http.Request) { w.Write(a.issued) })
}

func (a *authority) tells(w http.ResponseWriter, status int, location string, what any) {
	w.Header().Set("Content-Type", "application/json")
	if location != "" {
		w.Header().Set("Location", location)
	}
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(what)
}

// prove connects to where the domain is, and looks whether that can say what only the domain's owner was told (RFC 8737).
func (a *authority) prove() {
	c, err := tls.Dial("tcp", a.at, &tls.Config{ServerName: a.domain, NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true})
	if err != nil {
		a.Logf("no proof: %v", err)
		return
	}
	defer c.Close()
	shown := c.ConnectionState().PeerCertificates[0]
	for _, e := range shown.Extensions {
		if e.Id.Equal(asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}) && e.Critical && len(shown.DNSNames) == 1 && shown.DNSNames[0] == a.domain {
			a.mu.Lock()
			a.proven = c.ConnectionState().NegotiatedProtocol == "acme-tls/1"
			a.mu.Unlock()
		}
	}
}

// issue certifies the key in a request.
func (a *authority) issue(r *http.Request) {
	var signed struct{ Payload string }
	var payload struct{ CSR string }
	var body bytes.Buffer
	body.ReadFrom(r.Body)
	json.Unmarshal(body.Bytes(), &signed)
	b, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
	json.Unmarshal(b, &payload)
	der, _ := base64.RawURLEncoding.DecodeString(payload.CSR)
	csr, err := x509.ParseCertificateRequest(der)
	if err != nil {
		a.Error(err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.issued = a.certify(a.domain, csr.PublicKey)
}
