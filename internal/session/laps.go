// Package laps finds laps in the replays of races, and holds laps that are claimed against them: a lap
// is flown again from the orders that were given, by the rules, and takes as long as it takes.
package session

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"dogfight/game"
	"dogfight/proto/replay"
)

// Lap is one that was flown.
type Lap struct {
	Slot  uint8
	Class string
	Took  game.Tick
}

// Of returns the laps of a race, in the order in which they were done. There is an error if the replay is not what its orders lead to,
// or does not begin where the race did.
func lapOf(proof []byte) ([]Lap, error) {
	f, err := open(proof)
	if err != nil {
		return nil, err
	}
	return lapsIn(f)
}

// Course identifies an arena by what it is, not by its name.
func lapCourse(a *game.Arena) string {
	sum := sha256.Sum256([]byte(a.Text()))
	return hex.EncodeToString(sum[:8])
}

// Why a lap does not hold.
var (
	errLapRules  = errors.New("flown by other rules than this program's")
	errCourse    = errors.New("flown in another arena")
	errLapShips  = errors.New("flown with other ships or guns")
	errLapPart   = errors.New("its replay is not of the race from its beginning to its end")
	errLapPlayed = errors.New("its replay is not what was played")
	errLapTime   = errors.New("no such lap in its orders")
	errLapPilot  = errors.New("flown by another pilot")
)

// tapeVersion begins a proof of the first versions: orders, which do not say whose a lap is. The rules are others since.
const tapeVersion = 1

// open reads a proof. The error is one of those above, or says why it cannot be read.
func open(proof []byte) (*replay.File, error) {
	if len(proof) > 0 && proof[0] == tapeVersion {
		return nil, errLapRules
	}
	f, err := replay.Parse(proof)
	switch {
	case err != nil:
		return nil, fmt.Errorf("its replay cannot be read: %w", err)
	case f.Unplayable != nil:
		return nil, errLapRules
	case !f.Head.Whole || f.Torn != nil || f.Result == nil:
		return nil, errLapPart
	}
	return f, nil
}

// lapsIn flies the race again.
func lapsIn(f *replay.File) (done []Lap, err error) {
	var began [game.MaxRacers]game.Tick
	err = f.Witness(func(w *game.World, events []game.Event) error {
		for _, ev := range events {
			if ev.Kind != game.EventLap || ev.Slot >= game.MaxRacers {
				continue
			}
			if ev.What > 0 {
				class := f.Setup.Classes[w.Ships[ev.Slot].Class].Name
				done = append(done, Lap{ev.Slot, class, w.Tick - began[ev.Slot]})
			}
			began[ev.Slot] = w.Tick
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errLapPlayed, err)
	}
	return done, nil
}

// Check flies the race of a proof again, and returns why the lap that is claimed does not hold, or nil.
// It must have been flown on the course, with those classes and weapons, by the pilot with that key.
func CheckLap(proof []byte, course string, classes []game.Class, weapons []game.Weapon, claimed Lap, key string) error {
	f, err := open(proof)
	switch {
	case err != nil:
		return err
	case f.Setup.Mode != game.Race || lapCourse(f.Setup.Arena) != course:
		return errCourse
	case !within(f.Setup.Classes, classes) || !within(f.Setup.Weapons, weapons):
		return errLapShips
	}
	done, err := lapsIn(f)
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(done, claimed):
		return errLapTime
	case !isClaimed(f, claimed, key):
		return errLapPilot
	}
	return nil
}

// within reports whether all of some are among others.
func within[T comparable](some, others []T) bool {
	known := map[T]bool{}
	for _, one := range others {
		known[one] = true
	}
	for _, one := range some {
		if !known[one] {
			return false
		}
	}
	return true
}
