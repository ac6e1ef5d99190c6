package bot_test

import (
	"flag"
	"testing"
)

// long has all matches be played. Without it each statement is tested with a few, that show a bot, or a ship, that is
// plainly wrong: one that stands still, a match that never ends, a level that loses to the one below. A balance that has
// shifted by some per cent is seen with -long alone.
var long = flag.Bool("long", false, "play all matches, not a few of each kind")

// seeds returns how many matches to play: few, or all with -long.
func seeds(few, all int) int {
	if *long {
		return all
	}
	return few
}

// tournament marks a test of many matches.
func tournament(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a tournament of many matches")
	}
	t.Parallel()
}
