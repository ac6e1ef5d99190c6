package home

import (
	"crypto/tls"
	"os"
	"path/filepath"
	"slices"

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

// Identities returns the fingerprints of all keys that are the user's, as far as is known here: their own,
// those that vouch for it, and those that were seen with them on this machine's hosts. There are none before the
// first use of a key.
func Identities() []string {
	if _, err := os.Stat(key()); err != nil {
		return nil
	}
	own := Identity()
	if own == "" {
		return nil
	}
	all := []string{own}
	if proofs, err := identity.LoadProofs(Proofs()); err == nil {
		all = append(all, proofs.By(own)...)
	}
	known, err := identity.OpenLinkedKeys(LinkedKeys())
	if err != nil {
		return all
	}
	for _, key := range slices.Clone(all) {
		all = append(all, known.Of(key)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
