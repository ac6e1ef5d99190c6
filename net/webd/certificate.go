package webd

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"dogfight/sys"
)

// CertificateFiles is a certificate in two files. It reads them again when they change, so renewals need no restart.
type CertificateFiles struct {
	// Static after construction.
	certificate, key string // paths
	log              *slog.Logger

	mu        sync.Mutex
	checkedAt time.Time
	read      [2]stamp // of the files of pair
	pair      *tls.Certificate
	failed    string // the latest error, which is logged
}

// stamp identifies a state of a file.
type stamp struct {
	modified time.Time
	size     int64
}

// checkEvery is the least time between checks of the files: handshakes should be cheap.
const checkEvery = time.Second

// ReadCertificate reads a certificate, with its intermediates, and its key. Both are PEM. A nil log is silent.
func ReadCertificate(certificate, key string, log *slog.Logger) (*CertificateFiles, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	f := &CertificateFiles{certificate: certificate, key: key, log: log}
	if err := f.load(); err != nil {
		return nil, err
	}
	f.checkedAt = time.Now()
	if expired := f.pair.Leaf.NotAfter; f.checkedAt.After(expired) {
		log.Warn("the certificate for browsers has expired", "file", certificate, "on", expired.Format(time.DateOnly))
	}
	return f, nil
}

// TLS returns the configuration for a listener.
func (f *CertificateFiles) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.current(time.Now()), nil },
	}
}

// Name returns a name in the certificate that a browser can open; "" if there is none.
func (f *CertificateFiles) Name() string {
	for _, name := range f.current(time.Now()).Leaf.DNSNames {
		if !strings.HasPrefix(name, "*.") {
			return strings.ToLower(name)
		}
	}
	return ""
}

// current returns the certificate in the files, or the latest that was whole: a renewal writes one file after the other.
func (f *CertificateFiles) current(now time.Time) *tls.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.checkedAt) < checkEvery {
		return f.pair
	}
	f.checkedAt = now
	if stamps, err := f.stamps(); err == nil && stamps == f.read {
		return f.pair
	}
	was := f.failed
	if err := f.load(); err != nil {
		if f.failed = err.Error(); f.failed != was {
			f.log.Warn("the certificate for browsers is the one from before", "err", err)
		}
		return f.pair
	}
	f.failed = ""
	f.log.Info("the certificate for browsers was read again", "good until", f.pair.Leaf.NotAfter.Format(time.DateOnly))
	return f.pair
}

// load reads the files.
func (f *CertificateFiles) load() error {
	stamps, err := f.stamps() // first: a file that changes now is read again
	if err != nil {
		return err
	}
	pair, err := sys.ReadKeyPair(f.certificate, f.key)
	if err != nil {
		return fmt.Errorf("%s with %s: %w", f.certificate, f.key, err)
	}
	f.read, f.pair = stamps, &pair
	return nil
}

// stamps returns the state of the files.
func (f *CertificateFiles) stamps() (s [2]stamp, err error) {
	for i, path := range []string{f.certificate, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return s, pathError(path, err)
		}
		s[i] = stamp{info.ModTime(), info.Size()}
	}
	return s, nil
}

// pathError removes the name of the system call from an error.
func pathError(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// ACME gets a certificate for a domain from a public authority, and renews it (RFC 8555). The authority connects to port 443 of the
// domain to check it (tls-alpn-01, RFC 8737): it needs no other port.
type ACME struct {
	domain  string
	manager autocert.Manager
	ctx     context.Context // of all requests to the authority
	stop    context.CancelFunc
}

// ACMEPort is the port at which the authority checks a domain.
const ACMEPort = 443

// NewACME returns an ACME with its account, keys and certificates in a folder. The authority is the URL of its directory; "" is
// Let's Encrypt. The caller must Stop it.
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

// TLS returns the configuration for a listener, which also answers the authority.
func (a *ACME) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1", acme.ALPNProto},
		GetCertificate: a.manager.GetCertificate,
	}
}

// Obtain gets the certificate, unless there is one, before the first visitor. It needs a listener with the configuration of TLS, and
// takes five minutes at most. Later handshakes try again, once a minute.
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

// transportUntil ends requests when its ctx is done, which autocert cannot.
type transportUntil struct{ ctx context.Context }

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

// body is a response body that calls done when it is closed.
type body struct {
	io.ReadCloser
	done func()
}

func (b body) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}
