package ops

import (
	"fmt"
	"net"
	"sync"

	"github.com/VictoriaMetrics/metrics"

	"dogfight/net/link"
)

// Traffic counts the bytes of the links of one door. Links are counted when the figures are read, and when there are twice as many
// as at the last count, so that closed links do not pile up.
type Traffic struct {
	// Static after construction.
	door func(kind string) string // labels in figures, by the kind of a link
	near bool                     // the links are the ends that are not the host's

	mu        sync.Mutex
	set       *metrics.Set
	links     []followed
	threshold int // number of links at which they are counted
}

// followed is a link with its counts so far.
type followed struct {
	link.Link
	counted link.Counts
	door    string // its labels; "" until they are known
}

const minLook = 64

// Native returns the Traffic of our own clients, by the path of a link's data.
func (m *Monitor) Native() *Traffic {
	udp, tls := doorLabel("native")+`,path="udp"`, doorLabel("native")+`,path="tls"`
	return m.traffic(func(kind string) string {
		if kind == "udp" {
			return udp
		}
		return tls
	}, false, udp, tls)
}

// Dialect returns the Traffic of a dialect's players: of the links between gateway and host.
func (m *Monitor) Dialect(name string) *Traffic {
	door := doorLabel(name)
	return m.traffic(func(string) string { return door }, true, door)
}

// doorLabel returns the label of a door. All figures name doors alike: native, ssh, web, or a dialect.
func doorLabel(name string) string { return fmt.Sprintf("door=%q", name) }

func (m *Monitor) traffic(door func(kind string) string, near bool, labels ...string) *Traffic {
	t := &Traffic{door: door, near: near, set: m.set, threshold: minLook}
	for _, l := range labels {
		newFlow(m.set, l)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doors = append(m.doors, t)
	return t
}

// Follow counts a link until it closes.
func (t *Traffic) Follow(l link.Link) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.links = append(t.links, followed{Link: l})
	if len(t.links) >= t.threshold {
		t.count()
		t.threshold = max(minLook, 2*len(t.links))
	}
}

// refresh updates the counters.
func (t *Traffic) refresh() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count()
}

// count updates the counters, and forgets closed links.
func (t *Traffic) count() {
	open, kept := map[string]int{}, t.links[:0]
	for _, l := range t.links {
		down := isDown(l)
		if l.door == "" || !down { // a closed link has no kind
			l.door = t.door(l.Kind())
		}
		now := l.Counts()
		t.add(newFlow(t.set, l.door), &now, &l.counted)
		if l.counted = now; !down {
			open[l.door]++
			kept = append(kept, l)
		}
	}
	clear(t.links[len(kept):])
	t.links = kept
	for _, labels := range []string{t.door("udp"), t.door("tls")} {
		t.set.GetOrCreateGauge(connectionsName(labels), nil).Set(float64(open[labels]))
	}
}

// add adds the difference of two counts.
func (t *Traffic) add(to flow, now, before *link.Counts) {
	if t.near {
		to = flow{bytesIn: to.bytesOut, bytesOut: to.bytesIn, packetsIn: to.packetsOut, packetsOut: to.packetsIn}
	}
	to.bytesIn.Add(int(now.WireIn - before.WireIn))
	to.bytesOut.Add(int(now.WireOut - before.WireOut))
	to.packetsIn.Add(int(now.PacketsIn - before.PacketsIn))
	to.packetsOut.Add(int(now.PacketsOut - before.PacketsOut))
}

// isDown reports whether a link is closed. Its Counts stay.
func isDown(l link.Link) bool {
	select {
	case <-l.Done():
		return true
	default:
		return false
	}
}

// flow is the counters of a door.
type flow struct{ bytesIn, bytesOut, packetsIn, packetsOut *metrics.Counter }

// newFlow returns the counters of a door with labels, new or existing.
func newFlow(set *metrics.Set, labels string) flow {
	of := func(unit, direction string) *metrics.Counter {
		return set.GetOrCreateCounter(fmt.Sprintf("dogfight_door_%s_total{%s,direction=%q}", unit, labels, direction))
	}
	set.GetOrCreateGauge(connectionsName(labels), nil)
	return flow{of("bytes", "in"), of("bytes", "out"), of("packets", "in"), of("packets", "out")}
}

func connectionsName(labels string) string { return "dogfight_door_connections{" + labels + "}" }

// Meter returns a function that counts all connections of a listener. A packet is one read or write.
func (m *Monitor) Meter(door string) func(net.Listener) net.Listener {
	f, open := newFlow(m.set, doorLabel(door)), m.set.GetOrCreateGauge(connectionsName(doorLabel(door)), nil)
	return func(l net.Listener) net.Listener { return &meteredListener{l, f, open} }
}

type meteredListener struct {
	net.Listener
	flow
	open *metrics.Gauge
}

func (l *meteredListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.open.Inc()
	return &meteredConn{Conn: c, flow: l.flow, closed: sync.OnceFunc(l.open.Dec)}, nil
}

type meteredConn struct {
	net.Conn
	flow
	closed func()
}

func (c *meteredConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.bytesIn.Add(n)
		c.packetsIn.Inc()
	}
	return n, err
}

func (c *meteredConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if n > 0 {
		c.bytesOut.Add(n)
		c.packetsOut.Inc()
	}
	return n, err
}

func (c *meteredConn) Close() error {
	c.closed()
	return c.Conn.Close()
}
