package main

import (
	"crypto/tls"
	"path/filepath"

	"dogfight/identity"
)

func keyFile() string { return filepath.Join(configFolder(), "id_ed25519") }

// proofFile holds what links the player's SSH keys with his own.
func proofFile() string { return filepath.Join(configFolder(), "linked_keys") }

// ownKey returns the player's key, which is made on first use.
func ownKey() (identity.Key, error) { return identity.Load(keyFile()) }

// ownCertificate returns what shows hosts who the player is.
func ownCertificate() (tls.Certificate, error) {
	key, err := ownKey()
	if err != nil {
		return tls.Certificate{}, err
	}
	proofs, err := identity.LoadProofs(proofFile())
	if err != nil {
		return tls.Certificate{}, err
	}
	return key.Certificate(proofs)
}

// ownIdentity returns the identity of whoever runs the program, in matches of his
// own; "" if his key cannot be had, which is told where he joins others.
func ownIdentity() string {
	key, err := ownKey()
	if err != nil {
		return ""
	}
	return key.Fingerprint()
}
