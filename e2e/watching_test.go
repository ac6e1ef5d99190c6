//go:build unix

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// Two programs, a host with a player and another who has joined, on two terminals: each is shown how their ship was lost and, once
// the match is over, its play, by keys alone.
func TestTwoProgramsWatchKillCamsAndThePlayOfTheMatch(t *testing.T) {
	t.Parallel()
	addr := fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))
	comet := startTerminal(t, "host", "--listen", addr, "--lan=false", "--name", "Comet", "--arena", writeFile(t, "pit.txt", pit), "--bots", "8", "--skill", "5", "--time", "0")
	comet.inSpace()
	quasar := startTerminal(t, "join", addr, "--name", "Quasar")
	quasar.inSpace()

	quasar.sees("KILL-CAM") // who does nothing is destroyed
	quasar.sees("Space skips")
	quasar.await("the live picture", func(text string) bool { return !strings.Contains(text, "KILL-CAM") })
	comet.sees("KILL-CAM")

	const results = "next match in"
	again := func() { // where the results were over before a slow program showed them
		if top, rest, _ := strings.Cut(comet.text(), "\n"); clock.MatchString(top) && !strings.Contains(rest, results) && !strings.Contains(rest, "PLAY OF THE MATCH") {
			comet.picks("End this match now", "e", results)
		}
	}
	quasar.sees("PLAY OF THE MATCH", again, pressingWhile(quasar, "w", "w watches"))
	quasar.sees("Esc back to the results")
	quasar.press("\x1b")
	quasar.sees("w watches")

	comet.sees("PLAY OF THE MATCH", again, pressingWhile(comet, "w", "w watches"))
	comet.await("the next match in place of it", func(text string) bool {
		return !strings.Contains(text, "PLAY OF THE MATCH") && !strings.Contains(text, results)
	})
	comet.inSpace()
	quasar.inSpace()
}
