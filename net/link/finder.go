package link

import (
	"crypto/rand"
	"net/netip"
	"slices"
	"time"

	"dogfight/net/admission"
	"dogfight/net/relay"
)

// finder finds paths between the ends of a link that a relay has spliced. Both ends send probes to the candidates of the
// other, which opens their routers. From then on the client leads: it proves the host's addresses and sends its data to
// the best; the host follows, as it follows any client that moves.
//
// The link's lock guards it. It has no clock.
type finder struct {
	binder   binder
	own      func(reflexive netip.AddrPort) []netip.AddrPort // gathers this end's candidates
	send     func([]netip.AddrPort)                          // sends them to the other end
	postNear post

	began  time.Time // zero before the first tick
	isSent bool      // this end's candidates were sent

	// unproven bounds all that is sent to addresses that have not answered: as much as the other end has sent here, and
	// the probes. So a lie about an address multiplies nothing.
	unproven admission.ReplyBudget

	targets []netip.AddrPort // the other end's candidates
	since   time.Time        // of targets
	round   int              // of probes
	probes  int              // sent

	unheard uint64 // datagrams of the other end that count as probes to other addresses, not as lost

	// Of a client.
	paths    []candidate
	searchAt time.Time
	searches int // since the last proof of a path
}

// candidate is a path as the client knows it.
type candidate struct {
	at        UDPAddr
	token     [challengeSize]byte // which the host must echo from at
	asked     time.Time           // last challenge to at
	known     bool                // has echoed the token once: at is no forged address
	works     bool                // has echoed it since it last failed
	challenge [challengeSize]byte // the host's newest from at
	received  time.Time           // of challenge
}

const (
	// maxProbes bounds the probes to the other end's candidates.
	maxProbes = 20

	// maxPaths bounds the paths of a client: candidates, the relay, and sources that the host did not name.
	maxPaths = 2*maxCandidates + 1

	// A client's challenge and the host's echo of it are marked, unlike those in the other direction.
	askMark, echoMark byte = 1, 2
	markedSize             = 1 + challengeSize

	// probingTime is longer than both ends send probes to addresses that may not be the other end's.
	probingTime = 5 * time.Second

	// announceAfter is how long the candidates wait for the relay's answer.
	announceAfter = 500 * time.Millisecond

	// askPause is the least time between two challenges to a path.
	askPause = 50 * time.Millisecond

	// betterPause is the pause between challenges to better paths than the one in use, which works.
	betterPause = 5 * time.Second
)

// rounds are the times of the probes to all candidates. Those of the first die before the other end's router, which
// takes a stray for a connection of its own if this end has not called there yet, and then gives it another port.
var rounds = [...]time.Duration{0, 150, 250, 400, 600, 900, 1300, 1800, 2400, 3000}

func newFinder(via relay.Via, own func(netip.AddrPort) []netip.AddrPort, send func([]netip.AddrPort), postNear post) *finder {
	f := &finder{own: own, send: send, postNear: postNear, paths: make([]candidate, 0, maxPaths), unproven: admission.ReplyBudget{Times: 1}}
	f.binder.via = via
	f.unproven.Received(maxProbes * (toHostHeader + tagSize))
	if via != (relay.Via{}) {
		f.path(relayedAddr(via.Number))
	}
	return f
}

// tick does all that is due, and returns the time until the next call.
func (e *udpEnd) tick(now time.Time) (wait time.Duration) {
	f := e.finder
	if f.began.IsZero() {
		f.began = now
	}
	if now.Sub(f.began) <= probingTime {
		f.unheard = e.opener.lost()
	}
	wait = min(e.bind(now), f.announce(now), e.punch(now))
	if e.host {
		if e.peer.IsValid() && !e.IsOn(now) && pathTo(e.peer.Addr()) == PathRelayed && now.Sub(f.binder.askedAt) >= lastPause {
			f.binder.expire()
		}
		return min(wait, silence)
	}
	return min(wait, e.watch(now), silence)
}

// bind keeps this end bound at the relay.
func (e *udpEnd) bind(now time.Time) (wait time.Duration) {
	b := &e.finder.binder
	if b.via == (relay.Via{}) {
		return silence
	}
	if e.buf, wait = b.bind(e.buf[:0], now); len(e.buf) > 0 {
		e.post(e.buf, UDPAddr{AddrPort: b.via.Relay})
	}
	return wait
}

// announce sends this end's candidates, once they are complete.
func (f *finder) announce(now time.Time) (wait time.Duration) {
	if f.isSent {
		return silence
	}
	left := f.began.Add(announceAfter).Sub(now)
	if left > 0 && f.binder.via != (relay.Via{}) && !f.binder.reflexive.IsValid() {
		return left
	}
	f.isSent = true
	f.send(f.own(f.binder.reflexive))
	return silence
}

// learn sets the other end's candidates.
func (f *finder) learn(list []netip.AddrPort, now time.Time) { f.targets, f.since = list, now }

// punch sends the probes that are due.
func (e *udpEnd) punch(now time.Time) (wait time.Duration) {
	f := e.finder
	for f.round < len(rounds) && len(f.targets) > 0 && f.probes < maxProbes {
		if wait := f.since.Add(rounds[f.round] * time.Millisecond).Sub(now); wait > 0 {
			return wait
		}
		for _, a := range f.targets {
			if f.probes < maxProbes && f.unproven.Allow(toHostHeader+tagSize) {
				f.probes++
				e.probeTo(UDPAddr{AddrPort: a}, f.round == 0 && a.Addr().Is4() && pathTo(a.Addr()) == PathInternet, now)
			}
		}
		f.round++
	}
	return silence
}

func (e *udpEnd) probeTo(to UDPAddr, near bool, now time.Time) {
	e.seal(nil, false)
	if near {
		e.finder.postNear(e.buf, to)
	} else {
		e.post(e.buf, to)
	}
}

// sendPath sends a packet about the path.
func (e *udpEnd) sendPath(p []byte, to UDPAddr, now time.Time) {
	e.seal(p, true)
	e.path.sent(now)
	e.post(e.buf, to)
}

// isMarked reports whether d is a client's challenge or the echo of one.
func (d openedDatagram) isMarked(mark byte) bool {
	return d.path && len(d.Packet) == markedSize && d.Packet[0] == mark
}

// echo answers a client's challenge with an echo, which is shorter.
func (e *udpEnd) echo(d openedDatagram, to UDPAddr, now time.Time) {
	if e.finder.unproven.Allow(toClientHeader + markedSize + tagSize) {
		d.Packet[0] = echoMark
		e.sendPath(d.Packet, to, now)
	}
}

// follow handles a datagram of the host at a client.
func (e *udpEnd) follow(d openedDatagram, from UDPAddr, now time.Time) {
	f := e.finder
	c := f.path(from)
	if c == nil {
		return
	}
	switch {
	case d.path && len(d.Packet) == challengeSize:
		c.challenge, c.received = [challengeSize]byte(d.Packet), now
		if c.at == e.peer {
			e.sendPath(d.Packet, c.at, now)
		}
	case d.isMarked(echoMark) && [challengeSize]byte(d.Packet[1:]) == c.token:
		c.known, c.works, f.searches = true, true, 0
		e.choose(c, now)
	}
	switch {
	case !c.works:
		e.ask(c, now)
	case c.at != e.peer:
		e.choose(c, now)
	}
}

// ask challenges a path.
func (e *udpEnd) ask(c *candidate, now time.Time) {
	trusted := c.known || pathTo(c.at.Addr()) == PathRelayed
	if now.Sub(c.asked) < askPause || !trusted && !e.finder.unproven.Allow(toHostHeader+markedSize+tagSize) {
		return
	}
	c.asked = now
	e.sendPath(append([]byte{askMark}, c.token[:]...), c.at, now)
}

// choose uses a proven path if it is better than the one in use, or as good and the host sends there now.
func (e *udpEnd) choose(c *candidate, now time.Time) {
	if e.peer.IsValid() {
		better, worse := pathTo(c.at.Addr()) < pathTo(e.peer.Addr()), pathTo(c.at.Addr()) > pathTo(e.peer.Addr())
		if c.at == e.peer || worse || !better && now.Sub(e.client.received) < late {
			return
		}
	}
	e.peer = c.at
	e.client.datagram(now, true)
	if now.Sub(c.received) < challengeLife {
		e.sendPath(c.challenge[:], c.at, now)
	} else {
		e.Send(nil, now) // which the host answers with a challenge
	}
}

// watch gives up a silent path, and looks for a better one.
func (e *udpEnd) watch(now time.Time) (wait time.Duration) {
	f := e.finder
	if e.peer.IsValid() && !e.client.udp(now) {
		f.path(e.peer).works = false
		e.peer = UDPAddr{}
		f.searchAt, f.searches = now, 0
		f.binder.expire()
	}
	wait = silence
	if e.peer.IsValid() {
		due, next := e.client.probe(now)
		if due {
			e.Send(nil, now)
		}
		wait = next
	}
	return min(wait, e.search(now))
}

// search challenges all paths that may be better than the one in use.
func (e *udpEnd) search(now time.Time) (wait time.Duration) {
	f := e.finder
	if wait := f.searchAt.Sub(now); wait > 0 {
		return wait
	}
	for i := range f.paths {
		c := &f.paths[i]
		better := !e.peer.IsValid() || pathTo(c.at.Addr()) < pathTo(e.peer.Addr())
		if better && (c.known || pathTo(c.at.Addr()) == PathRelayed) {
			e.ask(c, now)
		}
	}
	pause := min(firstPause<<f.searches, lastPause)
	if f.searches = min(f.searches+1, quickProbes); e.peer.IsValid() {
		pause = betterPause
	}
	f.searchAt = now.Add(pause)
	return pause
}

// path returns the path to an address, which is added if there is room. One that has answered is never replaced.
func (f *finder) path(at UDPAddr) *candidate {
	at.AddrPort = unmapped(at.AddrPort)
	i := slices.IndexFunc(f.paths, func(c candidate) bool { return c.at == at })
	if i < 0 && len(f.paths) == maxPaths {
		i = slices.IndexFunc(f.paths, func(c candidate) bool { return !c.known && pathTo(c.at.Addr()) != PathRelayed })
		if i < 0 {
			return nil
		}
		f.paths = slices.Delete(f.paths, i, i+1)
		i = -1
	}
	if i < 0 {
		c := candidate{at: at}
		rand.Read(c.token[:]) // never fails
		i, f.paths = len(f.paths), append(f.paths, c)
	}
	return &f.paths[i]
}
