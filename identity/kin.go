package identity

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Kin knows which keys are one player's, as far as they have told: a text file of one
// pair of fingerprints a line; others are skipped, since players tell again. OpenKin gives one. Its methods may be called from any
// goroutine.
type Kin struct {
	path string

	mu   sync.Mutex          // and of the file, within this process
	of   map[string][]string // all that are one player's, under each of them; never written to
	size int                 // pairs
}

// maxPairs bounds what strangers can have a host remember: half a megabyte.
const maxPairs = 4096

// OpenKin returns what is kept in the file at path, which need not exist. With an
// empty path it is kept nowhere.
func OpenKin(path string) (*Kin, error) {
	k := &Kin{path: path, of: map[string][]string{}}
	text, err := os.ReadFile(path)
	if path != "" && err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read whose keys are whose: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) == 2 && isFingerprint(words[0]) && isFingerprint(words[1]) {
			k.join(words[0], words[1])
		}
	}
	return k, nil
}

func isFingerprint(s string) bool {
	return strings.HasPrefix(s, "SHA256:") && len(s) == len("SHA256:")+43
}

// Of returns all fingerprints of the player who has one.
func (k *Kin) Of(fingerprint string) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if all := k.of[fingerprint]; all != nil {
		return all
	}
	return []string{fingerprint}
}

// Learn takes the proofs that somebody has brought who has proven to hold the key
// with that fingerprint. An error means that they hold only until the program ends.
func (k *Kin) Learn(fingerprint string, proofs Proofs) error {
	if fingerprint == "" || len(proofs) == 0 {
		return nil
	}
	var news strings.Builder
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, key := range proofs.By(fingerprint) {
		if k.size < maxPairs && k.join(key, fingerprint) {
			news.WriteString(key + " " + fingerprint + "\n")
		}
	}
	if news.Len() == 0 || k.path == "" {
		return nil
	}
	if err := appendTo(k.path, news.String()); err != nil {
		return fmt.Errorf("cannot keep whose keys are whose: %w", err)
	}
	return nil
}

// join takes two keys for one player's, and reports whether that is news.
func (k *Kin) join(a, b string) bool {
	left, right := k.of[a], k.of[b]
	if left == nil {
		left = []string{a}
	}
	if right == nil {
		right = []string{b}
	}
	if slices.Contains(left, b) {
		return false
	}
	all := append(slices.Clone(left), right...)
	for _, key := range all {
		k.of[key] = all
	}
	k.size++
	return true
}

// appendTo adds lines to the file at path in one write.
func appendTo(path, lines string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(lines)
	return errors.Join(err, f.Close())
}
