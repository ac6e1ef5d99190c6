package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/ui/play/playtest"
)

func TestAFileThatIsNoReplayIsRefusedInOneLine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := filepath.Join(folder, "letter.txt")
	if err := os.WriteFile(text, []byte("Dear Ann"), 0o600); err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(folder, "short.dogfight")
	if err := os.WriteFile(short, playtest.Record(t, playtest.Match{Ships: 2, Ticks: 9})[:40], 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(folder, "none"): "there is no file",
		"no-such-replay":              "no replay called",
		folder:                        "is a folder",
		text:                          "it is no replay",
		short:                         "it is the beginning of a replay",
	} {
		code, out, err := call(t, "replay", path)
		if code != 1 || out != "" || !strings.Contains(err, want) || strings.Count(err, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, %q", path, code, out, err)
		}
	}
}

func TestAReplayOfOtherRulesIsTold(t *testing.T) {
	t.Parallel()
	b := playtest.Record(t, playtest.Match{Ships: 8, Ticks: 2400, OtherRules: true, Each: playtest.Saying(60, 2, "hello")})
	path := filepath.Join(t.TempDir(), "old.dogfight")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, err := call(t, "replay", path)
	if code != 0 || err != "" {
		t.Fatalf("exit code %d, %q", code, err)
	}
	for _, want := range []string{"Friday", "deathmatch", "it was played by rules version", "Bot 2: hello", " destroyed ", "No pilot has flown"} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not tell %q:\n%s", want, out)
		}
	}
}
