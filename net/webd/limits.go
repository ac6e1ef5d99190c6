package webd

import (
	"cmp"
	"net/netip"
	"time"

	"dogfight/net/admission"
	"dogfight/net/window"
)

// Limits bound what strangers can take from a host. A zero field means its default.
type Limits struct {
	HalfOpen   int           // connections that have not asked for anything yet; 128
	PerAddress int           // terminals of an IPv4 address or an IPv6 /64; 8
	PerLocal   int           // the same, of local addresses; 64, or PerAddress if that is more
	Total      int           // connections in all; 512
	Handshake  time.Duration // until a request must have come, until the hello must, and between requests; 5 s
	Silence    time.Duration // until a page that answers nothing counts as gone; 10 s
	Page       time.Duration // that a connection may last by which no player comes in; a minute, for the slowest lines

	Local func(netip.Addr) bool // whether an address is local; admission.IsLocal
}

// connectionsPerTerminal is how many connections an address may have for each terminal: a browser opens up to six to load
// the page, and closes them soon after.
const connectionsPerTerminal = 6

func (l Limits) orDefaults() Limits {
	if l.Local == nil {
		l.Local = admission.IsLocal
	}
	l.PerAddress = cmp.Or(l.PerAddress, 8)
	l.PerLocal = cmp.Or(l.PerLocal, max(64, l.PerAddress))
	l.Total = cmp.Or(l.Total, 512)
	l.Handshake, l.Silence = cmp.Or(l.Handshake, 5*time.Second), cmp.Or(l.Silence, 10*time.Second)
	l.Page = cmp.Or(l.Page, time.Minute)
	return l
}

// admission returns the limits on connections.
func (l *Limits) admission() admission.Limits {
	return admission.Limits{
		HalfOpen: l.HalfOpen, Total: l.Total, Local: l.Local,
		PerAddress: connectionsPerTerminal * l.PerAddress, PerLocal: connectionsPerTerminal * l.PerLocal,
		AtOnce: connectionsPerTerminal,
	}
}

// ofProxies returns the limits on connections of proxies: each speaks for many.
func (l *Limits) ofProxies() admission.Limits {
	return admission.Limits{
		HalfOpen: l.Total, Total: l.Total, PerAddress: l.Total, PerLocal: l.Total,
		Local: func(netip.Addr) bool { return true },
	}
}

// windows returns the limits on terminals.
func (l *Limits) windows() window.Limits {
	return window.Limits{PerAddress: l.PerAddress, PerLocal: l.PerLocal, Local: l.Local}
}

const (
	// maxHeader is how long the header of a request may be.
	maxHeader = 8 << 10
	// maxMessage is how long a message of a page may be.
	maxMessage = 4 << 10
	// maxCloseReason is how much a close frame has room for (RFC 6455, 5.5).
	maxCloseReason = 123

	// maxLoggedName is how much of a name is logged.
	maxLoggedName = 64

	// What an address that is not local is sent of pages, in bytes a second and at once after a pause: ten browsers that
	// have seen nothing of the page yet; and what each request costs besides the bytes of its answer.
	pageRate, pageBurst = 256 << 10, 4 << 20
	requestCost         = 4 << 10

	// stall is how long a page may take nothing of what is written to it.
	stall = 10 * time.Second
	// goodbye is how long last words may take.
	goodbye = 2 * time.Second

	// What is read of a connection, in bytes a second and at once after a pause: requests, and what is typed in messages.
	connectionRate, connectionBurst = 32 << 10, 128 << 10
	// What is read of what is typed. The mouse of a player who flies with it sends 3 kB a second.
	typingRate, typingBurst = 8 << 10, 32 << 10
	// messageCost is what each message costs besides its bytes, pings and pongs too, and textCost what one of text does,
	// for it is parsed.
	messageCost, textCost = 16, 64
)
