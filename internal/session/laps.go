package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/proto/replay"
)

// Lap is a completed lap of a race.
type Lap struct {
	Slot  uint8
	Class string
	Took  game.Tick
}

// lapOf returns the laps of a race in the order of their ends. It fails if the replay differs from its orders, or does not begin with the
// race.
func lapOf(proof []byte) ([]Lap, error) {
	f, err := openProof(proof)
	if err != nil {
		return nil, err
	}
	return lapsIn(f)
}

// lapCourse identifies an arena by its content.
func lapCourse(a *game.Arena) string {
	sum := sha256.Sum256([]byte(a.Text()))
	return hex.EncodeToString(sum[:8])
}

// The reasons why a lap is not proven.
var (
	errLapRules  = errors.New("flown by other rules than this program's")
	errCourse    = errors.New("flown in another arena")
	errLapShips  = errors.New("flown with other ships or guns")
	errLapPart   = errors.New("its replay is not of the race from its beginning to its end")
	errLapPlayed = errors.New("its replay is not what was played")
	errLapTime   = errors.New("no such lap in its orders")
	errLapPilot  = errors.New("flown by another pilot")
)

// tapeVersion begins a proof of the first versions, which does not name the pilot of a lap and is of other rules.
const tapeVersion = 1

// openProof parses a proof. The error is one of those above, or why it cannot be read.
func openProof(proof []byte) (*replay.File, error) {
	if len(proof) > 0 && proof[0] == tapeVersion {
		return nil, errLapRules
	}
	return readProof(proof, errLapRules, errLapPart)
}

// readProof parses a replay of a whole match. It fails with rules or part if the replay has other rules, or not all of the match.
func readProof(proof []byte, rules, part error) (*replay.File, error) {
	f, err := replay.Parse(proof)
	switch {
	case err != nil:
		return nil, fmt.Errorf("its replay cannot be read: %w", err)
	case f.Unplayable != nil:
		return nil, rules
	case !f.Head.Whole || f.Torn != nil || f.Result == nil:
		return nil, part
	}
	return f, nil
}

// lapsIn plays the race again.
func lapsIn(f *replay.File) (done []Lap, err error) {
	var began [game.MaxRacers]game.Tick
	err = f.Verify(func(w *game.World, events []game.Event) {
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
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errLapPlayed, err)
	}
	return done, nil
}

// CheckLap plays the race of a proof again, and returns the reason if the claimed lap is not proven. The lap must be on the course, with
// those classes and weapons, by the pilot with that key.
func CheckLap(ctx context.Context, proof []byte, course string, classes []game.Class, weapons []game.Weapon, claimed Lap, key string) error {
	f, err := openProof(proof)
	switch {
	case err != nil:
		return err
	case f.Setup.Mode.State() != game.RaceState || lapCourse(f.Setup.Arena) != course:
		return errCourse
	case !within(f.Setup.Classes, classes) || !within(f.Setup.Weapons, weapons):
		return errLapShips
	}
	f.Interrupted = ctx.Err
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

// within reports whether others has all of some.
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

// claim is a lap with all known keys of its pilot.
type claim struct {
	Lap
	Keys []string
}

// mark returns the text of a mark in a replay for a lap and its pilot. It omits the name of the hash to save space.
func mark(lap Lap, key string) string {
	return fmt.Sprintf("lap %d %d %s", lap.Slot, lap.Took, strings.TrimPrefix(key, "SHA256:"))
}

// withClaims returns the replay of a race with marks for the laps. It fails if the replay differs from its orders.
func withClaims(proof []byte, claims []claim) ([]byte, error) {
	f, err := replay.Parse(proof)
	if err != nil {
		return nil, err
	}
	w, end, err := f.Cut(f.Head.First, f.LastTick)
	if err != nil {
		return nil, err
	}
	for i := range claims {
		for _, key := range claims[i].Keys {
			w.Mark(mark(claims[i].Lap, key))
		}
	}
	if err := w.End(f.Result, end, nil, nil); err != nil {
		return nil, err
	}
	return w.Take(nil), nil
}

// isClaimed reports whether a replay has the mark of a lap for the pilot with a key.
func isClaimed(f *replay.File, lap Lap, key string) bool {
	text := mark(lap, key)
	return slices.ContainsFunc(f.Notes, func(n replay.Note) bool { return n.Kind == replay.NoteMark && n.Text == text })
}
