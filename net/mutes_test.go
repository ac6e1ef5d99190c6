package net

import (
	"strings"
	"testing"
	"time"
)

// speaks returns what the listener reads of a line that somebody says.
func (m *testMatch) speaks(speaker, listener *player) (heard string) {
	m.t.Helper()
	m.fly(time.Second, speaker, listener)
	speaker.Say("hello")
	for range 60 {
		m.fly(tickTime(1), speaker, listener)
		for _, line := range listener.view.Chat {
			if line.Pilot == speaker.view.Pilot {
				heard += line.Text
			}
		}
	}
	return heard
}

func TestWhoIsMutedDoesNotEscapeByComingAgainWithoutAKey(t *testing.T) {
	for name, key := range map[string]string{"with a key at first": rexKey, "without one": ""} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m := startMatch(t, HostConfig{})
				defer m.end()
				listener := newPlayer("Other", m.pipeAs(vegaKey, elsewhere), 2)
				rex := newPlayer("Rex", m.pipeAs(key, home), 1)
				m.fly(time.Second, rex, listener)
				if err := m.host.Mute(rex.view.Pilot, true); err != nil {
					t.Fatal(err)
				}
				rex.Leave()
				rex = newPlayer("Wolf", m.pipeAs("", home), 1)
				if heard := m.speaks(rex, listener); heard != "" {
					t.Errorf("they read %q", heard)
				}
				neighbour := newPlayer("Vega", m.pipeAs("SHA256:neighbour", home), 3) // of the same house
				if heard := m.speaks(neighbour, listener); heard != "hello" {
					t.Errorf("of the neighbour they read %q", heard)
				}
				m.host.Mute(rex.view.Pilot, false)
				if heard := m.speaks(rex, listener); heard != "hello" {
					t.Errorf("unmuted, they read %q", heard)
				}
			})
		})
	}
}

func TestWhoComesBackMutedIsToldSo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex := newPlayer("Rex", m.pipeAs("", home), 1)
		m.fly(time.Second, rex)
		m.host.Mute(rex.view.Pilot, true)
		m.fly(time.Second, rex)
		rex.Leave()
		again := newPlayer("Rex", m.pipeAs("", home), 1)
		told := ""
		for range 30 {
			m.fly(tickTime(1), again)
			for _, line := range again.view.Chat {
				told += line.Text
			}
		}
		if !strings.Contains(told, "the host has muted you") {
			t.Errorf("he reads %q", told)
		}
	})
}
