package cli

import (
	"bytes"
	"context"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/internal/command"
)

func TestExportWritesBesideTheReplayOrToOutput(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 600}.bytes(t))
	beside := filepath.Dir(path)
	for _, args := range [][]string{
		{"--format", "svg", "match.svg"}, {"--format", "cast3", "match.cast"}, {"--to", "1s", "-o", filepath.Join(beside, "a.GIF"), "a.GIF"}, {"--to", "2s", "-o", filepath.Join(beside, "b.cast"), "b.cast"},
	} {
		flags, name := args[:len(args)-1], args[len(args)-1]
		code, out, errs := call(t, append([]string{"replay", "export", path}, flags...)...)
		made, err := os.ReadFile(filepath.Join(beside, name))
		if code != command.ExitOK || errs != "" || err != nil || !strings.HasPrefix(out, filepath.Join(beside, name)+": ") {
			t.Fatalf("%v: exit code %d, %q, %q, %v", args, code, out, errs, err)
		}
		begins := map[string]string{"match.svg": "<svg ", "match.cast": `{"version":3`, "a.GIF": "GIF89a", "b.cast": `{"version":2`}[name]
		if !bytes.HasPrefix(made, []byte(begins)) {
			t.Errorf("%s begins with %q", name, made[:20])
		}
	}
}

func TestExportWritesToStandardOutput(t *testing.T) {
	t.Parallel()
	code, out, errs := call(t, "replay", "export", inFile(t, testMatch{ticks: 600}.bytes(t)), "--format", "gif", "--to", "1s", "--size", "60x20", "--output", "-")
	if g, err := gif.DecodeAll(strings.NewReader(out)); code != command.ExitOK || errs != "" || err != nil || g.Config.Width != 480 || g.Config.Height != 320 {
		t.Errorf("exit code %d, %q, %v", code, errs, err)
	}
}

func TestExportOverwritesOnlyByForce(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 600}.bytes(t))
	to := filepath.Join(filepath.Dir(path), "kept.svg")
	if err := os.WriteFile(to, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := call(t, "replay", "export", path, "-o", to)
	if b, _ := os.ReadFile(to); code != command.ExitUsage || string(b) != "kept" || !strings.Contains(errs, "is there already") {
		t.Errorf("exit code %d, %q; the file has %.20q", code, errs, b)
	}
	if code, _, errs := call(t, "replay", "export", path, "-o", to, "--force"); code != command.ExitOK {
		t.Errorf("by force: exit code %d, %q", code, errs)
	}
	if b, _ := os.ReadFile(to); !bytes.HasPrefix(b, []byte("<svg ")) {
		t.Errorf("the file has %.20q", b)
	}
}

func TestAnInterruptedExportWritesNothing(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 600}.bytes(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, format := range []string{"cast", "cast3", "svg", "gif"} {
		var out, errs bytes.Buffer
		code := (&program{dirs: noFiles, stdout: &out, stderr: &errs}).run(ctx, []string{"replay", "export", path, "--format", format})
		if code != command.ExitFailure || !strings.Contains(errs.String(), "interrupted") {
			t.Errorf("%s: exit code %d, %q", format, code, errs.String())
		}
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 {
		t.Errorf("there are %v, %v", files, err)
	}
}

func TestWrongExportsAreRefusedInOneLine(t *testing.T) {
	t.Parallel()
	path := inFile(t, testMatch{ticks: 600}.bytes(t))
	for _, c := range []struct{ flags, want string }{
		{"", "--format: must be one of cast, cast3, svg, gif"},
		{"--format mp4", `got "mp4"`},
		{"--format svg --from 10s", "--from: must be 0s or more and below 10s"},
		{"--format svg --from 5s --to 4s", "--to: must be after --from 5s"},
		{"--format svg --size 90x30", "--size: svg"},
		{"--format svg --fps 10", "--fps: svg"},
		{"--format gif --size 10x10", "--size: must be 60x20 to 200x60"},
		{"--format gif --size 100", "is not a size"},
		{"--format cast --speed 0", "--speed: must be"},
		{"--format cast --theme mud", "--theme: "},
		{"--format cast --follow Nobody", `no pilot is called "Nobody"; there are Ann, Vega, Rigel`},
		{"--format svg --follow Nobody", `no pilot is called "Nobody"; there are Ann, Vega, Rigel`},
	} {
		code, out, errs := call(t, append([]string{"replay", "export", path}, strings.Fields(c.flags)...)...)
		if code == command.ExitOK || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit code %d, %q, %q", c.flags, code, out, errs)
		}
	}
}

func TestExportLimitsTheLength(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	t.Parallel()
	path := inFile(t, testMatch{ticks: 11 * 60 * 60}.bytes(t))
	if code, _, errs := call(t, "replay", "export", path, "--format", "cast"); code != command.ExitUsage || !strings.Contains(errs, "a film is of 10m0s of a match at most, this would be of 11m0s") {
		t.Errorf("exit code %d, %q", code, errs)
	}
}
