package net

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// knowing returns a player who has a password.
func knowing(password string, dial func() link.Link) *player {
	return newPilot(ClientConfig{Dial: dial, Name: "Rex", Password: password})
}

// turnsAway expects that a player is asked for another password.
func (m *testMatch) turnsAway(p *player, reason string) {
	m.t.Helper()
	m.fly(time.Second, p)
	var password *PasswordError
	if p.view.Phase != Refused || !errors.As(p.view.Err, &password) || !strings.Contains(password.Reason, reason) {
		m.t.Errorf("phase %d, %v; expected %q", p.view.Phase, p.view.Err, reason)
	}
}

func TestWhoKnowsThePasswordComesInAndNobodyElse(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame"})
		defer m.end()
		m.turnsAway(knowing("", m.pipeAs("", home)), "asks for a password")
		m.turnsAway(knowing("open sesam", m.pipeAs("", home)), "not the password")
		m.turnsAway(knowing("Open sesame", m.pipeAs("", home)), "not the password")
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(proofWait, rex) // others have guessed there
		m.plays(rex)

		slot := rex.view.Me // and does so again when he has lost the link
		rex.Link().Close()
		m.fly(proofWait, rex)
		if m.plays(rex); rex.view.Me != slot {
			t.Errorf("he had slot %d and has %d", slot, rex.view.Me)
		}
	})
}

func TestAPasswordIsToldToNoHostThatDoesNotAsk(t *testing.T) {
	bubble(t, func(t *testing.T) {
		near, far := link.PipeOf(link.Here, "")
		p := knowing("open sesame", func() link.Link { return near })
		p.frame()
		packet, ok := far.Receive(nil)
		if m, err := proto.Parse(packet.Bytes); !ok || err != nil || m.Type() != proto.HelloType {
			t.Errorf("expected a hello first, came %v, %v", m, err)
		}
		if _, more := far.Receive(nil); more {
			t.Error("something follows the hello")
		}
		p.Leave()
	})
}

func TestRightPasswordsAreNotCounted(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame", PerAddress: 64})
		defer m.end()
		var party []*player
		for range 15 {
			party = append(party, knowing("open sesame", m.pipeAs("", home)))
		}
		m.fly(time.Second, party...)
		for _, p := range party {
			m.plays(p)
		}
	})
}
