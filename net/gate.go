package net

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/netip"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// gate asks those who come in for the match's password.
type gate struct {
	closed bool
	hash   [sha256.Size]byte
	wrong  map[netip.Prefix]*tries // by where they came from
}

// tries are when the last wrong passwords came from somewhere, the newest first.
type tries [wrongTries]time.Time

const (
	// wrongTries may come from one subscriber's network in a while. Right ones are
	// not counted: a LAN party has one address.
	wrongTries   = 5
	wrongTryTime = time.Minute
	// maxGuessers bounds what is remembered. While more try, none else is heard.
	maxGuessers = 4096
)

func newGate(password string) gate {
	return gate{password != "", sha256.Sum256([]byte(password)), map[netip.Prefix]*tries{}}
}

// passes reports whether a peer may come in, or else tells it why not. A client in
// this program is asked too.
func (h *Host) passes(p *peer) bool {
	now := time.Now()
	switch from := link.SiteOf(p.link.Remote()); {
	case !h.gate.closed:
		return true
	case p.password == nil:
		p.dismiss(&proto.Reject{Code: proto.RejectPassword, Reason: "this match asks for a password"})
	case h.gate.shut(from, now):
		p.dismiss(&proto.Reject{Code: proto.RejectWrongPassword, Reason: "too many wrong passwords: wait a minute"})
	case !h.gate.opens(*p.password):
		h.gate.note(from, now)
		h.log.Info("wrong password", "from", p.link.Remote())
		p.dismiss(&proto.Reject{Code: proto.RejectWrongPassword, Reason: "that is not the password of this match"})
	default:
		return true
	}
	return false
}

// opens reports whether a password is the right one, in the same time for all that
// are as long.
func (g *gate) opens(password string) bool {
	hash := sha256.Sum256([]byte(password))
	return subtle.ConstantTimeCompare(hash[:], g.hash[:]) == 1
}

// shut reports whether no password is looked at that comes from somewhere.
func (g *gate) shut(from netip.Prefix, now time.Time) bool {
	t := g.wrong[from]
	if t == nil {
		g.forget(now)
		return len(g.wrong) >= maxGuessers
	}
	return now.Sub(t[wrongTries-1]) < wrongTryTime
}

func (g *gate) note(from netip.Prefix, now time.Time) {
	t := g.wrong[from]
	if t == nil {
		t = &tries{}
		g.wrong[from] = t
	}
	copy(t[1:], t[:])
	t[0] = now
}

// forget lets go of those who have not tried for a while, when there are many.
func (g *gate) forget(now time.Time) {
	if len(g.wrong) < maxGuessers {
		return
	}
	for from, t := range g.wrong {
		if now.Sub(t[0]) >= wrongTryTime {
			delete(g.wrong, from)
		}
	}
}
