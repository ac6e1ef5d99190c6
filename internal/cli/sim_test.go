package cli

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"dogfight/internal/command"
)

func TestSimMixPrintsWhoWinsWithWhat(t *testing.T) {
	t.Parallel()
	code, out, errs := call(t, "sim", "--mix", "--matches", "4", "--time", "30s")
	var keys map[string]json.RawMessage
	var table struct {
		Pairs []struct {
			Class, Weapon string
			Share         *float64
			Wins          *int
		}
		Classes, Weapons map[string]float64
	}
	if code != command.ExitOK || strings.Count(out, "\n") != 1 ||
		json.Unmarshal([]byte(out), &keys) != nil || json.Unmarshal([]byte(out), &table) != nil {
		t.Fatalf("exit code %d, %q, %q", code, out, errs)
	}
	want := []string{"classes", "closeness", "kills_per_minute", "lead_changes", "pairs", "weapons"}
	if got := slices.Sorted(maps.Keys(keys)); !slices.Equal(got, want) {
		t.Errorf("keys %q, expected %q", got, want)
	}
	sum := 0.0
	for _, p := range table.Pairs {
		if p.Share == nil || p.Wins == nil || p.Class == "" || p.Weapon == "" {
			t.Fatalf("a pair without a name, share or wins: %s", out)
		}
		sum += *p.Share
	}
	if len(table.Pairs) != 12 || sum < 0.999 || sum > 1.001 || len(table.Classes) != 3 || len(table.Weapons) != 4 {
		t.Errorf("%d pairs take %v in all, %v, %v, expected 12 that take 1", len(table.Pairs), sum, table.Classes, table.Weapons)
	}
	if _, again, _ := call(t, "sim", "--mix", "--matches", "4", "--time", "30s"); again != out {
		t.Errorf("first %s, and then %s", out, again)
	}
}

func TestSimMixTakesTheArenaThatWasChosenOrThoseWithTwelveSpawns(t *testing.T) {
	t.Parallel()
	output := map[string]bool{}
	for _, arena := range []string{"", "open", "belt", "expanse", "duel"} {
		args := []string{"sim", "--mix", "--matches", "3", "--time", "20s"}
		if arena != "" {
			args = append(args, "--arena", arena)
		}
		code, out, errs := call(t, args...)
		if code != command.ExitOK || output[out] {
			t.Errorf("%q: exit code %d, %q, %q, expected an output like no other", arena, code, out, errs)
		}
		output[out] = true
	}
}

func TestSimRefusesFlagsThatDoNotGoTogether(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"--matches 3":            "--matches: goes with --mix only",
		"--mix --bots 3":         "--bots: does not go with --mix",
		"--mix --ticks 60":       "--ticks: does not go with --mix",
		"--mix --mode teams":     "--mode: does not go with --mix",
		"--mix --teams":          "--teams: does not go with --mix",
		"--mix --matches 0":      "--matches: must be 1 to 100000, got 0",
		"--mix --skill 6":        "--skill: must be 1 to 5",
		"--mix --skill auto":     "--skill: auto needs a player to suit",
		"--mix --arena nowhere!": "--arena: ",
	} {
		code, out, errs := call(t, append([]string{"sim"}, strings.Fields(line)...)...)
		if code != command.ExitUsage || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit code %d, %q, %q, expected %q", line, code, out, errs, want)
		}
	}
}

func TestAnInterruptedSimMixSaysHowFarItCameAndPrintsNoTable(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs strings.Builder
	code := (&program{dirs: nobody, stdout: &out, stderr: &errs}).run(ctx, []string{"sim", "--mix"})
	if code != command.ExitFailure || out.Len() > 0 || !strings.Contains(errs.String(), "interrupted after 0 of 40 matches") {
		t.Errorf("exit code %d, %q, %q", code, out.String(), errs.String())
	}
}
