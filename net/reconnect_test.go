package net

import (
	"strings"
	"testing"
	"time"

	"dogfight/net/link/lossy"
	"dogfight/proto"
)

func TestWhoLosesTheLinkComesBackToHisSeatAndScore(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 5, Skill: 1, Seed: 3})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 30 * time.Millisecond}), 1)
		other := newPlayer("Other", m.pipe, 2)
		m.flyUntil(func() bool { return p.view != nil && p.view.World != nil && p.view.Me >= 0 && p.me().Kills > 0 }, p, other)
		slot, kills := p.view.Me, m.world().Ships[p.view.Me].Kills

		p.Link().Close()
		time.Sleep(5 * time.Second)
		m.fly(time.Second, p, other)
		m.plays(p)
		if p.view.Me != slot || m.world().Ships[slot].Kills < kills {
			t.Errorf("had slot %d and %d kills, has %d and %d", slot, kills, p.view.Me, m.world().Ships[slot].Kills)
		}
		if ships := flying(m.world()); ships != 7 {
			t.Errorf("expected 7 ships, there are %d", ships)
		}
	})
}

func TestALinkThatBreaksAgainAndAgainIsMadeAgain(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		slot := p.view.Me
		for range 50 {
			p.Link().Close()
			m.fly(700*time.Millisecond, p)
			if m.plays(p); p.view.Me != slot {
				t.Fatalf("had slot %d, has %d", slot, p.view.Me)
			}
		}
	})
}

func TestTheSeatOfWhoNeverComesBackIsFreeAfterTenSeconds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p, watcher := newPlayer("Rex", m.pipe, 1), newPlayer("Watcher", m.pipe, 2)
		m.fly(time.Second, p, watcher)
		p.Link().Close()
		m.fly(9*time.Second, watcher)
		if flying(m.world()) != 2 || !away(watcher.view.Roster, "Rex") {
			t.Errorf("after 9 s: %d ships, roster %v", flying(m.world()), watcher.view.Roster)
		}
		m.fly(2*time.Second, watcher)
		if flying(m.world()) != 1 || len(watcher.view.Roster) != 1 {
			t.Errorf("after 11 s: %d ships, roster %v", flying(m.world()), watcher.view.Roster)
		}

		// A seat that is gone is no reason not to come in.
		m.fly(2*time.Second, p, watcher)
		m.plays(p)
	})
}

func away(roster []proto.Pilot, name string) bool {
	for _, p := range roster {
		if p.Name == name {
			return p.Flags&proto.Away != 0
		}
	}
	return false
}

func TestByeFreesTheSeatAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		p.Leave()
		time.Sleep(2 * tickTime(1))
		if flying(m.world()) != 0 {
			t.Error("the ship still flies")
		}
		if v := p.Frame(time.Now(), 0); v.Phase != Ended || v.Err != nil {
			t.Errorf("phase %d, %v", v.Phase, v.Err)
		}
	})
}

func TestASecondHelloOnALinkIsKicked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r := m.raw()
		r.join("Rex")
		r.say(hello("Rex"))
		if kick := among[*proto.Kick](t, r.heard()); !strings.Contains(kick.Reason, "hello") || r.Err() == nil {
			t.Errorf("kicked for %q, link %v", kick.Reason, r.Err())
		}
	})
}

func TestWhoKnowsTheTokenHasTheSeatAndTheOldLinkIsCut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		r := m.raw()
		back := hello("Rex")
		back.Token = p.token
		r.say(back)
		welcome := among[*proto.Welcome](t, r.heard())
		if int(welcome.Slot) != p.view.Me || welcome.Token != p.token {
			t.Errorf("expected slot %d, %d came", p.view.Me, welcome.Slot)
		}
		m.fly(5*time.Second, p)
		if p.view.Phase != Refused { // and not come back to seize it again
			t.Errorf("the old end is in phase %d, %v", p.view.Phase, p.view.Err)
		}
		if r.Err() != nil || flying(m.world()) != 1 {
			t.Errorf("link %v, %d ships", r.Err(), flying(m.world()))
		}
	})
}

func TestATokenNobodyWasGivenIsANewcomers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 2})
		defer m.end()
		r := m.raw()
		never := hello("Rex")
		never.Token = proto.Token{1}
		r.say(never)
		welcome := among[*proto.Welcome](t, r.heard())
		if welcome.Slot != proto.NoSlot || welcome.Token == (proto.Token{1}) || welcome.Token == (proto.Token{}) {
			t.Errorf("slot %d, token %x", welcome.Slot, welcome.Token)
		}
	})
}
