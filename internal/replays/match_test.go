package replays

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

// hosted is a match with bots, on a host of its own.
type hosted struct {
	t      *testing.T
	host   *net.Host
	cancel context.CancelFunc
	ended  chan struct{}

	late time.Duration // the most that a tick began late
}

// host hosts matches that are filmed, until end.
func host(t *testing.T, film net.Film, o net.MatchOptions) *hosted {
	t.Helper()
	o.Arena, o.Skill = "open", 3
	match, err := net.NewMatch(o, 7)
	if err != nil {
		t.Fatal(err)
	}
	h := &hosted{t: t, ended: make(chan struct{})}
	h.host = net.NewHost(net.HostConfig{
		Title: "Friday night", ID: 77, BotNames: assets.PilotNames(), Film: film,
		Measure: func(m net.Measured) { h.late = max(h.late, m.Late) },
	}, match)
	ctx, cancel := context.WithCancel(context.Background())
	h.cancel = cancel
	go func() {
		h.host.Run(ctx)
		close(h.ended)
	}()
	return h
}

// end ends the host.
func (h *hosted) end() {
	h.cancel()
	<-h.ended
}

// player joins the match, and is flown by a bot.
type player struct {
	*net.Client
	bot bot.Bot
}

func (h *hosted) join(name string, film net.Film) *player {
	dial := func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		h.host.Add(far)
		return near
	}
	return &player{net.NewClient(net.ClientConfig{Dial: dial, Name: name, Film: film}), bot.New(4, 1)}
}

// fly lets time pass, in which the players play at 60 frames a second.
func fly(d time.Duration, players ...*player) {
	for until := time.Now().Add(d); time.Now().Before(until); time.Sleep(time.Second / game.TickRate) {
		for _, p := range players {
			v := p.Frame(time.Now(), 0)
			if v.Phase == net.Playing && v.Me >= 0 {
				p.Frame(time.Now(), p.bot.Fly(v.World, v.Setup, v.Me))
			}
		}
	}
}

// bubble runs a test in virtual time, at whose end the recorder has written all.
func bubble(t *testing.T, test func(t *testing.T, r *Archive)) {
	t.Helper()
	r := &Archive{Folder: newFolder(t), Program: "test"}
	synctest.Test(t, func(t *testing.T) {
		test(t, r)
		r.Close()
	})
}
