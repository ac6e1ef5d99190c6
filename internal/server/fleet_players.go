package server

import (
	"context"
	"slices"
	"time"

	"dogfight/internal/config"
	"dogfight/internal/fleet"
	"dogfight/net/admission"
	"dogfight/sys"
)

// followPlayers has all rooms go by the fleet's bans, at once, and keeps the copy of what it knows of players until ctx is done.
func (m *member) followPlayers(ctx context.Context) {
	m.players.OnBans(func(list []admission.Ban) {
		m.mu.Lock()
		rooms := m.all()
		m.mu.Unlock()
		for _, r := range rooms {
			r.host.BanBeside(list) // or it has just ended
		}
	})
	m.players.OnUnlinked(func(one, other string) {
		if err := m.server.keys.known.Forget(one, other); err != nil {
			m.log.Warn(err.Error())
		}
	})
	m.running.Go(func() {
		defer sys.Restore()
		if err := m.players.Follow(ctx, m.fleet); err != nil {
			m.log.Warn("the fleet's bans are not followed", "err", err)
		}
	})
}

// keysOf adds to the keys of a player what the fleet knows of them.
func (m *member) keysOf(keys []string) []string {
	if m.players == nil {
		return keys
	}
	all := slices.Clone(keys)
	for _, key := range keys {
		for _, other := range m.players.KeysOf(key) {
			if !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// scoresTime is how long the records of the fleet may take to answer.
const scoresTime = time.Second

// scoresText returns the records of the fleet, or else of this host.
func (s *Server) scoresText() (string, error) {
	if s.member != nil {
		ctx, cancel := context.WithTimeout(context.Background(), scoresTime)
		defer cancel()
		if scores, err := fleet.AskScores(ctx, s.member.fleet, config.ScoresListed); err == nil {
			return scores.Text(config.ScoresWidth, time.Local), nil
		}
	}
	return s.dirs.ScoresText(config.ScoresListed, config.ScoresWidth)
}
