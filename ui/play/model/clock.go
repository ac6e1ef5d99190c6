package model

import (
	"fmt"
	"sync/atomic"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// raceCounts is the time left from which a race's clock shows it.
const raceCounts = 60 * game.TickRate

// Clock returns the time left, or the time played without a limit. In a race that is the time since the start.
func (m *Match) Clock() (string, canvas.Colour) {
	played := m.World.Tick - m.World.Started
	if m.Setup.Mode == game.Race && m.World.Status == game.InProgress && !m.Paused && (m.Setup.TimeLimit == 0 || m.World.TimeLeft(m.Setup) > raceCounts) {
		return Minutes(m.World.Tick - min(max(m.World.Heat.Go, m.World.Started), m.World.Tick)), canvas.TextInk
	}
	switch {
	case m.Paused:
		return "paused", canvas.Fair
	case m.World.Status == game.Waiting:
		return "waiting", canvas.LabelInk
	case m.World.Status == game.Closed:
		return "finished", canvas.Fair
	case m.World.Overtime(m.Setup):
		return "next point wins", canvas.Fair
	case m.Setup.TimeLimit == 0:
		return Minutes(played), canvas.TextInk
	}
	left := m.Setup.TimeLimit - min(played, m.Setup.TimeLimit)
	if left <= 10*game.TickRate {
		return Minutes(left + game.TickRate - 1), canvas.Bad
	}
	return Minutes(left + game.TickRate - 1), canvas.TextInk
}

func Minutes(t game.Tick) string {
	seconds := int(t) / game.TickRate
	if seconds >= len(minutes) {
		return minutesOf(seconds)
	}
	text := minutes[seconds].Load()
	if text == nil {
		written := minutesOf(seconds)
		text = &written
		minutes[seconds].Store(text)
	}
	return *text
}

// minutes caches the times of the clock.
var minutes [3600]atomic.Pointer[string]

func minutesOf(seconds int) string { return fmt.Sprintf("%d:%02d", seconds/60, seconds%60) }
