package fleet

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"dogfight/proto"
)

// TicketLife is the life of a ticket. Clocks may differ by TicketSlack.
const TicketLife = 10 * time.Second

// maxTicket is the maximum size of a ticket.
const maxTicket = 1 + 8 + 8 + nonceSize + 8 + 3*(1+maxText) + 8 + ed25519.SignatureSize

const (
	version       = 1
	maxText       = 64
	nonceSize     = 16
	ticketContext = "dogfight ticket"
)

// Ticket admits a player to a match. A door, or a host that hands over a match, sends the player with it to the host of the match. Its bytes are, highest
// byte first:
//
//	1 version = 1, 8 match, 8 host, 16 nonce, 8 expiry in s since 1970, text 64 bearer, text 64 identity,
//	text 64 remote, 8 the issuing door or host, 64 signature
//
// "text n" is a byte with a length of at most n, and as many bytes. The signature is ed25519 by the key of the issuer over "dogfight ticket" and all
// bytes before it. Bearer is the identity that the link of the ticket must have proven: the player's program, or the door that draws; "" for none.
// Identity is the player; remote is the player's address with a port.
type Ticket struct {
	Match, Host ID
	Nonce       [nonceSize]byte
	Until       time.Time // whole seconds
	Bearer      string    // the proven identity of the link
	Identity    string    // of the player
	Remote      string    // the player's address; "": that of the link
	Issuer      ID
}

// NewTicket returns a ticket for a match of the directory, valid from now on. A remote that is no address with a port, as for a player in the issuer's
// process, is omitted.
func NewTicket(m *Match, bearer, identity, remote string, now time.Time) Ticket {
	if !isRemote(remote) {
		remote = ""
	}
	t := Ticket{Match: m.ID, Host: m.Host, Until: now.Add(TicketLife).Truncate(time.Second), Bearer: bearer, Identity: identity, Remote: remote}
	rand.Read(t.Nonce[:])
	return t
}

// Sign returns the bytes of the ticket, signed by a door or a host.
func (t Ticket) Sign(issuer ID, key ed25519.PrivateKey) []byte {
	t.Issuer = issuer
	b := t.append(nil)
	return append(b, ed25519.Sign(key, append([]byte(ticketContext), b...))...)
}

// Age returns the age of the ticket, which is negative if the issuer's clock is ahead.
func (t *Ticket) Age(now time.Time) time.Duration { return now.Sub(t.Until.Add(-TicketLife)) }

func (t *Ticket) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(append(b, version), uint64(t.Match))
	b = binary.BigEndian.AppendUint64(b, uint64(t.Host))
	b = append(b, t.Nonce[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(t.Until.Unix()))
	for _, s := range []string{t.Bearer, t.Identity, t.Remote} {
		s = s[:min(len(s), maxText)]
		b = append(append(b, byte(len(s))), s...)
	}
	return binary.BigEndian.AppendUint64(b, uint64(t.Issuer))
}

// Errors of refused tickets.
var (
	errTicketMalformed = errors.New("the ticket cannot be read")
	ErrTicketForged    = errors.New("nobody of the fleet has signed the ticket")
	errTicketElsewhere = errors.New("the ticket is for another host")
	ErrTicketExpired   = errors.New("the ticket has expired")
	ErrTicketUsed      = errors.New("the ticket was used before")
	errTicketBearer    = errors.New("the ticket is another player's")
)

// ParseTicket parses a ticket without checking its signature.
func ParseTicket(b []byte) (t Ticket, err error) {
	if len(b) > maxTicket || len(b) < 1+8+8+nonceSize+8+3+8+ed25519.SignatureSize || b[0] != version {
		return t, errTicketMalformed
	}
	t.Match, t.Host = ID(binary.BigEndian.Uint64(b[1:])), ID(binary.BigEndian.Uint64(b[9:]))
	copy(t.Nonce[:], b[17:])
	until := binary.BigEndian.Uint64(b[33:])
	if until > 1<<40 {
		return t, fmt.Errorf("%w: its time", errTicketMalformed)
	}
	t.Until = time.Unix(int64(until), 0)
	rest := b[41:]
	for _, s := range []*string{&t.Bearer, &t.Identity, &t.Remote} {
		if len(rest) < 1 || int(rest[0]) > maxText || len(rest) < 1+int(rest[0]) {
			return t, errTicketMalformed
		}
		*s, rest = string(rest[1:1+rest[0]]), rest[1+rest[0]:]
	}
	if len(rest) != 8+ed25519.SignatureSize {
		return t, errTicketMalformed
	}
	if !proto.Legible(t.Bearer, maxText) || !proto.Legible(t.Identity, maxText) {
		return t, fmt.Errorf("%w: its identities", errTicketMalformed)
	}
	if !isRemote(t.Remote) {
		return t, fmt.Errorf("%w: where the player is", errTicketMalformed)
	}
	t.Issuer = ID(binary.BigEndian.Uint64(rest))
	return t, nil
}

// isRemote reports whether a text is a valid Remote. A host bans and counts players by it: see link.Link.
func isRemote(s string) bool {
	if s == "" {
		return true
	}
	_, err := netip.ParseAddrPort(s)
	return err == nil
}

// signedBy reports whether a ticket is signed with a key.
func signedBy(b []byte, key ed25519.PublicKey) bool {
	n := len(b) - ed25519.SignatureSize
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, append([]byte(ticketContext), b[:n]...), b[n:])
}

// TicketDesk checks the tickets that players bring to a host. Methods are safe for concurrent use.
type TicketDesk struct {
	host ID
	// keyOf returns the key of a ticket's issuer, a door or a host that may admit players to the match, or nil.
	keyOf func(*Ticket) ed25519.PublicKey

	mu   sync.Mutex
	used map[[nonceSize]byte]time.Time // expiry of used tickets
	next time.Time                     // of the next removal of expired ones
}

// NewTicketDesk returns the desk of a host.
func NewTicketDesk(host ID, keyOf func(*Ticket) ed25519.PublicKey) *TicketDesk {
	return &TicketDesk{host: host, keyOf: keyOf, used: map[[nonceSize]byte]time.Time{}}
}

// TicketSlack is the maximum difference between the clocks of a fleet. It may be long, as a ticket is for one match, host, bearer and use.
const TicketSlack = 30 * time.Second

// Accept accepts a ticket from a link with a proven identity, or "". A ticket is accepted once.
func (d *TicketDesk) Accept(b []byte, proven string, now time.Time) (Ticket, error) {
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
	case now.After(t.Until.Add(TicketSlack)), t.Until.After(now.Add(TicketLife + TicketSlack)): // last: callers may trust an expired ticket
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
