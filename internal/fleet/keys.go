package fleet

import (
	"context"
	"crypto/ed25519"
	"errors"
	"maps"
	"sync"
	"time"
)

// Keys finds the keys of issuers of tickets: doors in a view, hosts on the roll, and others in the directory. Doors and hosts are separate, as hosts may
// sign fewer tickets. A stranger's ticket may name any door, so lookups in the directory are limited. Methods are safe for concurrent use and wait for
// the directory: for a door up to a second, for a host, whose players wait too, up to three.
type Keys struct {
	Fleet Directory
	Doors *View
	Hosts *Roll

	mu      sync.Mutex
	asked   map[issuer]*lookup
	strange int // recent lookups for strangers
	counted time.Time
}

// issuer is a door or a host.
type issuer struct {
	kind Kind
	id   ID
}

// lookup is a question to the directory about an issuer.
type lookup struct {
	done  chan struct{} // closed when key and until are set
	key   ed25519.PublicKey
	until time.Time // of the answer
}

const (
	keyTime, hostKeyTime = time.Second, 3 * time.Second // for a question to the directory
	// keyLife is the life of a found key of a host, strangeLife that of a missing one and of a door's: doors come to the view at once, and
	// a door that is removed may send no more players.
	keyLife, strangeLife = 30 * time.Second, 2 * time.Second
	// maxStrange is the number of lookups for strangers at once, with one more each strangeEvery.
	maxStrange   = 16
	strangeEvery = 250 * time.Millisecond
)

// Door returns the key of a door, or nil if it is unknown.
func (k *Keys) Door(id ID) ed25519.PublicKey {
	if d, ok := k.Doors.Door(id); ok {
		return parseKey(d.Key)
	}
	return k.find(issuer{Doors, id}, true)
}

// Host returns the key of a host, or nil if it is unknown. It is known for a while after the host has left: one that
// drains sends its players away and ends, and the roll may be read before they are all here.
func (k *Keys) Host(id ID) ed25519.PublicKey {
	of := issuer{Hosts, id}
	if h, ok := k.Hosts.Host(id); ok {
		key := parseKey(h.Key)
		if key != nil {
			k.keep(of, key, time.Now())
		}
		return key
	}
	return k.find(of, false)
}

// keep makes a key known for keyLife.
func (k *Keys) keep(of issuer, key ed25519.PublicKey, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.forgetOld(now)
	l := &lookup{done: make(chan struct{}), key: key, until: now.Add(keyLife)}
	close(l.done)
	k.asked[of] = l
}

// forgetOld removes answers that are too old.
func (k *Keys) forgetOld(now time.Time) {
	if k.asked == nil {
		k.asked = map[issuer]*lookup{}
	}
	maps.DeleteFunc(k.asked, func(_ issuer, l *lookup) bool { return l.over(now) })
}

func (k *Keys) find(of issuer, stranger bool) ed25519.PublicKey {
	l, first := k.lookup(of, stranger, time.Now())
	if l == nil {
		return nil
	}
	if first {
		k.ask(l, of)
	}
	<-l.done
	return l.key
}

// lookup returns the lookup of an issuer, and whether the caller must do it; nil if there are too many for strangers.
func (k *Keys) lookup(of issuer, stranger bool, now time.Time) (l *lookup, first bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if l := k.asked[of]; l != nil && !l.over(now) {
		return l, false
	}
	if stranger {
		again := int(min(now.Sub(k.counted)/strangeEvery, maxStrange))
		if k.strange = max(k.strange-again, 0); again > 0 {
			k.counted = now
		}
		if k.strange >= maxStrange {
			return nil, false
		}
		k.strange++
	}
	k.forgetOld(now)
	l = &lookup{done: make(chan struct{})}
	k.asked[of] = l
	return l, true
}

func (l *lookup) over(now time.Time) bool {
	select {
	case <-l.done:
		return now.After(l.until)
	default:
		return false
	}
}

// ask asks the directory. A directory that does not answer is asked again for the next ticket: nothing is known about the issuer.
func (k *Keys) ask(l *lookup, of issuer) {
	defer close(l.done)
	limit := keyTime
	if of.kind == Hosts {
		limit = hostKeyTime
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	e, err := k.Fleet.Get(ctx, of.kind, of.id.String())
	switch l.key = keyIn(e, of); {
	case l.key != nil && of.kind == Hosts:
		l.until = time.Now().Add(keyLife)
	case l.key != nil || err == nil || errors.Is(err, ErrNone):
		l.until = time.Now().Add(strangeLife)
	}
}

// keyIn returns the key in an issuer's entry, or nil.
func keyIn(e Entry, of issuer) ed25519.PublicKey {
	switch of.kind {
	case Doors:
		if d, err := Parse[Door](e.Value); err == nil && d.ID == of.id {
			return parseKey(d.Key)
		}
	case Hosts:
		if h, err := Parse[Host](e.Value); err == nil && h.ID == of.id {
			return parseKey(h.Key)
		}
	}
	return nil
}

// parseKey returns a public key, or nil for invalid text.
func parseKey(text string) ed25519.PublicKey {
	key, err := decodeKey(text)
	if err != nil {
		return nil
	}
	return key
}
