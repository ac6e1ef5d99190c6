package door

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"time"

	"dogfight/net/link"
)

// certificateOf returns a certificate that shows a key to hosts, and the identity that they know it by. They look at nothing in it but
// the key.
func certificateOf(key ed25519.PrivateKey) (tls.Certificate, string, error) {
	template := &x509.Certificate{
		Subject:   pkix.Name{CommonName: "dogfight door"},
		NotBefore: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:  time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), // "no end", RFC 5280, section 4.1.2.5
		KeyUsage:  x509.KeyUsageDigitalSignature,
	}
	public := key.Public().(ed25519.PublicKey)
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, link.KeyFingerprint(public), err
}
