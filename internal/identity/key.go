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

// Key is a player's own. Load returns one.
type Key struct {
	// Warning, if not nil, says why others may have the key, or why it is good for this process alone.
	Warning error
	Unsaved bool // it is good for this process alone

	private ed25519.PrivateKey
	public  ssh.PublicKey
}

// Load returns the key kept in the file at path, as OpenSSH keeps its own, and on
// first use makes one and keeps it there, readable by its owner alone. Processes
// that do so at the same time get the same one. A file that holds no such key is
// refused and left alone. A new key that cannot be saved is that of the process from then on.
func Load(path string) (Key, error) {
	if k, ok := unsaved.Load(path); ok {
		return k.(Key), nil
	}
	kept, err := sys.SaveOnce(path, generate)
	if kept == nil {
		return Key{}, fmt.Errorf("your key: %w", err)
	}
	warning := err
	k, err := parse(kept)
	if err != nil {
		return Key{}, fmt.Errorf("%s must hold an ed25519 key in OpenSSH's format, without a passphrase: %w; "+
			"put the file back, or delete it and hosts will take you for a new player", path, err)
	}
	k.Warning = warning
	var unkept *sys.NotSavedError
	if errors.As(warning, &unkept) {
		k.Warning = fmt.Errorf("your new key cannot be saved (%w): next time, hosts will take you for another player", unkept.Err)
		k.Unsaved = true
		first, _ := unsaved.LoadOrStore(path, k)
		k = first.(Key)
	}
	return k, nil
}

// unsaved are the keys that could not be saved, by path: a process is one player.
var unsaved sync.Map

func parse(kept []byte) (Key, error) {
	parsed, err := ssh.ParseRawPrivateKey(kept)
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

// generate returns a new key in OpenSSH's own format.
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

// Fingerprint names the key as OpenSSH does: "SHA256:" and 43 characters.
func (k Key) Fingerprint() string { return ssh.FingerprintSHA256(k.public) }

// Line is the public key as a line of OpenSSH's authorized_keys, without its end.
func (k Key) Line() string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k.public))) + " dogfight"
}

// Certificate returns the certificate that shows the key to hosts. They look at
// nothing in it but the key, so its dates never end a match, and the proofs, which may
// be nil.
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
