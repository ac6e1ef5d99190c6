package server

import (
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui"
)

func TestWhatTheRecordsSayComesAfterTheMatch(t *testing.T) {
	t.Parallel()
	dirs := ownDirs(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := Start(Options{Dirs: dirs, Match: net.MatchOptions{Bots: 3, Skill: 2, Arena: "duel", Time: 20 * time.Second}, Title: "Test"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		session := s.Join(ui.Pilot{Name: "Ann"})
		defer session.Close()
		closed := false
		for range 30 * game.TickRate {
			v := session.Match.Frame(time.Now(), 0)
			if closed = v.World != nil && v.World.Status == game.Closed; closed {
				break
			}
			if _, known := session.Own(); known {
				t.Fatal("it is told before the match is over")
			}
			time.Sleep(time.Second / game.TickRate)
		}
		time.Sleep(time.Second) // the client foresees the end
		synctest.Wait()
		o, known := session.Own()
		if !closed || !known || !o.Rated || !o.FirstRating || o.Rating == 1500 {
			t.Errorf("closed: %v; known: %v, %+v", closed, known, o)
		}
		if _, known := s.ownResult("")(); known {
			t.Error("somebody without a key is told something")
		}
		if len(dirs.Identities()) != 1 {
			t.Errorf("the keys are %v", dirs.Identities())
		}
	})
}
