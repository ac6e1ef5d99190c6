package net

import (
	"fmt"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
)

func TestALateJoinerSeesTheSameWorld(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Title: "the match"}, played{Bots: 10, Seed: 2})
		defer m.end()
		time.Sleep(20 * time.Second)
		p := newPlayer("Late", m.dial(lossy.Conditions{Delay: 50 * time.Millisecond}), 1)
		m.fly(300*time.Millisecond, p)
		m.plays(p) // two round trips and a bit
		m.fly(10*time.Second, p)
		if lag := p.view.Lag; lag.Keyframes != 1 || lag.Desyncs != 0 {
			t.Errorf("expected one keyframe and no desync, %d and %d came", lag.Keyframes, lag.Desyncs)
		}
		if n := len(p.view.Roster); n != 11 {
			t.Errorf("expected 11 in the roster, %d came", n)
		}
		if p.view.Title != "the match" {
			t.Errorf("the title is %q", p.view.Title)
		}
	})
}

func TestBotsFillTheMatchAndMakeRoom(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.Mode = game.Teams
		m := startMatch(t, HostConfig{}, played{Setup: setup, Fill: 6})
		defer m.end()
		var players []*player
		for humans := range 8 {
			time.Sleep(time.Second)
			if want, ships := max(6, humans), flying(m.world()); ships != want {
				t.Errorf("with %d humans: expected %d ships, %d fly", humans, want, ships)
			}
			if a, b := teams(m.world()); max(a-b, b-a) > 1 {
				t.Errorf("with %d humans: the teams have %d and %d ships", humans, a, b)
			}
			players = append(players, newPlayer(fmt.Sprint("P", humans), m.pipe, 1))
			m.fly(time.Second, players...)
		}
		for _, p := range players {
			p.Leave()
		}
		time.Sleep(time.Second)
		if ships := flying(m.world()); ships != 6 {
			t.Errorf("when all had left: expected 6 ships again, %d fly", ships)
		}
	})
}

func flying(w game.World) (ships int) {
	for i := range w.Ships {
		if w.Ships[i].State != game.Empty {
			ships++
		}
	}
	return ships
}

func teams(w game.World) (a, b int) {
	for i := range w.Ships {
		switch w.Ships[i].Team {
		case 1:
			a++
		case 2:
			b++
		}
	}
	return a, b
}

func TestBotsComeAndGoWhenTheHostIsToldTo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		a := newPlayer("A", m.pipe, 1)
		for _, n := range []int{0, 1, 5, 0} {
			m.host.SetBots(n)
			m.fly(time.Second, a)
			if bots := len(a.view.Roster) - 1; bots != n || flying(m.world()) != 1+n {
				t.Errorf("told to have %d bots, the host has %d, and %d ships", n, bots, flying(m.world()))
			}
		}
	})
}

func TestPeacefulBotsNeverFire(t *testing.T) {
	skipIfShort(t)
	for _, peaceful := range []bool{true, false} {
		bubble(t, func(t *testing.T) {
			m := startMatch(t, HostConfig{}, played{Bots: 8, Peaceful: peaceful})
			defer m.end()
			time.Sleep(20 * time.Second)
			if shots := m.shotsSince(19 * time.Second); shots == 0 != peaceful {
				t.Errorf("peaceful %v: %d shots", peaceful, shots)
			}
		})
	}
}
