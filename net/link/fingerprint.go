package link

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"strings"

	"dogfight/sys"
)

const fingerprintPrefix = "SHA256:"

// Fingerprint names a certificate (DER) as OpenSSH names keys: by its SHA-256.
func Fingerprint(cert []byte) string {
	sum := sha256.Sum256(cert)
	return fingerprintPrefix + base64.RawStdEncoding.EncodeToString(sum[:])
}

// FileFingerprint names the certificate in a PEM file, which stays as it is; "" if it has none.
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

// KeyFingerprint names a key as OpenSSH does: by the SHA-256 of how it is written
// on the wire of SSH (RFC 8709, section 4).
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
