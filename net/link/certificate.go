package link

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"time"

	"dogfight/sys"
)

// Certificate returns the certificate and key kept in the PEM file at path, and
// on first use makes both and keeps them there, readable by their owner alone.
// Processes that do so at the same time get the same one. A file that does not
// hold a certificate and its key is refused and left alone. New ones that cannot be kept
// are good for this time, and returned with a *atomicfile.UnkeptError.
func Certificate(path string) (tls.Certificate, error) {
	kept, unkept := sys.SaveOnce(path, NewCertificate)
	if unkept != nil && kept == nil {
		return tls.Certificate{}, fmt.Errorf("the host's certificate: %w", unkept)
	}
	cert, err := tls.X509KeyPair(kept, kept)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%s must hold a certificate and its key: %w; "+
			"put the file back, or delete it and players will be told that the host changed", path, err)
	}
	return cert, unkept
}

// NewCertificate returns a self-signed certificate and its key as PEM. P-256,
// because every TLS 1.3 stack must take it (RFC 8446, section 9.1). It is pinned,
// not checked, so names are of no use in it, and its dates never end a match.
func NewCertificate() ([]byte, error) {
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
