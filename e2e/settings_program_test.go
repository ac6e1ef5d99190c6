//go:build unix

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dogfight/internal/config"
)

// startIn starts the program on a terminal, with its settings in a folder.
func startIn(t *testing.T, home string, args ...string) *terminal {
	t.Helper()
	cmd := newCommand(t, args...)
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+home)
	return startTerminalOf(t, cmd)
}

// homeWith returns a home for the program in which there is a settings file of
// that text, and the file.
func homeWith(t *testing.T, text string) (home, file string) {
	t.Helper()
	home = t.TempDir()
	file = filepath.Join(home, "dogfight", "settings.toml")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return home, file
}

func (p *terminal) quits() {
	p.Helper()
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		p.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

// isTold waits for words in the box on the screen, on however many lines.
func (p *terminal) isTold(words string) {
	p.Helper()
	p.await(words, func(text string) bool {
		var told []string
		for line := range strings.Lines(text) {
			if parts := strings.Split(line, "│"); len(parts) == 3 {
				told = append(told, strings.TrimSpace(parts[1]))
			}
		}
		return strings.Contains(strings.Join(told, " "), words)
	})
}

func TestSettingsAreThereTheNextTime(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	file := filepath.Join(home, "dogfight", "settings.toml")

	p := startIn(t, home)
	p.sees("Play against bots")
	p.press("s")
	p.sees("newcomer")
	if _, err := os.Stat(filepath.Dir(file)); !os.IsNotExist(err) {
		t.Errorf("something was written before anything was changed: %v", err)
	}
	p.press("-2")
	p.sees("newcomer-2")
	p.press("\x1b[B\x1b[D\r") // and ASCII
	p.sees(`\___/`)
	p.quits()

	want := config.DefaultSettings()
	want.Name, want.Glyphs = "newcomer-2", "ascii"
	if got, err := config.ReadSettings(file); got != want || err != nil {
		t.Errorf("expected %+v in the file, found %+v, %v", want, got, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("expected mode 0600, found %v, %v", info.Mode(), err)
	}

	p = startIn(t, home)
	p.sees(`\___/`)
	p.press("s")
	p.sees("newcomer-2")
	p.quits()
}

func TestFlagGoesBeforeTheKeptNameAndIsNotKept(t *testing.T) {
	t.Parallel()
	home, file := homeWith(t, "name = 'Ann'\n")
	p := startIn(t, home, "solo", "--name", "Bob")
	p.sees("♥ ▊▊▊▊▊")
	p.picks("Leave the match", "s", "Bob")
	p.press("\x1b[B\x1b[B\x1b[C\r") // fewer flashes
	p.sees("Leave the match")
	p.quits()
	want := config.DefaultSettings()
	want.Name, want.FewerFlashes = "Ann", true
	if got, err := config.ReadSettings(file); got != want || err != nil {
		t.Errorf("expected %+v, found %+v, %v", want, got, err)
	}
}

func TestBrokenSettingsAreToldAndThePlayerPlays(t *testing.T) {
	t.Parallel()
	const text = "name = 'Ann'\nframe_rate = 45 # why not?\n"
	home, file := homeWith(t, text)
	p := startIn(t, home)
	p.isTold("dogfight/settings.toml:2: frame_rate: must be \"auto\", 30 or 60, got 45; using the defaults until it is fixed")
	p.press("x")
	p.sees("Play against bots")
	p.press("s")
	p.sees("newcomer") // the default
	p.press("-2\r")
	p.isTold("the file is broken and was left alone: /")
	p.isTold("settings.toml:2: frame_rate: must be \"auto\", 30 or 60, got 45")
	p.press("\r")
	p.sees("Play against bots")
	p.press("p")
	p.sees("♥ ▊▊▊▊▊")
	p.press("\t")
	p.sees("newcomer-2")
	p.quits()
	if got, err := os.ReadFile(file); string(got) != text || err != nil {
		t.Errorf("the file is now %q, %v", got, err)
	}
}

func TestBrokenSettingsAreToldOverAMatch(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "wings = 2\n")
	p := startIn(t, home, "solo")
	p.isTold(`unknown setting "wings": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays or bind; the other settings apply`)
	p.press(" ")
	p.sees("♥ ▊▊▊▊▊")
	p.quits()
}

func TestBrokenSettingsAreToldByAServerWhichStarts(t *testing.T) {
	t.Parallel()
	home, file := homeWith(t, "\ncolours = 8\n")
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0")
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+home)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	var said bytes.Buffer
	for one := make([]byte, 1); !strings.Contains(said.String(), "ready\n"); said.Write(one) {
		if _, err := out.Read(one); err != nil {
			t.Fatalf("the server did not start: %v", err)
		}
	}
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	first, _, _ := strings.Cut(errs.String(), "\n")
	want := "dogfight: " + file + `:2: colours: must be "auto", "mono", "16", "256" or "true", got 8; using the defaults until it is fixed`
	if first != want {
		t.Errorf("expected\n%s\nfound\n%s", want, errs.String())
	}
}

func TestColoursOfTheSettingsAreSent(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "colours = 'mono'\n")
	p := startIn(t, home)
	p.sees("Play against bots")
	p.quits()
	if raw := p.raw.String(); strings.Contains(raw, "\x1b[38;5;") || strings.Contains(raw, "\x1b[48;5;") {
		t.Error("colours were sent in spite of mono")
	}
}

func TestColoursAreObeyedAtOnce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	p := startIn(t, home)
	p.sees("Play against bots")
	p.press("s")
	p.sees("auto")
	p.press("\x1b[A\x1b[A\x1b[A\x1b[C") // from below
	p.sees("none")
	p.press("\r")
	p.sees("Play against bots")
	p.press("s")
	p.sees("none") // and not only for a moment
	p.quits()
	raw := p.raw.String()
	before, after, found := strings.Cut(raw, "\x1b[?1049l")
	if !found || !strings.Contains(before, "38;5;") || strings.Contains(after, "38;5;") {
		t.Errorf("expected colours before the terminal was taken anew, and none after: %q", raw)
	}
	want := config.DefaultSettings()
	want.Colours = "mono"
	if got, err := config.ReadSettings(filepath.Join(home, "dogfight", "settings.toml")); got != want || err != nil {
		t.Errorf("expected %+v, found %+v, %v", want, got, err)
	}
}
