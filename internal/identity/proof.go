package identity

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/ssh"
)

// Proof is the statement of an SSH key that it and a key of ours belong to one player: a
// signature as ssh-keygen -Y sign makes it (OpenSSH, PROTOCOL.sshsig), of Statement,
// without its armour.
type Proof []byte

const (
	namespace = "dogfight"
	armour    = "SSH SIGNATURE"
	preamble  = "SSHSIG"
	// maxProof is room for an RSA key of 7,000 bits and its signature.
	maxProof = 2048
)

// Statement is what an SSH key has to sign, to vouch for the key of ours with that
// fingerprint.
func Statement(fingerprint string) string { return "dogfight identity " + fingerprint }

// StatementAt is what a key has to sign, to vouch for the key or token of a browser with that fingerprint, which belongs to the pages
// of an origin and counts at that host alone.
func statementAt(fingerprint, origin string) string {
	return Statement(fingerprint) + " at " + origin
}

// ParseProof takes a signature out of its armour.
func ParseProof(armoured []byte) (Proof, error) {
	block, _ := pem.Decode(armoured)
	if block == nil || block.Type != armour {
		return nil, errors.New("not a signature made by ssh-keygen")
	}
	return block.Bytes, nil
}

func (p Proof) armoured() []byte { return pem.EncodeToMemory(&pem.Block{Type: armour, Bytes: p}) }

// signature is what a proof holds after its preamble.
type signature struct {
	Version   uint32
	PublicKey []byte
	Namespace string
	Reserved  string
	Hash      string
	Signature []byte
}

// claims returns the fingerprint of the SSH key that a proof claims to be from. It is not
// verified: see By.
func (p Proof) claims() (string, error) {
	var s signature
	rest, ok := bytes.CutPrefix(p, []byte(preamble))
	if !ok || len(p) > maxProof || ssh.Unmarshal(rest, &s) != nil {
		return "", errors.New("not a signature")
	}
	sum := sha256.Sum256(s.PublicKey)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:]), nil
}

// By returns the fingerprint of the SSH key that vouches for the key of ours with
// that fingerprint.
func (p Proof) By(fingerprint string) (string, error) { return p.of(Statement(fingerprint)) }

// of returns the fingerprint of the key that has signed a statement.
func (p Proof) of(statement string) (string, error) {
	var s signature
	rest, ok := bytes.CutPrefix(p, []byte(preamble))
	if !ok || len(p) > maxProof || ssh.Unmarshal(rest, &s) != nil || s.Version != 1 || s.Namespace != namespace {
		return "", errors.New("not a signature for dogfight")
	}
	key, err := ssh.ParsePublicKey(s.PublicKey)
	if err != nil {
		return "", fmt.Errorf("not a signature of an SSH key: %w", err)
	}
	if _, vouched := key.(*ssh.Certificate); vouched {
		return "", errors.New("must be signed by an SSH key, got a certificate")
	}
	if err := s.verify(key, statement); err != nil {
		return "", fmt.Errorf("the signature of %s is not for this key: %w", ssh.FingerprintSHA256(key), err)
	}
	return ssh.FingerprintSHA256(key), nil
}

// verify returns why a text was not signed so, or nil.
func (s *signature) verify(key ssh.PublicKey, text string) error {
	var hash []byte
	switch s.Hash {
	case "sha256":
		sum := sha256.Sum256([]byte(text))
		hash = sum[:]
	case "sha512":
		sum := sha512.Sum512([]byte(text))
		hash = sum[:]
	default:
		return fmt.Errorf("the hash must be sha256 or sha512, got %q", s.Hash)
	}
	var sig ssh.Signature
	if err := ssh.Unmarshal(s.Signature, &sig); err != nil {
		return err
	}
	if sig.Format == ssh.KeyAlgoRSA { // which is by SHA-1, and PROTOCOL.sshsig has no such
		return errors.New("the signature must not use SHA-1")
	}
	if err := key.Verify(s.signed(hash), &sig); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "ssh: "))
	}
	return nil
}

// signed returns what is signed of a text with that hash.
func (s *signature) signed(hash []byte) []byte {
	text := ssh.Marshal(struct{ Namespace, Reserved, Hash, Sum string }{s.Namespace, s.Reserved, s.Hash, string(hash)})
	return append([]byte(preamble), text...)
}
