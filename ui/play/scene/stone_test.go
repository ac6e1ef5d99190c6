package scene

import (
	"testing"

	"dogfight/game"
	"dogfight/ui/canvas"
)

func material(k canvas.Colour) int { return int(k-canvas.Rock) / canvas.RockTones }
func tone(k canvas.Colour) int     { return int(k-canvas.Rock) % canvas.RockTones }

func TestABoulderIsOfOneMaterial(t *testing.T) {
	seen := map[int]bool{}
	for name, a := range arenas(t) {
		of := terrainOf(a)
		around(a, func(x, y int) {
			k := of.colour(x, y)
			if !of.Rock(x, y) {
				return
			}
			seen[material(k)] = true
			for _, beside := range [...]canvas.Colour{of.colour(x+1, y), of.colour(x, y+1)} {
				if canvas.IsRock(beside) && material(beside) != material(k) {
					t.Errorf("%s: two materials meet at sub-pixel %d, %d", name, x, y)
				}
			}
		})
	}
	if len(seen) != canvas.RockMaterials {
		t.Errorf("expected %d materials, got %v", canvas.RockMaterials, seen)
	}
}

func TestTilesThatTouchByACornerAreOneBoulder(t *testing.T) {
	for n := range 40 {
		a := tileArena(".........", ".........", ".........", ".........", ".........")
		x := n % 8
		a.Tiles[9+x], a.Tiles[2*9+x+1], a.Tiles[3*9+x] = game.Rock, game.Rock, game.Rock
		b := bouldersOf(a)
		if b.kind(x, 1) == 0 || b.kind(x, 1) != b.kind(x+1, 2) || b.kind(x, 1) != b.kind(x, 3) {
			t.Errorf("from column %d on: got kinds %d, %d, %d", x, b.kind(x, 1), b.kind(x+1, 2), b.kind(x, 3))
		}
	}
}

func TestRockIsLitFromAboveAndDarkBelow(t *testing.T) {
	a := &game.Arena{Width: 26, Height: 18, Tiles: make([]game.Tile, 26*18)}
	for i := range a.Tiles {
		a.Tiles[i] = game.Space
		if x, y := i%26, i/26; x >= 6 && x < 20 && y >= 4 && y < 14 {
			a.Tiles[i] = game.Rock
		}
	}
	of := newTerrain(a, 0)
	for x := 32; x < 72; x++ {
		top, bottom := 12, 60
		for !of.Rock(x, top) {
			top++
		}
		for !of.Rock(x, bottom) {
			bottom--
		}
		if got := tone(of.colour(x, top)); got < 5 {
			t.Errorf("column %d: the upper edge has tone %d, expected 5 or more", x, got)
		}
		if got := tone(of.colour(x, bottom)); got > 1 {
			t.Errorf("column %d: the lower edge has tone %d, expected 0 or 1", x, got)
		}
		if _, ny := of.Normal(x, top); ny >= 0 {
			t.Errorf("column %d: the upper edge looks down: %d", x, ny)
		}
		if _, ny := of.Normal(x, bottom); ny <= 0 {
			t.Errorf("column %d: the lower edge looks up: %d", x, ny)
		}
	}
	if nx, ny := of.Normal(52, 36); nx != 0 || ny != 0 {
		t.Errorf("deep inside: expected no normal, got %d, %d", nx, ny)
	}
	if nx, ny := of.Normal(4, 4); nx != 0 || ny != 0 {
		t.Errorf("in space: expected no normal, got %d, %d", nx, ny)
	}
}

func TestShadowLiesRightOfAndBelowRock(t *testing.T) {
	for name, a := range arenas(t) {
		of := terrainOf(a)
		around(a, func(x, y int) {
			k := of.colour(x, y)
			if of.Rock(x, y) || k == canvas.Border {
				return
			}
			want := of.Rock(x-2, y-2) || of.Rock(x-1, y-3)
			if got := k == canvas.Shadow; got != want {
				t.Errorf("%s: shadow at sub-pixel %d, %d: %v, expected %v", name, x, y, got, want)
			}
		})
	}
}

func TestCratersNeverReachTheEdgeOfRock(t *testing.T) {
	for name, a := range arenas(t) {
		of := terrainOf(a)
		for y := -1; y < a.Height; y += side {
			for x := -2; x < 2*a.Width; x += side {
				k := patch{boulders: &of.boulders, left: x*cellWidth - margin, top: y*cellHeight - margin}
				k.findRock()
				k.measureDepths()
				k.findCraters()
				for _, c := range k.craters {
					if deep := k.depth(c.x>>4, c.y>>4); deep*16 < c.radius*perStep {
						t.Errorf("%s: a crater of radius %d/16 where the rock is %d/%d deep", name, c.radius, deep, perStep)
					}
				}
			}
		}
	}
}

func TestThePlainTerrainHasNothingButRockNebulaAndFence(t *testing.T) {
	for name, a := range arenas(t) {
		of := terrainOf(a)
		plain := of.Plain()
		around(a, func(x, y int) {
			k := plain.colour(x, y)
			rock := k == canvas.RockFace || k == canvas.RockLit
			nebula := k == canvas.Nebula || k == canvas.NebulaDense
			if !rock && !nebula && k != canvas.Space && k != canvas.Border {
				t.Errorf("%s: colour %d at sub-pixel %d, %d", name, k, x, y)
			}
			if nebula && a.At(int32(2*x)*game.One, int32(2*y)*game.One) != game.Nebula {
				t.Errorf("%s: nebula at sub-pixel %d, %d, where none is", name, x, y)
			}
			if rock != of.Rock(x, y) || rock != plain.Rock(x, y) || (k == canvas.Border) != (of.colour(x, y) == canvas.Border) {
				t.Errorf("%s: sub-pixel %d, %d is another thing than in the rich terrain", name, x, y)
			}
		})
		if plain.Plain() != plain {
			t.Errorf("%s: the plain terrain has another plain one", name)
		}
	}
}

func TestHollowRockIsItsEdgeTwoSubPixelsWide(t *testing.T) {
	of := newTerrain(tileArena(
		".....",
		".###.",
		".###.",
		".###.",
		"....."), 0)
	edge, inside := 0, 0
	for row := -1; row < 6; row++ {
		var rich, bare [12]TerrainCell
		of.Row(-1, row, rich[:])
		hollow{of}.Row(-1, row, bare[:])
		for i := range rich {
			for j, k := range bare[i] {
				switch was := rich[i][j]; {
				case k == was && canvas.IsRock(k):
					edge++
				case k == canvas.Shadow && canvas.IsRock(was):
					inside++
				case k != was:
					t.Errorf("row %d, cell %d, sub-pixel %d is %d, was %d", row, i-1, j, k, was)
				}
			}
		}
	}
	if edge < 4*2*8 || edge > 4*2*12 || inside < 7*7 || inside > 9*9 {
		t.Errorf("%d sub-pixels of edge, %d inside, in rock of about 12 x 12", edge, inside)
	}
}

func TestTheFenceIsWhereTheArenaEndsWithoutRock(t *testing.T) {
	of := newTerrain(tileArena(
		"..##..",
		"......",
		"#.....",
		"......"), 0)
	for _, c := range []struct {
		x, y  int
		fence bool
		what  string
	}{
		{0, -1, true, "above space"}, {1, -2, true, "above space"}, {1, -3, false, "farther out"},
		{6, -1, false, "in a gap"}, {7, -1, false, "in a gap"}, {16, -1, true, "above space"},
		{8, -1, false, "above rock"}, {13, -2, false, "above rock"},
		{-1, 2, true, "left of space"}, {-2, 8, false, "left of rock"}, {24, 2, true, "right of space"},
		{25, 9, true, "right of space"}, {26, 9, false, "farther out"}, {4, 16, true, "below space"},
		{-2, -2, true, "a corner"}, {25, 17, true, "a corner"}, {10, 6, false, "inside"},
	} {
		if got := of.colour(c.x, c.y) == canvas.Border; got != c.fence {
			t.Errorf("%s, sub-pixel %d, %d: fence %v, expected %v", c.what, c.x, c.y, got, c.fence)
		}
	}
}
