package webd

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"dogfight/sys"
)

// CertificateFiles is a certificate that lies in two files, which are read again when they change: renewals need no restart.
type CertificateFiles struct {
	// Static after construction.
	certificate, key string // paths
	log              *slog.Logger

	mu     sync.Mutex
	looked time.Time // when the files were last looked at
	read   [2]stamp  // what they were when pair was read
	pair   *tls.Certificate
	failed string // to read them again, as was told already
}

// stamp tells one state of a file from another.
type stamp struct {
	modified time.Time
	size     int64
}

// lookEvery is how often the files are looked at, at most: a handshake should cost no more than it must.
const lookEvery = time.Second

// ReadCertificate reads a certificate, with those that it needs to be believed, and its key. Both are PEM. A log that is nil is
// silent.
func ReadCertificate(certificate, key string, log *slog.Logger) (*CertificateFiles, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	f := &CertificateFiles{certificate: certificate, key: key, log: log}
	if err := f.load(); err != nil {
		return nil, err
	}
	f.looked = time.Now()
	if expired := f.pair.Leaf.NotAfter; f.looked.After(expired) {
		log.Warn("the certificate for browsers has expired", "file", certificate, "on", expired.Format(time.DateOnly))
	}
	return f, nil
}

// TLS returns the configuration for a listener that shows the certificate.
func (f *CertificateFiles) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.current(time.Now()), nil },
	}
}

// Name returns a name that the certificate is for, and that a browser can open; "" if it has none.
func (f *CertificateFiles) Name() string {
	for _, name := range f.current(time.Now()).Leaf.DNSNames {
		if !strings.HasPrefix(name, "*.") {
			return strings.ToLower(name)
		}
	}
	return ""
}

// current returns the certificate as it is in the files now, or as it was there last: a renewal writes one after the other.
func (f *CertificateFiles) current(now time.Time) *tls.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.looked) < lookEvery {
		return f.pair
	}
	f.looked = now
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
	stamps, err := f.stamps() // before they are read: one that changes meanwhile is read again
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

// stamps returns what the files are now.
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

// pathError says what is wrong with a file, without the name of the system's call.
func pathError(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}
