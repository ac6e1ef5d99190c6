package figures

import (
	"fmt"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// modeSetup returns the usual match of a mode with so many ships.
func modeSetup(t *testing.T, mode game.Mode, ships int) *game.Setup {
	t.Helper()
	o := net.MatchOptions{Mode: mode, Bots: ships, Time: net.UsualTime}
	s, err := o.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shipsIn returns how many ships a match of the mode has at most.
func shipsIn(mode game.Mode) string {
	switch n := mode.Pilots(); {
	case mode.State() == game.AssaultState:
		return fmt.Sprintf("%d pilots and the drones", n)
	case mode.State() == game.TrailState:
		return fmt.Sprintf("%d ships with their trails", n)
	default:
		return fmt.Sprintf("%d ships", n)
	}
}

func TestKeyframesOfEveryMode(t *testing.T) {
	measures(t)
	for _, mode := range game.Modes() {
		most := 0
		full(modeSetup(t, mode, mode.Pilots()), mode.Pilots(), 60, func(s *game.Setup, w *game.World) {
			if w.Tick%game.TickRate == 0 {
				most = max(most, len(proto.AppendWorld(nil, s, w)))
			}
		})
		atMost(t, fmt.Sprintf("keyframe, %s: %s, the largest in a minute", mode.Name(), shipsIn(mode)), float64(most), "B", 2600, "")
	}
}

// TestKeyframeOfFullTrails has every trail be as long as one can be.
func TestKeyframeOfFullTrails(t *testing.T) {
	measures(t)
	const racers = 8
	s, w := full(modeSetup(t, game.Trails, racers), racers, 30, func(*game.Setup, *game.World) {})
	for slot := range racers {
		trail := &w.Trails[slot]
		trail.Count = game.MaxCorners
		for k := range trail.Corners {
			trail.Corners[k] = game.Corner{X: int16(100 + 17*(k+1)/2*2), Y: int16(60 + 31*k/2)}
			if k > 0 && k%2 == 0 {
				trail.Corners[k].X = trail.Corners[k-1].X
			} else if k > 0 {
				trail.Corners[k].Y = trail.Corners[k-1].Y
			}
		}
	}
	atMost(t, "keyframe, trails: 8 ships, all corners in use", float64(len(proto.AppendWorld(nil, s, &w))), "B", 2000, "")
}

func TestTrafficOfEveryMode(t *testing.T) {
	measures(t)
	for _, mode := range game.Modes() {
		if mode == game.Deathmatch {
			continue // the others are held against its figures, above
		}
		t.Run(mode.Name(), func(t *testing.T) {
			playWith(t, 8, modeSetup(t, mode, 8), far, 30, func(m *match) {
				tr := m.measure(20 * time.Second)
				atMost(t, fmt.Sprintf("down, %s, 8 players, RTT 100 ms, 5 %% loss", mode.Name()), tr.down, "kbit/s", 14.5, "")
				tr.healthy(t)
			})
		})
	}
}

func TestAStepInEveryMode(t *testing.T) {
	if *write == "" || underRace {
		t.Skip("times to be looked at; runs with -write")
	}
	for _, mode := range game.Modes() {
		s, w := full(modeSetup(t, mode, mode.Pilots()), mode.Pilots(), 20, func(*game.Setup, *game.World) {})
		start := w
		step := testing.Benchmark(func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if i%4 == 0 {
					w = start
				}
				w.Step(s, nil, nil)
			}
		})
		atMost(t, fmt.Sprintf("World.Step, %s: %s", mode.Name(), shipsIn(mode)), float64(step.NsPerOp())/1000, "us", 20, "")
	}
}
