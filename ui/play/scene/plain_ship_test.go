package scene

import (
	"testing"

	"dogfight/game"
)

func TestInASCIIEachClassIsToldInEachFacingAndHasAHullForItsTeam(t *testing.T) {
	seen := map[[2]string]string{}
	for _, class := range []string{"fighter", "scout", "bomber"} {
		for facing := game.Course(1); facing < game.Courses; facing++ {
			picture := plainShipOf(class)[facing]
			if other := seen[picture]; other != "" {
				t.Errorf("%s, facing %d: looks like the %s", class, facing, other)
			}
			seen[picture] = class
			for _, row := range picture {
				if len(row) != 3 {
					t.Errorf("%s, facing %d: expected three characters, found %q", class, facing, row)
				}
			}
			if picture[plainMiddle(facing)][1] == ' ' {
				t.Errorf("%s, facing %d: no hull for the letter of a team in %q", class, facing, picture)
			}
		}
	}
}
