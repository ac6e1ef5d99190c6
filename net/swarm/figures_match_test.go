package swarm_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// match is a host and its players in virtual time, over links with these conditions each way.
type match struct {
	t          testing.TB
	host       *net.Host
	conditions link.Conditions
	players    []*player
	tick       game.Tick // the host's current tick
	tickAt     time.Time // since when
	measured   net.Measured
}

// player is a client, flown by a bot with human fingers.
type player struct {
	*net.Client
	bot     bot.Bot
	fingers bot.Fingers
	view    *net.View
	tap     *tap
}

const tickTime = time.Second / game.TickRate

// play runs a match of so many players in a bubble.
func play(t *testing.T, players int, arena string, c link.Conditions, rate int, during func(*match)) {
	playWith(t, players, setup(t, arena), c, rate, during)
}

// playWith is play with any setup.
func playWith(t *testing.T, players int, s *game.Setup, c link.Conditions, rate int, during func(*match)) {
	if testkit.Race() {
		t.Skip("the race detector makes a match of 64 clients too slow; others are flown under it")
	}
	synctest.Test(t, func(t *testing.T) {
		m := &match{t: t, conditions: c}
		m.host = net.NewHost(net.HostConfig{
			Observe: func(w *game.World) { m.tick, m.tickAt = w.Tick, time.Now() },
			Measure: func(now net.Measured) { m.measured = now },
		}, net.FixedMatch(s, net.MatchOptions{}, 1))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			m.host.Run(ctx)
		}()
		for i := range players {
			m.join(uint64(i), rate)
		}
		m.fly(5 * time.Second)
		during(m)
		stop()
		<-ended
	})
}

func setup(t testing.TB, arena string) *game.Setup {
	t.Helper()
	a, err := assets.Arena(arena)
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

func (m *match) join(seed uint64, rate int) {
	p := &player{bot: bot.New(5, seed), fingers: bot.Fingers{Slow: true, Chance: game.NewChance(seed)}}
	classes, weapons := assets.Classes(), assets.Weapons()
	p.Client = net.NewClient(net.ClientConfig{
		Dial: func() link.Link { return m.dial(p, seed) },
		Name: fmt.Sprint("P", seed), Rate: rate,
		Class: classes[seed%uint64(len(classes))].Name, Weapon: weapons[seed%uint64(len(weapons))].Name,
	})
	m.players = append(m.players, p)
}

func (m *match) dial(p *player, seed uint64) link.Link {
	near, far := link.PipeOf(link.Here, "")
	there, back := m.conditions, m.conditions
	there.Seed, back.Seed = 2*seed+1, 2*seed+2
	m.host.Add(link.Lossy(far, there))
	p.tap = &tap{Link: link.Lossy(near, back)}
	return p.tap
}

// fly runs all players for a while at 60 frames a second, each at another time.
func (m *match) fly(d time.Duration) { m.watch(d, func(*player) {}) }

// watch is fly with a look at each player after each frame.
func (m *match) watch(d time.Duration, look func(*player)) {
	step := tickTime / time.Duration(len(m.players))
	for until := time.Now().Add(d); time.Now().Before(until); {
		began := time.Now()
		for _, p := range m.players {
			p.frame()
			look(p)
			time.Sleep(step)
		}
		time.Sleep(tickTime - time.Since(began))
	}
}

func (p *player) frame() {
	var in game.Input
	if v := p.view; v != nil && v.World != nil && v.Me >= 0 {
		in = p.fingers.Press(p.bot.Fly(v.World, v.Setup, v.Me))
	}
	p.view = p.Frame(time.Now(), in)
}

// tap is a link that measures the Orders from it.
type tap struct {
	link.Link
	packets, coded int
	orders         proto.Orders
}

func (l *tap) Receive(buf []byte) (link.Packet, bool) {
	p, ok := l.Link.Receive(buf)
	if ok && p.Channel == link.Data && l.orders.Parse(p.Bytes, 0) == nil {
		l.packets++
		l.coded += len(p.Bytes) - orderHeader
		if l.orders.Pong != nil {
			l.coded -= pongLength
		}
	}
	return p, ok
}

const (
	orderHeader = 7
	pongLength  = 7
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
var far = link.Conditions{Delay: 50 * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.05}

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
		atMost(t, "down, 8 players", tr.down, "kbit/s", 14.5, "seed at 20 Hz 137, Teeworlds 23, XPilot NG 44")
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
	play(t, 64, "expanse", link.Conditions{Delay: 200 * time.Microsecond}, 30, func(m *match) {
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
	c := link.Conditions{Delay: 45 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05}
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
