package fleet

import (
	"fmt"

	"dogfight/proto"
)

// The longest texts, in bytes.
const (
	MaxTitle  = 60 // of a match, and names of hosts
	MaxArena  = 32
	MaxRegion = 32
	MaxError  = 200
)

// text checks a text that may be shown.
func text(name, s string, most int) error {
	if !proto.Legible(s, most) {
		return fmt.Errorf("%s: must be at most %d bytes of legible text, got %.80q", name, most, s)
	}
	return nil
}
