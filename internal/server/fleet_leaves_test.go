package server

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net"
)

func TestAPlayerWhoIsSentToAnotherMatchLeavesTheirSeat(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	door := newIssuer(t, f)
	s := fleetHost(t, f, 3)
	until(t, func() bool { return s.member.keys.Door(door.id) != nil })
	home := s.member.home.owner.Entry()
	ann, bob := newFleetPlayer(t, door, &home, "Ann"), newFleetPlayer(t, door, &home, "Bob")
	until(t, func() bool { return ann.view != nil && bob.view != nil && ann.plays() && bob.plays() }, ann, bob)
	defer bob.Leave()
	key := ""
	pilots, _ := s.member.home.host.Pilots()
	for _, p := range pilots {
		if p.Name == "Ann" {
			key = p.Identity
		}
	}
	leave := fleet.Leave{Match: home.ID, Seat: fleet.SeatKey(key, nil), At: time.Now().Unix()}
	if a := askHost(t, f, s.member.self.ID, fleet.Ask{Leave: &leave}); a.Error != "" || a.Match != nil {
		t.Errorf("the answer: %+v", a)
	}
	until(t, func() bool { return ann.view.Phase == net.Refused }, ann, bob)
	if !bob.plays() {
		t.Error("another player is thrown out")
	}
}

func TestATicketIsForNothingThatWasMadeBeforeItsPlayerLeft(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	made := func(by time.Duration, identity string, match fleet.ID) *fleet.Ticket {
		t := fleet.NewTicket(&fleet.Match{ID: match, Host: 2}, identity, identity, "", now.Add(by))
		return &t
	}
	var l leaves
	l.add(leaver{1, fleet.SeatKey("SHA256:ann", nil)}, now, now)
	for _, c := range []struct {
		name string
		of   *fleet.Ticket
		want bool
	}{
		{"made before", made(-time.Second, "SHA256:ann", 1), true},
		{"made after", made(time.Second, "SHA256:ann", 1), false},
		{"for another match", made(-time.Second, "SHA256:ann", 3), false},
		{"another player's", made(-time.Second, "SHA256:bob", 1), false},
		{"nobody's", made(-time.Second, "", 1), false},
	} {
		if l.has(c.of) != c.want {
			t.Errorf("%s: for nothing %v", c.name, !c.want)
		}
	}
	l.add(leaver{3, "another"}, now, now.Add(2*time.Minute))
	if len(l.all) != 1 {
		t.Errorf("%d are remembered", len(l.all))
	}
}

func TestAPlayerIsNotSentAwayForLongerThanClocksDiffer(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	var l leaves
	l.add(leaver{1, fleet.SeatKey("SHA256:ann", nil)}, now.Add(1000*time.Hour), now)
	for after, want := range map[time.Duration]bool{0: true, fleet.TicketSlack + time.Second: false} {
		made := fleet.NewTicket(&fleet.Match{ID: 1, Host: 2}, "SHA256:ann", "SHA256:ann", "", now.Add(after))
		if l.has(&made) != want {
			t.Errorf("a ticket made %v later is refused: %v", after, !want)
		}
	}
}
