package server

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

func TestAPlayerThatIsSentToAnotherMatchLeavesTheirSeat(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s := fleetHost(t, f, 3)
	door.isKnownTo(t, s)
	home := s.member.home.owner.Entry()
	ann, bob := newFleetPlayer(t, door, &home, "Ann"), newFleetPlayer(t, door, &home, "Bob")
	until(t, func() bool { return ann.view != nil && bob.view != nil && ann.plays() && bob.plays() }, ann, bob)
	defer bob.Leave()
	key := keyOf(t, s.member.home.host, "Ann")
	leave := fleet.Leave{Match: home.ID, Seat: fleet.SeatKey(key, nil), At: time.Now().Unix()}
	if a := askHost(t, f, s.member.self.ID, fleet.Ask{Leave: &leave}); a.Error != "" || a.Match != nil {
		t.Errorf("the answer: %+v", a)
	}
	until(t, func() bool { return ann.view.Phase == net.Refused }, ann, bob)
	if !bob.plays() {
		t.Error("another player is thrown out")
	}
}

func TestATicketFromBeforeItsPlayerLeftIsRefused(t *testing.T) {
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

func TestAPlayerIsNotRefusedForLongerThanClocksDiffer(t *testing.T) {
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

func TestDifferingClocksAreLoggedOnceAMinute(t *testing.T) {
	var logged bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logged, nil))
	now := time.Unix(1_800_000_000, 0)
	late := fleet.NewTicket(&fleet.Match{ID: 1, Host: 2}, "", "", "", now.Add(-95*time.Second))
	var c clockWarnings
	for range 119 {
		c.warn(log, &late, now)
		now = now.Add(time.Second)
	}
	lines := strings.Split(strings.TrimSpace(logged.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "level=WARN") || !strings.Contains(lines[0], "age=1m35s") {
		t.Errorf("logged:\n%s", &logged)
	}
}

func TestABanOfTheFleetAppliesInAllRoomsAtOnceUntilItIsLifted(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s := fleetHost(t, f, 3)
	opened := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{Title: "second"}})
	door.isKnownTo(t, s)
	rex, ann := newFleetPlayer(t, door, opened.Match, "Rex"), newFleetPlayer(t, door, opened.Match, "Ann")
	until(t, func() bool { return rex.view != nil && ann.view != nil && rex.plays() && ann.plays() }, rex, ann)
	defer ann.Leave()
	key := keyOf(t, s.member.rooms[opened.Match.ID].host, "Rex")
	tell := func(list *fleet.BanList) {
		t.Helper()
		b, err := fleet.AppendRecord(nil, list)
		if err == nil {
			_, err = f.Put(t.Context(), fleet.Bans, fleet.BansKey, b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	tell(&fleet.BanList{Version: 7, Bans: []fleet.Ban{{Target: key, Comment: "Rex", At: time.Now()}}})
	until(t, func() bool { return rex.view.Err != nil }, rex, ann)
	if !strings.Contains(rex.view.Err.Error(), "banned") || !ann.plays() {
		t.Errorf("Rex got %v", rex.view.Err)
	}
	if bans, _ := s.member.players.Version(); bans != 7 {
		t.Errorf("the copy has version %d", bans)
	}
	tell(&fleet.BanList{Version: 6}) // an old one, from a member that still has it
	tell(&fleet.BanList{Version: 8})
	until(t, func() bool { bans, _ := s.member.players.Version(); return bans == 8 }, ann)
}

// TestAHostForgetsKeysThatAnOperatorHasUnlinked: a host also remembers linked keys that players have proven to it.
func TestAHostForgetsKeysThatAnOperatorHasUnlinked(t *testing.T) {
	f := newFleet(t)
	one, other := fmt.Sprintf("SHA256:%043d", 1), fmt.Sprintf("SHA256:%043d", 2)
	dirs := tempDirs(t)
	if err := os.MkdirAll(filepath.Dir(dirs.LinkedKeys()), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dirs.LinkedKeys(), []byte(one+" "+other+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	answer, err := fleet.AppendRecord(nil, &fleet.Links{ID: "one", Unlinked: [][2]string{{other, one}}})
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan bool, 1)
	f.Serve(fleet.KeysSubject, func([]byte) []byte { <-asked; return answer })
	s := fleetHost(t, f, 2, func(o *Options) { o.Dirs = dirs })
	if keys := s.keysOf(one); len(keys) != 2 {
		t.Errorf("before, the player has %v", keys)
	}
	asked <- true
	until(t, func() bool { return len(s.keysOf(one)) == 1 && len(s.keysOf(other)) == 1 })
}

// TestADoorsTicketsAreGoodUntilTheDoorIsRemoved: a thief of a door's key can send players, until the entry of the door is removed.
func TestADoorsTicketsAreGoodUntilTheDoorIsRemoved(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s := fleetHost(t, f, 2)
	door.isKnownTo(t, s)
	home := s.member.home.owner.Entry()
	join := func() proto.Message {
		t.Helper()
		l := link.Dial(home.Address, link.OnlyHost(home.Fingerprint))
		defer l.Close()
		l.Send(link.Control, (&proto.Ticket{Bytes: fleet.NewTicket(&home, "", "SHA256:victim", "", time.Now()).Sign(door.id, door.key)}).Append(nil))
		l.Send(link.Control, (&proto.Hello{
			Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: "Ann",
		}).Append(nil))
		first, err := firstMessage(testkit.Context(t), l)
		if err != nil {
			t.Fatal(err)
		}
		return first
	}
	if first, ok := join().(*proto.Welcome); !ok {
		t.Errorf("a door's ticket gets %+v", first)
	}
	entry, err := f.Get(t.Context(), fleet.Doors, door.id.String())
	if err == nil {
		err = f.Remove(t.Context(), fleet.Doors, door.id.String(), entry.Revision)
	}
	if err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return s.member.keys.Door(door.id) == nil })
	if first, ok := join().(*proto.Reject); !ok || first.Code != proto.RejectTicket {
		t.Errorf("a ticket of a removed door gets %+v", first)
	}
}
