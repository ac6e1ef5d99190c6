package net

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestThe65thShipIsRefusedAndASpectatorIsNot(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		defer m.end()
		var players []*player
		for i := range game.MaxShips {
			players = append(players, newPilot(ClientConfig{Dial: m.pipe, Name: fmt.Sprint("P", i)}))
		}
		m.fly(time.Second, players...)
		for _, p := range players {
			m.plays(p)
		}
		late := newPilot(ClientConfig{Dial: m.pipe, Name: "Late"})
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, late, watcher)
		if late.view.Phase != Refused || !strings.Contains(late.view.Err.Error(), "full") {
			t.Errorf("expected that the match is full, %v came", late.view.Err)
		}
		if watcher.view.Phase != Playing || watcher.view.Me != -1 || watcher.view.World == nil {
			t.Errorf("the spectator does not see the match: phase %d, %v", watcher.view.Phase, watcher.view.Err)
		}
		m.fly(time.Second, watcher)
		if behind := m.tick() - watcher.confirmed.Tick; behind > 4 {
			t.Errorf("the spectator is %d ticks behind", behind)
		}
	})
}

func TestAnotherVersionIsRejectedWithBothNumbers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r := m.raw()
		r.say(&proto.Hello{Version: 77, Name: "Future"})
		reject := among[*proto.Reject](t, r.heard())
		bothVersions(t, errors.New(reject.Reason))
		if reject.Code != proto.RejectVersion || r.Err() == nil {
			t.Errorf("code %d, link %v", reject.Code, r.Err())
		}
	})
}

func TestOtherRulesAreRejectedWithBothVersions(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r := m.raw()
		other := hello("Rex")
		other.RulesVersion, other.Rules = 77, 0xabad1dea
		r.say(other)
		reject := among[*proto.Reject](t, r.heard())
		ours := fmt.Sprintf("the host has rules version %d (%08x)", game.RulesVersion, uint32(game.RulesFingerprint))
		if reject.Code != proto.RejectVersion || r.Err() == nil ||
			!strings.Contains(reject.Reason, ours) || !strings.Contains(reject.Reason, "you have rules version 77 (abad1dea)") {
			t.Errorf("code %d, %q, link %v", reject.Code, reject.Reason, r.Err())
		}
	})
}

// bothVersions expects our version and 77 in a line.
func bothVersions(t *testing.T, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), fmt.Sprint(proto.Version)) || !strings.Contains(err.Error(), "77") {
		t.Errorf("expected versions %d and 77 to be named, %v came", proto.Version, err)
	}
}

func TestAClientIsToldThatItsHostIsOfAnotherVersion(t *testing.T) {
	for what, answer := range map[string]proto.Message{
		"welcome": &proto.Welcome{Version: 77, TickRate: 60, Setup: testSetup(t)},
		"reject":  &proto.Reject{Code: proto.RejectVersion, Reason: (&proto.VersionError{Theirs: 77}).Error()},
	} {
		t.Run(what, func(t *testing.T) {
			near, far := link.PipeOf(link.Here, "")
			c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
			c.Frame(time.Now(), 0)
			far.Send(link.Control, answer.Append(nil))
			far.Close() // the end of the link must not hide the answer
			v := c.Frame(time.Now(), 0)
			if v.Phase != Refused {
				t.Errorf("expected to be refused, phase %d", v.Phase)
			}
			bothVersions(t, v.Err)
		})
	}
}

func TestNamesThatNobodyCanReadAreRefused(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		for _, name := range []string{"", "   ", strings.Repeat("ä", proto.MaxName+1)} {
			p := newPilot(ClientConfig{Dial: m.pipe, Name: name})
			m.fly(200*time.Millisecond, p)
			if p.view.Phase != Refused || !strings.Contains(p.view.Err.Error(), "name") {
				t.Errorf("%q: expected to be refused for the name, phase %d, %v", name, p.view.Phase, p.view.Err)
			}
		}
		for _, name := range []string{"a\x1b[H", "a\u202eb", "a\x00", "\xff"} {
			r := m.raw() // our own end would cut these out
			bytes := hello("").Append(nil)
			bytes[len(bytes)-1] = byte(len(name))
			r.Send(link.Control, append(bytes, name...))
			kick := among[*proto.Kick](t, r.heard())
			if !strings.Contains(kick.Reason, "name") || r.Err() == nil {
				t.Errorf("%q: kicked for %q, link %v", name, kick.Reason, r.Err())
			}
		}
		if w := m.world(); flying(w) != 0 {
			t.Errorf("%d of them fly", flying(w))
		}
	})
}

func TestTwoPilotsOfOneNameAreToldApart(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		longest := strings.Repeat("ü", proto.MaxName)
		var players []*player
		for _, name := range []string{"Rex", "Rex", "Rex", longest, longest} {
			players = append(players, newPilot(ClientConfig{Dial: m.pipe, Name: name}))
		}
		m.fly(time.Second, players...)
		names := map[string]bool{}
		for _, p := range players[0].view.Roster {
			if _, err := proto.CleanName(p.Name); err != nil {
				t.Error(err)
			}
			names[p.Name] = true
		}
		if len(names) != len(players) || !names["Rex"] || !names["Rex 2"] || !names["Rex 3"] {
			t.Errorf("the roster has %v", names)
		}
	})
}

func TestAShipOrGunThatTheHostDoesNotHaveIsAnsweredWithTheList(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		for _, conf := range []ClientConfig{
			{Dial: m.pipe, Name: "Rex", Class: "submarine"},
			{Dial: m.pipe, Name: "Rex", Weapon: "harpoon"},
		} {
			p := newPilot(conf)
			m.fly(200*time.Millisecond, p)
			if p.view.Phase != Refused {
				t.Fatalf("expected to be refused, phase %d", p.view.Phase)
			}
			for _, part := range []string{conf.Class + conf.Weapon, "must be one of"} {
				if !strings.Contains(p.view.Err.Error(), part) {
					t.Errorf("expected %q in %v", part, p.view.Err)
				}
			}
		}
		r := m.raw()
		r.join("Raw")
		for _, spawn := range []proto.Spawn{{Class: 9, Name: "Raw"}, {Weapon: 200, Name: "Raw"}} {
			r.say(&spawn)
			if result := among[*proto.SpawnResult](t, r.heard()); result.Status == proto.SpawnOK || result.Slot != proto.NoSlot {
				t.Errorf("class %d, weapon %d: status %d, slot %d", spawn.Class, spawn.Weapon, result.Status, result.Slot)
			}
		}
	})
}

func TestALinkThatIsNeverAnsweredIsGivenUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		near, _ := link.PipeOf(link.Here, "")
		m := &testMatch{t: t}
		p := newPilot(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
		m.fly(answerTime+time.Second, p)
		if p.view.Phase != Refused || !errors.Is(p.view.Err, errNoAnswer) {
			t.Errorf("phase %d, %v", p.view.Phase, p.view.Err)
		}
	})
}
