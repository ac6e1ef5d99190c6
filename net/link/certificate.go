package link

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Certificate returns the certificate and key kept in the PEM file at path, and
// on first use makes both and keeps them there, readable by their owner alone.
// Processes that do so at the same time get the same one. A file that does not
// hold a certificate and its key is refused and left alone.
func Certificate(path string) (tls.Certificate, error) {
	kept, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := keepNew(path, newCertificate); err != nil {
			return tls.Certificate{}, fmt.Errorf("cannot keep a new certificate: %w", err)
		}
		kept, err = os.ReadFile(path)
	}
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("cannot read the certificate: %w", err)
	}
	cert, err := tls.X509KeyPair(kept, kept)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("expected a certificate and its key in %s: %w; "+
			"put the file back, or delete it and players will be told that the host changed", path, err)
	}
	return cert, nil
}

// Fingerprint names a certificate (DER) as OpenSSH names keys.
func Fingerprint(cert []byte) string {
	sum := sha256.Sum256(cert)
	return fingerprintPrefix + base64.RawStdEncoding.EncodeToString(sum[:])
}

const fingerprintPrefix = "SHA256:"

// keepNew has what produce returns appear at path complete or not at all.
// It is no error when another process was faster: its file stays.
func keepNew(path string, produce func() ([]byte, error)) error {
	made, err := produce()
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	draft, err := os.CreateTemp(dir, ".secret-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(made)
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	return publish(draft.Name(), path)
}

// publish gives draft the name path unless that exists.
func publish(draft, path string) error {
	err := os.Link(draft, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	// A file system without hard links, such as FAT. Here the last process
	// wins, which matters only to those that start in the same millisecond.
	return os.Rename(draft, path)
}

// newCertificate returns a self-signed certificate and its key as PEM. P-256,
// because every TLS 1.3 stack must take it (RFC 8446, section 9.1). It is pinned,
// not checked, so names are of no use in it, and its dates never end a match.
func newCertificate() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		Subject:   pkix.Name{CommonName: "dogfight host"},
		NotBefore: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:  time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), // "no end", RFC 5280, section 4.1.2.5
		KeyUsage:  x509.KeyUsageDigitalSignature,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	b := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})
	return append(b, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...), nil
}
