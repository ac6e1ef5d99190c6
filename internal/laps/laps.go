// Package laps finds laps in the tapes of races, and holds laps that are claimed against them: a lap
// is flown again from the orders that were given, by the rules, and takes as long as it takes.
package laps

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
)

// Lap is one that was flown.
type Lap struct {
	Slot  uint8
	Class string
	Took  game.Tick
}

// Of returns the laps of a tape, in the order in which they were done.
func Of(t *proto.Tape) (flown []Lap) {
	var began [game.MaxRacers]game.Tick
	t.Play(func(w *game.World, events []game.Event) bool {
		for _, ev := range events {
			if ev.Kind != game.EventLap || ev.Slot >= game.MaxRacers {
				continue
			}
			if ev.What > 0 {
				class := t.Setup.Classes[w.Ships[ev.Slot].Class].Name
				flown = append(flown, Lap{ev.Slot, class, w.Tick - began[ev.Slot]})
			}
			began[ev.Slot] = w.Tick
		}
		return true
	})
	return flown
}

// Course identifies an arena by what it is, not by its name.
func Course(a *game.Arena) string {
	sum := sha256.Sum256([]byte(a.Text()))
	return hex.EncodeToString(sum[:8])
}

// Why a lap does not hold.
var (
	ErrRules  = errors.New("flown by other rules than this program's")
	ErrCourse = errors.New("flown in another arena")
	ErrShips  = errors.New("flown with other ships or guns")
	ErrTime   = errors.New("no such lap in its orders")
)

// Check flies the race of a tape again, and returns why the lap that is claimed does not hold, or nil.
// It must have been flown on the course, with those classes and weapons.
func Check(tape []byte, course string, classes []game.Class, weapons []game.Weapon, claimed Lap) error {
	t, err := proto.ParseTape(tape)
	switch {
	case err != nil:
		return fmt.Errorf("its orders cannot be read: %w", err)
	case t.Rules != game.RulesFingerprint:
		return ErrRules
	case t.Setup.Mode != game.Race || Course(t.Setup.Arena) != course:
		return ErrCourse
	case !within(t.Setup.Classes, classes) || !within(t.Setup.Weapons, weapons):
		return ErrShips
	}
	for _, lap := range Of(t) {
		if lap == claimed {
			return nil
		}
	}
	return ErrTime
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
