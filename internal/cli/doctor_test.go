package cli

import (
	"errors"
	"strings"
	"testing"

	"dogfight/ui"
	"dogfight/ui/sound/player"
	"dogfight/ui/term"
)

func TestADoctorTellsWhatIsOdd(t *testing.T) {
	d := &diagnosis{
		Name: "x\x1b[2J", Terminal: true, Width: 50, Height: 30, Answers: true, Colours: 1 << 24, Drawing: "half-blocks",
		Glyphs: map[string]int{"▀": 1, "▄": 1, "█": 1, "▲": 2, "♥": 1, "•": 1, "·": 1, "│": 1, "┌": 1, "⣿": 1},
	}
	text := d.String()
	for _, want := range []string{`"x\x1b[2J"`, "50x30: the game needs 60x20", "▲ takes 2: choose ASCII", "16 million"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}

func TestADoctorTellsWhatPlaysAndWhyNothingElse(t *testing.T) {
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

func TestADoctorTriesNoProgramWhereNoneWouldPlay(t *testing.T) {
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
