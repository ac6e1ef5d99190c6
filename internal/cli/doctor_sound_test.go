package cli

import (
	"errors"
	"testing"

	"dogfight/ui"
	"dogfight/ui/sound/player"
	"dogfight/ui/term"
)

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
		if name, why := heardBy(c.found); name != c.name || why != c.why {
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
		if d.listen(t.Context(), c.wanted); d.Sound != c.sound || d.SoundWhy == "" {
			t.Errorf("%+v, wanted %v: found %q, %q", c.traits, c.wanted, d.Sound, d.SoundWhy)
		}
	}
}
