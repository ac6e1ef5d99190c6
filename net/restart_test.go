package net

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
)

func TestAHostThatClosesTheMatchEndsItsClients(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 20 * time.Millisecond}), 1)
		m.fly(time.Second, p)
		m.end()
		m.fly(100*time.Millisecond, p)
		if p.view.Phase != Ended || p.view.Err == nil || !strings.Contains(p.view.Err.Error(), "closed") {
			t.Errorf("phase %d, %v", p.view.Phase, p.view.Err)
		}
		late := newPlayer("Late", m.pipe, 1)
		m.fly(100*time.Millisecond, late)
		if late.view.Phase != Refused {
			t.Errorf("who came after that is in phase %d", late.view.Phase)
		}
	})
}

func TestAClientGoesOnWithAHostThatWasRestarted(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		at := startMatch(t, HostConfig{}, played{Bots: 4})
		p := newPlayer("Rex", func() link.Link { return at.dial(lossy.Conditions{Delay: 20 * time.Millisecond})() }, 1)
		at.fly(time.Minute, p)
		p.Link().Close() // before it could say that it is closing
		at.end()
		at = startMatch(t, HostConfig{}, played{Setup: oddSetup(t), Bots: 2})
		defer at.end()
		at.mustGoOn(p)
		if p.view.Setup.Arena.Name != "odd" || flying(*p.view.World) != 3 {
			t.Errorf("it flies in %s with %d ships", p.view.Setup.Arena.Name, flying(*p.view.World))
		}
	})
}

// mustGoOn expects that the player, whose time runs differently, comes to fly in
// the match, knows its present and sees what happens in it.
func (m *testMatch) mustGoOn(p *player) {
	m.t.Helper()
	shots := 0
	for range 10 * game.TickRate {
		p.frame()
		for _, ev := range p.view.Events {
			if ev.Kind == game.EventShot {
				shots++
			}
		}
		time.Sleep(tickTime(1))
	}
	m.plays(p)
	m.check(p.Client)
	if ahead := int(p.view.World.Tick - m.tick()); ahead < 0 || ahead > 8 {
		m.t.Errorf("it is %d ticks ahead of the host", ahead)
	}
	if shots == 0 {
		m.t.Error("it saw no shot in ten seconds")
	}
}
