package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/internal/command"
	"dogfight/ui/menu"
)

// draw writes an arena to a temporary file and returns its path.
func draw(t *testing.T, rows ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "yard.txt")
	if err := os.WriteFile(path, []byte(strings.Join(rows, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestArenaCheckDescribesAnArenaWithoutFaults(t *testing.T) {
	code, out, errs := call(t, "arena", "check", "duel", draw(t, "; mine", "", "......", ".@..+.", "......"))
	lines := strings.Split(out, "\n")
	if code != command.ExitOK || errs != "" || len(lines) != 3 {
		t.Fatalf("exit code %d, %q, %q", code, out, errs)
	}
	if want := "duel is fine: 50x38 tiles, 4 spawns, 2 of team 1, 2 of team 2, 4 pads, 4 barrels; for "; !strings.HasPrefix(lines[0], want) {
		t.Errorf("got %q, expected %q", lines[0], want)
	}
	if want := "yard.txt is fine: 6x3 tiles, 1 spawn, 1 pad, 0 barrels; for "; !strings.Contains(lines[1], want) {
		t.Errorf("got %q, expected %q", lines[1], want)
	}
}

func TestArenaCheckCountsBasesGatesAndWells(t *testing.T) {
	row := strings.Repeat(".", 30)
	path := draw(t, "pull = 9", row, ".1..A....a..........b....B..2.", row[:14]+"**", row)
	if _, out, _ := call(t, "arena", "check", path); !strings.Contains(out, ", 0 barrels, 2 bases, 2 gates, 2 wells; for ") {
		t.Errorf("got %q", out)
	}
}

func TestArenaCheckPrintsLineAndColumnOfFaults(t *testing.T) {
	for what, c := range map[string]struct {
		rows []string
		want string // after the path
	}{
		"no arena":      {[]string{"; mine", "...", ".@?", "..."}, ":3:3: unknown tile"},
		"a lonely pad":  {[]string{"; mine", "...#+.", ".@.#..", "...###"}, ":2:5: no way "},
		"foes too near": {[]string{"......", ".@..@.", "......"}, ":2:5: too close"},
	} {
		path := draw(t, c.rows...)
		code, out, errs := call(t, "arena", "check", path)
		if code != command.ExitFailure || !strings.HasPrefix(out, path+c.want) || errs != "dogfight: something is wrong with this arena\n" {
			t.Errorf("%s: exit code %d, %q, %q, expected %q", what, code, out, errs, c.want)
		}
	}
}

func TestArenaCheckContinuesAfterAFaultyArena(t *testing.T) {
	t.Parallel()
	path := draw(t, "......", ".@..@.", "......")
	code, out, errs := call(t, "arena", "check", "nowhere", path, "open")
	if code != command.ExitFailure || !strings.Contains(out, ":2:5: too close") || !strings.Contains(out, "open is fine") {
		t.Errorf("exit code %d, %q", code, out)
	}
	if !strings.HasPrefix(errs, `dogfight: no arena called "nowhere": must be one of open, `) || !strings.HasSuffix(errs, "dogfight: something is wrong with 2 of 3 arenas\n") {
		t.Errorf("got %q", errs)
	}
}

func TestArenaCheckPrintsWarningsWithoutFailing(t *testing.T) {
	row := strings.Repeat(".", 100)
	rows := append([]string{row, "." + "@" + row[2:]}, strings.Split(strings.Repeat(row+"\n", 30), "\n")...)
	code, out, errs := call(t, "arena", "check", draw(t, rows...))
	if code != command.ExitOK || errs != "" || !strings.Contains(out, ":1:1: warning: few spawns: should be at least 12") || !strings.Contains(out, "is fine: ") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

func TestTheUsersArenasHaveNames(t *testing.T) {
	t.Parallel()
	ann := newUser(t)
	own := filepath.Join(ann.Arenas(), "shed.txt")
	if err := os.MkdirAll(ann.Arenas(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, []byte("...\n.@.\n..."), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := ann.call("arena", "check", "shed"); code != command.ExitOK || !strings.HasPrefix(out, own+" is fine: 3x3") {
		t.Errorf("check: exit code %d, %q", code, out)
	}
	if code, out, _ := ann.call("arena", "show", "shed"); code != command.ExitOK || !strings.HasPrefix(out, "shed: 3x3 tiles") {
		t.Errorf("show: exit code %d, %q", code, out)
	}
	if _, out, _ := ann.call("__complete", "arena", "check", "s"); !strings.Contains(out, "shed\n") {
		t.Errorf("completion offers %q", out)
	}
}

func TestArenaShowDrawsPlainTextWithoutATerminal(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	code, out, errs := call(t, "arena", "show", "belt")
	if code != command.ExitOK || errs != "" || strings.Contains(out, "\x1b") || !strings.Contains(out, "\n┌"+strings.Repeat("─", 78)+"┐\n") || !strings.Contains(out, "\n@       12  spawns\n") {
		t.Errorf("exit code %d, %q:\n%s", code, errs, out)
	}
	if _, out, _ = call(t, "arena", "show", "belt", "--width", "40"); !strings.Contains(out, "\n┌"+strings.Repeat("─", 38)+"┐\n") {
		t.Errorf("40 columns wide:\n%s", out)
	}
	t.Setenv("LC_ALL", "C")
	if _, out, _ = call(t, "arena", "show", "belt"); !strings.Contains(out, "+--") || strings.ContainsFunc(out, func(r rune) bool { return r > '~' }) {
		t.Errorf("in ASCII:\n%s", out)
	}
}

func TestArenaShowMarksFaults(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	path := draw(t, "......", ".@..@.", "......")
	code, out, _ := call(t, "arena", "show", path)
	if code != command.ExitOK || !strings.Contains(out, "│ @  ! │") || !strings.HasSuffix(out, "1 finding: run \"dogfight arena check "+path+"\"\n") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if code, _, errs := call(t, "arena", "show", draw(t, "..?")); code != command.ExitFailure || !strings.Contains(errs, ":1:3: unknown tile") {
		t.Errorf("no arena: exit code %d, %q", code, errs)
	}
}

func TestTheHelpOfArenaListsAllTiles(t *testing.T) {
	_, out, _ := call(t, "arena", "--help")
	for i := range menu.ChartKinds {
		if k := &menu.ChartKinds[i]; !strings.Contains(out, fmt.Sprintf("\n  %-5s %s\n", k.Label(), k.Name)) {
			t.Errorf("%q is not in\n%s", k.Label(), out)
		}
	}
}
