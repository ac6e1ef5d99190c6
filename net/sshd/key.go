package sshd

import (
	"crypto/ed25519"
	"encoding/pem"
	"fmt"
	"io"

	"golang.org/x/crypto/ssh"

	"dogfight/sys"
)

// HostKey returns the ed25519 key kept in the file at path, by which players recognize
// the host, and on first use makes it, readable by its owner alone. A file
// that holds no private key is refused and left alone. A new one that cannot be kept is
// good for this time, and returned with a *atomicfile.UnkeptError.
func HostKey(path string) (ssh.Signer, error) {
	kept, unkept := sys.SaveOnce(path, newHostKey)
	if unkept != nil && kept == nil {
		return nil, fmt.Errorf("the host's key for SSH: %w", unkept)
	}
	key, err := ssh.ParsePrivateKey(kept)
	if err != nil {
		return nil, fmt.Errorf("%s must hold a private key: %w; "+
			"put the file back, or delete it and players will be told that the host changed", path, err)
	}
	return key, unkept
}

// signingKey is the host's key, and notes when it signs.
type signingKey struct {
	ssh.MultiAlgorithmSigner
	signs func()
}

// signing returns a key that calls signs before each signature: when a client has sent its half of an exchange of keys.
func signing(key ssh.Signer, signs func()) ssh.Signer {
	if all, ok := key.(ssh.MultiAlgorithmSigner); ok { // as all that x/crypto reads are
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
