package link

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"strings"
	"time"

	"dogfight/sys"
)

// Certificate returns the certificate and key in the PEM file at path. The first call makes both and saves them,
// readable by their owner alone. Concurrent processes get the same ones. A file without a certificate and its key is
// refused and not changed. If new ones cannot be saved, they are returned with a *sys.UnkeptError.
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

// NewCertificate returns a self-signed certificate and its key as PEM. P-256, because every TLS 1.3 stack must support
// it (RFC 8446, section 9.1). Clients pin it and check nothing else, so names are useless in it, and its dates never
// end a match.
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

const fingerprintPrefix = "SHA256:"

// Fingerprint returns the SHA-256 fingerprint of a certificate (DER) in OpenSSH's form.
func Fingerprint(cert []byte) string {
	sum := sha256.Sum256(cert)
	return fingerprintPrefix + base64.RawStdEncoding.EncodeToString(sum[:])
}

// FileFingerprint returns the fingerprint of the certificate in a PEM file, or "" if it has none.
func FileFingerprint(path string) string {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil {
		return ""
	}
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "CERTIFICATE" {
		return ""
	}
	return Fingerprint(block.Bytes)
}

// KeyFingerprint returns OpenSSH's fingerprint of a key: the SHA-256 of its SSH wire format (RFC 8709, section 4).
func KeyFingerprint(key ed25519.PublicKey) string {
	var blob []byte
	for _, part := range []string{"ssh-ed25519", string(key)} {
		blob = binary.BigEndian.AppendUint32(blob, uint32(len(part)))
		blob = append(blob, part...)
	}
	return Fingerprint(blob)
}

func isFingerprint(s string) bool {
	digits, ok := strings.CutPrefix(s, fingerprintPrefix)
	sum, err := base64.RawStdEncoding.DecodeString(digits)
	return ok && err == nil && len(sum) == sha256.Size
}
