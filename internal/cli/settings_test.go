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

func TestEachWordForColoursIsKnown(t *testing.T) {
	t.Parallel()
	for word := range coloursOf {
		path := filepath.Join(t.TempDir(), "settings.toml")
		if err := config.ChangeSettings(path, func(s *config.Settings) { s.Colours = word }); err != nil {
			t.Fatal(err)
		}
		if s, err := config.ReadSettings(path); err != nil || s.Colours != word {
			t.Errorf("%q: %v", word, err)
		}
	}
	if _, ok := coloursOf[config.DefaultSettings().Colours]; !ok {
		t.Errorf("nothing is known of %q", config.DefaultSettings().Colours)
	}
}

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
		if err := settlePilot(&p, &command, savedSettings{Settings: config.Settings{Name: c.kept}}); err != nil {
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
		if _, known := canvas.ShipColourNamed(word); !known {
			t.Errorf("nothing is known of %q", word)
		}
		path := filepath.Join(t.TempDir(), "settings.toml")
		if err := config.ChangeSettings(path, func(s *config.Settings) { s.ShipColour = word }); err != nil {
			t.Fatal(err)
		}
		s, err := config.ReadSettings(path)
		k := savedSettings{Settings: s}
		if number := k.shipColour(); err != nil || canvas.ShipColour(number) != word {
			t.Errorf("%q was read as %q, %v", word, canvas.ShipColour(number), err)
		}
		var p ui.Player
		var command cobra.Command
		addPlayerName(&command, &p)
		addColour(&command, &p)
		if settlePilot(&p, &command, k); p.Colour != k.shipColour() {
			t.Errorf("without a flag %q is %d", word, p.Colour)
		}
		command.Flags().Set("colour", "violet")
		if settlePilot(&p, &command, k); canvas.ShipColour(p.Colour) != "violet" {
			t.Errorf("with --colour violet and %q saved it is %d", word, p.Colour)
		}
	}
}

func TestOnlyChangedSettingsAreSaved(t *testing.T) {
	s := config.Settings{Name: "Ann", ShipColour: "teal", Glyphs: "auto", FrameRate: 60, Colours: "16", Theme: "gone", Palette: "colour-blind"}
	s.Keys = input.BindingsOf(input.Vi)                                                              // changed by another program meanwhile
	was := ui.Preferences{Name: "Bob", Settings: ui.Settings{Glyphs: ui.ASCIIGlyphs, FrameRate: 60}} // from flag and locale
	is := was
	is.FewerFlashes, is.ReducedMotion, is.Mouse, is.ShipColour = true, true, true, 5
	saveChanges(&s, was, is)
	want := config.Settings{
		Name: "Ann", ShipColour: "lime", Glyphs: "auto", FewerFlashes: true, ReducedMotion: true, FrameRate: 60, Colours: "16", Theme: "gone", Palette: "colour-blind",
		Keys: input.BindingsOf(input.Vi), Steering: "mouse",
	}
	if s != want {
		t.Errorf("expected %+v, found %+v", want, s)
	}
}

func TestChangedThemePaletteAndColoursAreSaved(t *testing.T) {
	s := config.DefaultSettings()
	was := ui.Preferences{Settings: ui.Settings{Theme: "space"}}
	is := ui.Preferences{Colours: term.TrueColours, Settings: ui.Settings{Theme: "amber", ColourBlind: true}}
	saveChanges(&s, was, is)
	want := config.DefaultSettings()
	want.Theme, want.Palette, want.Colours = "amber", "colour-blind", "true"
	if s != want {
		t.Errorf("expected %+v, found %+v", want, s)
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
		{[]player.Finding{{Name: "pw-cat", Problem: missing}}, "off", "none of pw-cat, paplay, aplay, play, afplay is installed"},
	} {
		if name, why := soundProgram(c.found); name != c.name || why != c.why {
			t.Errorf("expected %q, %q, found %q, %q", c.name, c.why, name, why)
		}
	}
}

func TestDoctorTriesNoProgramWithoutSound(t *testing.T) {
	for _, c := range []struct {
		traits term.Traits
		wanted ui.Sound
		sound  string
	}{
		{term.Traits{Remote: true}, ui.AutoSound, "off"},
		{term.Traits{SSH: true}, ui.AutoSound, "off"},
		{term.Traits{Inside: true}, ui.AutoSound, "off"},
		{term.Traits{Inside: true}, ui.BellSound, "bell"},
		{term.Traits{Remote: true}, ui.BellSound, "bell"},
		{term.Traits{}, ui.BellSound, "bell"},
		{term.Traits{}, ui.NoSound, "off"},
	} {
		d := &diagnosis{traits: c.traits}
		if d.trySound(t.Context(), c.wanted); d.Sound != c.sound || d.SoundWhy == "" {
			t.Errorf("%+v, wanted %v: found %q, %q", c.traits, c.wanted, d.Sound, d.SoundWhy)
		}
	}
}
