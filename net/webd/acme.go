package webd

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// ACME gets a certificate for a domain from an authority that everybody believes, and renews it (RFC 8555). The authority
// connects to port 443 of the domain to see that it is here (tls-alpn-01, RFC 8737): it needs no other port.
type ACME struct {
	domain  string
	manager autocert.Manager
	ctx     context.Context // of all requests to the authority
	stop    context.CancelFunc
}

// ACMEPort is where the authority looks whether a domain is here.
const ACMEPort = 443

// NewACME returns one that keeps its account, keys and certificates in a folder. The authority is at the URL of a directory; ""
// is Let's Encrypt. The caller must Stop it.
func NewACME(domain, folder, directory string) *ACME {
	a := &ACME{domain: domain}
	a.ctx, a.stop = context.WithCancel(context.Background())
	a.manager = autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(folder), HostPolicy: autocert.HostWhitelist(domain),
		Client: &acme.Client{
			DirectoryURL: cmp.Or(directory, acme.LetsEncryptURL), UserAgent: "dogfight",
			HTTPClient: &http.Client{Transport: transportUntil{a.ctx}, Timeout: 30 * time.Second},
		},
	}
	return a
}

// TLS returns the configuration for a listener that shows the certificate, and answers the authority.
func (a *ACME) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1", acme.ALPNProto},
		GetCertificate: a.manager.GetCertificate,
	}
}

// Obtain gets the certificate, unless there is one already, before the first visitor comes. It needs a listener that has TLS's
// configuration, and returns when there is a certificate, or why there is none, after five minutes at most. Handshakes that
// come later try again, once a minute.
func (a *ACME) Obtain() error {
	_, err := a.manager.GetCertificate(&tls.ClientHelloInfo{
		ServerName: a.domain, SupportedProtos: []string{"http/1.1"},
		SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256},
		CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	})
	if err != nil && a.ctx.Err() == nil {
		return fmt.Errorf("no certificate for %s: %w", a.domain, err)
	}
	return nil
}

// Stop ends all requests to the authority.
func (a *ACME) Stop() { a.stop() }

// transportUntil ends requests when its context does, which autocert does not know.
type transportUntil struct{ ctx context.Context }

// RoundTrip is an http.RoundTripper's.
func (t transportUntil) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(t.ctx, cancel)
	response, err := http.DefaultTransport.RoundTrip(r.WithContext(ctx))
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	response.Body = body{response.Body, func() { stop(); cancel() }}
	return response, nil
}

// body is one that says when it was read.
type body struct {
	io.ReadCloser
	done func()
}

func (b body) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}
