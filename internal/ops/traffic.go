package ops

import (
	"fmt"
	"sync"

	"github.com/VictoriaMetrics/metrics"

	"dogfight/net/link"
)

// Traffic is what links carry that come in by one door. They are looked at when somebody wants to know, and when there
// are twice as many as at the last look, so that no more are kept than there were at once.
type Traffic struct {
	// Static after construction.
	door func(kind string) string // as it is called in figures, by the kind of a link
	near bool                     // the links are seen from the end that is not the host's

	mu    sync.Mutex
	set   *metrics.Set
	links []followed
	look  int // when there are so many
}

// followed is a link, and what is counted of it already.
type followed struct {
	link.Link
	counted link.Counts
	door    string // by which it came in, as far as is known
}

const fewestToLook = 64

// Native returns the Traffic of our own clients, who come by the doors native-udp and native-tls: each link by the way that its
// data goes.
func (m *Monitor) Native() *Traffic {
	return m.traffic(func(kind string) string {
		if kind == "udp" {
			return "native-udp"
		}
		return "native-tls"
	}, false, "native-udp", "native-tls")
}

// Dialect returns the Traffic of a dialect's players, whose links are seen from the gateway's end. What is counted is what the
// gateway and the host say to each other.
func (m *Monitor) Dialect(name string) *Traffic {
	return m.traffic(func(string) string { return name }, true, name)
}

func (m *Monitor) traffic(door func(kind string) string, near bool, names ...string) *Traffic {
	t := &Traffic{door: door, near: near, set: m.set, look: fewestToLook}
	for _, name := range names {
		newFlow(m.set, name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doors = append(m.doors, t)
	return t
}

// Follow counts what a link carries, until it is down.
func (t *Traffic) Follow(l link.Link) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.links = append(t.links, followed{Link: l})
	if len(t.links) >= t.look {
		t.count()
		t.look = max(fewestToLook, 2*len(t.links))
	}
}

// refresh brings the counters up to date.
func (t *Traffic) refresh() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count()
}

// count takes what is new into the counters, and forgets the links that are down.
func (t *Traffic) count() {
	open, kept := map[string]int{}, t.links[:0]
	for _, l := range t.links {
		down := isDown(l)
		if l.door == "" || !down { // a link that is down has no way any more
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
	for _, name := range []string{t.door("udp"), t.door("tls")} {
		t.set.GetOrCreateGauge(connectionsName(name), nil).Set(float64(open[name]))
	}
}

// add adds what a link has carried since it was looked at before.
func (t *Traffic) add(to flow, now, before *link.Counts) {
	if t.near {
		to = flow{bytesIn: to.bytesOut, bytesOut: to.bytesIn, packetsIn: to.packetsOut, packetsOut: to.packetsIn}
	}
	to.bytesIn.Add(int(now.WireIn - before.WireIn))
	to.bytesOut.Add(int(now.WireOut - before.WireOut))
	to.packetsIn.Add(int(now.PacketsIn - before.PacketsIn))
	to.packetsOut.Add(int(now.PacketsOut - before.PacketsOut))
}

// isDown reports whether nothing goes over a link any more. What it carried until then is in its Counts.
func isDown(l link.Link) bool {
	select {
	case <-l.Done():
		return true
	default:
		return false
	}
}

// flow are the counters of a door.
type flow struct{ bytesIn, bytesOut, packetsIn, packetsOut *metrics.Counter }

// newFlow returns the counters of a door, which may be there already.
func newFlow(set *metrics.Set, door string) flow {
	of := func(what, direction string) *metrics.Counter {
		return set.GetOrCreateCounter(fmt.Sprintf("dogfight_door_%s_total{door=%q,direction=%q}", what, door, direction))
	}
	set.GetOrCreateGauge(connectionsName(door), nil)
	return flow{of("bytes", "in"), of("bytes", "out"), of("packets", "in"), of("packets", "out")}
}

func connectionsName(door string) string {
	return fmt.Sprintf("dogfight_door_connections{door=%q}", door)
}
