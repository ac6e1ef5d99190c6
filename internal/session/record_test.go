package session

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/proto"
)

// aView is the view of a match that has ended; the player in slot 0 has won against a bot.
func aView() (*net.View, *game.Tally) {
	v := &net.View{
		Setup: &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes(), Weapons: assets.Weapons()},
		World: &game.World{Status: game.Closed}, Me: 0, Pilot: 5,
		Roster: []proto.Pilot{{ID: 5, Slot: 0, Name: "Ann"}, {ID: 6, Slot: 1, Name: "Vega", Flags: proto.BotPilot}, {ID: 7, Slot: proto.NoSlot, Name: "Watcher"}},
	}
	v.World.Ships[0] = game.Ship{State: game.Flying, Score: 30, Kills: 3}
	v.World.Ships[1] = game.Ship{State: game.Dead, Deaths: 3}
	t := &game.Tally{}
	t.Slots[0].Flown, t.Slots[1].Flown = 60*game.TickRate, 60*game.TickRate
	t.Slots[0].Killed[1] = 3
	return v, t
}

func TestMatchesSeenElsewhereAreInTheCareer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	synctest.Test(t, func(t *testing.T) {
		s := newSeen(path, "example.org", "SHA256:ann", []string{"SHA256:ann", "SHA256:ssh"})
		s.Note(aView())
		if s.news.Load() != nil {
			t.Error("a host of this machine has had no time to record it")
		}
		time.Sleep(patience + time.Second)
		synctest.Wait()
		if n := s.news.Load(); n == nil || n.Rating != 0 {
			t.Errorf("found %+v", n)
		}
		better, tally := aView()
		tally.Slots[0].Damage = 20
		s.Note(better, tally)
		s.Close() // before its patience is over; it is recorded all the same
	})
	c, err := records.ReadCareer(path, []string{"SHA256:ann"})
	if err != nil || c.Matches != 2 || c.Wins != 2 || c.Kills != 6 || c.Damage != 20 || c.Last[0].Host != "example.org" || c.Last[0].Place != 1 || c.Last[0].Ships != 2 {
		t.Errorf("found %+v, %v", c, err)
	}
}

func TestOnlyThePlayersMatchesAreRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	s := newSeen(path, "example.org", "SHA256:ann", nil)
	watched, tally := aView()
	watched.Me = -1
	s.Note(watched, tally)
	foreign, tally := aView()
	foreign.Foreign = true
	s.Note(foreign, tally)
	view, tally := aView()
	tally.Slots[0].Flown = 0 // when it ended
	s.Note(view, tally)
	s.Close()
	anonymous := newSeen(path, "example.org", "", nil)
	anonymous.Note(aView())
	anonymous.Close()
	if c, err := records.ReadCareer(path, []string{"SHA256:ann", ""}); err != nil || c.Matches != 0 {
		t.Errorf("found %+v, %v", c, err)
	}
}
