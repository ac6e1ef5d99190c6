package replays

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dogfight/game"
)

// tries is how often a host goes on with a match at the same tick, within tryTime: it was killed there each time, and it may be the match
// that kills it.
const (
	tries   = 2
	tryTime = time.Minute
	// mostTries is how long their file is at most.
	mostTries = 64 << 10
)

// MayGoOn notes that a host with the label goes on with a match after a tick. It returns false, and notes nothing, if hosts have done so at
// just that tick twice within the last minute, and got no farther.
func (f Folder) MayGoOn(label string, tick game.Tick, now time.Time) bool {
	path := filepath.Join(f.Path, runningFolder, labelled(label)+".resumed")
	before, _ := readRegular(path, mostTries)
	times, kept := 0, ""
	for lines := bufio.NewScanner(strings.NewReader(string(before))); lines.Scan(); {
		var at game.Tick
		var ms int64
		_, err := fmt.Sscan(lines.Text(), &at, &ms)
		if since := now.Sub(time.UnixMilli(ms)); err != nil || since < 0 || since > tryTime {
			continue
		}
		kept += lines.Text() + "\n"
		if at == tick {
			times++
		}
	}
	if times >= tries {
		os.Remove(path)
		return false
	}
	kept += fmt.Sprintln(tick, now.UnixMilli())
	write(path, []byte(kept)) // without it, it is tried once more
	return true
}
