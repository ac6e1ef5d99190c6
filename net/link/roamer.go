package link

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"golang.org/x/time/rate"

	"dogfight/net/admission"
)

// roamer decides at a host where its client is. The source of a datagram can be forged,
// by the client itself too, or by an attacker who sends one of its datagrams from elsewhere
// before it arrives. So an address is taken for the client's once it has answered what
// only it was told, as in QUIC (RFC 9000, section 8.2).
//
// What it is told is made of the address and a secret, and so nothing has to be kept of
// those that never answer, however many there are.
type roamer struct {
	secret     [32]byte
	challenges *rate.Limiter

	next   UDPAddr               // where the newest datagram came from, if that is not proven; none otherwise
	budget admission.ReplyBudget // of next
}

const (
	challengeSize     = 8
	challengeDatagram = datagramToClientHeader + challengeSize + datagramTagSize

	// challengeRate is how many a second a link may cause. A client that has moved needs
	// one; another, each time that one is lost.
	challengeRate = 8

	// challengeLife is how long the answer to a challenge is good, and not twice as long.
	challengeLife = 4 * time.Second
)

func newRoamer() *roamer {
	r := &roamer{challenges: rate.NewLimiter(challengeRate, challengeRate)}
	rand.Read(r.secret[:]) // never fails
	return r
}

// challenge is what an address is told in a span of time.
func (r *roamer) challenge(a UDPAddr, span int64) (c [challengeSize]byte) {
	mac := hmac.New(sha256.New, r.secret[:])
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(span)))
	b, _ := a.MarshalBinary() // never fails
	mac.Write(b)
	copy(c[:], mac.Sum(nil))
	return c
}

func spanOf(now time.Time) int64 { return now.UnixNano() / int64(challengeLife) }

// proves reports whether p is the answer to what an address was told.
func (r *roamer) proves(p []byte, a UDPAddr, now time.Time) bool {
	for _, span := range [...]int64{spanOf(now), spanOf(now) - 1} {
		if c := r.challenge(a, span); hmac.Equal(p, c[:]) {
			return true
		}
	}
	return false
}

// locate learns from a datagram of so many bytes where the client is.
func (e *End) locate(d Opened, size int, from UDPAddr, now time.Time) {
	r := e.roamer
	switch {
	case from == e.peer:
		if d.newest {
			r.next = UDPAddr{}
		}
	case d.path && (d.newest || from == r.next) && r.proves(d.Packet, from, now):
		e.peer, r.next = from, UDPAddr{}
	case d.newest:
		if r.next != from {
			r.next, r.budget = from, admission.ReplyBudget{}
		}
		r.budget.Received(size)
		if r.challenges.AllowN(now, 1) && r.budget.Allow(challengeDatagram) {
			e.challenge(now)
		}
	}
}

// challenge asks for a proof that the client is where its newest datagram came from.
func (e *End) challenge(now time.Time) {
	c := e.roamer.challenge(e.roamer.next, spanOf(now))
	e.seal(c[:], true)
	e.path.sent(now)
	e.post(e.buf, e.roamer.next)
}
