package identity

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/sys"
)

// LinkedKeys has the keys that players have proven to be one player's. It is a text file. A line has two fingerprints, the last day on
// which the player was there and, if there were several, their number. Older lines have the fingerprints alone; other lines are skipped,
// since players prove their keys again. OpenLinkedKeys returns one. Its methods are safe for concurrent use.
type LinkedKeys struct {
	path string
	of   atomic.Pointer[map[string][]string] // all keys of a player, under each of them; immutable

	mu    sync.Mutex // for the rest, and for the file within this process
	pairs pairs
	lines int // of the file
	quota quota
}

// OpenLinkedKeys reads the file at path, which may be missing. With an empty path nothing is saved.
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

// Of returns all fingerprints of the player with one of them. It does not block.
func (k *LinkedKeys) Of(fingerprint string) []string {
	if all := (*k.of.Load())[fingerprint]; all != nil {
		return all
	}
	return []string{fingerprint}
}

// Vouched returns the keys that vouch for a key that a player at an address has proven to hold. It saves none: Learn does, once the player
// is admitted. New signatures from a network are checked up to a limit a day.
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

// VouchedAt is Vouched for a browser, with the origin of its pages: it returns the key that vouches for the browser's, or "".
func (k *LinkedKeys) VouchedAt(fingerprint, origin string, from netip.Prefix, p Proof) (key string) {
	if fingerprint == "" {
		return ""
	}
	key, _ = k.vouched(p, fingerprint, statementAt(fingerprint, origin), from)
	return key
}

// vouched returns the key that has signed a statement for another, "" for none, and whether more signatures may be checked.
func (k *LinkedKeys) vouched(p Proof, fingerprint, statement string, from netip.Prefix) (key string, more bool) {
	claimed, err := p.claimed()
	switch {
	case err != nil:
		return "", true
	case k.has(pair{claimed, fingerprint}): // checked when it was learnt
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

// Learn saves that a key and those that vouch for it belong to one player, admitted today. With an error this is valid until the process
// ends.
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
	if err := k.save(news.String()); err != nil {
		return fmt.Errorf("cannot save the linked keys: %w", err)
	}
	return nil
}

// Forget removes the link between two keys until their player proves it again. With an error this is valid until the process ends.
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

// maxLines is the number of lines, a megabyte, after which the file is rewritten.
const maxLines = 2 * (maxRegulars + maxNewcomers)

// maxKept is the longest file that is read. A line has about 130 bytes.
const maxKept = 8 << 20

// save appends lines to the file, or rewrites a long one. It needs mu.
func (k *LinkedKeys) save(lines string) error {
	switch {
	case k.path == "":
		return nil
	case k.lines <= maxLines:
		return sys.AppendFile(k.path, []byte(lines), nil)
	}
	k.lines = len(k.pairs)
	return sys.ReplaceFile(k.path, []byte(k.pairs.text()))
}

// publish updates the groups of Of. It needs mu.
func (k *LinkedKeys) publish() {
	of := k.pairs.groups()
	k.of.Store(&of)
}

func today() day { return dayOf(time.Now()) }

func isFingerprint(s string) bool {
	return strings.HasPrefix(s, "SHA256:") && len(s) == len("SHA256:")+43
}

// sorted returns the pairs in the order of their lines.
func (ps pairs) sorted() []pair {
	return slices.SortedFunc(maps.Keys(ps), func(a, b pair) int { return strings.Compare(a.key+a.own, b.key+b.own) })
}

// quota limits the work of a host for strangers in a day: the signatures that are checked for a network, and the pairs that are learnt in
// all.
type quota struct {
	day     day
	checked map[netip.Prefix]int // by subscriber: an IPv4 address or an IPv6 /64
	learnt  int
}

const (
	// checksEach is more than the players behind one router in a day.
	checksEach = 16
	// maxNetworks is the number of networks that are remembered.
	maxNetworks = 4096
	// learntPerDay is a quarter of maxNewcomers, so that each has four days to return.
	learntPerDay = maxNewcomers / 4
)

func newQuota() quota { return quota{checked: map[netip.Prefix]int{}} }

func (q *quota) turn(now day) {
	if q.day != now {
		*q = quota{day: now, checked: map[netip.Prefix]int{}}
	}
}

// check counts one more signature from a network, and reports whether it may be checked.
func (q *quota) check(from netip.Prefix, now day) bool {
	q.turn(now)
	if q.checked[from] >= checksEach {
		return false
	}
	for other := range q.checked { // in random order, so that an attacker cannot choose which
		if len(q.checked) < maxNetworks {
			break
		}
		delete(q.checked, other)
	}
	q.checked[from]++
	return true
}

// learn counts one more pair, and reports whether it may be learnt.
func (q *quota) learn(now day) bool {
	q.turn(now)
	q.learnt++
	return q.learnt <= learntPerDay
}
