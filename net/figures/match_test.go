package figures

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// match is a host and its players in virtual time, over links with these conditions each way.
type match struct {
	t          testing.TB
	host       *net.Host
	conditions lossy.Conditions
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
func play(t *testing.T, players int, arena string, c lossy.Conditions, rate int, during func(*match)) {
	playWith(t, players, setup(t, arena), c, rate, during)
}

// playWith is play with any setup.
func playWith(t *testing.T, players int, s *game.Setup, c lossy.Conditions, rate int, during func(*match)) {
	if underRace {
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
	m.host.Add(lossy.New(far, there))
	p.tap = &tap{Link: lossy.New(near, back)}
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
