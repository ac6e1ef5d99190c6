package sshd

import (
	"cmp"
	"net/netip"
	"time"

	"dogfight/net/admission"
	"dogfight/net/window"
)

// Limits bound what strangers can take from a host. A zero field means its default.
type Limits struct {
	HalfOpen   int           // connections that have not begun anything yet; 128
	PerAddress int           // connections of an IPv4 address or an IPv6 /64, and terminals and tunnels of them; 8
	PerLocal   int           // the same, of local addresses; 64, or PerAddress if that is more
	Total      int           // connections in all; 512
	Handshake  time.Duration // until a client must exchange keys, until the visitor must be let in after that, and until they must begin something; 10 s
	Question   time.Duration // until the exchange of keys must end: on the first visit the user is asked whether the host's key is right; 60 s
	Silence    time.Duration // until a client that answers nothing counts as gone; 10 s

	// Cells and CellsPerAddress are those of window.Limits.
	Cells, CellsPerAddress int

	Local func(netip.Addr) bool // whether an address is local; admission.IsLocal
}

func (l Limits) orDefaults() Limits {
	if l.Local == nil {
		l.Local = admission.IsLocal
	}
	most := cmp.Or(l.PerAddress, 8)
	return Limits{
		HalfOpen: l.HalfOpen, PerAddress: most, PerLocal: cmp.Or(l.PerLocal, max(64, most)), Local: l.Local,
		Cells: l.Cells, CellsPerAddress: l.CellsPerAddress,
		Total:     cmp.Or(l.Total, 512),
		Handshake: cmp.Or(l.Handshake, 10*time.Second),
		Question:  cmp.Or(l.Question, time.Minute),
		Silence:   cmp.Or(l.Silence, 10*time.Second),
	}
}

// admission returns the limits on connections.
func (l *Limits) admission() admission.Limits {
	return admission.Limits{HalfOpen: l.HalfOpen, PerAddress: l.PerAddress, PerLocal: l.PerLocal, Total: l.Total, Local: l.Local}
}

// windows returns the limits on terminals.
func (l *Limits) windows() window.Limits {
	return window.Limits{PerAddress: l.PerAddress, PerLocal: l.PerLocal, Cells: l.Cells, CellsPerAddress: l.CellsPerAddress, Local: l.Local}
}

const (
	// maxTries is how many keys that are not allowed may be offered: as many as OpenSSH's server takes, for an agent offers all it has.
	maxTries = 6

	// maxChannels may be open at a time on a connection: a player who shares one
	// between two windows has a place for both.
	maxChannels = 2

	// maxKept is how many channels there may be with those that we have closed,
	// and the client has not.
	maxKept = 8

	// maxEnv variables are taken of a session, maxEnvSize bytes each. A locale
	// and what colours there are take five.
	maxEnv, maxEnvSize = 16, 128

	// stall is how long a client may take nothing of what is written to it.
	stall = 10 * time.Second

	// LossTime is how long after a channel was closed it may be unknown whether the
	// connection was lost.
	LossTime = time.Second

	// What is read of a connection, in bytes a second and at once after a pause:
	// all there is, with the packets by which OpenSSH hides when keys are typed,
	// each of which is answered. A player's come to 5 kB a second.
	connectionRate, connectionBurst = 32 << 10, 128 << 10

	// What is read of what is typed. The mouse of a player who flies with it sends
	// 3 kB a second.
	typingRate, typingBurst = 8 << 10, 32 << 10
)
