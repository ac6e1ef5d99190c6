package net

import (
	"testing"
	"time"

	"dogfight/game"
)

// until returns how long the players play until a match is in progress.
func (m *testMatch) until(most time.Duration, players ...*player) time.Duration {
	m.t.Helper()
	began := time.Now()
	m.flyUntil(func() bool {
		return players[0].view.World.Status == game.InProgress || time.Since(began) > most
	}, players...)
	return time.Since(began)
}

func TestWhoIsAloneWithBotsPlaysAgainAtOnce(t *testing.T) {
	skipIfShort(t)
	for name, lobby := range map[string]bool{"without a lobby": false, "past the lobby": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				o := shortMatch()
				o.Lobby = lobby
				m := startMatch(t, HostConfig{}, played{Options: o})
				defer m.end()
				p := newPlayer("Rex", m.pipe, 1)
				eye := newPilot(ClientConfig{Dial: m.pipe, Name: "Eye", Spectate: true})
				m.fly(time.Second, p, eye)
				p.Ready(true) // where there is no lobby that is for nothing, and not for the results either
				m.toResults(p, eye)
				m.fly(3*time.Second, p, eye)
				if p.view.World.Status != game.Closed || p.marked("Rex") {
					t.Fatalf("status %d, ready: %v, before Rex wanted to go on", p.view.World.Status, p.marked("Rex"))
				}
				eye.Ready(true)
				p.Vote(2)
				p.Ready(true)
				if took := m.until(5*time.Second, p, eye); took > time.Second/4 {
					t.Errorf("the next match began after %v", took)
				}
				if p.view.Setup.Lobby != lobby || p.marked("Rex") {
					t.Errorf("a lobby: %v, still ready: %v", p.view.Setup.Lobby, p.marked("Rex"))
				}
				m.plays(p)
			})
		})
	}
}

func TestTheNextMatchBeginsWhenAllWhoAreThereWantIt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Options: shortMatch()})
		defer m.end()
		a, b, c := newPlayer("A", m.pipe, 1), newPlayer("B", m.pipe, 2), newPlayer("C", m.pipe, 3)
		m.fly(time.Second, a, b, c)
		m.toResults(a, b, c)
		a.Ready(true)
		m.fly(2*time.Second, a, b, c)
		if a.view.World.Status != game.Closed || !b.marked("A") {
			t.Fatalf("status %d, and B is told that A is ready: %v", a.view.World.Status, b.marked("A"))
		}
		c.Link().Close() // who is away keeps nobody waiting
		b.Ready(true)
		if took := m.until(5*time.Second, a, b); took > time.Second/4 {
			t.Errorf("the next match began after %v", took)
		}
	})
}
