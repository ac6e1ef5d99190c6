package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dogfight/internal/command"
	"dogfight/proto/replay"
)

func TestSimMixPrintsShares(t *testing.T) {
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
		t.Errorf("%d pairs have shares of %v in all, %v, %v, expected 12 with 1", len(table.Pairs), sum, table.Classes, table.Weapons)
	}
	if _, again, _ := call(t, "sim", "--mix", "--matches", "4", "--time", "30s"); again != out {
		t.Errorf("first %s, and then %s", out, again)
	}
}

func TestSimMixUsesTheChosenArenaOrAllLargeOnes(t *testing.T) {
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

func TestAnInterruptedSimMixPrintsNoTable(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs strings.Builder
	code := (&program{dirs: noFiles, stdout: &out, stderr: &errs}).run(ctx, []string{"sim", "--mix"})
	if code != command.ExitFailure || out.Len() > 0 || !strings.Contains(errs.String(), "interrupted after 0 of 40 matches") {
		t.Errorf("exit code %d, %q, %q", code, out.String(), errs.String())
	}
}

func TestSimRecordsTheSameFileForTheSameSeed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var files [][]byte
	var result simResult
	for _, name := range []string{"one", "two"} {
		path := filepath.Join(folder, name)
		code, out, errs := call(t, "sim", "--seed", "7", "--bots", "8", "--ticks", "1500", "--arena", "open", "--record", path)
		if code != command.ExitOK || json.Unmarshal([]byte(out), &result) != nil {
			t.Fatal(code, out, errs)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, b)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the files differ")
	}
	f, err := replay.Parse(files[0])
	if err != nil || f.Torn != nil || f.Verify(nil) != nil {
		t.Fatal(err, f.Torn, f.Verify(nil))
	}
	deaths := 0
	for i := range f.Result.Flights {
		deaths += int(f.Result.Flights[i].Deaths)
	}
	if !f.Head.Whole || f.Head.Seed != 7 || f.LastTick != 1500 || len(f.Result.Flights) != 8 || deaths != result.Kills || f.Result.Flights[0].Skill != 3 {
		t.Errorf("it is of %+v with %d deaths of %d, %+v", f.Head, deaths, result.Kills, f.Result)
	}
	if code, _, errs := call(t, "sim", "--mix", "--record", "x"); code != command.ExitUsage || !strings.Contains(errs, "--record") {
		t.Errorf("with --mix: %d, %s", code, errs)
	}
}

func TestSharesAreNumbersOrPerCent(t *testing.T) {
	for text, want := range map[string]float64{"5%": 0.05, "0.05": 0.05, "0": 0, "100%": 1, "1": 1, "0.5%": 0.005} {
		var s float64
		if err := shareFlag(&s).Set(text); err != nil || s != want {
			t.Errorf("%s: expected %v, got %v, %v", text, want, s, err)
		}
	}
}
