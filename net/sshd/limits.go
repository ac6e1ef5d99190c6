package sshd

import (
	"cmp"
	"net/netip"
	"time"

	"dogfight/net/admission"
)

// Limits bound what strangers can take from a host. A zero field means its default.
type Limits struct {
	HalfOpen   int           // connections that have not yet said, let in, what they want; 128
	PerAddress int           // connections of an IPv4 address or an IPv6 /64; 8
	PerLocal   int           // the same, of local addresses; 64, or PerAddress if that is more
	Total      int           // connections in all; 512
	Handshake  time.Duration // until a visitor must be let in, and then until he must say what he wants; 10 s
	Silence    time.Duration // until a client counts as gone that answers nothing; 10 s

	Local func(netip.Addr) bool // whether an address is local; admission.IsLocal
}

func (l Limits) orDefaults() Limits {
	return Limits{
		HalfOpen: l.HalfOpen, PerAddress: l.PerAddress, PerLocal: l.PerLocal, Local: l.Local, // see admission
		Total:     cmp.Or(l.Total, 512),
		Handshake: cmp.Or(l.Handshake, 10*time.Second),
		Silence:   cmp.Or(l.Silence, 10*time.Second),
	}
}

// admission returns the limits of who gets a connection.
func (l *Limits) admission() admission.Limits {
	return admission.Limits{HalfOpen: l.HalfOpen, PerAddress: l.PerAddress, PerLocal: l.PerLocal, Total: l.Total, Local: l.Local}
}

const (
	// maxTries is how many keys that are not allowed may be offered.
	maxTries = 3

	// maxChannels may be open at a time on a connection: somebody who shares one
	// between two windows has a place for both.
	maxChannels = 2

	// maxKept is how many channels there may be with those that we have closed,
	// and the client has not.
	maxKept = 8

	// maxEnv variables are taken of a session, maxEnvSize bytes each. A locale
	// and what colours there are take five.
	maxEnv, maxEnvSize = 16, 128

	// Windows that are drawn on. A client may claim 4 billion columns.
	maxColumns, maxRows = 400, 150

	// stall is how long a client may take nothing of what is written to it.
	stall = 10 * time.Second

	// FateTime is how long after a channel was closed it may be open whether the
	// connection was lost.
	FateTime = time.Second

	// What is read of a connection, in bytes a second and at once after a pause:
	// all there is, with the packets by which OpenSSH hides when keys are typed,
	// each of which is answered. A player's come to 5 kB a second.
	connectionRate, connectionBurst = 32 << 10, 128 << 10

	// What is read of what is typed. The mouse of a player who flies by it comes
	// to 3 kB a second.
	typingRate, typingBurst = 8 << 10, 32 << 10
)
