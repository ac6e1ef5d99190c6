package session

import (
	"fmt"
	"slices"
	"strings"

	"dogfight/proto/replay"
)

// Claim says whose lap one is, by all keys that are known to be the pilot's.
type claim struct {
	Lap
	Keys []string
}

// mark returns the mark that says so in a replay: without the name of the hash, so that there is room for it.
func mark(lap Lap, key string) string {
	return fmt.Sprintf("lap %d %d %s", lap.Slot, lap.Took, strings.TrimPrefix(key, "SHA256:"))
}

// WithClaims returns the replay of a race with marks that say whose laps these are. There is an error if it is not what its orders
// lead to.
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

// isClaimed reports whether a mark in a replay says that a lap is of the pilot with a key.
func isClaimed(f *replay.File, lap Lap, key string) bool {
	text := mark(lap, key)
	return slices.ContainsFunc(f.Notes, func(n replay.Note) bool { return n.Kind == replay.NoteMark && n.Text == text })
}
