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

	"dogfight/guard"
	"dogfight/net/antiamp"
)

// responder answers questions on one network, by one family of addresses, and nobody who
// is not on it (RFC 6762, section 11). We have our own because the library answers
// whoever asks, from wherever, as often as he does.
type responder struct {
	// Static after construction.
	iface   int            // of the network
	on      []netip.Prefix // likewise
	zone    mdns.Zone
	socket  multicast
	running sync.WaitGroup

	// Owned by run.
	limit  *antiamp.Fair // of what goes to one alone
	wanted []dns.RR      // by all, not yet told
	due    time.Time     // when to tell; zero if nothing is wanted
	told   time.Time     // when all were told something last
}

const (
	// Answers to one alone, a second: to all of them, and to each address. Who looks for a
	// match asks every few seconds. Neighbours may forge each other's addresses, and an answer
	// is seven times as long as a question: so this is what they may have sent to another.
	aloneRate     = 64
	aloneRateEach = 8

	// everySecond is how often all are told (RFC 6762, section 6).
	everySecond = time.Second

	// Where several may answer, each waits a while (section 6), in which other questions come.
	leastWait, mostWait = 20 * time.Millisecond, 120 * time.Millisecond

	// breath is how long a socket is left alone that cannot be read.
	breath = 100 * time.Millisecond
)

// respond answers on a network until the responder is closed.
func respond(on network, v4 bool, zone mdns.Zone) (*responder, error) {
	socket, err := openMulticast(on.iface, v4)
	if err != nil {
		return nil, err
	}
	r := &responder{
		iface: on.iface.Index, on: prefixesOf(on.iface), zone: zone, socket: socket,
		limit: antiamp.NewFair(aloneRate, aloneRateEach),
	}
	r.running.Go(func() {
		defer guard.Panics()
		r.run()
	})
	return r, nil
}

// close ends it, and waits for its goroutine.
func (r *responder) close() {
	r.socket.close()
	r.running.Wait()
}

// run hears questions, and tells all when it is time to.
func (r *responder) run() {
	for b := make([]byte, longestMDNS); ; {
		n, iface, from, err := r.socket.read(b, r.due)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case errors.Is(err, os.ErrDeadlineExceeded):
			r.tell(time.Now())
		case err != nil:
			time.Sleep(breath)
		case r.isNeighbour(iface, from):
			r.hear(b[:n], from, time.Now())
		}
	}
}

// hear takes a datagram of a neighbour's.
func (r *responder) hear(p []byte, from netip.AddrPort, now time.Time) {
	var q query
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

// want has all told of records soon, though not twice a second.
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
// not say, is from somebody on the network. An address with no port can have no answer.
func (r *responder) isNeighbour(iface int, from netip.AddrPort) bool {
	return from.Port() != 0 && (iface == 0 || iface == r.iface) && onLink(r.on, from.Addr())
}
