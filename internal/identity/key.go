// Package identity has the identity of a player: an ed25519 key, created on first use. The player's TLS client certificate proves to hosts
// that they hold it. Its fingerprint is OpenSSH's, so the same key has the same identity by SSH.
//
// Other SSH keys can vouch for it (Proof). The certificate has these proofs, and hosts then take all of the keys as one player's
// (LinkedKeys): the player holds the one, and the others have signed it.
package identity

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/sys"
)

// Key is the player's key. Load returns one.
type Key struct {
	// Warning, if not nil, is why others may have the key, or why it is not saved.
	Warning error
	Unsaved bool // it is valid in this process alone

	private ed25519.PrivateKey
	public  ssh.PublicKey
}

// Load returns the key in the file at path, in OpenSSH's format. The first call creates it, readable by its owner alone; concurrent
// processes get the same key. A file without a valid key is refused and left alone. A new key that cannot be saved is valid for this
// process.
func Load(path string) (Key, error) {
	if k, ok := unsaved.Load(path); ok {
		return k.(Key), nil
	}
	text, err := sys.SaveOnce(path, generate)
	if text == nil {
		return Key{}, fmt.Errorf("your key: %w", err)
	}
	warning := err
	k, err := parse(text)
	if err != nil {
		return Key{}, fmt.Errorf("%s must hold an ed25519 key in OpenSSH's format, without a passphrase: %w; "+
			"put the file back, or delete it and hosts will take you for a new player", path, err)
	}
	k.Warning = warning
	var notSaved *sys.NotSavedError
	if errors.As(warning, &notSaved) {
		k.Warning = fmt.Errorf("your new key cannot be saved (%w): next time, hosts will take you for another player", notSaved.Err)
		k.Unsaved = true
		first, _ := unsaved.LoadOrStore(path, k)
		k = first.(Key)
	}
	return k, nil
}

// unsaved has the keys that could not be saved, by path: a process is one player.
var unsaved sync.Map

func parse(text []byte) (Key, error) {
	parsed, err := ssh.ParseRawPrivateKey(text)
	if err != nil {
		return Key{}, errors.New(strings.TrimPrefix(err.Error(), "ssh: "))
	}
	private, ok := parsed.(*ed25519.PrivateKey)
	if !ok {
		return Key{}, errors.New("it is another kind of key")
	}
	public, err := ssh.NewPublicKey(private.Public())
	return Key{private: *private, public: public}, err
}

// generate returns a new key in OpenSSH's format.
func generate() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(private, "dogfight")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}

// Fingerprint returns the fingerprint as OpenSSH does: "SHA256:" and 43 characters.
func (k Key) Fingerprint() string { return ssh.FingerprintSHA256(k.public) }

// Line returns the public key as a line of authorized_keys, without its end.
func (k Key) Line() string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k.public))) + " dogfight"
}

// Certificate returns the certificate for hosts, with the proofs, which may be nil. Hosts read nothing else but the key, so its dates never
// end a match.
func (k Key) Certificate(proofs Proofs) (tls.Certificate, error) {
	template := &x509.Certificate{
		Subject:   pkix.Name{CommonName: "dogfight player"},
		NotBefore: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:  time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), // "no end", RFC 5280, section 4.1.2.5
		KeyUsage:  x509.KeyUsageDigitalSignature,

		ExtraExtensions: proofs.extensions(),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, k.private.Public(), k.private)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("cannot create a certificate for your key: %w", err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: k.private}, nil
}
