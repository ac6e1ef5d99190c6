package playback

import (
	"errors"
	"time"

	"dogfight/game"
)

// speeds are in eighths of the match's own.
var speeds = [...]int64{1, 2, 4, 8, 16, 32, 64, 128}

const (
	eighths = 8
	normal  = 3 // index of the match's own speed
)

// Tick returns the current tick.
func (m *Playback) Tick() game.Tick {
	if m.jumping {
		return m.goal
	}
	return m.cursor.World.Tick
}

// First and Last return the range of ticks that is shown.
func (m *Playback) First() game.Tick { return m.first }
func (m *Playback) Last() game.Tick  { return m.last }

// Begin returns the tick at which the match begins; a lobby may come before it.
func (m *Playback) Begin() game.Tick {
	for i := range m.moments {
		if m.moments[i].Deed.Kind == game.EventStart {
			return min(max(m.moments[i].Tick, m.first), m.last)
		}
	}
	return m.first
}

// Play starts or stops the replay. At its end it starts again from the beginning.
func (m *Playback) Play(on bool) {
	if on && !m.backwards && m.Tick() >= m.last {
		m.SeekTo(m.first)
	}
	m.playing, m.rest = on, 0
}

// Playing reports whether it plays.
func (m *Playback) Playing() bool { return m.playing }

// Reverse sets whether it plays backwards.
func (m *Playback) Reverse(on bool) { m.backwards, m.rest = on && m.Tick() > m.first, 0 }

// Backwards reports whether it plays backwards.
func (m *Playback) Backwards() bool { return m.backwards }

// SeekTo moves to the nearest existing tick in the next Frame.
func (m *Playback) SeekTo(t game.Tick) {
	m.goal, m.jumping = min(max(t, m.first), m.last), true
	m.ahead, m.rest = 0, 0
}

// Jump moves by a time.
func (m *Playback) Jump(by time.Duration) {
	ticks := int64(by) * game.TickRate / int64(time.Second)
	m.SeekTo(game.Tick(min(max(int64(m.Tick())+ticks, 0), int64(m.last))))
}

// Nudge stops the replay and moves one tick forwards or back.
func (m *Playback) Nudge(back bool) {
	m.playing, m.rest = false, 0
	switch {
	case back:
		m.SeekTo(max(m.Tick(), 1) - 1)
	case m.Tick() < m.last:
		m.ahead++
	}
}

// Faster doubles the speed, up to the highest.
func (m *Playback) Faster() { m.speed = min(m.speed+1, len(speeds)-1) }

// Slower halves the speed, down to the lowest.
func (m *Playback) Slower() { m.speed = max(m.speed-1, 0) }

// Speed returns the speed, in eighths of the match's own.
func (m *Playback) Speed() int { return int(speeds[m.speed]) }

// Normal sets the match's own speed.
func (m *Playback) Normal() { m.speed = normal }

// Pause pauses the replay while the viewer is in a menu.
func (m *Playback) Pause(on bool) { m.paused = on }

// A replay ignores the commands of a player.

var errRecorded = errors.New("this match was recorded: no one would read it")

func (m *Playback) Say(string) error { return errRecorded }

func (m *Playback) Choose(class, weapon, team uint8) {}
func (m *Playback) Ready(bool)                       {}
func (m *Playback) Recolour(uint8)                   {}
func (m *Playback) Vote(uint8)                       {}
