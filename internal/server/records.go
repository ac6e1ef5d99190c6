package server

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"dogfight/game/career"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/records"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/sys"
	"dogfight/ui/play"
)

// record has the host's matches recorded. If that cannot be, they are played all the same, and s.unrecorded
// says why.
func (s *Server) record(conf *net.HostConfig) {
	store, err := records.Open(s.dirs.Records())
	if err != nil {
		s.log.Warn("matches are not recorded", "err", err)
		s.unrecorded = err
		return
	}
	s.recorder, s.own = records.NewRecorder(store), s.dirs.Identities()
	if s.retries, err = outbox.Open(s.dirs.Unrecorded(), outbox.Options{Log: s.log}); err != nil {
		s.log.Warn("matches that the records do not take wait in memory alone", "err", err)
	}
	conf.Result = func(r net.Result) {
		s.news.Store(nil)
		s.keep(s.matchOf(&r, conf.ID))
	}
	s.running.Go(func() {
		defer sys.Restore()
		ctx, end := context.WithCancel(context.Background())
		var trying sync.WaitGroup
		trying.Go(func() {
			defer sys.Restore()
			s.retries.Run(ctx, lateRecords{s.dirs.Records(), s.log}, "the records")
		})
		s.recorder.Run(s.recorded)
		end()
		trying.Wait()
	})
}

// lateRecords takes the matches that the records did not take when they ended: a full disk, or another program that locks the file.
type lateRecords struct {
	path string
	log  *slog.Logger
}

// Keep records a match from the outbox, once. One that can never be recorded is dropped.
func (l lateRecords) Keep(_ context.Context, _, id string, b []byte) error {
	r, err := outbox.Parse(b)
	if err == nil {
		err = l.add(id, r)
		if err != nil && !records.NeverTakes(err) {
			return err
		}
	}
	if err != nil {
		l.log.Error("match not recorded", "result", id, "err", err)
		return nil
	}
	l.log.Info("match recorded late", "result", id, "arena", r.Match.Arena)
	return nil
}

func (l lateRecords) add(id string, r *outbox.Result) error {
	store, err := records.Open(l.path)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.TakeResults(); err != nil {
		return err
	}
	_, err = store.AddOnce(id, r.Host.String(), r.Match)
	return err
}

// recordLater has a match recorded that the records did not take now.
func (s *Server) recordLater(m *records.Match, why error) {
	s.refused.Add(1)
	id, err := outbox.ParseResultID(m.Replay)
	if err == nil {
		err = s.retries.Post(&outbox.Result{ID: id, Host: id.Match, Match: m}, nil)
	}
	if err != nil {
		s.log.Error("match not recorded", "err", errors.Join(why, err))
		return
	}
	s.log.Warn("match not recorded yet: it is tried again", "err", why)
}

// finishRecords has no more matches be recorded: all of this process have ended.
func (s *Server) finishRecords() {
	if s.recorder != nil {
		s.finishOnce.Do(s.recorder.Finish)
	}
}

// matchOf returns what is to be kept of a match, here or by the hub of a fleet, or nil.
func (s *Server) matchOf(r *net.Result, host uint64) *records.Match {
	m := session.MatchOf(r, time.Now())
	m.Event, m.Replay = s.event, records.ReplayKey(host, r.Number)
	if !worthKeeping(m) {
		return nil
	}
	for i := range m.Flights {
		f := &m.Flights[i]
		f.Linked = s.linked(f.Identity, s.own)
		if s.keys != nil && s.member != nil && s.member.players != nil {
			f.Proof = s.keys.proofOf(f.Identity, s.member.players.KeysOf(f.Identity))
		}
	}
	return m
}

// keep has a match recorded that is worth it, where any are.
func (s *Server) keep(m *records.Match) {
	if m == nil || s.recorder == nil {
		return
	}
	if err := s.recorder.Record(m); err != nil {
		s.recordLater(m, err)
	}
}

// linked returns the keys of the player who has one, given those of the user of this process.
func (s *Server) linked(identity string, own []string) []string {
	if slices.Contains(own, identity) {
		return own
	}
	return s.keysOf(identity)
}

// keysOf returns the keys of the player who has one, as far as they are known here.
func (s *Server) keysOf(identity string) []string {
	keys := []string{identity}
	if s.keys != nil && identity != "" {
		keys = s.keys.of(identity)
	}
	if s.member != nil && identity != "" {
		keys = s.member.keysOf(keys)
	}
	return keys
}

// recorded tells whether a match was recorded.
func (s *Server) recorded(m *records.Match, news map[string]*career.News, err error) {
	if err != nil {
		m.Prove = nil // it is proven
		s.recordLater(m, err)
		s.host.Tell("that match could not be recorded yet")
		return
	}
	s.news.Store(&fresh{time.Now(), news})
	s.log.Info("match recorded", "arena", m.Arena, "finished", m.Finished)
}

// fresh is what the records told the players of a match, by identity, and when.
type fresh struct {
	at   time.Time
	news map[string]*career.News
}

// newsTime is how long that is told: a client that foresees the end of the next match must not be told of this one.
const newsTime = 90 * time.Second

// ownResult is ui.Session.Own of a player who is known by a key.
func (s *Server) ownResult(identity string) func() (play.OwnResult, bool) {
	return func() (play.OwnResult, bool) {
		f := s.news.Load()
		if f == nil || f.news[identity] == nil || time.Since(f.at) > newsTime {
			return play.OwnResult{}, false
		}
		return session.OwnResult(f.news[identity]), true
	}
}

// briefly is how long an unfinished match may have lasted and not be recorded.
const briefly = 5 * time.Second

// worthKeeping reports whether a player took part in a match: an empty server must not fill the disk with
// what its bots did.
func worthKeeping(m *records.Match) bool {
	if !m.Finished && m.Lasted < briefly {
		return false
	}
	for i := range m.Flights {
		if m.Flights[i].Skill == 0 {
			return true
		}
	}
	return false
}
