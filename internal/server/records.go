package server

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"dogfight/game/career"
	"dogfight/internal/config"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/records"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/sys"
)

// record records the host's matches. If the records cannot be opened, s.unrecorded says why.
func (s *Server) record(conf *net.HostConfig) {
	store, err := records.Open(s.dirs.Records())
	if err != nil {
		s.log.Warn("matches are not recorded", "err", err)
		s.unrecorded = err
		return
	}
	s.recorder, s.localKeys = records.NewRecorder(store), s.dirs.Identities()
	if s.retries, err = outbox.Open(s.dirs.Unrecorded(), outbox.Options{Log: s.log}); err != nil {
		s.log.Warn("matches that the records do not take wait in memory alone", "err", err)
	}
	conf.Result = func(r net.Result) {
		s.news.Store(nil)
		s.save(s.matchOf(&r, conf.ID))
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

// lateRecords records matches that the records refused at first: the disk was full, or another program locked the file.
type lateRecords struct {
	path string
	log  *slog.Logger
}

// Store records a match from the outbox, once. One that can never be recorded is dropped.
func (l lateRecords) Store(_ context.Context, _, id string, b []byte) error {
	r, err := outbox.Parse(b)
	if err == nil {
		err = l.add(id, r)
		if err != nil && !records.IsInvalid(err) {
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
	if err := store.PrepareResults(); err != nil {
		return err
	}
	_, err = store.AddOnce(id, r.Host.String(), r.Match)
	return err
}

// retry queues a match that the records refused.
func (s *Server) retry(m *career.Match, why error) {
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

// matchOf returns the record of a match, for local records and the hub, or nil if it is not worth one.
func (s *Server) matchOf(r *net.Result, host uint64) *career.Match {
	m := session.MatchOf(r, time.Now())
	m.Event, m.Replay = s.event, career.ReplayKey(host, r.Number)
	if !shouldRecord(m) {
		return nil
	}
	for i := range m.Flights {
		f := &m.Flights[i]
		f.Linked = s.linked(f.Identity)
		if s.keys != nil && s.alsoKeys != nil {
			f.Proof = s.keys.proofOf(f.Identity, s.alsoKeys(f.Identity))
		}
	}
	return m
}

// save records a match, unless it is nil or nothing is recorded here.
func (s *Server) save(m *career.Match) {
	if m == nil || s.recorder == nil {
		return
	}
	if err := s.recorder.Record(m); err != nil {
		s.retry(m, err)
	}
}

// linked returns the keys for the records of the player with one of them.
func (s *Server) linked(identity string) []string {
	if slices.Contains(s.localKeys, identity) {
		return s.localKeys
	}
	return s.keysOf(identity)
}

// keysOf returns all known keys of the player with one of them.
func (s *Server) keysOf(identity string) []string {
	keys := []string{identity}
	if identity == "" {
		return keys
	}
	if s.keys != nil {
		keys = s.keys.of(identity)
	}
	if s.alsoKeys == nil {
		return keys
	}
	all := slices.Clone(keys)
	for _, key := range keys {
		for _, other := range s.alsoKeys(key) {
			if !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// careerText returns the career of the player with a key, as text.
func (s *Server) careerText(identity string) (string, error) {
	c, err := records.ReadCareer(s.dirs.Records(), s.keysOf(identity))
	if err != nil {
		return "", err
	}
	return records.CareerText(c, config.ScoresListed, config.ScoresWidth, time.Local), nil
}

// recorded handles the result of recording a match.
func (s *Server) recorded(m *career.Match, news map[string]*career.News, err error) {
	if err != nil {
		m.Prove = nil // it is proven
		s.retry(m, err)
		s.Send("that match could not be recorded yet")
		return
	}
	s.news.Store(&playerNews{time.Now(), news})
	s.log.Info("match recorded", "arena", m.Arena, "finished", m.Finished)
}

// playerNews is the news of a match for its players.
type playerNews struct {
	at         time.Time
	byIdentity map[string]*career.News
}

// newsTime is the time for which news are shown: a client that predicts the end of the next match must not show them again.
const newsTime = 90 * time.Second

// newsOf returns ui.Session.News for the player with a key.
func (s *Server) newsOf(identity string) func() *career.News {
	return func() *career.News {
		f := s.news.Load()
		if f == nil || time.Since(f.at) > newsTime {
			return nil
		}
		return f.byIdentity[identity]
	}
}

// minUnfinished is the least length of an unfinished match that is recorded.
const minUnfinished = 5 * time.Second

// shouldRecord reports whether a player took part in a match: an empty server must not fill the disk with
// matches of bots.
func shouldRecord(m *career.Match) bool {
	if !m.Finished && m.Lasted < minUnfinished {
		return false
	}
	return slices.ContainsFunc(m.Flights, func(f career.Flight) bool { return f.Skill == 0 })
}
