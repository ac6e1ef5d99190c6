package link

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
)

// KeyFingerprint names a key as OpenSSH does: by the SHA-256 of how it is written
// on the wire of SSH (RFC 8709, section 4).
func KeyFingerprint(key ed25519.PublicKey) string {
	var blob []byte
	for _, part := range []string{"ssh-ed25519", string(key)} {
		blob = binary.BigEndian.AppendUint32(blob, uint32(len(part)))
		blob = append(blob, part...)
	}
	sum := sha256.Sum256(blob)
	return fingerprintPrefix + base64.RawStdEncoding.EncodeToString(sum[:])
}

// CertificateOf returns the certificate (DER) that the other end of a link has shown
// with its key, or nil. What it says besides its key, nobody has checked.
func CertificateOf(l Link) []byte {
	if s, ok := l.(*stream); ok {
		return s.certificate
	}
	return nil
}

// identityOf returns the fingerprint of the key that the other end of a TLS
// connection has shown. TLS itself has it prove, in the handshake, that it holds it
// (RFC 8446, section 4.4.3). A key of another kind is nobody's.
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

var errCertificate = errors.New("expected one short certificate, or none")

// checkClient refuses a client who shows more than a key.
func checkClient(s tls.ConnectionState) error {
	if n := len(s.PeerCertificates); n > 1 || n == 1 && len(s.PeerCertificates[0].Raw) > maxCertificate {
		return errCertificate
	}
	return nil
}
