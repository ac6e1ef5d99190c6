package ops

import (
	"errors"
	"fmt"
	"time"
)

// tickless is for how long a match may go without a tick before its process is taken to be ill.
const tickless = time.Second

var errNotOpen = errors.New("the doors are not open yet")

// Healthy returns nil while every match has had a tick within a second or stands still on purpose, and otherwise why not in a
// line.
func (m *Monitor) Healthy() error {
	now := time.Now().UnixNano()
	m.mu.Lock()
	defer m.mu.Unlock()
	late, longest := 0, time.Duration(0)
	for one := range m.matches {
		if since := time.Duration(now - one.alive.Load()); since > tickless {
			late++
			longest = max(longest, since)
		}
	}
	if late == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d matches had no tick for up to %v", late, len(m.matches), longest.Round(100*time.Millisecond))
}

// Ready returns nil while players can come in, and otherwise why not in a line.
func (m *Monitor) Ready() error {
	if why := m.draining.Load(); why != nil {
		return errors.New("draining: " + *why)
	}
	if !m.open.Load() {
		return errNotOpen
	}
	return nil
}

// Open tells that all doors are open.
func (m *Monitor) Open() { m.open.Store(true) }

// Drain tells that nobody is let in any more who has no seat, and why.
func (m *Monitor) Drain(why string) { m.draining.Store(&why) }

// Refill tells that players may come in again.
func (m *Monitor) Refill() { m.draining.Store(nil) }

// Status tells in a line who is there.
func (m *Monitor) Status() string {
	m.mu.Lock()
	players, bots, spectators := 0, 0, 0
	for one := range m.matches {
		one.mu.Lock()
		players += one.told.Players
		bots += one.told.Bots
		spectators += one.told.Spectators
		one.mu.Unlock()
	}
	matches := len(m.matches)
	m.mu.Unlock()
	text := fmt.Sprintf("%s, %s, %s in %s", count(players, "player", "s"), count(bots, "bot", "s"), count(spectators, "spectator", "s"), count(matches, "match", "es"))
	if why := m.draining.Load(); why != nil {
		text += "; draining: " + *why
	}
	return text
}

func count(n int, what, plural string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %s%s", n, what, plural)
}
