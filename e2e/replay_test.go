//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/play/playtest"
)

// timeLine matches the last row: how the replay plays, its speed, its position and its length.
var timeLine = regexp.MustCompile(`(►|◄|▌▌) +([0-9/]+x) +([0-9:]+) [━─●]+ ([0-9:]+) *\n$`)

// showsAt waits until the replay plays with this sign and speed, at this position unless it is "".
func (p *terminal) showsAt(sign, speed, at string) {
	p.Helper()
	p.await(sign+" "+speed+" "+at, func(text string) bool {
		l := timeLine.FindStringSubmatch(text)
		return l != nil && l[1] == sign && l[2] == speed && (l[3] == at || at == "")
	})
}

func TestKeysControlAReplay(t *testing.T) {
	smoke(t)
	t.Parallel()
	cmd := newCommand(t, "replay", "friday")
	var folder string
	for _, v := range cmd.Env {
		if home, is := strings.CutPrefix(v, "XDG_DATA_HOME="); is {
			folder = filepath.Join(home, "dogfight", "replays")
		}
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file := playtest.Record(t, playtest.Match{Ships: 6, Ticks: 5 * 60 * game.TickRate, Each: func(w *replay.Writer, tick int) {
		if tick == 100*game.TickRate {
			w.Mark("here")
		}
		if tick == 30*game.TickRate {
			w.Say(2, "well flown")
		}
	}})
	if err := os.WriteFile(filepath.Join(folder, "friday.dogfight"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	p := startTerminalOf(t, cmd)
	p.sees("director")
	p.sees("♦")
	p.press(" ")
	p.showsAt("▌▌", "1x", "")
	p.press("\x1b[H") // Home
	p.showsAt("▌▌", "1x", "0:00")
	p.press("llllll,")
	p.showsAt("▌▌", "1x", "0:29")
	p.press(".. ")
	p.sees("Bot 2: well flown")
	p.press("\x1b[F") // End
	p.showsAt("▌▌", "1x", "5:00")
	p.press("]r")
	p.await("the match that goes backwards", func(text string) bool {
		l := timeLine.FindStringSubmatch(text)
		return l != nil && l[1] == "◄" && l[2] == "2x" && l[3] < "4:58"
	})
	p.press("r")
	p.showsAt("►", "2x", "")
	p.press(" \x1b[A") // Up
	p.sees("following")
	p.press("c")
	p.sees("free camera")
	p.press("?")
	p.sees("Help for replays")
	p.press("\x1b")
	p.await("the match behind the help", func(text string) bool { return !strings.Contains(text, "Help for") })
	p.press("\x1b")
	p.sees("Leave the replay")
	p.press("l")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

func TestATornReplayIsReportedAndPlaysUpToTheDamage(t *testing.T) {
	t.Parallel()
	file := playtest.Record(t, playtest.Match{Ships: 4, Ticks: 30 * game.TickRate})
	path := filepath.Join(t.TempDir(), "torn.dogfight")
	if err := os.WriteFile(path, file[:len(file)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	p := startTerminal(t, "replay", path)
	p.sees("is torn")
	p.press("\r")
	p.showsAt("►", "1x", "")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

// tenSecondsOn matches the clock of a match of five minutes, from its tenth second on.
var tenSecondsOn = regexp.MustCompile(` (4:[0-4]|[0-3]:)\d`)

func TestAMatchIsWatchedRenamedAndDeletedFromTheTitle(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.press("w")
	p.sees("No replays yet.")
	p.press("\x1b")
	p.sees("New here?")
	p.press("p")
	p.inSpace()
	p.sees("newcomer: gg", p.pressing("1"))
	p.await("ten seconds of the match", tenSecondsOn.MatchString) // a shorter match is not saved
	p.toResults()
	p.press("\x1b")
	p.sees("Play again")
	p.press("l")
	p.sees("Play against bots")
	p.press("w")
	p.sees("Replays (1)")
	p.sees("bots")
	p.press("\r")
	p.sees("0:0") // the position
	p.await("the match", func(text string) bool { return clock.MatchString(text) })
	p.press("\x1b")
	p.sees("Leave")
	p.press("l")
	p.sees("Replays (1)")
	p.press("r")
	p.sees("Rename replay")
	p.press(" the best\r")
	p.sees("the best")
	p.press("k")
	p.sees("k unkeep")
	p.press("d")
	p.sees("y deletes")
	p.press("y")
	p.sees("No replays yet.")
	p.press("\x1b")
	p.sees("Play against bots")
	p.press("q")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}
