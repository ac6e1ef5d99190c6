package identity

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/whole"
)

// Kin knows which keys are one player's, as far as they have told: a text file of lines of
// two fingerprints, a day on which the player was there and, of several days, how many there
// were. Older lines have the fingerprints alone; what is none of these is skipped, since players
// tell again. OpenKin gives one. Its methods may be called from any goroutine.
type Kin struct {
	path string
	of   atomic.Pointer[map[string][]string] // all that are one player's, under each of them; never written to

	mu    sync.Mutex // of the rest, and of the file within this process
	pairs pairs
	lines int // of the file
	known teachers
}

// OpenKin returns what is kept in the file at path, which need not exist. With an
// empty path it is kept nowhere.
func OpenKin(path string) (*Kin, error) {
	k := &Kin{path: path, pairs: pairs{}, known: newTeachers()}
	text, err := os.ReadFile(path)
	if path != "" && err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read whose keys are whose: %w", err)
	}
	now := today()
	for line := range strings.Lines(string(text)) {
		k.lines++
		k.pairs.read(line, now)
	}
	k.pairs.trim(now)
	k.publish()
	return k, nil
}

// Of returns all fingerprints of the player who has one. It never waits.
func (k *Kin) Of(fingerprint string) []string {
	if all := (*k.of.Load())[fingerprint]; all != nil {
		return all
	}
	return []string{fingerprint}
}

// Vouched returns the keys that vouch for the key with that fingerprint, which somebody from
// an address has proven to hold. It remembers none: that is Learn's, once he is
// let in. Signatures that are new are looked at for so many a day from a place.
func (k *Kin) Vouched(fingerprint string, from netip.Prefix, proofs Proofs) (keys []string) {
	if fingerprint == "" {
		return nil
	}
	for _, p := range proofs[:min(len(proofs), maxProofs)] {
		claimed, err := p.claims()
		switch {
		case err != nil:
		case k.has(pair{claimed, fingerprint}): // which was looked at when it was learnt
			keys = append(keys, claimed)
		case !k.mayTeach(from):
			return keys
		default:
			if key, err := p.By(fingerprint); err == nil {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func (k *Kin) has(p pair) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, has := k.pairs[p]
	return has
}

func (k *Kin) mayTeach(from netip.Prefix) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.known.look(from, today())
}

// Learn takes the key with that fingerprint, and those that vouch for it, for one player's, who
// was let in today. An error means that this holds only until the program ends.
func (k *Kin) Learn(fingerprint string, vouched []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := today()
	var news strings.Builder
	for _, key := range vouched {
		p := pair{key, fingerprint}
		was, known := k.pairs[p]
		if known && was.last == now || !known && !k.known.learn(now) {
			continue
		}
		k.pairs.see(p, now)
		news.WriteString(p.line(seen{now, 1}))
		k.lines++
	}
	if news.Len() == 0 {
		return nil
	}
	k.pairs.trim(now)
	k.publish()
	if err := k.keep(news.String()); err != nil {
		return fmt.Errorf("cannot keep whose keys are whose: %w", err)
	}
	return nil
}

// maxLines is how many lines the file may have before it is written anew: a megabyte.
const maxLines = 2 * (maxRegulars + maxNewcomers)

// keep adds lines to the file or, where it has grown long, writes it anew, with mu held.
func (k *Kin) keep(lines string) error {
	switch {
	case k.path == "":
		return nil
	case k.lines <= maxLines:
		return appendTo(k.path, lines)
	}
	k.lines = len(k.pairs)
	return whole.Replace(k.path, []byte(k.pairs.text()))
}

// publish lets Of know, with mu held.
func (k *Kin) publish() {
	of := k.pairs.groups()
	k.of.Store(&of)
}

func today() day { return dayOf(time.Now()) }

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

// isFingerprint reports whether a word may be one.
func isFingerprint(s string) bool {
	return strings.HasPrefix(s, "SHA256:") && len(s) == len("SHA256:")+43
}

// sorted returns the pairs in the order of their lines.
func (ps pairs) sorted() []pair {
	var all []pair
	for p := range ps {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b pair) int { return strings.Compare(a.key+a.own, b.key+b.own) })
	return all
}
