package webd

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"

	"golang.org/x/crypto/ssh"
)

// proof is what a page shows of who the player is: a key and a signature, or a token. See doc.go.
type proof struct {
	Key       string `json:"key"`
	Signature string `json:"signature"`
	Token     string `json:"token"`
}

const (
	// signedFor begins what a page signs, so that no signature of its key means anything elsewhere.
	signedFor = "dogfight browser proof"
	// hashedFor begins what is hashed of a token. A key of SSH begins with the length of its kind's name in four bytes:
	// no token's fingerprint is a key's.
	hashedFor = "dogfight browser token\x00"
)

// The reasons why a proof is refused, fit to be shown to the player.
var (
	errProofShape = errors.New("this page did not say in a way that the host understands who you are: load it anew")
	errProofKey   = errors.New("this browser's key is none that can prove who you are: have the page forget it")
	errProofWrong = errors.New("this browser could not prove who you are: its signature is not for this host, or not for this visit")
)

// prove returns the fingerprint of who a page of an origin is that was given a challenge and answers with a proof.
func prove(text []byte, origin, challenge string) (fingerprint string, err error) {
	p, err := parseProof(text)
	if err != nil {
		return "", err
	}
	if p.Token != "" {
		token, ok := decode(p.Token, tokenSize)
		if !ok {
			return "", errProofShape
		}
		return tokenFingerprint(token), nil
	}
	key, ok := decode(p.Key, ed25519.PublicKeySize)
	signature, whole := decode(p.Signature, ed25519.SignatureSize)
	switch {
	case !ok || !whole:
		return "", errProofShape
	case !isKey(key):
		return "", errProofKey
	case !ed25519.Verify(key, signedText(origin, challenge), signature):
		return "", errProofWrong
	}
	return keyFingerprint(key)
}

// parseProof reads a proof, which has a key and a signature or else a token.
func parseProof(text []byte) (p proof, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&p) != nil {
		return proof{}, errProofShape
	}
	if _, err := d.Token(); err != io.EOF {
		return proof{}, errProofShape
	}
	signed := p.Key != "" && p.Signature != "" && p.Token == ""
	shown := p.Key == "" && p.Signature == "" && p.Token != ""
	if !signed && !shown {
		return proof{}, errProofShape
	}
	return p, nil
}

// signedText is what a page signs.
func signedText(origin, challenge string) []byte {
	return []byte(signedFor + "\n" + origin + "\n" + challenge + "\n")
}

// tokenSize is that of a token.
const tokenSize = 32

func tokenFingerprint(token []byte) string {
	sum := sha256.Sum256(append([]byte(hashedFor), token...))
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

func keyFingerprint(key ed25519.PublicKey) (string, error) {
	public, err := ssh.NewPublicKey(key)
	if err != nil {
		return "", errProofKey
	}
	return ssh.FingerprintSHA256(public), nil
}

// decode reads so many bytes of base64url, written in the one way there is: the decoder passes over line ends.
func decode(text string, size int) (b []byte, ok bool) {
	if len(text) != base64.RawURLEncoding.EncodedLen(size) {
		return nil, false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return b, err == nil && len(b) == size
}
