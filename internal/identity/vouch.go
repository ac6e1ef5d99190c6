package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"regexp"
	"strings"

	"golang.org/x/crypto/ssh"
)

// Vouch returns the statement of our key that it and the key or token of a browser belong to one player, at the host with that origin.
func (k Key) Vouch(fingerprint, origin string) (Proof, error) {
	digits, _ := strings.CutPrefix(fingerprint, "SHA256:")
	if sum, err := base64.RawStdEncoding.Strict().DecodeString(digits); !isFingerprint(fingerprint) || err != nil || len(sum) != sha256.Size {
		return nil, errors.New("the browser's key must be SHA256: and 43 characters, as its page shows it")
	}
	if !isOrigin(origin) {
		return nil, errors.New("the host must be http:// or https:// and its address, as the browser has it, got " + origin)
	}
	signer, err := ssh.NewSignerFromSigner(k.private)
	if err != nil {
		return nil, err
	}
	return Sign(signer, statementAt(fingerprint, origin))
}

// Sign returns the proof that a key has signed a statement.
func Sign(signer ssh.Signer, statement string) (Proof, error) {
	s := signature{Version: 1, PublicKey: signer.PublicKey().Marshal(), Namespace: namespace, Hash: "sha512"}
	sum := sha512.Sum512([]byte(statement))
	signed, err := signer.Sign(rand.Reader, s.signed(sum[:]))
	if err != nil {
		return nil, err
	}
	s.Signature = ssh.Marshal(signed)
	return append([]byte(preamble), ssh.Marshal(s)...), nil
}

// origins are those of pages, as browsers write them: in small letters, without a path.
var origins = regexp.MustCompile(`^https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,4})?$`)

// isOrigin reports whether a browser could write the origin of a page so; it leaves out the usual ports.
func isOrigin(s string) bool {
	usual := strings.HasPrefix(s, "http:") && strings.HasSuffix(s, ":80") || strings.HasPrefix(s, "https:") && strings.HasSuffix(s, ":443")
	return origins.MatchString(s) && !usual
}
