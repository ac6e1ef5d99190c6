package assets

import (
	"testing"

	"dogfight/game"
)

func TestEachModeHasThreeArenasOrMoreThatItCanBePlayedIn(t *testing.T) {
	for _, mode := range game.Modes() {
		arenas := 0
		for _, a := range Arenas() {
			if !MadeFor(a.Name, mode) {
				continue
			}
			if err := mode.Plays(a, 0); err != nil {
				t.Errorf("%s is made for %s: %v", a.Name, mode.Name(), err)
			}
			arenas++
		}
		if arenas < 3 {
			t.Errorf("%s has %d arenas, expected three", mode.Name(), arenas)
		}
	}
	if n := len(ArenaNames()); n < 14 {
		t.Errorf("%d arenas, expected fourteen", n)
	}
}
