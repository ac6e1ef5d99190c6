package figures

import (
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
)

// Bytes around packets on the wire, over IPv4. A datagram: UDP and IP headers,
// number, seal. A control packet: TCP and IP headers, TLS record, frame.
const (
	aroundDown    = 28 + 2 + 16
	aroundUp      = 28 + 5 + 16
	aroundControl = 40 + 22 + 4
)

// traffic is the mean traffic of a player's link.
type traffic struct {
	down, up float64         // kbit/s with all headers
	orders   float64         // bits a ship in a data packet of the host
	ages     []time.Duration // of the news at every frame, ascending
	changes  float64         // of the input, a second
	missed   float64         // per cent of ticks
	desyncs  uint64
}

// far is the line of the targets: a round trip of 100 ms and 5 % of loss.
var far = lossy.Conditions{Delay: 50 * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.05}

func TestTrafficOf64Players(t *testing.T) {
	measures(t)
	play(t, 64, "expanse", far, 30, func(m *match) {
		tr := m.measure(20 * time.Second)
		t.Logf("%.1f changes of a pilot's input a second", tr.changes)
		atMost(t, "down, 64 players, 30 Hz, RTT 100 ms, 5 % loss", tr.down, "kbit/s", 22, "seed format 1518, Quake 3-like 362, Teeworlds-like 149")
		atMost(t, "bits a ship a packet, 64 ships, RTT 100 ms, 5 % loss", tr.orders, "bits", 4.6, "40-180")
		atMost(t, "up, typical", tr.up, "kbit/s", 16, "60-100")
		atMost(t, "age of newest state, RTT 100 ms, 5 % loss, 30 Hz, p99", tr.age(99), "ms", 120, "300 over TCP")
		tr.healthy(t)
	})
}

func TestTrafficOf8Players(t *testing.T) {
	measures(t)
	play(t, 8, "open", far, 30, func(m *match) {
		tr := m.measure(40 * time.Second)
		atMost(t, "down, 8 players", tr.down, "kbit/s", 14, "seed at 20 Hz 137, Teeworlds 23, XPilot NG 44")
		tr.healthy(t)
	})
}

// TestTrafficIsNotDoubled checks traffic in each plain run: seconds of a small match, within a wide bound.
func TestTrafficIsNotDoubled(t *testing.T) {
	play(t, 8, "open", far, 30, func(m *match) {
		tr := m.measure(5 * time.Second)
		if t.Logf("down %.1f, up %.1f kbit/s", tr.down, tr.up); tr.down > 20 || tr.up > 22 {
			t.Error("expected at most 20 down and 22 up")
		}
		tr.healthy(t)
	})
}

func TestTrafficOnALAN(t *testing.T) {
	measures(t)
	play(t, 64, "expanse", lossy.Conditions{Delay: 200 * time.Microsecond}, 30, func(m *match) {
		tr := m.measure(10 * time.Second)
		atMost(t, "bits a ship a packet, 64 ships, LAN", tr.orders, "bits", 1.5, "40-180")
		tr.healthy(t)
	})
}

func TestAgeAt60Hz(t *testing.T) {
	measures(t)
	play(t, 64, "expanse", far, 60, func(m *match) {
		tr := m.measure(10 * time.Second)
		atMost(t, "age of newest state, RTT 100 ms, 5 % loss, 60 Hz, p99", tr.age(99), "ms", 90, "300 over TCP")
		tr.healthy(t)
	})
}

func TestTicksThatMissAnInput(t *testing.T) {
	measures(t)
	c := lossy.Conditions{Delay: 45 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05}
	play(t, 16, "open", c, 30, func(m *match) {
		m.fly(5 * time.Second)
		tr := m.measure(60 * time.Second)
		atMost(t, "host ticks that miss an input, 5 % loss, 10 ms jitter", tr.missed, "%", 0.2, "5.6 without redundancy")
		tr.healthy(t)
	})
}

func (tr *traffic) age(percent int) float64 {
	return float64(tr.ages[len(tr.ages)*percent/100].Microseconds()) / 1000
}

// healthy fails the test if a client's World differs from the host's.
func (tr *traffic) healthy(t *testing.T) {
	t.Helper()
	if tr.desyncs != 0 {
		t.Errorf("%d desyncs", tr.desyncs)
	}
}

// measure watches the match for a while.
func (m *match) measure(d time.Duration) (tr traffic) {
	before := make([]link.Counts, len(m.players))
	for i, p := range m.players {
		before[i] = p.tap.Link.Counts()
		p.tap.packets, p.tap.coded = 0, 0
	}
	missed, flown := m.measured.Missed, m.measured.Flown
	held := map[*player]game.Input{}
	m.watch(d, func(p *player) {
		confirmed := p.view.World.Tick - game.Tick(p.view.Lag.Ahead)
		tr.ages = append(tr.ages, time.Duration(m.tick-confirmed)*tickTime+time.Since(m.tickAt))
		if in := p.view.World.Ships[p.view.Me].Input; in != held[p] {
			held[p] = in
			tr.changes++
		}
	})
	slices.Sort(tr.ages)
	n, s := float64(len(m.players)), d.Seconds()
	tr.changes /= n * s
	tr.missed = 100 * float64(m.measured.Missed-missed) / float64(m.measured.Flown-flown)
	for i, p := range m.players {
		tr.add(&before[i], p.tap, 8/1000.0/s/n)
		tr.orders += 8 * float64(p.tap.coded) / float64(p.tap.packets) / n / n
		tr.desyncs += p.view.Lag.Desyncs
	}
	return tr
}

// add adds a link's traffic since before, in a unit. Lost packets count too.
func (tr *traffic) add(before *link.Counts, l *tap, unit float64) {
	now := l.Link.Counts()
	in, lost := now.DataIn-before.DataIn, now.DataLost-before.DataLost
	control := now.PacketsIn - before.PacketsIn - in - lost
	tr.down += unit * float64(now.BytesIn-before.BytesIn+aroundDown*(in+lost)+aroundControl*control)
	out := now.DataOut - before.DataOut
	control = now.PacketsOut - before.PacketsOut - out
	tr.up += unit * float64(now.BytesOut-before.BytesOut+aroundUp*out+aroundControl*control)
}
