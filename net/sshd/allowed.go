package sshd

import (
	"bytes"
	"fmt"
	"maps"

	"golang.org/x/crypto/ssh"

	"dogfight/sys"
)

// Allowed are the keys that are let in. nil lets all in.
type Allowed struct{ keys map[string]ssh.PublicKey } // by what they are on the wire

// ReadAllowed reads a file of the format of OpenSSH's authorized_keys. Options
// before a key are of no effect. Each line must hold a key, be empty, or begin
// with #: a mistake must not lock out a player, or all of them, in silence.
func ReadAllowed(path string) (*Allowed, error) { return readKeys(path, false) }

// ReadStrict is ReadAllowed for keys that may do more than play: one with options is a mistake, for who writes them means that they hold.
func ReadStrict(path string) (*Allowed, error) { return readKeys(path, true) }

func readKeys(path string, strict bool) (*Allowed, error) {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil {
		return nil, fmt.Errorf("cannot read the allowed keys: %w", err)
	}
	a := &Allowed{map[string]ssh.PublicKey{}}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, options, _, err := ssh.ParseAuthorizedKey(line)
		if strict && len(options) > 0 {
			return nil, fmt.Errorf("%s:%d: must be a public key without options before it", path, number)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: must be a public key, as in authorized_keys", path, number)
		}
		a.keys[string(key.Marshal())] = key
	}
	if len(a.keys) == 0 {
		return nil, fmt.Errorf("%s must hold at least one public key", path)
	}
	return a, nil
}

func (a *Allowed) has(key ssh.PublicKey) bool {
	return a == nil || a.keys[string(key.Marshal())] != nil
}

// Identifies reports whether one of the keys has a fingerprint, as Visitor.Identity is.
func (a *Allowed) Identifies(fingerprint string) bool {
	for _, key := range a.keys {
		if ssh.FingerprintSHA256(key) == fingerprint {
			return true
		}
	}
	return false
}

// With returns the keys of both lists.
func (a *Allowed) With(b *Allowed) *Allowed {
	both := &Allowed{maps.Clone(a.keys)}
	maps.Copy(both.keys, b.keys)
	return both
}
