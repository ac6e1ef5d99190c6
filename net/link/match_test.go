package link_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
)

// guestOf plays a match on a rig's host by the relay.
type guestOf struct {
	*net.Client
	bot     bot.Bot
	view    *net.View
	oldest  time.Duration // age of the newest World
	down    time.Duration // without a link
	desyncs uint64
}

func (g *guestOf) play(d time.Duration) {
	const frame = time.Second / 60
	for range int(d / frame) {
		var in game.Input
		if g.view != nil && g.view.Phase == net.Playing && g.view.Me >= 0 {
			in = g.bot.Fly(g.view.World, g.view.Setup, g.view.Me)
		}
		g.view = g.Frame(time.Now(), in)
		g.oldest, g.desyncs = max(g.oldest, g.view.Lag.Age), max(g.desyncs, uint64(g.view.Lag.Desyncs))
		if g.view.Phase != net.Playing {
			g.down += frame
		}
		time.Sleep(frame)
	}
}

// inMatch runs a test with a guest who has a ship.
func inMatch(t *testing.T, r link.Rig, test func(g *guestOf)) {
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 5 * 60 * game.TickRate}
	m := net.FixedMatch(setup, net.MatchOptions{Bots: 3, Skill: 1}, 7)
	host := net.NewHost(net.HostConfig{BotNames: []string{"Bot"}}, m)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		host.Run(ctx)
	}()
	go func() {
		for {
			l, err := r.Accept()
			if err != nil {
				return
			}
			host.Add(l)
		}
	}()
	g := &guestOf{bot: bot.New(4, 1), Client: net.NewClient(net.ClientConfig{Name: "Guest", Dial: r.Dial})}
	g.play(5 * time.Second)
	if g.view.Phase != net.Playing || g.view.Me < 0 {
		t.Fatalf("the guest does not play: phase %d, %v", g.view.Phase, g.view.Err)
	}
	g.oldest, g.down = 0, 0
	test(g)
	g.Leave()
	<-g.Link().Done()
	stop()
	<-ended
	r.Close()
	time.Sleep(link.AfterClose)
}

// keepsSeat fails the test unless the guest plays on with the same ship, and was never out of step.
func (g *guestOf) keepsSeat(t *testing.T, me int) {
	t.Helper()
	t.Logf("%s: the oldest World was %v old, the link down for %v", t.Name(), g.oldest.Round(time.Millisecond), g.down.Round(time.Millisecond))
	if g.view.Phase != net.Playing || g.view.Me != me || g.view.Stale {
		t.Errorf("phase %d, ship %d, want %d: %v", g.view.Phase, g.view.Me, me, g.view.Err)
	}
	if g.desyncs > 0 {
		t.Errorf("%d desyncs", g.desyncs)
	}
}

func TestAPlayerKeepsTheSeatWhileThePathChanges(t *testing.T) {
	for _, name := range link.PathChanges() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				r := link.RigFor(name)
				inMatch(t, r, func(g *guestOf) {
					me := g.view.Me
					r.Change(name)
					g.play(15 * time.Second)
					if g.keepsSeat(t, me); g.down > 0 {
						t.Error("the link went down")
					}
				})
			})
		})
	}
}

func TestAPlayerOnlyReachedByTheRelayReturnsToTheSeatWhenItIsBack(t *testing.T) {
	for _, access := range []string{"symmetric", "no UDP"} {
		t.Run(access, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := link.RigNamed(access, access)
				inMatch(t, r, func(g *guestOf) {
					me := g.view.Me
					r.KillRelay()
					g.play(3 * time.Second)
					r.RestartRelay()
					g.play(10 * time.Second)
					g.keepsSeat(t, me)
				})
			})
		})
	}
}
