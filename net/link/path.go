package link

import "time"

// path decides at one end of a link whether data goes over UDP, by the packets received from the other end. It has no
// clock: the caller passes the time.
//
// A client uses UDP while it receives datagrams. A host sends some only while it receives the client's, so receiving
// them proves both ways:
//
//	nothing comes down   after one silence the client uses control; the host answers there
//	nothing goes up      after one silence the host uses control; then the client receives
//	                     nothing, and follows after another
//	neither              both notice by themselves after one silence
type path interface {
	// datagram handles a datagram that opened.
	datagram(now time.Time, probe bool)

	// control handles data that came over control.
	control(now time.Time)

	// sent handles a sent datagram.
	sent(now time.Time)

	// udp reports whether data goes over UDP.
	udp(now time.Time) bool
}

const (
	// silence is the time without datagrams after which an end takes UDP for broken. Two of them heal any break.
	silence = time.Second

	// keepalive is the interval of a client's probes while there is no data. Three may be lost within one silence.
	keepalive = silence / 4

	// late is how much older than data over UDP data over control may be and still count as sent before it: more than
	// the 50 ms between packets at 20 Hz.
	late = 250 * time.Millisecond

	// A client that is not on UDP probes again after 100, 200, 400 ms and so on, then each second.
	firstPause  = 100 * time.Millisecond
	lastPause   = time.Second
	quickProbes = 5 // the pause after this many is lastPause
)

// clientPath is the path at the end that dialled. The zero value is ready.
type clientPath struct {
	received time.Time // last datagram from the host
	sentAt   time.Time // last datagram to the host
	probedAt time.Time // last probe
	probes   int       // since the last datagram from the host
}

func (c *clientPath) datagram(now time.Time, _ bool) { c.received, c.probes = now, 0 }
func (c *clientPath) control(time.Time)              {}
func (c *clientPath) sent(now time.Time)             { c.sentAt = now }
func (c *clientPath) udp(now time.Time) bool         { return now.Sub(c.received) < silence }

// probe reports whether to send a probe now, and the time until the next call.
func (c *clientPath) probe(now time.Time) (probe bool, wait time.Duration) {
	if probe = !c.due(now).After(now); probe {
		c.probedAt = now
		c.probes = min(c.probes+1, quickProbes)
	}
	return probe, c.due(now).Sub(now)
}

// due returns the time of the next probe.
func (c *clientPath) due(now time.Time) time.Time {
	switch {
	case c.udp(now):
		return c.keepaliveDue()
	case c.probes == 0:
		return now
	}
	return c.probedAt.Add(min(firstPause<<(c.probes-1), lastPause))
}

// keepaliveDue returns the time of the next probe on UDP: keepalive after either end last sent something.
func (c *clientPath) keepaliveDue() time.Time {
	quiet := c.received
	if c.sentAt.Before(quiet) {
		quiet = c.sentAt
	}
	if quiet.Before(c.probedAt) { // the answer is underway
		quiet = c.probedAt
	}
	return quiet.Add(keepalive)
}

// hostPath is the path at the end that listened: the path of the client's newest data. The zero value is ready.
type hostPath struct {
	received time.Time // last datagram from the client
	data     time.Time // last one that was no probe
	follows  bool      // the newest data came over UDP
}

func (h *hostPath) datagram(now time.Time, probe bool) {
	h.received = now
	if !probe {
		h.data, h.follows = now, true
	}
}

// control makes the host follow the client to control, unless the client is known to use UDP: then this data was sent
// before, and delayed.
func (h *hostPath) control(now time.Time) {
	if now.Sub(h.data) >= late {
		h.follows = false
	}
}

func (h *hostPath) sent(time.Time)         {}
func (h *hostPath) udp(now time.Time) bool { return h.follows && now.Sub(h.received) < silence }
