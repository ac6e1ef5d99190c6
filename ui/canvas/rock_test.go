package canvas

import (
	"fmt"
	"testing"
)

func TestRockHasItsMaterialsAndTonesByName(t *testing.T) {
	for material, name := range [RockMaterials]string{"slate", "rust", "ice"} {
		for tone := range RockTones {
			k := RockOf(material, tone)
			if want := fmt.Sprint(name, "-", tone+1); roles[k] != want || !IsRock(k) {
				t.Errorf("expected %s, and rock, got %s, rock %v", want, roles[k], IsRock(k))
			}
		}
	}
	for _, k := range [...]Colour{SpaceTone, Shadow, Glow + GlowTones - 1, Border, OwnBright} {
		if IsRock(k) {
			t.Errorf("%s counts as rock", roles[k])
		}
	}
}
