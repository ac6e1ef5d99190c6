// Package ticket makes and takes the tickets with which players are sent from a door, or from a host that hands a match over, to the
// host of a match. It knows no clock: it is told the time.
//
// A ticket is, highest byte first:
//
//	1 version = 1, 8 match, 8 host, 16 nonce, 8 s since 1970 until which it is good, text 64 bearer, text 64 identity,
//	text 64 remote, 8 the door or host that has signed it, 64 signature
//
// where "text n" is a byte with a length of at most n, and as many bytes. The signature is that of ed25519 by the key of who has signed,
// of "dogfight ticket" and all bytes before it. Bearer is the identity that the link must have proven over which the ticket comes: the
// player's own program, or the door that draws for them; "" for none. Identity is who plays; remote the address, with a port, where they are.
package fleet

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"dogfight/proto"
)

// Life is for how long a ticket is good, by clocks that agree: see Slack.
const TicketLife = 10 * time.Second

// Max is how many bytes a ticket has at most.
const maxTicket = 1 + 8 + 8 + nonceSize + 8 + 3*(1+maxText) + 8 + ed25519.SignatureSize

const (
	version       = 1
	maxText       = 64
	nonceSize     = 16
	ticketContext = "dogfight ticket"
)

// Ticket lets a player into a match.
type Ticket struct {
	Match, Host ID
	Nonce       [nonceSize]byte
	Until       time.Time // whole seconds
	Bearer      string    // that the link must have proven
	Identity    string    // of the player
	Remote      string    // where the player is; "" for where the link comes from
	Issuer      ID
}

// New returns a ticket that is good from now on, for a match as the directory has it. A remote that is no address with a port, as of who
// plays in the issuer's own process, is not told.
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

// Age returns how old the ticket is, as far as clocks agree; one from a clock that is ahead is less than nothing.
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

// Why a ticket is refused.
var (
	errTicketMalformed = errors.New("the ticket cannot be read")
	ErrTicketForged    = errors.New("nobody of the fleet has signed the ticket")
	errTicketElsewhere = errors.New("the ticket is for another host")
	ErrTicketExpired   = errors.New("the ticket has expired")
	ErrTicketUsed      = errors.New("the ticket was used before")
	errTicketBearer    = errors.New("the ticket is another player's")
)

// Parse reads a ticket, whose signature nobody has looked at yet.
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

// isRemote reports whether a ticket may say that its player is there. A host bans and counts players by that: see link.Link.
func isRemote(s string) bool {
	if s == "" {
		return true
	}
	_, err := netip.ParseAddrPort(s)
	return err == nil
}

// signedBy reports whether the bytes of a ticket are signed with a key.
func signedBy(b []byte, key ed25519.PublicKey) bool {
	n := len(b) - ed25519.SignatureSize
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, append([]byte(ticketContext), b[:n]...), b[n:])
}
