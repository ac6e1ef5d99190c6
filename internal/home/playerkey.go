package home

import (
	"crypto/tls"
	"path/filepath"

	"dogfight/internal/identity"
)

// key is the file of the player's key.
func key() string { return filepath.Join(Config(), "id_ed25519") }

// Proofs is the file that links the player's SSH keys with their own.
func Proofs() string { return filepath.Join(Config(), "linked_keys") }

// Key returns the player's key, which is made on first use.
func Key() (identity.Key, error) { return identity.Load(key()) }

// Certificate returns what shows hosts who the player is.
func Certificate() (tls.Certificate, error) {
	key, err := Key()
	if err != nil {
		return tls.Certificate{}, err
	}
	proofs, err := identity.LoadProofs(Proofs())
	if err != nil {
		return tls.Certificate{}, err
	}
	return key.Certificate(proofs)
}

// Identity returns the fingerprint of the user's key, for matches of their own; "" if there can be
// no key, which is told where they join others.
func Identity() string {
	key, err := Key()
	if err != nil {
		return ""
	}
	return key.Fingerprint()
}
