package playback

import (
	"errors"
	"time"

	"dogfight/game"
)

// Speeds are in eighths of that of the match.
const eighths = 8

var speeds = [...]int64{1, 2, 4, 8, 16, 32, 64, 128}

// normal is that of the match.
const normal = 3

// Tick returns where the match stands, and First and Last between which ticks it can.
func (m *Match) Tick() game.Tick {
	if m.jumping {
		return m.goal
	}
	return m.cursor.World.Tick
}

// First returns the first tick that there is to see.
func (m *Match) First() game.Tick { return m.first }

// Begin returns when the match begins: before that there may be a lobby.
func (m *Match) Begin() game.Tick {
	for i := range m.moments {
		if m.moments[i].Event == game.EventStart {
			return min(max(m.moments[i].Tick, m.first), m.last)
		}
	}
	return m.first
}

// Last returns the last.
func (m *Match) Last() game.Tick { return m.last }

// Play says whether the match goes on by itself. At its end it begins anew.
func (m *Match) Play(on bool) {
	if on && !m.backwards && m.Tick() >= m.last {
		m.SeekTo(m.first)
	}
	m.playing, m.owed = on, 0
}

// Playing reports whether it does.
func (m *Match) Playing() bool { return m.playing }

// Reverse says whether it goes backwards.
func (m *Match) Reverse(on bool) { m.backwards, m.owed = on && m.Tick() > m.first, 0 }

// Backwards reports whether it does.
func (m *Match) Backwards() bool { return m.backwards }

// SeekTo goes to a tick with the next Frame, or to the nearest that there is.
func (m *Match) SeekTo(t game.Tick) {
	m.goal, m.jumping = min(max(t, m.first), m.last), true
	m.forth, m.owed = 0, 0
}

// Jump goes forth or back by a time.
func (m *Match) Jump(by time.Duration) {
	ticks := int64(by) * game.TickRate / int64(time.Second)
	m.SeekTo(game.Tick(min(max(int64(m.Tick())+ticks, 0), int64(m.last))))
}

// Nudge stops, and goes one tick forth or back.
func (m *Match) Nudge(back bool) {
	m.playing, m.owed = false, 0
	switch {
	case back:
		m.SeekTo(max(m.Tick(), 1) - 1)
	case m.Tick() < m.last:
		m.forth++
	}
}

// Faster plays twice as fast, or as fast as can be.
func (m *Match) Faster() { m.speed = min(m.speed+1, len(speeds)-1) }

// Slower plays half as fast, or as slowly as can be.
func (m *Match) Slower() { m.speed = max(m.speed-1, 0) }

// Speed returns how fast it plays, in eighths of how fast it was.
func (m *Match) Speed() int { return int(speeds[m.speed]) }

// Normal plays as fast as it was.
func (m *Match) Normal() { m.speed = normal }

// Pause holds the match while the viewer cannot look.
func (m *Match) Pause(on bool) { m.held = on }

var errRecorded = errors.New("this match was recorded: nobody would hear it")

// Say fails.
func (m *Match) Say(string) error { return errRecorded }

// Choose does nothing: the match was played.
func (m *Match) Choose(class, weapon, team uint8) {}

// Ready does nothing.
func (m *Match) Ready(bool) {}

// Recolour does nothing.
func (m *Match) Recolour(uint8) {}

// Vote does nothing.
func (m *Match) Vote(uint8) {}
