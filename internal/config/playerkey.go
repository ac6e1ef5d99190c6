package config

import (
	"crypto/tls"
	"os"
	"slices"

	"dogfight/internal/identity"
)

// key is the file of the player's key.
func (d Dirs) key() string { return d.config("id_ed25519") }

// Proofs is the file that links the player's SSH keys with their own.
func (d Dirs) Proofs() string { return d.config("linked_keys") }

// Key returns the player's key, which is made on first use.
func (d Dirs) Key() (identity.Key, error) { return identity.Load(d.key()) }

// Certificate returns the certificate by which hosts know the player.
func (d Dirs) Certificate() (tls.Certificate, error) {
	key, err := d.Key()
	if err != nil {
		return tls.Certificate{}, err
	}
	proofs, err := identity.LoadProofs(d.Proofs())
	if err != nil {
		return tls.Certificate{}, err
	}
	return key.Certificate(proofs)
}

// Identity returns the fingerprint of the player's key, for matches of their own. It is "" if there can be no key; the player reads why
// on joining the match of another.
func (d Dirs) Identity() string {
	key, err := d.Key()
	if err != nil {
		return ""
	}
	return key.Fingerprint()
}

// Identities returns the fingerprints of all keys that are known here to be the player's: their own, those that vouch for it, and
// those that were seen with them on this machine's hosts. There are none before the first use of a key.
func (d Dirs) Identities() []string {
	if _, err := os.Stat(d.key()); err != nil {
		return nil
	}
	own := d.Identity()
	if own == "" {
		return nil
	}
	all := []string{own}
	if proofs, err := identity.LoadProofs(d.Proofs()); err == nil {
		all = append(all, proofs.By(own)...)
	}
	known, err := identity.OpenLinkedKeys(d.LinkedKeys())
	if err != nil {
		return all
	}
	for _, key := range slices.Clone(all) {
		all = append(all, known.Of(key)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
