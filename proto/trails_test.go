package proto

import (
	"math/rand/v2"
	"testing"

	"dogfight/game"
)

// trailsWorld returns a World of so many racers with full trails, and its Setup.
func trailsWorld(t *testing.T, racers int) (*game.Setup, game.World) {
	s := expanse(t)
	s.Mode = game.Trails
	chance := rand.New(rand.NewPCG(1, 2))
	w := game.NewWorld(s, 1)
	for i := range racers {
		ship := &w.Ships[i]
		ship.State, ship.HP = game.Flying, 5
		ship.X, ship.Y = s.Arena.Spawns[i].X, s.Arena.Spawns[i].Y
		w.Trails[i] = trailOf(game.MaxCorners, s, ship, chance)
	}
	return s, w
}

func TestAKeyframeOf8RacersWithFullTrailsIsSmall(t *testing.T) {
	for _, racers := range []int{8, game.MaxRacers} {
		s, w := trailsWorld(t, racers)
		b := AppendWorld(nil, s, &w)
		if t.Logf("%d racers: %d bytes", racers, len(b)); racers == 8 && len(b) > 2000 {
			t.Errorf("%d bytes, expected 2000 at most", len(b))
		}
		if got, err := ParseWorld(s, b); err != nil || got != w {
			t.Errorf("%d racers came back as others: %v", racers, err)
		}
	}
}

// What no ship can have left is refused, whatever a host sends.
func TestTrailsThatCannotBeAreRefused(t *testing.T) {
	for what, spoil := range map[string]func(w *game.World){
		"a ship beside its wall":              func(w *game.World) { w.Trails[0].Corners[game.MaxCorners-1].X += 3; w.Ships[0].Y++ },
		"a diagonal course":                   func(w *game.World) { w.Ships[0].Facing = game.UpLeft },
		"a course that is none":               func(w *game.World) { w.Trails[0].Held = 9 },
		"gaps beyond the last corner":         func(w *game.World) { w.Trails[0].Count, w.Trails[0].Gaps = 2, 4 },
		"a trail of a slot without a ship":    func(w *game.World) { w.Trails[9].Count = 1 },
		"a corner outside":                    func(w *game.World) { w.Trails[0].Corners[0].X = -1 },
		"a wall that is not along the axes":   func(w *game.World) { w.Trails[0].Corners[0].X++; w.Trails[0].Corners[0].Y++ },
		"more corners than there is room for": func(w *game.World) { w.Trails[0].Count = game.MaxCorners + 1 },
	} {
		s, w := trailsWorld(t, 8)
		if err := checkWorld(s, &w); err != nil {
			t.Fatal(err)
		}
		if spoil(&w); checkWorld(s, &w) == nil {
			t.Errorf("%s is taken", what)
		}
	}
}
