package cli

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/ui"
)

func TestTodaysChallengeIsPractisedWithoutAWritableHome(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "home")
	if err := os.Symlink("nowhere", folder); err != nil { // so that no folder can be made
		t.Skip(err)
	}
	dirs := config.Dirs{Config: filepath.Join(folder, "config"), Data: filepath.Join(folder, "data")}
	l := launcher{dirs: dirs}
	if _, err := l.Daily(true, ui.Pilot{Name: "Rex"}); err == nil {
		t.Error("the try that counts is not refused")
	}
	s, err := l.Daily(false, ui.Pilot{Name: "Rex"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Warning == nil {
		t.Error("the player is not warned")
	}
	p := &program{dirs: dirs, stdout: io.Discard, stderr: io.Discard}
	if code := p.run(t.Context(), []string{"id"}); code != command.ExitFailure {
		t.Errorf("a key that nobody will see again is printed with exit code %d", code)
	}
}
