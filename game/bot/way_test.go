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

// The naive twin of a search measures the whole window, repeatedly, until no distance decreases.
func TestWaysAreTheShortest(t *testing.T) {
	a := walls(t, 200, 150, 10)
	for i := range int32(20) {
		start, goal := square{2 + 9*i, 5 + 10*(i%8)}, square{199 - 5*i, 120 - 6*i}
		s := search{arena: a}
		s.run(start, goal)
		twin := s
		twin.far = [windowTiles]uint16{}
		twin.far[twin.index(start)] = 1
		for nearer := true; nearer; {
			nearer = false
			for at := range uint16(windowTiles) {
				here := twin.square(at)
				for _, step := range waySteps {
					next, far := square{here.x + step.x, here.y + step.y}, twin.far[at]+straightStep
					if step.x != 0 && step.y != 0 {
						far += slantStep - straightStep
					}
					if twin.far[at] == 0 || !twin.within(next) || !twin.open(next) || !twin.open(square{next.x, here.y}) || !twin.open(square{here.x, next.y}) {
						continue
					}
					if was := &twin.far[twin.index(next)]; *was == 0 || far < *was {
						*was, nearer = far, true
					}
				}
			}
		}
		for at, far := range twin.far {
			if far > 0 && twin.toGo(twin.square(uint16(at))) < s.least {
				t.Fatalf("from %v to %v: it ends at %v, expected %v", start, goal, s.square(uint16(s.best)), twin.square(uint16(at)))
			}
		}
		if s.far[s.best] != twin.far[s.best] && s.least > 0 {
			t.Errorf("from %v to %v: a way of %d, expected %d", start, goal, s.far[s.best]-1, twin.far[s.best]-1)
		}
	}
}

// BenchmarkWay searches a way that winds through the whole window.
func BenchmarkWay(b *testing.B) {
	a := walls(b, 200, 150, 10)
	v := view{s: &game.Setup{Arena: a}, at: square{2, 1}.middle()}
	for b.Loop() {
		v.around(square{40, 60}.middle())
	}
}
