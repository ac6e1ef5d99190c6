package link

import "time"

// path decides at one end of a link whether data goes over UDP, from what was
// heard of the other end. It has no clock: the time is passed in.
//
// A client uses UDP while it hears datagrams. A host sends some only while it
// hears the client's, so hearing them proves both ways, and nothing else does:
//
//	nothing comes down   the client stops hearing, and after one silence uses
//	                     control; the host answers there
//	nothing goes up      after one silence the host uses control; then the
//	                     client hears nothing, and follows after another
//	neither              both notice by themselves after one silence
type path interface {
	// datagram notes one of the peer's that opened. A probe is an empty one.
	datagram(now time.Time, probe bool)

	// control notes data of the peer's that came over control.
	control(now time.Time)

	// sent notes that a datagram was sent.
	sent(now time.Time)

	// udp reports whether data goes over UDP.
	udp(now time.Time) bool
}

const (
	// Silence is after how long an end that hears nothing takes UDP for broken.
	// Two of them heal any break.
	silence = time.Second

	// Keepalive is how often a client makes itself heard, and heard of, when
	// there is no data to do it. Three may be lost within one silence.
	keepalive = silence / 4

	// late is how much older than data over UDP data over control may be and
	// still count as sent before it: more than the 50 ms between packets at 20 Hz.
	late = 250 * time.Millisecond

	// A client that is not on UDP probes again after 100, 200, 400 ms and so on,
	// and in the end each second for ever.
	firstPause  = 100 * time.Millisecond
	lastPause   = time.Second
	quickProbes = 5 // the pause after this many is lastPause
)

// clientPath is the path of the end that dialled. The zero value is ready.
type clientPath struct {
	heard    time.Time // a datagram of the host
	sentAt   time.Time // a datagram to the host, of data or a probe
	probedAt time.Time // a probe
	probes   int       // probes since anything was heard
}

func (c *clientPath) datagram(now time.Time, _ bool) { c.heard, c.probes = now, 0 }
func (c *clientPath) control(time.Time)              {}
func (c *clientPath) sent(now time.Time)             { c.sentAt = now }
func (c *clientPath) udp(now time.Time) bool         { return now.Sub(c.heard) < silence }

// probe reports whether to send a probe now, and after how long to call it again.
func (c *clientPath) probe(now time.Time) (probe bool, wait time.Duration) {
	if probe = !c.due(now).After(now); probe {
		c.probedAt = now
		c.probes = min(c.probes+1, quickProbes)
	}
	return probe, c.due(now).Sub(now)
}

// due is when the next probe is.
func (c *clientPath) due(now time.Time) time.Time {
	switch {
	case c.udp(now):
		return c.keepaliveDue()
	case c.probes == 0:
		return now
	}
	return c.probedAt.Add(min(firstPause<<(c.probes-1), lastPause))
}

// keepaliveDue is when to probe on UDP: when either end was quiet for long.
func (c *clientPath) keepaliveDue() time.Time {
	quiet := c.heard
	if c.sentAt.Before(quiet) {
		quiet = c.sentAt
	}
	if quiet.Before(c.probedAt) { // the answer is underway
		quiet = c.probedAt
	}
	return quiet.Add(keepalive)
}

// hostPath is the path of the end that listened: that on which the client's
// newest data came. The zero value is ready.
type hostPath struct {
	heard   time.Time // a datagram of the client
	data    time.Time // one that was no probe
	follows bool      // the newest data came over UDP
}

func (h *hostPath) datagram(now time.Time, probe bool) {
	h.heard = now
	if !probe {
		h.data, h.follows = now, true
	}
}

// control has the host follow the client to control, unless the client is known
// to be on UDP: then this is what it sent before, and was held up.
func (h *hostPath) control(now time.Time) {
	if now.Sub(h.data) >= late {
		h.follows = false
	}
}

func (h *hostPath) sent(time.Time)         {}
func (h *hostPath) udp(now time.Time) bool { return h.follows && now.Sub(h.heard) < silence }
