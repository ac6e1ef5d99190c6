package webd

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"golang.org/x/crypto/ssh"
)

// proof is the proof of a player: a key and a signature, or a token. See doc.go.
type proof struct {
	Key       string `json:"key"`
	Signature string `json:"signature"`
	Token     string `json:"token"`
}

const (
	// signedFor begins the text that a page signs, so that signatures of its key are of no use elsewhere.
	signedFor = "dogfight browser proof"
	// hashedFor begins the hash of a token. An SSH key begins with the length of its type's name in four bytes, so no token has the
	// fingerprint of a key.
	hashedFor = "dogfight browser token\x00"
)

// The errors of a proof, which the page shows to the player.
var (
	errProofShape = errors.New("this page did not say in a way that the host understands who you are: load it anew")
	errProofKey   = errors.New("this browser's key is none that can prove who you are: have the page forget it")
	errProofWrong = errors.New("this browser could not prove who you are: its signature is not for this host, or not for this visit")
)

// prove returns the fingerprint that a page of an origin proves with the answer to a challenge.
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

// parseProof parses a proof, which has a key and a signature or else a token.
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

// signedText returns the text that a page signs.
func signedText(origin, challenge string) []byte {
	return []byte(signedFor + "\n" + origin + "\n" + challenge + "\n")
}

// tokenSize is the size of a token.
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

// decode decodes size bytes of base64url in their only form: the decoder would ignore line ends.
func decode(text string, size int) (b []byte, ok bool) {
	if len(text) != base64.RawURLEncoding.EncodedLen(size) {
		return nil, false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return b, err == nil && len(b) == size
}

// isKey reports whether 32 bytes may be a key of one player: in canonical form, and not one of the few keys by which anyone can sign
// anything. Sums of another key and one of these are not checked: only the holder of the other key can sign for them, and may as
// well make a new key.
func isKey(key []byte) bool {
	y := slices.Clone(key)
	y[31] &^= 0x80 // the sign of x
	return below(y, fieldPrime) && !slices.ContainsFunc(smallOrder, func(small []byte) bool { return bytes.Equal(y, small) })
}

// below compares numbers, lowest byte first.
func below(a, b []byte) bool {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

var (
	// fieldPrime is 2^255 - 19 (RFC 8032, 5.1), lowest byte first.
	fieldPrime = unhex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
	// smallOrder are the y of the eight points with an order that divides eight, lowest byte first.
	smallOrder = [][]byte{
		unhex("0100000000000000000000000000000000000000000000000000000000000000"), // order 1
		unhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"), // 2
		unhex("0000000000000000000000000000000000000000000000000000000000000000"), // 4, two points
		unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), // 8, two points
		unhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), // 8, two points
	}
)

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}
