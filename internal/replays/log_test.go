package replays

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dogfight/game"
)

func TestAMatchThatKillsItsHostsIsNotResumed(t *testing.T) {
	f := Folder{Path: t.TempDir()}
	os.MkdirAll(filepath.Join(f.Path, runningFolder), 0o700)
	now := time.Unix(1_800_000_000, 0)
	for i, step := range []struct {
		label string
		tick  int
		after time.Duration
		want  bool
	}{
		{":1", 100, 0, true}, {":1", 100, time.Second, true}, {":2", 100, 0, true}, {":1", 100, time.Second, false}, // the third time
		{":1", 100, time.Second, true}, // another match
		{":1", 115, time.Second, true}, {":1", 100, time.Second, true}, {":1", 115, time.Second, true}, {":1", 115, time.Second, false},
		{":2", 100, 2 * time.Minute, true}, {":2", 100, time.Second, true}, {":2", 100, time.Second, false}, // long after the first
	} {
		now = now.Add(step.after)
		if got := f.MayResume(step.label, game.Tick(step.tick), now); got != step.want {
			t.Errorf("step %d: %v", i, got)
		}
	}
}
