package identity

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/crypto/ssh"
)

// Proof is the statement of an SSH key that it and a key of ours belong to one player: a signature of Statement as ssh-keygen -Y sign makes
// it (OpenSSH, PROTOCOL.sshsig), without its armour.
type Proof []byte

const (
	namespace = "dogfight"
	armour    = "SSH SIGNATURE"
	preamble  = "SSHSIG"
	// maxProof has room for an RSA key of 7,000 bits and its signature.
	maxProof = 2048
)

// Statement returns the text that an SSH key signs to vouch for the key of ours with a fingerprint.
func Statement(fingerprint string) string { return "dogfight identity " + fingerprint }

// statementAt returns the text that a key signs to vouch for the key or token of a browser, which belongs to the pages of an origin and is
// valid at that host alone.
func statementAt(fingerprint, origin string) string {
	return Statement(fingerprint) + " at " + origin
}

// ParseProof removes the armour of a signature.
func ParseProof(armoured []byte) (Proof, error) {
	block, _ := pem.Decode(armoured)
	if block == nil || block.Type != armour {
		return nil, errors.New("not a signature made by ssh-keygen")
	}
	return block.Bytes, nil
}

func (p Proof) armoured() []byte { return pem.EncodeToMemory(&pem.Block{Type: armour, Bytes: p}) }

// signature is a proof after its preamble.
type signature struct {
	Version   uint32
	PublicKey []byte
	Namespace string
	Reserved  string
	Hash      string
	Signature []byte
}

func (p Proof) parse() (s signature, ok bool) {
	rest, ok := bytes.CutPrefix(p, []byte(preamble))
	ok = ok && len(p) <= maxProof && ssh.Unmarshal(rest, &s) == nil
	return s, ok
}

// claimed returns the fingerprint of the SSH key that a proof claims to be from, unverified: see By.
func (p Proof) claimed() (string, error) {
	s, ok := p.parse()
	if !ok {
		return "", errors.New("not a signature")
	}
	sum := sha256.Sum256(s.PublicKey)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:]), nil
}

// By returns the fingerprint of the SSH key that vouches for the key of ours with a fingerprint.
func (p Proof) By(fingerprint string) (string, error) { return p.of(Statement(fingerprint)) }

// of returns the fingerprint of the key that has signed a statement.
func (p Proof) of(statement string) (string, error) {
	s, ok := p.parse()
	if !ok || s.Version != 1 || s.Namespace != namespace {
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

// verify returns nil if key has signed a text.
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
	if sig.Format == ssh.KeyAlgoRSA { // it is by SHA-1, which PROTOCOL.sshsig excludes
		return errors.New("the signature must not use SHA-1")
	}
	if err := key.Verify(s.signed(hash), &sig); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "ssh: "))
	}
	return nil
}

// signed returns the signed bytes for the hash of a text.
func (s *signature) signed(hash []byte) []byte {
	text := ssh.Marshal(struct{ Namespace, Reserved, Hash, Sum string }{s.Namespace, s.Reserved, s.Hash, string(hash)})
	return append([]byte(preamble), text...)
}

// Vouch returns the statement of our key that it and the key or token of a browser belong to one player, at the host of an origin.
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

// origins matches origins as browsers write them: in small letters, without a path.
var origins = regexp.MustCompile(`^https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,4})?$`)

// isOrigin reports whether s is an origin as browsers write it, without the usual port.
func isOrigin(s string) bool {
	usual := strings.HasPrefix(s, "http:") && strings.HasSuffix(s, ":80") || strings.HasPrefix(s, "https:") && strings.HasSuffix(s, ":443")
	return origins.MatchString(s) && !usual
}
