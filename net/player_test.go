package net

import (
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net/link"
)

// player is a client flown by a bot or, without one, by what is held.
type player struct {
	*Client
	bot  *bot.Bot
	held game.Input
	view *View
}

func newPlayer(name string, dial func() link.Link, seed uint64) *player {
	b := bot.New(4, seed)
	return &player{Client: NewClient(ClientConfig{Dial: dial, Name: name}), bot: &b}
}

// newPilot returns a player without a bot.
func newPilot(conf ClientConfig) *player { return &player{Client: NewClient(conf)} }

func (p *player) frame() {
	in := p.held
	if p.bot != nil && p.view != nil && p.view.Phase == Playing && p.view.Me >= 0 {
		in = p.bot.Fly(p.view.World, p.view.Setup, p.view.Me)
	}
	p.view = p.Frame(time.Now(), in)
}

// me returns the own ship as it is predicted.
func (p *player) me() *game.Ship { return &p.view.World.Ships[p.view.Me] }

// fly lets the players play for a while at 60 frames a second.
func (m *testMatch) fly(d time.Duration, players ...*player) {
	m.t.Helper()
	until := time.Now().Add(d)
	m.flyUntil(func() bool { return !time.Now().Before(until) }, players...)
}

// flyUntil lets the players play until something is so. No World that they
// confirm may be other than the host's, and what they see may not run backwards.
func (m *testMatch) flyUntil(so func() bool, players ...*player) {
	m.t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); !so(); time.Sleep(tickTime(1)) {
		if time.Now().After(deadline) {
			m.t.Fatal("what was flown for did not happen in ten minutes")
		}
		for _, p := range players {
			before := p.predicted.Tick
			p.frame()
			m.check(p.Client)
			if p.predicted.Tick < before {
				m.t.Fatalf("%s went back from tick %d to %d", p.conf.Name, before, p.predicted.Tick)
			}
		}
	}
}

// plays fails the test if the player has no ship in the match.
func (m *testMatch) plays(p *player) {
	m.t.Helper()
	if p.view.Phase != Playing || p.view.Me < 0 {
		m.t.Fatalf("%s does not play: phase %d, %v", p.conf.Name, p.view.Phase, p.view.Err)
	}
}

// bubble runs a test in virtual time.
func bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}
