package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/ui"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/sound/player"
	"dogfight/ui/term"
)

func TestTheNameIsFromTheFlagTheSettingsOrTheUser(t *testing.T) {
	t.Setenv("USER", "newcomer")
	for _, c := range []struct{ kept, flag, want string }{
		{"", "", "newcomer"},
		{"Ann", "", "Ann"},
		{"Ann", "Bob", "Bob"},
		{"", "Bob", "Bob"},
	} {
		var p ui.Player
		var command cobra.Command
		addPlayerName(&command, &p)
		if c.flag != "" {
			command.Flags().Set("name", c.flag)
		}
		dirs := config.Dirs{Config: t.TempDir()}
		if err := config.SaveSettings(dirs.Settings(), input.Settings{}, input.Settings{Name: c.kept}); err != nil {
			t.Fatal(err)
		}
		if err := settlePilot(&p, &command, (&program{dirs: dirs}).readSettings()); err != nil {
			t.Fatal(err)
		}
		if p.Name != c.want {
			t.Errorf("saved %q, flag %q: expected %q, found %q", c.kept, c.flag, c.want, p.Name)
		}
	}
}

func TestTheColourIsFromTheFlagOrTheSettings(t *testing.T) {
	t.Parallel()
	for _, word := range append([]string{"auto"}, canvas.ShipColours()...) {
		path := filepath.Join(t.TempDir(), "settings.toml")
		if err := os.WriteFile(path, []byte("ship_colour = '"+word+"'\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := config.ReadSettings(path)
		if err != nil || canvas.ShipColour(s.ShipColour) != word {
			t.Errorf("%q was read as %q, %v", word, canvas.ShipColour(s.ShipColour), err)
		}
		var p ui.Player
		var command cobra.Command
		addPlayerName(&command, &p)
		addColour(&command, &p)
		if settlePilot(&p, &command, &savedSettings{Settings: s}); p.Colour != s.ShipColour {
			t.Errorf("without a flag %q is %d", word, p.Colour)
		}
		command.Flags().Set("colour", "violet")
		if settlePilot(&p, &command, &savedSettings{Settings: s}); canvas.ShipColour(p.Colour) != "violet" {
			t.Errorf("with --colour violet and %q kept it is %d", word, p.Colour)
		}
	}
}

func TestDailyPracticeNeedsNoWritableHome(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "home")
	if err := os.Symlink("nowhere", folder); err != nil { // no folder can be made there
		t.Skip(err)
	}
	dirs := config.Dirs{Config: filepath.Join(folder, "config"), Data: filepath.Join(folder, "data")}
	l := launcher{dirs: dirs}
	if _, err := l.Daily(true, ui.Player{Name: "Rex"}); err == nil {
		t.Error("the try that counts is not refused")
	}
	s, err := l.Daily(false, ui.Player{Name: "Rex"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Warning == nil {
		t.Error("the player is not warned")
	}
	p := &program{dirs: dirs, stdout: io.Discard, stderr: io.Discard}
	if code := p.run(t.Context(), []string{"id"}); code != command.ExitFailure {
		t.Errorf("a key that is not saved is printed with exit code %d", code)
	}
}

func TestDoctorReportsFaults(t *testing.T) {
	d := &diagnosis{
		Name: "x\x1b[2J", Terminal: true, Width: 50, Height: 30, Answers: true, Colours: 1 << 24, Drawing: "half-blocks",
		Glyphs: map[string]int{"▀": 1, "▄": 1, "█": 1, "▲": 2, "♥": 1, "•": 1, "·": 1, "│": 1, "┌": 1, "⣿": 1},
	}
	text := d.String()
	for _, want := range []string{`"x\x1b[2J"`, "50x30: the game needs 60x20", "▲ takes 2: choose ASCII", "16 million"} {
		if !strings.Contains(text, want) {
			t.Errorf("the output lacks %q:\n%s", want, text)
		}
	}
}

func TestDoctorNamesTheSoundProgram(t *testing.T) {
	missing, broken := errors.New("not found"), errors.New("No such device")
	for _, c := range []struct {
		found     []player.Finding
		name, why string
	}{
		{[]player.Finding{{Name: "pw-cat", Path: "/bin/pw-cat"}}, "pw-cat", "/bin/pw-cat plays"},
		{[]player.Finding{{Name: "pw-cat", Path: "/bin/pw-cat", Problem: broken}, {Name: "paplay", Problem: missing}, {Name: "aplay", Path: "/bin/aplay"}},
			"aplay", "/bin/aplay plays; /bin/pw-cat: No such device"},
		{[]player.Finding{{Name: "pw-cat", Problem: missing}, {Name: "aplay", Path: "/bin/aplay", Problem: broken}},
			"off", "/bin/aplay: No such device"},
		{[]player.Finding{{Name: "pw-cat", Problem: missing}}, "off", "none of pw-cat, paplay, aplay, play is installed"},
	} {
		if name, why := soundProgram(c.found); name != c.name || why != c.why {
			t.Errorf("expected %q, %q, found %q, %q", c.name, c.why, name, why)
		}
	}
}

func TestDoctorTriesNoProgramWithoutSound(t *testing.T) {
	for _, c := range []struct {
		traits term.Traits
		wanted input.Sound
		sound  string
	}{
		{term.Traits{Remote: true}, input.AutoSound, "off"},
		{term.Traits{SSH: true}, input.AutoSound, "off"},
		{term.Traits{Inside: true}, input.AutoSound, "off"},
		{term.Traits{Inside: true}, input.BellSound, "bell"},
		{term.Traits{Remote: true}, input.BellSound, "bell"},
		{term.Traits{}, input.BellSound, "bell"},
		{term.Traits{}, input.NoSound, "off"},
	} {
		d := &diagnosis{traits: c.traits, settings: &input.Settings{Sound: c.wanted}}
		if d.trySound(t.Context()); d.Sound != c.sound || d.SoundWhy == "" {
			t.Errorf("%+v, wanted %v: found %q, %q", c.traits, c.wanted, d.Sound, d.SoundWhy)
		}
	}
}
