package hud

import (
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
)

func TestSentencesFollowFromTheNumbers(t *testing.T) {
	s := game.Setup{Classes: assets.Classes(), Weapons: assets.Weapons()}
	for i := range s.Classes {
		s.Classes[i].HP, s.Classes[i].TopSpeed, s.Classes[i].Thrust = 5, 500, 50
	}
	alike := classStats(s.Classes)
	if got, want := classSentence(alike[2]), "For everything: no strength or weakness stands out."; got != want {
		t.Errorf("got %q", got)
	}
	s.Classes[0].HP = 9
	if got, want := classSentence(classStats(s.Classes)[0]), "For holding ground: the sturdiest."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Weapons[0].Damage, s.Weapons[0].Cooldown = 9, 200
	if got, want := weaponSentence(&s.Weapons[0], weaponStats(s.Weapons)[0]), "For steady fire: the hardest hit, but the slowest fire."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	one := classStats(s.Classes[:1])
	if got := classSentence(one[0]); strings.Contains(got, "the sturdiest") {
		t.Errorf("alone it is compared: %q", got)
	}
}
