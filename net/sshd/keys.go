package sshd

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/sys"
)

// HostKey returns the ed25519 key in the file at path, by which players recognise the host. On first use it makes one, readable by
// its owner alone. A file without a private key is refused and not changed. A new key that cannot be saved is returned with a
// *sys.NotSavedError.
func HostKey(path string) (ssh.Signer, error) {
	saved, notSaved := sys.SaveOnce(path, newHostKey)
	if notSaved != nil && saved == nil {
		return nil, fmt.Errorf("the host's key for SSH: %w", notSaved)
	}
	key, err := ssh.ParsePrivateKey(saved)
	if err != nil {
		return nil, fmt.Errorf("%s must hold a private key: %w; "+
			"put the file back, or delete it and players will be told that the host changed", path, err)
	}
	return key, notSaved
}

// signingKey is the host's key. It calls signs before each signature.
type signingKey struct {
	ssh.MultiAlgorithmSigner
	signs func()
}

// signing returns a signingKey. A signature is due when a client has sent its half of an exchange of keys.
func signing(key ssh.Signer, signs func()) ssh.Signer {
	if all, ok := key.(ssh.MultiAlgorithmSigner); ok { // all keys that x/crypto reads are
		return signingKey{all, signs}
	}
	return key
}

func (k signingKey) Sign(rand io.Reader, data []byte) (*ssh.Signature, error) {
	k.signs()
	return k.MultiAlgorithmSigner.Sign(rand, data)
}

func (k signingKey) SignWithAlgorithm(rand io.Reader, data []byte, algorithm string) (*ssh.Signature, error) {
	k.signs()
	return k.MultiAlgorithmSigner.SignWithAlgorithm(rand, data, algorithm)
}

// newHostKey returns a key in OpenSSH's own format.
func newHostKey() ([]byte, error) {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(key, "dogfight host")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}

// Allowed is the comments of the keys that may join, by their fingerprints. nil is all keys.
type Allowed map[string]string

// ReadAllowed reads a file in the format of authorized_keys of OpenSSH. Options before a key have no effect. Each line must hold a
// key or its fingerprint (SHA256:...), be empty, or begin with #: a mistake must not silently lock out players.
func ReadAllowed(path string) (Allowed, error) { return readKeys(path, false) }

// ReadStrict is ReadAllowed for operators' keys. It refuses options, as their author expects them to hold.
func ReadStrict(path string) (Allowed, error) { return readKeys(path, true) }

func readKeys(path string, strict bool) (Allowed, error) {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil {
		return nil, fmt.Errorf("cannot read the allowed keys: %w", err)
	}
	a := Allowed{}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		if print, name, _ := strings.Cut(string(line), " "); strings.HasPrefix(print, "SHA256:") {
			if _, err := admission.ParseBan(print); err != nil {
				return nil, fmt.Errorf("%s:%d: must be a fingerprint, as dogfight admin who prints it", path, number)
			}
			a[print] = strings.TrimSpace(name)
			continue
		}
		key, name, options, _, err := ssh.ParseAuthorizedKey(line)
		if strict && len(options) > 0 {
			return nil, fmt.Errorf("%s:%d: must be a public key without options before it", path, number)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: must be a public key, as in authorized_keys", path, number)
		}
		a[ssh.FingerprintSHA256(key)] = name
	}
	if len(a) == 0 {
		return nil, fmt.Errorf("%s must hold at least one public key", path)
	}
	return a, nil
}

func (a Allowed) has(key ssh.PublicKey) bool {
	_, listed := a[ssh.FingerprintSHA256(key)]
	return a == nil || listed
}

// The algorithms for clients: all that the package supports without SHA-1, RC4, CBC and DSA. Every OpenSSH since 7.2, of 2016, has
// one of each.
var (
	keyExchanges = []string{
		ssh.KeyExchangeMLKEM768X25519, ssh.KeyExchangeCurve25519,
		ssh.KeyExchangeECDHP256, ssh.KeyExchangeECDHP384, ssh.KeyExchangeECDHP521,
		ssh.KeyExchangeDH16SHA512, ssh.KeyExchangeDH14SHA256,
	}
	ciphers = []string{
		ssh.CipherAES128GCM, ssh.CipherAES256GCM, ssh.CipherChaCha20Poly1305,
		ssh.CipherAES128CTR, ssh.CipherAES192CTR, ssh.CipherAES256CTR,
	}
	macs     = []string{ssh.HMACSHA256ETM, ssh.HMACSHA512ETM, ssh.HMACSHA256, ssh.HMACSHA512}
	keyProof = []string{ // of visitors' keys, and of certificates
		ssh.KeyAlgoED25519, ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256,
		ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521,
		ssh.KeyAlgoRSASHA256, ssh.KeyAlgoRSASHA512,
	}
)

// Visitor is the client at the other end of a connection.
type Visitor struct {
	User     string // unchecked
	Identity string // fingerprint of the proven key; "" for none
	Remote   string // the client's address, for logs
}

// identity is the key of the fingerprint in the permissions of a connection.
const identity = "dogfight-identity"

var errStranger = errors.New("this key is not on the list")

// tooManyKeys is the error of the last try.
var tooManyKeys = &ssh.BannerError{Err: errStranger, Message: fmt.Sprintf(
	"None of your first %d keys is allowed here. Name the one that is: ssh -o IdentitiesOnly=yes -i KEYFILE ...\n", maxTries)}

// authentication accepts a proven key and, unless only some keys are allowed, also none.
//
// The callback notes a key that is offered, which counts only once it is proven. OpenSSH offers no key where "none" is accepted; so
// a client without one answers a round of no questions.
func authentication(key ssh.Signer, allowed Allowed) *ssh.ServerConfig {
	refused := 0
	c := &ssh.ServerConfig{
		Config:                  ssh.Config{KeyExchanges: keyExchanges, Ciphers: ciphers, MACs: macs},
		PublicKeyAuthAlgorithms: keyProof,
		MaxAuthTries:            maxTries,
		ServerVersion:           "SSH-2.0-dogfight",
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if cert, ok := key.(*ssh.Certificate); ok {
				key = cert.Key // it outlives the certificate
			}
			if !allowed.has(key) {
				if refused++; refused == maxTries {
					return nil, tooManyKeys
				}
				return nil, errStranger
			}
			return &ssh.Permissions{Extensions: map[string]string{identity: ssh.FingerprintSHA256(key)}}, nil
		},
	}
	if allowed == nil {
		c.KeyboardInteractiveCallback = func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			_, err := ask("", "", nil, nil)
			return &ssh.Permissions{}, err
		}
	}
	c.AddHostKey(key)
	return c
}

func visitorOf(c *ssh.ServerConn) Visitor {
	v := Visitor{User: c.User(), Remote: c.RemoteAddr().String()}
	if c.Permissions != nil {
		v.Identity = c.Permissions.Extensions[identity]
	}
	return v
}
