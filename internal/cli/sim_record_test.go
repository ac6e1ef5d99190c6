package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/internal/command"
	"dogfight/proto/replay"
)

func TestSimRecordsTheSameFileForTheSameSeed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var files [][]byte
	var said simResult
	for _, name := range []string{"one", "two"} {
		path := filepath.Join(folder, name)
		code, out, errs := call(t, "sim", "--seed", "7", "--bots", "8", "--ticks", "1500", "--arena", "open", "--record", path)
		if code != command.ExitOK || json.Unmarshal([]byte(out), &said) != nil {
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
	if !f.Head.Whole || f.Head.Seed != 7 || f.LastTick != 1500 || len(f.Result.Flights) != 8 || deaths != said.Kills || f.Result.Flights[0].Skill != 3 {
		t.Errorf("it is of %+v with %d deaths of %d, %+v", f.Head, deaths, said.Kills, f.Result)
	}
	if code, _, errs := call(t, "sim", "--mix", "--record", "x"); code != command.ExitUsage || !strings.Contains(errs, "--record") {
		t.Errorf("with --mix: %d, %s", code, errs)
	}
}
