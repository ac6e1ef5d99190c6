package server

import (
	"bytes"
	"context"
	"database/sql"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/ui"
)

func TestNewsFromTheRecordsAreSentAfterTheMatch(t *testing.T) {
	t.Parallel()
	dirs := tempDirs(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := Start(Options{Dirs: dirs, Hosting: ui.Hosting{Match: net.MatchOptions{Bots: 3, Skill: 2, Arena: "duel", Time: 2 * time.Minute}, HostOptions: net.HostOptions{Title: "Test"}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		session := s.Join(ui.Player{Name: "Ann"})
		defer session.Close()
		closed := false
		for range 130 * game.TickRate { // long enough for a bot to score: a match without a point is not rated
			v := session.Match.Frame(time.Now(), 0)
			if closed = v.World != nil && v.World.Status == game.Closed; closed {
				break
			}
			if session.News() != nil {
				t.Fatal("it is told before the match is over")
			}
			time.Sleep(time.Second / game.TickRate)
		}
		time.Sleep(time.Second) // the client predicts the end
		synctest.Wait()
		n := session.News()
		if !closed || n == nil || n.Rating == 0 || n.Before != 0 || n.Rating == 1500 {
			t.Errorf("closed: %v; %+v", closed, n)
		}
		if s.newsOf("")() != nil {
			t.Error("somebody without a key is told something")
		}
		if len(dirs.Identities()) != 1 {
			t.Errorf("the keys are %v", dirs.Identities())
		}
	})
}

func TestTheReplayOfAResumedMatchBeginsBeforeItsHostWasKilled(t *testing.T) {
	t.Parallel()
	dirs := tempDirs(t)
	synctest.Test(t, func(t *testing.T) {
		match, err := net.NewMatch(net.MatchOptions{Bots: 3, Skill: 2, Arena: "duel"}, 7)
		if err != nil {
			t.Fatal(err)
		}
		var log []byte
		conf := net.HostConfig{BotNames: assets.PilotNames(), Recording: net.Recording{State: true, To: []func(replay.Piece){func(p replay.Piece) { log = append(log, p.Bytes...) }}}}
		ctx, kill := context.WithCancel(t.Context())
		host := net.NewHost(conf, match)
		go host.Run(ctx)
		time.Sleep(20 * time.Second)
		synctest.Wait()
		conf.Resumed, err = net.Resume(bytes.Clone(log))
		if kill(); err != nil {
			t.Fatal(err)
		}
		s := newServer(dirs, "", discard)
		s.playAlone(conf, conf.Resumed.Match, nil)
		defer s.Close()
		time.Sleep(5 * time.Second)
		synctest.Wait()
		killed := conf.Resumed.Match.World.Tick
		f, err := s.recent.File(killed - 4*game.TickRate)
		if err != nil {
			t.Fatal(err)
		}
		if f.Head.First > killed-4*game.TickRate || f.LastTick < killed+4*game.TickRate || f.Verify(nil) != nil {
			t.Errorf("the replay is of ticks %d to %d, the host was killed at %d: %v", f.Head.First, f.LastTick, killed, f.Verify(nil))
		}
	})
}

func TestAMatchThatTheRecordsRefuseIsRecordedLater(t *testing.T) {
	t.Parallel()
	dirs := tempDirs(t)
	change := func(statement string) {
		db, err := sql.Open("sqlite", dirs.Records())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	host := func() *Server {
		s, err := Start(Options{Dirs: dirs, Hosting: ui.Hosting{Match: net.MatchOptions{Bots: 3, Skill: 2, Arena: "duel", Time: 20 * time.Second}, HostOptions: net.HostOptions{Title: "Test"}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))) // results have a bounded time
		s := host()
		change("CREATE TRIGGER full BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
		session := s.Join(ui.Player{Name: "Ann"})
		for range 25 * game.TickRate {
			session.Match.Frame(time.Now(), 0)
			time.Sleep(time.Second / game.TickRate)
		}
		synctest.Wait()
		if n, waiting := s.refused.Load(), s.retries.Figures(); n != 1 || waiting.Waiting != 1 || waiting.Held != 0 {
			t.Errorf("%d matches were refused, %+v", n, waiting)
		}
		session.Close()
		s.Close()
		change("DROP TRIGGER full")
		s = host()
		defer s.Close()
		time.Sleep(time.Second)
		synctest.Wait()
		scores, err := records.ReadScores(dirs.Records(), 20)
		if err != nil {
			t.Fatal(err)
		}
		if len(scores.Matches) != 1 || s.retries.Figures().Waiting != 0 {
			t.Errorf("%d matches are recorded, %+v wait", len(scores.Matches), s.retries.Figures())
		}
	})
}

func TestTheLocalPlayersKeysAreOneInTheRecordsOfTheirHost(t *testing.T) {
	own := []string{"SHA256:own", "SHA256:ssh"}
	s := &Server{Entrance: &Entrance{}, localKeys: own}
	if got := s.linked("SHA256:ssh"); !slices.Equal(got, own) {
		t.Errorf("the local player's keys: %v", got)
	}
	if got := s.linked("SHA256:guest"); !slices.Equal(got, []string{"SHA256:guest"}) {
		t.Errorf("of a guest: %v", got)
	}
}
