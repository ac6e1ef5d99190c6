package net

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/net/admission"
	"dogfight/proto"
)

const (
	rexKey  = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	vegaKey = "SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ"
)

// refuses expects that somebody is not let in, for a reason.
func (m *testMatch) refuses(p *player, reason string, others ...*player) {
	m.t.Helper()
	m.fly(time.Second, append(others, p)...)
	if p.view.Phase != Refused || !strings.Contains(p.view.Err.Error(), reason) {
		m.t.Errorf("phase %d, %v; expected %q", p.view.Phase, p.view.Err, reason)
	}
}

func TestTheHostKnowsEverybodyByNameIdentityAndAddress(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 1})
		defer m.end()
		time.Sleep(tickTime(2)) // in which the bot comes
		rex := newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		watcher := newPilot(ClientConfig{Dial: m.pipeAs("", elsewhere), Name: "Watcher", Spectate: true})
		m.fly(time.Second, rex, watcher)
		rex.Link().Close()
		m.fly(lastly, watcher)
		all, err := m.host.Pilots()
		for i := range all { // what it is, chance says
			if all[i].Bot != (all[i].Proof == TokenProof{}) {
				t.Errorf("%v: proof of a token %x", all[i], all[i].Proof)
			}
			all[i].Proof = TokenProof{}
		}
		want := []Present{
			{ID: 1, Name: "Bot", Bot: true},
			{ID: 2, Name: "Rex", Identity: rexKey, Address: home, Away: true},
			{ID: 3, Name: "Watcher", Address: elsewhere, Spectates: true},
		}
		if err != nil || !slices.Equal(all, want) {
			t.Errorf("came\n%+v, %v; expected\n%+v", all, err, want)
		}
	})
}

func TestWhoIsKickedLosesHisSeatAndMayComeAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 1})
		defer m.end()
		time.Sleep(tickTime(2)) // in which the bot comes
		rex, vega := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Vega", m.pipeAs(vegaKey, home), 2)
		m.fly(time.Second, rex, vega)
		if err := m.host.Kick(rex.view.Pilot, "be nice"); err != nil {
			t.Fatal(err)
		}
		m.refuses(rex, "be nice", vega)
		if flying(m.world()) != 2 || m.host.Kick(rex.view.Pilot, "") == nil || m.host.Kick(1, "") == nil {
			t.Errorf("%d ships; or who is gone, or a bot, is kicked", flying(m.world()))
		}
		again := newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		m.fly(time.Second, again, vega)
		m.plays(again)

		again.Link().Close() // and who is away is kicked too
		m.fly(lastly, vega)
		err := m.host.Kick(again.view.Pilot, "")
		m.fly(time.Second, vega)
		if err != nil || flying(m.world()) != 2 {
			t.Errorf("%v, %d ships", err, flying(m.world()))
		}
	})
}

func TestWhatAMutedPilotSaysReachesNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		mute := func(on bool) {
			t.Helper()
			if err := m.host.Mute(rex.view.Pilot, on); err != nil {
				t.Fatal(err)
			}
		}
		says := func(text string, want ...string) {
			t.Helper()
			rex.Say(text)
			told := m.listen(time.Second, rex, other)
			reads(t, slices.DeleteFunc(told, func(l ChatLine) bool { return l.Pilot == proto.Notice }), want...)
		}
		says("hello", "hello")
		mute(true)
		if told := m.listen(time.Second, other, rex); len(told) != 1 || !strings.Contains(told[0].Text, "muted you") {
			t.Errorf("he reads %v", told)
		}
		says("rude")

		rex.Leave() // nor when he comes again
		rex = newPlayer("Rex", m.pipeAs(rexKey, elsewhere), 1)
		m.fly(time.Second, rex, other)
		says("rude again")
		mute(false)
		says("sorry", "sorry")
	})
}

func TestWhoIsBannedIsOutAndStaysOut(t *testing.T) {
	for what, ban := range map[string]string{"identity": rexKey, "address": "192.0.2.1", "network": "192.0.2.0/24"} {
		t.Run(what, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "bans")
				list, _ := admission.OpenBans(path)
				m := startMatch(t, HostConfig{Bans: list})
				rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipeAs(vegaKey, elsewhere), 2)
				m.fly(time.Second, rex, other)
				if _, err := m.host.Ban(ban, "Rex", false); err != nil {
					t.Fatal(err)
				}
				m.refuses(rex, "banned", other)
				m.plays(other)
				m.refuses(newPlayer("Innocent", m.pipeAs(rexKey, home), 1), "banned", other)
				m.end()

				list, err := admission.OpenBans(path) // by a host that has started anew
				if err != nil {
					t.Fatal(err)
				}
				m = startMatch(t, HostConfig{Bans: list})
				defer m.end()
				m.refuses(newPlayer("Rex", m.pipeAs(rexKey, home), 1), "banned")
				free := map[string]*player{
					"identity": newPlayer("Free", m.pipeAs(vegaKey, home), 1),
					"address":  newPlayer("Free", m.pipeAs(rexKey, elsewhere), 1),
					"network":  newPlayer("Free", m.pipeAs(rexKey, elsewhere), 1),
				}[what]
				m.fly(time.Second, free)
				m.plays(free)
				if _, err := m.host.Unban(ban); err != nil {
					t.Fatal(err)
				}
				rex = newPlayer("Rex", m.pipeAs(rexKey, home), 1)
				m.fly(time.Second, free, rex)
				m.plays(rex)
			})
		})
	}
}

func TestBansBesideTheHostsThrowOutAtOnceAndGoWithTheirFleet(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipeAs(vegaKey, elsewhere), 2)
		m.fly(time.Second, rex, other)
		theirs, err := admission.ParseBan(rexKey)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.host.BanBeside([]admission.Ban{theirs}); err != nil {
			t.Fatal(err)
		}
		m.refuses(rex, "banned", other)
		m.plays(other)
		if list := m.host.Bans(); len(list) != 0 {
			t.Errorf("they are listed as the host's own: %v", list)
		}
		if err := m.host.BanBeside(nil); err != nil {
			t.Fatal(err)
		}
		rex = newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		m.fly(time.Second, other, rex)
		m.plays(rex)
	})
}

func TestABanTakesTheSeatThatWaitsForSomebody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		rex.Link().Close()
		m.fly(lastly, other)
		if _, err := m.host.Ban(rexKey, "", false); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, other)
		if flying(m.world()) != 1 || len(other.view.Roster) != 1 {
			t.Errorf("%d ships, roster %v", flying(m.world()), other.view.Roster)
		}
		m.refuses(rex, "banned", other) // who would take it back by its token
	})
}

func TestWhatTheHostSaysIsANotice(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		other := newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, other)
		if err := m.host.Say("five minutes"); err != nil {
			t.Fatal(err)
		}
		if told := m.listen(time.Second, other); len(told) != 1 || told[0].Pilot != proto.Notice || told[0].Text != "five minutes" {
			t.Errorf("they read %v", told)
		}
		for _, text := range []string{"", "a\x1b[31m"} {
			if m.host.Say(text) == nil {
				t.Errorf("%q is said", text)
			}
		}
	})
}

func TestAClosedHostHasNoAuthority(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		m.end()
		_, err := m.host.Pilots()
		_, errBan := m.host.Ban(rexKey, "", false)
		for _, err := range []error{err, m.host.Kick(1, ""), m.host.Mute(1, true), errBan, m.host.Say("hi")} {
			if fmt.Sprint(err) != errClosed.Error() {
				t.Errorf("err %v", err)
			}
		}
	})
}
