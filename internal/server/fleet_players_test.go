package server

import (
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/registry"
)

func TestABanOfTheFleetHoldsInAllRoomsOfItsHostsAtOnceAndUntilItIsLifted(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	door := newIssuer(t, f)
	s := fleetHost(t, f, 3)
	opened := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{Title: "second"}})
	until(t, func() bool { return s.member.keys.Door(door.id) != nil })
	rex, ann := newFleetPlayer(t, door, opened.Match, "Rex"), newFleetPlayer(t, door, opened.Match, "Ann")
	until(t, func() bool { return rex.view != nil && ann.view != nil && rex.plays() && ann.plays() }, rex, ann)
	defer ann.Leave()
	key := ""
	pilots, err := s.member.rooms[opened.Match.ID].host.Pilots()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pilots {
		if p.Name == "Rex" {
			key = p.Identity
		}
	}
	tell := func(list *registry.Bans) {
		t.Helper()
		b, err := registry.Append(nil, list)
		if err == nil {
			_, err = f.Put(t.Context(), fleet.Bans, registry.BansKey, b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	tell(&registry.Bans{Version: 7, Bans: []registry.Ban{{What: key, Comment: "Rex", At: time.Now()}}})
	until(t, func() bool { return rex.view.Err != nil }, rex, ann)
	if !strings.Contains(rex.view.Err.Error(), "banned") || !ann.plays() {
		t.Errorf("Rex is told %v", rex.view.Err)
	}
	if bans, _ := s.member.players.Version(); bans != 7 {
		t.Errorf("the copy has version %d", bans)
	}
	tell(&registry.Bans{Version: 6}) // an old one, of whoever has it still
	tell(&registry.Bans{Version: 8})
	until(t, func() bool { bans, _ := s.member.players.Version(); return bans == 8 }, ann)
}
