package ticket

import (
	"crypto/ed25519"
	"sync"
	"time"

	"dogfight/internal/fleet"
)

// Desk takes the tickets that players bring to a host. Its methods may be called from any goroutine.
type Desk struct {
	host fleet.ID
	// keyOf returns the key with which a ticket must be signed, of a door or a host that may let players into its match, or nil.
	keyOf func(*Ticket) ed25519.PublicKey

	mu   sync.Mutex
	used map[[nonceSize]byte]time.Time // until when a ticket that was used is good
	next time.Time                     // when those are looked through that are good no more
}

// NewDesk returns the desk of a host.
func NewDesk(host fleet.ID, keyOf func(*Ticket) ed25519.PublicKey) *Desk {
	return &Desk{host: host, keyOf: keyOf, used: map[[nonceSize]byte]time.Time{}}
}

// Slack is by how much the clocks of a fleet may differ. It may be long, for a ticket is bound to one match, host, bearer and use; that is
// remembered for as long as the ticket might be good.
const Slack = 30 * time.Second

// Take takes a ticket that came over a link whose other end has proven an identity, or "". It is of no use to anybody after that.
func (d *Desk) Take(b []byte, proven string, now time.Time) (Ticket, error) {
	t, err := Parse(b)
	switch {
	case err != nil:
		return t, err
	case t.Host != d.host:
		return t, ErrElsewhere
	case !signedBy(b, d.keyOf(&t)):
		return t, ErrForged
	case t.Bearer != proven:
		return t, ErrBearer
	case now.After(t.Until.Add(Slack)), t.Until.After(now.Add(Life + Slack)): // last, for who hears that may believe the ticket
		return t, ErrExpired
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, used := d.used[t.Nonce]; used {
		return t, ErrUsed
	}
	if now.After(d.next) {
		d.next = now.Add(Life)
		for nonce, until := range d.used {
			if now.After(until.Add(Slack)) {
				delete(d.used, nonce)
			}
		}
	}
	d.used[t.Nonce] = t.Until
	return t, nil
}
