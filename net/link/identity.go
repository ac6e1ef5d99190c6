package link

import (
	"crypto/ed25519"
	"crypto/tls"
	"errors"
)

// CertificateOf returns the certificate (DER) that the other end of a link has shown
// with its key, or nil. What it says besides its key has not been checked.
func CertificateOf(l Link) []byte {
	if s := streamOf(l); s != nil {
		return s.certificate
	}
	return nil
}

// identityOf returns the fingerprint of the key that the other end of a TLS
// connection has shown. TLS itself makes it prove, in the handshake, that it holds it
// (RFC 8446, section 4.4.3). A key of another kind is no identity.
func identityOf(s tls.ConnectionState) string {
	if len(s.PeerCertificates) == 0 {
		return ""
	}
	key, ok := s.PeerCertificates[0].PublicKey.(ed25519.PublicKey)
	if !ok {
		return ""
	}
	return KeyFingerprint(key)
}

// maxCertificate is the longest certificate of a client that a host looks at. One
// that shows a key, and nothing else, is shorter than 400 bytes.
const maxCertificate = 16 << 10

var errCertificate = errors.New("must show one short certificate, or none")

// checkClient refuses a client that shows more than a key.
func checkClient(s tls.ConnectionState) error {
	if n := len(s.PeerCertificates); n > 1 || n == 1 && len(s.PeerCertificates[0].Raw) > maxCertificate {
		return errCertificate
	}
	return nil
}
