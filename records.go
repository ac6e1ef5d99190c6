package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"

	"dogfight/game"
	"dogfight/guard"
	"dogfight/net"
	"dogfight/stats"
)

// hasPlayed reports whether matches were kept on this machine.
func hasPlayed() bool {
	_, err := os.Stat(recordsFile())
	return err == nil
}

// recordsFile is where the matches of this machine are kept.
func recordsFile() string { return filepath.Join(xdg.DataHome, "dogfight", "records.db") }

// keepRecords has the host's matches kept. If that cannot be, they are played all
// the same, and h.unkept says why.
func (h *hosting) keepRecords(conf *net.HostConfig) {
	log := conf.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	store, err := stats.Open(recordsFile())
	if err != nil {
		log.Warn("matches are not kept", "err", err)
		h.unkept = err
		return
	}
	h.recorder = stats.NewRecorder(store)
	conf.Result = func(r net.Result) {
		m := matchOf(&r, time.Now())
		if !worthKeeping(m) {
			return
		}
		if err := h.recorder.Record(m); err != nil {
			log.Warn("match not kept", "err", err)
		}
	}
	h.running.Go(func() {
		defer guard.Panics()
		h.recorder.Run(func(m *stats.Match, err error) {
			if err != nil {
				log.Warn("match not kept", "err", err)
				h.host.Tell("that match could not be kept for the records")
				return
			}
			log.Info("match kept", "arena", m.Arena, "finished", m.Finished)
		})
	})
}

// matchOf returns what is kept of a match that has just ended.
func matchOf(r *net.Result, now time.Time) *stats.Match {
	m := &stats.Match{
		Started: now.Add(-r.Lasted), Lasted: r.Lasted, Finished: r.Finished,
		Arena: r.Setup.Arena.Name, Mode: r.Setup.Mode.Name(),
		TimeLimit:  time.Duration(r.Setup.TimeLimit) * time.Second / game.TickRate,
		ScoreLimit: r.Setup.ScoreLimit, TeamScores: r.TeamScores,
	}
	for i := range r.Flights {
		m.Flights = append(m.Flights, stats.Flight(r.Flights[i]))
	}
	return m
}

// lookedIn is how long a match that nobody finished may have lasted and yet have
// been no match.
const lookedIn = 5 * time.Second

// worthKeeping reports whether a person took part in it: a server without anybody
// must not fill the disk with what its bots did.
func worthKeeping(m *stats.Match) bool {
	if !m.Finished && m.Lasted < lookedIn {
		return false
	}
	for i := range m.Flights {
		if m.Flights[i].Skill == 0 {
			return true
		}
	}
	return false
}
