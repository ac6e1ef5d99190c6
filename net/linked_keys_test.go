package net

import (
	"slices"
	"testing"
	"time"
)

// linked takes Rex's key and Vega's for one player's.
func linked(identity string) []string {
	if both := []string{rexKey, vegaKey}; slices.Contains(both, identity) {
		return both
	}
	return []string{identity}
}

func TestASeatIsGivenBackToTheSamePlayersOtherKey(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{LinkedKeys: linked})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipeAs("SHA256:other", home), 2)
		m.fly(time.Second, rex, other)
		slot := rex.view.Me
		rex.Link().Close()
		m.fly(lastly, other)
		again := newPlayer("Rex", m.pipeAs(vegaKey, elsewhere), 1)
		m.fly(time.Second, again, other)
		if m.plays(again); again.view.Me != slot || flying(m.world()) != 2 {
			t.Errorf("he had slot %d and has %d; %d ships", slot, again.view.Me, flying(m.world()))
		}
	})
}

func TestWhoIsBannedOrMutedByOneKeyIsSoByAllOfHis(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{LinkedKeys: linked})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		if err := m.host.Mute(rex.view.Pilot, true); err != nil {
			t.Fatal(err)
		}
		rex.Leave()
		rex = newPlayer("Rex", m.pipeAs(vegaKey, elsewhere), 1)
		m.fly(time.Second, rex, other)
		rex.Say("rude")
		if told := m.listen(time.Second, rex, other); len(told) > 0 {
			t.Errorf("they read %v", told)
		}
		if err := m.host.Mute(rex.view.Pilot, false); err != nil {
			t.Fatal(err)
		}
		if _, err := m.host.Ban(rexKey, "", false); err != nil {
			t.Fatal(err)
		}
		m.refuses(rex, "banned", other)
		m.refuses(newPlayer("Rex", m.pipeAs(vegaKey, elsewhere), 1), "banned", other)
	})
}
