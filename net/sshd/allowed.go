package sshd

import (
	"bytes"
	"fmt"
	"os"

	"golang.org/x/crypto/ssh"
)

// Allowed are the keys that are let in. nil lets all in.
type Allowed struct{ keys map[string]bool }

// ReadAllowed reads a file of the format of OpenSSH's authorized_keys. Options
// before a key are of no effect. Each line must hold a key, be empty, or begin
// with #: a mistake must not lock out a player, or all of them, in silence.
func ReadAllowed(path string) (*Allowed, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the allowed keys: %w", err)
	}
	a := &Allowed{map[string]bool{}}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, _, _, err := ssh.ParseAuthorizedKey(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: must be a public key, as in authorized_keys", path, number)
		}
		a.keys[string(key.Marshal())] = true
	}
	if len(a.keys) == 0 {
		return nil, fmt.Errorf("%s must hold at least one public key", path)
	}
	return a, nil
}

func (a *Allowed) has(key ssh.PublicKey) bool { return a == nil || a.keys[string(key.Marshal())] }
