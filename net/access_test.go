package net

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
)

// flies expects players to have a ship, or to watch.
func (m *testMatch) flies(want map[*player]bool) {
	m.t.Helper()
	for p, flies := range want {
		if p.view.Phase != Playing || (p.view.Me >= 0) != flies {
			m.t.Errorf("%s: phase %d, ship %d, %v; expected a ship: %v", p.conf.Name, p.view.Phase, p.view.Me, p.view.Err, flies)
		}
	}
}

// patient returns a player who waits for a ship.
func patient(name string, dial func() link.Link) *player {
	return newPilot(ClientConfig{Name: name, Dial: dial, Wait: true, Steps: &testSteps})
}

func TestAFullHostKeepsSeatsForReservedKeys(t *testing.T) {
	access := Access{MaxPlayers: 3, Reserve: 1, Reserved: map[string]string{vegaKey: "Vega"}}
	inMatch(t, HostConfig{HostOptions: HostOptions{Access: access}}, played{Fill: 8}, func(t *testing.T, m *testMatch) {
		var all []*player
		come := func(name, key string) *player {
			p := patient(name, m.pipeAs(key, fmt.Sprintf("192.0.2.%d:1", len(all)+1)))
			all = append(all, p)
			m.fly(2*time.Second, all...)
			return p
		}
		first, second, third := come("First", "SHA256:first"), come("Second", ""), come("Third", "SHA256:third")
		m.flies(map[*player]bool{first: true, second: true, third: false})
		if info, _ := m.host.PublicInfo(); info.Slots != 3 || info.Players != 2 || info.Bots != 6 {
			t.Errorf("strangers are told of %d players and %d bots, %d slots", info.Players, info.Bots, info.Slots)
		}
		vega := come("Vega", vegaKey)
		m.flies(map[*player]bool{first: true, second: true, third: false, vega: true})
		first.Leave()
		m.fly(2*time.Second, all...)
		m.flies(map[*player]bool{second: true, third: true, vega: true})
		vega.Leave() // the seat stays reserved
		late := come("Late", "SHA256:late")
		m.flies(map[*player]bool{second: true, third: true, late: false})
		if err := m.host.Reconfigure(HostOptions{}); err != nil {
			t.Fatal(err)
		}
		m.fly(2*time.Second, all...)
		m.flies(map[*player]bool{second: true, third: true, late: true})
	})
}

func TestAnIdlePlayerWithAReservedKeyDoesNotGiveWayToOthers(t *testing.T) {
	access := Access{MaxPlayers: 2, Reserve: 1, Reserved: map[string]string{vegaKey: "Vega"}}
	inMatch(t, HostConfig{HostOptions: HostOptions{Access: access}}, played{}, func(t *testing.T, m *testMatch) {
		vega, rex := patient("Vega", m.pipeAs(vegaKey, elsewhere)), patient("Rex", m.pipeAs(rexKey, home))
		m.fly(time.Second, vega, rex)
		waits := patient("Waits", m.pipeAs("SHA256:waits", "198.51.100.9:1"))
		m.fly(time.Second, vega, rex, waits)
		m.flies(map[*player]bool{vega: true, rex: true, waits: false})
		m.host.ask(func() error {
			for _, p := range m.host.match.pilots {
				p.Stirred -= idleAfter
			}
			return nil
		})
		m.fly(tickTime(idleWarning+3*game.TickRate), vega, rex, waits)
		m.flies(map[*player]bool{vega: true, rex: false, waits: true})
	})
}

func TestOnlyListedKeysMayJoin(t *testing.T) {
	linked := func(key string) []string {
		if key == "SHA256:linked" {
			return []string{key, vegaKey}
		}
		return []string{key}
	}
	allowed := Access{Allowed: map[string]string{vegaKey: ""}}
	inMatch(t, HostConfig{LinkedKeys: linked, HostOptions: HostOptions{Access: allowed}}, played{Bots: 1}, func(t *testing.T, m *testMatch) {
		vega, local := newPlayer("Vega", m.pipeAs("SHA256:linked", home), 1), newPlayer("Local", m.pipe, 2)
		m.fly(time.Second, vega, local)
		m.flies(map[*player]bool{vega: true, local: true})
		m.refuses(newPlayer("Rex", m.pipeAs(rexKey, home), 1), "only players on the list", vega, local)
		m.refuses(newPlayer("Keyless", m.pipeAs("", home), 1), "dogfight id prints", vega, local)

		if err := m.host.Reconfigure(HostOptions{Access: Access{Allowed: map[string]string{rexKey: ""}}}); err != nil {
			t.Fatal(err)
		}
		rex := newPlayer("Rex", m.pipeAs(rexKey, elsewhere), 1)
		m.fly(time.Second, rex, vega, local)
		m.flies(map[*player]bool{rex: true, vega: true})
		if err := m.host.ReloadBans(); err != nil { // as a reload does next
			t.Fatal(err)
		}
		m.refuses(vega, "only players on the list", rex, local)
		m.flies(map[*player]bool{rex: true, local: true})
		bots := 0
		m.host.ask(func() error { _, bots = m.host.match.count(); return nil })
		if bots != 1 {
			t.Errorf("there are %d bots", bots)
		}
	})
}

func TestABanForATimeTellsItsPlayerTheReasonAndEnds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "bans")
		list, _ := admission.OpenBans(path)
		m := startMatch(t, HostConfig{Bans: list})
		rex := newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		m.fly(time.Second, rex)
		if _, err := m.host.BanPilot(rex.view.Pilot, ByBoth, "spoils the fun", time.Now().Add(2*time.Hour), false); err != nil {
			t.Fatal(err)
		}
		m.refuses(rex, "you are banned from this host for another 2h0m: spoils the fun")
		m.end()
		time.Sleep(90 * time.Minute)

		if list, _ = admission.OpenBans(path); len(list.All()) != 1 {
			t.Fatalf("a restarted host knows %v", list.All())
		}
		m = startMatch(t, HostConfig{Bans: list})
		defer m.end()
		m.refuses(newPlayer("Rex", m.pipeAs(rexKey, elsewhere), 1), "for another 30m: spoils the fun")
		m.refuses(newPlayer("Rex", m.pipeAs("SHA256:other", home), 1), "for another 30m: spoils the fun")
		time.Sleep(31 * time.Minute)
		rex = newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		m.fly(time.Second, rex)
		m.plays(rex)
	})
}

func TestAWarningIsSeenByItsPlayerAlone(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 1}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		m.listen(time.Second, rex, other)
		if err := m.host.Warn(rex.view.Pilot, "be kind"); err != nil {
			t.Fatal(err)
		}
		if told := fmt.Sprint(m.listen(time.Second, rex)); !strings.Contains(told, "the host warns you: be kind") {
			t.Errorf("Rex reads %s", told)
		}
		if told := fmt.Sprint(m.listen(time.Second, other)); strings.Contains(told, "warns") {
			t.Errorf("the other reads %s", told)
		}
		if err := m.host.Warn(rex.view.Pilot, "\x1b[31m"); err == nil {
			t.Error("an illegible warning is sent")
		}
	})
}

func TestEventsTellTheCourseOfAMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var events []Event // owned by Run, and read after it
		conf := HostConfig{HostOptions: HostOptions{Motions: AllMotions}, Event: func(e Event) { events = append(events, e) }, Results: time.Second}
		m := startMatch(t, conf, played{Bots: 6})
		rex, vega := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Vega", m.pipeAs(vegaKey, elsewhere), 2)
		m.fly(70*time.Second, rex, vega)
		rex.Say("hello")
		rex.Say("/vote restart")
		m.fly(time.Second, rex, vega)
		m.host.Veto()
		vega.Link().Close()
		m.fly(3*time.Second, rex, vega)
		vega.Leave()
		m.fly(time.Second, rex)
		m.host.Finish()
		m.fly(2*time.Second, rex)
		m.end()

		var course []string
		kills, scores := 0, 0
		for _, e := range events {
			switch {
			case e.Kind != "kill":
				course = append(course, strings.TrimSpace(fmt.Sprintf("%s %d %s %s", e.Kind, e.Round, e.Player, e.Text)))
			case e.Player == "" || e.Weapon == "" && e.By != "" || e.By == e.Player:
				t.Errorf("a kill is %+v", e)
			default:
				kills++
			}
			if bot := e.ID == 0 || strings.HasPrefix(e.Player, "Bot"); bot != (e.Key == "") || bot != (e.Address == "") {
				t.Errorf("the key and the address of a player, and no others: %+v", e)
			}
			scores += len(e.Scores)
		}
		want := []string{
			"start 1", "join 1 Rex", "join 1 Vega", "chat 1 Rex hello", "vote 1 Rex called: restart the match",
			"vote 1  the operator has stopped the vote: restart the match", "back 1 Vega", "leave 1 Vega bye", "end 1", "start 2",
		}
		if !slices.Equal(course, want) || kills == 0 || scores != 7 {
			t.Errorf("%d kills, %d scores, and\n%s", kills, scores, strings.Join(course, "\n"))
		}
	})
}
