package net

import (
	"slices"
	"testing"
	"time"

	"dogfight/proto"
)

// notices returns what the host has told a player while they fly for a second.
func (m *testMatch) notices(p *player, others ...*player) (lines []string) {
	until := time.Now().Add(time.Second)
	m.flyUntil(func() bool {
		for _, line := range p.view.Chat {
			if line.Pilot == proto.Notice {
				lines = append(lines, line.Text)
			}
		}
		return !time.Now().Before(until)
	}, append(others, p)...)
	return lines
}

// newcomer is a player who was shown a frame.
func newcomer(conf ClientConfig) *player {
	p := newPilot(conf)
	p.frame()
	return p
}

func TestEachPlayerWhoComesInIsToldTheMessageOfTheDay(t *testing.T) {
	bubble(t, func(t *testing.T) {
		day := []string{"Welcome.", "Be kind."}
		m := startMatch(t, HostConfig{Title: "Monday", Welcome: day})
		defer m.end()
		rex := newcomer(ClientConfig{Dial: m.pipe, Name: "Rex"})
		if got := m.notices(rex); !slices.Equal(got, day) {
			t.Errorf("Rex is told %q", got)
		}
		watcher := newcomer(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		if got := m.notices(watcher, rex); !slices.Equal(got, day) {
			t.Errorf("a spectator is told %q", got)
		}
		if got := m.notices(rex); slices.Contains(got, day[0]) {
			t.Errorf("Rex is told again: %q", got)
		}

		rex.Link().Close()
		if got := m.notices(rex); len(got) != 0 || rex.view.Me < 0 {
			t.Errorf("Rex, who takes their seat again, is told %q", got)
		}

		day = []string{"Another day."}
		if err := m.host.Reconfigure(Reconfiguration{Title: "Tuesday", Welcome: day}); err != nil {
			t.Fatal(err)
		}
		if got := m.notices(rex); len(got) != 0 {
			t.Errorf("Rex is told %q", got)
		}
		late := newcomer(ClientConfig{Dial: m.pipe, Name: "Late"})
		if got := m.notices(late, rex); !slices.Equal(got, day) || late.view.Title != "Tuesday" {
			t.Errorf("who comes in later is told %q by %q", got, late.view.Title)
		}
	})
}

func TestAPasswordMayBecomeAnotherWhileAMatchIsPlayed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame"})
		defer m.end()
		rex := knowing("open sesame", m.pipeAs("", "192.0.2.1:1"))
		m.fly(time.Second, rex)
		m.plays(rex)

		m.host.Demand("close sesame")
		m.turnsAway(knowing("open sesame", m.pipeAs("", "192.0.2.2:1")), "not the password")
		vega := knowing("close sesame", m.pipeAs("", "192.0.2.3:1"))
		m.fly(time.Second, rex, vega)
		m.plays(rex)
		m.plays(vega)

		m.host.Demand("")
		ann := newPilot(ClientConfig{Dial: m.pipeAs("", "192.0.2.4:1"), Name: "Ann"})
		m.fly(time.Second, rex, vega, ann)
		if m.plays(ann); m.host.Closed() {
			t.Error("the match is said to have a password")
		}
		m.host.Demand("again")
		m.turnsAway(newPilot(ClientConfig{Dial: m.pipeAs("", "192.0.2.5:1"), Name: "Bob"}), "asks for a password")
	})
}

func TestAHostThatHasClosedIsNotReconfigured(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		m.end()
		if m.host.Reconfigure(Reconfiguration{Title: "x"}) == nil || m.host.RenewBans() == nil {
			t.Error("it is")
		}
	})
}
