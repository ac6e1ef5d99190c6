package fleet

import (
	"context"
	"crypto/ed25519"
	"maps"
	"sync"
	"time"
)

// Keys finds the keys that tickets are signed with: those of doors in a view that follows them, those of hosts on the roll, and those of
// who is in neither yet in the directory. Doors and hosts are kept apart, for a host may sign less. Anybody may show a ticket that names
// whatever door: the directory is asked for few of those. Its methods may be called from any goroutine, and wait for the directory for up
// to a second.
type Keys struct {
	Fleet Directory
	Doors *View
	Hosts *Roll

	mu      sync.Mutex
	asked   map[issuer]*lookup
	strange int // doors that strangers have named, less those that may be looked up again
	counted time.Time
}

// issuer is a door or a host.
type issuer struct {
	kind Kind
	id   ID
}

// lookup is what the directory says, or will say, of an issuer.
type lookup struct {
	done chan struct{} // closed when key and until are there
	key  ed25519.PublicKey
	til  time.Time // when it is asked again
}

const (
	keyTime = time.Second // for a question to the directory
	// keyLives is how long a key is known that was looked up, strangeLives how long it is known that there is none.
	keyLives, strangeLives = 30 * time.Second, 2 * time.Second
	// mostStrange is how many issuers are looked up at once that strangers name, and one more each strangeEvery.
	mostStrange  = 16
	strangeEvery = 250 * time.Millisecond
)

// Door returns the key of a door, or nil if it is not known.
func (k *Keys) Door(id ID) ed25519.PublicKey {
	if d, ok := k.Doors.Door(id); ok {
		return parseKey(d.Key)
	}
	return k.find(issuer{Doors, id}, true)
}

// Host returns the key of a host whose players may come, as the fleet has said, or nil if it is not known.
func (k *Keys) Host(id ID) ed25519.PublicKey {
	if h, ok := k.Hosts.Host(id); ok {
		return parseKey(h.Key)
	}
	return k.find(issuer{Hosts, id}, false)
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

// lookup returns what is asked of an issuer, and whether that is still to be done; nil if strangers have named too many.
func (k *Keys) lookup(of issuer, stranger bool, now time.Time) (l *lookup, first bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if l := k.asked[of]; l != nil && !l.over(now) {
		return l, false
	}
	if stranger {
		again := int(min(now.Sub(k.counted)/strangeEvery, mostStrange))
		if k.strange = max(k.strange-again, 0); again > 0 {
			k.counted = now
		}
		if k.strange >= mostStrange {
			return nil, false
		}
		k.strange++
	}
	if k.asked == nil {
		k.asked = map[issuer]*lookup{}
	}
	maps.DeleteFunc(k.asked, func(_ issuer, l *lookup) bool { return l.over(now) })
	l = &lookup{done: make(chan struct{})}
	k.asked[of] = l
	return l, true
}

func (l *lookup) over(now time.Time) bool {
	select {
	case <-l.done:
		return now.After(l.til)
	default:
		return false
	}
}

// ask asks the directory.
func (k *Keys) ask(l *lookup, of issuer) {
	defer close(l.done)
	ctx, cancel := context.WithTimeout(context.Background(), keyTime)
	defer cancel()
	if e, err := k.Fleet.Get(ctx, of.kind, of.id.String()); err == nil {
		l.key = keyIn(e, of)
	}
	if l.til = time.Now().Add(strangeLives); l.key != nil {
		l.til = time.Now().Add(keyLives)
	}
}

// keyIn returns the key that an entry tells of an issuer, or nil.
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

// parseKey reads a public key, or returns nil.
func parseKey(text string) ed25519.PublicKey {
	key, err := ParseKey(text)
	if err != nil {
		return nil
	}
	return key
}
