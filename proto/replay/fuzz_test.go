package replay

import (
	"encoding/binary"
	"testing"

	"dogfight/game"
)

// FuzzParse: any file is refused or plays, also one with valid CRCs and a valid index.
func FuzzParse(f *testing.F) {
	f.Add(aMatch(f, game.Deathmatch, 2, 40))
	f.Add(aMatch(f, game.Waves, 1, 20))
	f.Add(liveMatch(f, 7, 250))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<14 {
			return // longer ones are slower, and contain nothing else
		}
		survives(t, b)
		if refit := refitted(b); refit != nil {
			survives(t, refit)
		}
	})
}

// refitted returns the file with CRCs and an index as they have to be, as far as there are chunks.
func refitted(b []byte) []byte {
	if len(b) < startLength {
		return nil
	}
	var pieces []piece
	for b = b[startLength:]; len(b) >= around; {
		end := min(uint64(binary.BigEndian.Uint32(b[1:]))+around, uint64(len(b)))
		pieces = append(pieces, piece{b[0], b[5 : end-4]})
		b = b[end:]
	}
	return forged(pieces)
}
