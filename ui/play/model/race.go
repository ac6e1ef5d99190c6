package model

import (
	"fmt"

	"dogfight/game"
)

// Racer returns the race state of the ship in a slot, or nil outside of races.
func (m *Match) Racer(slot int) *game.Racer {
	if slot < 0 || slot >= game.MaxRacers || m.Setup.Mode != game.Race {
		return nil
	}
	return &m.World.Racers[slot]
}

// RaceTime returns the race time of the ship in a slot, final or so far.
func (m *Match) RaceTime(slot int) game.Tick {
	end := m.World.Tick
	if r := m.Racer(slot); r != nil && r.Done > 0 {
		end = r.Done
	}
	return end - min(m.World.Heat.Go, end)
}

// Raced returns the time of a finished ship, otherwise its lap.
func (m *Match) Raced(slot int) string {
	r := m.Racer(slot)
	switch {
	case r == nil:
		return ""
	case r.Done > 0 && r.Late == 0:
		return LapTime(m.RaceTime(slot))
	}
	return fmt.Sprintf("lap %d", min(int(r.Lap)+1, m.Setup.Arena.Laps))
}

// LapTime writes a time in hundredths of a second.
func LapTime(t game.Tick) string {
	hundredths := (int(t)*100 + game.TickRate/2) / game.TickRate
	if hundredths >= 60*100 {
		return fmt.Sprintf("%d:%02d.%02d", hundredths/6000, hundredths/100%60, hundredths%100)
	}
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}

// Split writes the difference of two times.
func Split(t, than game.Tick) string {
	if t < than {
		return "-" + LapTime(than-t)
	}
	return "+" + LapTime(t-than)
}
