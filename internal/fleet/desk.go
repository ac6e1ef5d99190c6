package fleet

import (
	"crypto/ed25519"
	"sync"
	"time"
)

// Desk takes the tickets that players bring to a host. Its methods may be called from any goroutine.
type TicketDesk struct {
	host ID
	// keyOf returns the key with which a ticket must be signed, of a door or a host that may let players into its match, or nil.
	keyOf func(*Ticket) ed25519.PublicKey

	mu   sync.Mutex
	used map[[nonceSize]byte]time.Time // until when a ticket that was used is good
	next time.Time                     // when those are looked through that are good no more
}

// NewDesk returns the desk of a host.
func NewTicketDesk(host ID, keyOf func(*Ticket) ed25519.PublicKey) *TicketDesk {
	return &TicketDesk{host: host, keyOf: keyOf, used: map[[nonceSize]byte]time.Time{}}
}

// Slack is by how much the clocks of a fleet may differ. It may be long, for a ticket is bound to one match, host, bearer and use; that is
// remembered for as long as the ticket might be good.
const TicketSlack = 30 * time.Second

// Take takes a ticket that came over a link whose other end has proven an identity, or "". It is of no use to anybody after that.
func (d *TicketDesk) Take(b []byte, proven string, now time.Time) (Ticket, error) {
	t, err := ParseTicket(b)
	switch {
	case err != nil:
		return t, err
	case t.Host != d.host:
		return t, errTicketElsewhere
	case !signedBy(b, d.keyOf(&t)):
		return t, ErrTicketForged
	case t.Bearer != proven:
		return t, errTicketBearer
	case now.After(t.Until.Add(TicketSlack)), t.Until.After(now.Add(TicketLife + TicketSlack)): // last, for who hears that may believe the ticket
		return t, ErrTicketExpired
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, used := d.used[t.Nonce]; used {
		return t, ErrTicketUsed
	}
	if now.After(d.next) {
		d.next = now.Add(TicketLife)
		for nonce, until := range d.used {
			if now.After(until.Add(TicketSlack)) {
				delete(d.used, nonce)
			}
		}
	}
	d.used[t.Nonce] = t.Until
	return t, nil
}
