package lan

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"sync"
	"time"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"

	"dogfight/net/admission"
	"dogfight/sys"
)

// responder answers questions on one network, by one family of addresses, of neighbours
// on it alone (RFC 6762, section 11). We have our own because the library answers every
// question, wherever it comes from, however often.
type responder struct {
	// Static after construction.
	iface   int            // of the network
	on      []netip.Prefix // likewise
	zone    mdns.Zone
	socket  multicast
	running sync.WaitGroup

	// Owned by run.
	limit  *admission.FairShare // of unicast answers
	wanted []dns.RR             // to be told to all
	due    time.Time            // when to tell; zero if nothing is wanted
	told   time.Time            // when all were told something last
}

const (
	// Unicast answers a second: in all, and to each address. A player who looks for a match
	// asks every few seconds. Neighbours may forge each other's addresses, and an answer is
	// seven times as long as a question: so this is what they can have sent to another.
	unicastRate     = 64
	unicastRateEach = 8

	// everySecond is how often all are told (RFC 6762, section 6).
	everySecond = time.Second

	// Where several may answer, each waits a while (section 6), in which other questions come.
	leastWait, mostWait = 20 * time.Millisecond, 120 * time.Millisecond

	// retry is the pause after a socket could not be read.
	retry = 100 * time.Millisecond
)

// respond answers on a network until the responder is closed.
func respond(on network, v4 bool, zone mdns.Zone) (*responder, error) {
	socket, err := openMulticast(on.iface, v4)
	if err != nil {
		return nil, err
	}
	r := &responder{
		iface: on.iface.Index, on: prefixesOf(on.iface), zone: zone, socket: socket,
		limit: admission.NewFairShare(unicastRate, unicastRateEach),
	}
	r.running.Go(func() {
		defer sys.Restore()
		r.run()
	})
	return r, nil
}

// close ends it, and waits for its goroutine.
func (r *responder) close() {
	r.socket.close()
	r.running.Wait()
}

// run answers questions, and tells all when it is time to.
func (r *responder) run() {
	for b := make([]byte, longestMDNS); ; {
		n, iface, from, err := r.socket.read(b, r.due)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case errors.Is(err, os.ErrDeadlineExceeded):
			r.tell(time.Now())
		case err != nil:
			time.Sleep(retry)
		case r.isNeighbour(iface, from):
			r.hear(b[:n], from, time.Now())
		}
	}
}

// hear takes a neighbour's datagram.
func (r *responder) hear(p []byte, from netip.AddrPort, now time.Time) {
	var q mdnsQuery
	if q.parse(p, from.Port()) != nil {
		return
	}
	alone, all := q.answers(r.zone)
	if len(alone) > 0 && r.limit.Allow(netip.PrefixFrom(from.Addr(), from.Addr().BitLen()), now) {
		if b, err := q.reply(alone); err == nil {
			r.socket.write(b, from)
		}
	}
	if len(all) > 0 {
		r.want(all, now)
	}
}

// want has records told to all soon, though not twice a second.
func (r *responder) want(records []dns.RR, now time.Time) {
	r.wanted = gather(r.wanted, records)
	if r.due.IsZero() {
		r.due = now.Add(leastWait + rand.N(mostWait-leastWait))
		if next := r.told.Add(everySecond); r.due.Before(next) {
			r.due = next
		}
	}
}

func (r *responder) tell(now time.Time) {
	if b, err := announcement(r.wanted); err == nil {
		r.socket.write(b, r.socket.group)
	}
	r.wanted, r.due, r.told = nil, time.Time{}, now
}

// isNeighbour reports whether a datagram that came in by an interface, 0 if the system does
// not say, is from a neighbour on the network. An address without a port cannot be answered.
func (r *responder) isNeighbour(iface int, from netip.AddrPort) bool {
	return from.Port() != 0 && (iface == 0 || iface == r.iface) && onLink(r.on, from.Addr())
}
