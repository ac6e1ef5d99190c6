package bot

import (
	"slices"
	"strings"
	"testing"

	"dogfight/game"
)

// walls returns an arena of walls, open at one end and at the other by turns.
func walls(t testing.TB, width, height, apart int) *game.Arena {
	t.Helper()
	rows := slices.Repeat([]string{strings.Repeat(".", width)}, height)
	wall, gap := strings.Repeat("#", width-6), "......"
	for i := apart; i < height-2; i += apart {
		rows[i] = wall + gap
		if i/apart%2 == 0 {
			rows[i] = gap + wall
		}
	}
	rows[1] = "..@" + rows[1][3:]
	a, err := game.ParseArena("walls", strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestWayLeadsAroundRock(t *testing.T) {
	a := walls(t, 40, 40, 8)
	goal := square{20, 38}
	v := view{s: &game.Setup{Arena: a}, at: square{2, 1}.middle()}
	for step := 0; v.at != goal.middle(); step++ {
		next := v.around(goal.middle())
		if here := roomyTile(a, next); step > 100 || !a.HullFits(next.x, next.y) {
			t.Fatalf("step %d leads to tile %v, expected a way around the walls", step, here)
		}
		v.at = next
	}
}

func TestWayToAPlaceThatIsShutEndsNearIt(t *testing.T) {
	a := walls(t, 40, 40, 8)
	for y := range 40 { // the right half is shut off
		a.Tiles[y*40+25] = game.Rock
	}
	v := view{s: &game.Setup{Arena: a}, at: square{2, 1}.middle()}
	goal := square{30, 2}.middle()
	for range 20 {
		if v.at = v.around(goal); !a.HullFits(v.at.x, v.at.y) {
			t.Fatalf("the way leads into rock at %v", roomyTile(a, v.at))
		}
	}
	if at := roomyTile(a, v.at); at.x < 22 {
		t.Errorf("it ends at %v, expected it at the wall", at)
	}
}

// BenchmarkWay looks for a way that winds through the whole window.
func BenchmarkWay(b *testing.B) {
	a := walls(b, 200, 150, 10)
	v := view{s: &game.Setup{Arena: a}, at: square{2, 1}.middle()}
	for b.Loop() {
		v.around(square{40, 60}.middle())
	}
}
