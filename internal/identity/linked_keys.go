package identity

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/sys"
)

// LinkedKeys knows which keys belong to one player, as far as players have proven it. It is a
// text file. A line has two fingerprints, the last day on which the player was there and, if
// there were several, their number. Older lines have the fingerprints alone; any other line is
// skipped, since players prove their keys again. OpenLinkedKeys returns one. Its methods may be
// called from any goroutine.
type LinkedKeys struct {
	path string
	of   atomic.Pointer[map[string][]string] // all of a player's keys, under each of them; never written to

	mu    sync.Mutex // of the rest, and of the file within this process
	pairs pairs
	lines int // of the file
	quota quota
}

// OpenLinkedKeys reads the file at path, which need not exist. With an empty path nothing
// is kept.
func OpenLinkedKeys(path string) (*LinkedKeys, error) {
	k := &LinkedKeys{path: path, pairs: pairs{}, quota: newQuota()}
	text, err := sys.ReadFile(path, maxKept)
	if path != "" && err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the linked keys: %w", err)
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
func (k *LinkedKeys) Of(fingerprint string) []string {
	if all := (*k.of.Load())[fingerprint]; all != nil {
		return all
	}
	return []string{fingerprint}
}

// Vouched returns the keys that vouch for the key with that fingerprint, which a player at
// an address has proven to hold. It remembers none: Learn does, once the player is
// let in. New signatures are checked, so many a day from one network.
func (k *LinkedKeys) Vouched(fingerprint string, from netip.Prefix, proofs Proofs) (keys []string) {
	if fingerprint == "" {
		return nil
	}
	for _, p := range proofs[:min(len(proofs), maxProofs)] {
		key, ok := k.vouched(p, fingerprint, Statement(fingerprint), from)
		if !ok {
			return keys
		}
		if key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// VouchedAt is Vouched of a browser, whose pages are of an origin: it returns the key that vouches for the browser's, or "".
func (k *LinkedKeys) VouchedAt(fingerprint, origin string, from netip.Prefix, p Proof) (key string) {
	if fingerprint == "" {
		return ""
	}
	key, _ = k.vouched(p, fingerprint, statementAt(fingerprint, origin), from)
	return key
}

// vouched returns the key that has signed a statement for another, "" for none, and whether more signatures may be checked.
func (k *LinkedKeys) vouched(p Proof, fingerprint, statement string, from netip.Prefix) (key string, more bool) {
	claimed, err := p.claims()
	switch {
	case err != nil:
		return "", true
	case k.has(pair{claimed, fingerprint}): // which was checked when it was learnt
		return claimed, true
	case !k.mayCheck(from):
		return "", false
	}
	key, _ = p.of(statement)
	return key, true
}

func (k *LinkedKeys) has(p pair) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, has := k.pairs[p]
	return has
}

func (k *LinkedKeys) mayCheck(from netip.Prefix) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.quota.check(from, today())
}

// Learn notes that the key with that fingerprint and those that vouch for it belong to one
// player, who was let in today. An error means that this holds only until the program ends.
func (k *LinkedKeys) Learn(fingerprint string, vouched []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := today()
	var news strings.Builder
	for _, key := range vouched {
		p := pair{key, fingerprint}
		was, known := k.pairs[p]
		if known && was.last == now || !known && !k.quota.learn(now) {
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
		return fmt.Errorf("cannot save the linked keys: %w", err)
	}
	return nil
}

// Forget removes the link between two keys until their player proves it again. An error means that this holds only until the program ends.
func (k *LinkedKeys) Forget(one, other string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	before := len(k.pairs)
	delete(k.pairs, pair{one, other})
	delete(k.pairs, pair{other, one})
	if len(k.pairs) == before {
		return nil
	}
	k.publish()
	if k.lines = len(k.pairs); k.path == "" {
		return nil
	}
	if err := sys.ReplaceFile(k.path, []byte(k.pairs.text())); err != nil {
		return fmt.Errorf("cannot save the linked keys: %w", err)
	}
	return nil
}

// maxLines is how many lines the file may have before it is written anew: a megabyte.
const maxLines = 2 * (maxRegulars + maxNewcomers)

// maxKept is the longest file that is read. A line has some 130 bytes.
const maxKept = 8 << 20

// keep appends lines to the file or, once it is long, writes it anew, with mu held.
func (k *LinkedKeys) keep(lines string) error {
	switch {
	case k.path == "":
		return nil
	case k.lines <= maxLines:
		return sys.AppendFile(k.path, []byte(lines), nil)
	}
	k.lines = len(k.pairs)
	return sys.ReplaceFile(k.path, []byte(k.pairs.text()))
}

// publish gives Of the newest groups, with mu held.
func (k *LinkedKeys) publish() {
	of := k.pairs.groups()
	k.of.Store(&of)
}

func today() day { return dayOf(time.Now()) }

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
