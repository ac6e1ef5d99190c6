// Package laps finds laps in the replays of races, and holds laps that are claimed against them: a lap
// is flown again from the orders that were given, by the rules, and takes as long as it takes.
package laps

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
func Of(proof []byte) ([]Lap, error) {
	r, err := open(proof)
	if err != nil {
		return nil, err
	}
	return r.laps()
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
	ErrPart   = errors.New("its replay is not of the race from its beginning to its end")
	ErrPlayed = errors.New("its replay is not what was played")
	ErrTime   = errors.New("no such lap in its orders")
	ErrPilot  = errors.New("flown by another pilot")
)

// race is a proof that was read.
type race struct {
	setup   *game.Setup
	witness func(see func(w *game.World, events []game.Event) error) error
	claimed func(lap Lap, key string) bool // the host said whose lap it is
}

// open reads a proof. The error is one of those above, or says why it cannot be read.
func open(proof []byte) (*race, error) {
	if isTape(proof) {
		t, err := parseTape(proof)
		switch {
		case err != nil:
			return nil, fmt.Errorf("its orders cannot be read: %w", err)
		case t.rules != game.RulesFingerprint:
			return nil, ErrRules
		}
		return &race{setup: t.setup, witness: t.witness, claimed: unknown}, nil
	}
	f, err := replay.Parse(proof)
	switch {
	case err != nil:
		return nil, fmt.Errorf("its replay cannot be read: %w", err)
	case f.Unplayable != nil:
		return nil, ErrRules
	case !f.Head.Whole || f.Torn != nil || f.Result == nil:
		return nil, ErrPart
	}
	return &race{setup: f.Setup, witness: f.Witness, claimed: claimedIn(f)}, nil
}

// laps flies the race again.
func (r *race) laps() (done []Lap, err error) {
	var began [game.MaxRacers]game.Tick
	err = r.witness(func(w *game.World, events []game.Event) error {
		for _, ev := range events {
			if ev.Kind != game.EventLap || ev.Slot >= game.MaxRacers {
				continue
			}
			if ev.What > 0 {
				class := r.setup.Classes[w.Ships[ev.Slot].Class].Name
				done = append(done, Lap{ev.Slot, class, w.Tick - began[ev.Slot]})
			}
			began[ev.Slot] = w.Tick
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPlayed, err)
	}
	return done, nil
}

// Check flies the race of a proof again, and returns why the lap that is claimed does not hold, or nil.
// It must have been flown on the course, with those classes and weapons, by the pilot with that key.
func Check(proof []byte, course string, classes []game.Class, weapons []game.Weapon, claimed Lap, key string) error {
	r, err := open(proof)
	switch {
	case err != nil:
		return err
	case r.setup.Mode != game.Race || Course(r.setup.Arena) != course:
		return ErrCourse
	case !within(r.setup.Classes, classes) || !within(r.setup.Weapons, weapons):
		return ErrShips
	}
	done, err := r.laps()
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(done, claimed):
		return ErrTime
	case !r.claimed(claimed, key):
		return ErrPilot
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
