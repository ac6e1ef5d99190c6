package scene

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

var long = flag.Bool("long", false, "look at all arenas that come with the game, not at a third of them")

// arenas returns some built-in and some random arenas.
func arenas(t *testing.T) map[string]*game.Arena {
	t.Helper()
	all, err := allArenas()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var allArenas = sync.OnceValues(func() (map[string]*game.Arena, error) {
	all := map[string]*game.Arena{}
	for i, name := range assets.ArenaNames() {
		if i%3 != 0 && !*long {
			continue
		}
		a, err := assets.Arena(name)
		if err != nil {
			return nil, err
		}
		all[name] = a
	}
	for i := range uint64(6) {
		all[fmt.Sprint("random ", i)] = randomArena(20+int(i)*7, 41-int(i)*5, i)
	}
	return all, nil
})

// terrains are those of the built-in arenas, made once.
var terrains = map[*game.Arena]*Terrain{}

func terrainOf(a *game.Arena) *Terrain {
	if terrains[a] == nil {
		terrains[a] = newTerrain(a, 0)
	}
	return terrains[a]
}

// randomArena has boulders of all sizes, some of one tile, some at the edges.
func randomArena(width, height int, seed uint64) *game.Arena {
	a := &game.Arena{Width: width, Height: height, Tiles: slices.Repeat([]game.Tile{game.Space}, width*height)}
	r := rand.New(rand.NewPCG(seed, 0))
	for range width * height / 60 {
		x, y, size := r.IntN(width), r.IntN(height), r.IntN(6)
		for j := max(y-size, 0); j <= min(y+size, height-1); j++ {
			for i := max(x-size, 0); i <= min(x+size, width-1); i++ {
				if (i-x)*(i-x)+(j-y)*(j-y) <= size*size+r.IntN(3) {
					a.Tiles[j*width+i] = game.Rock
				}
			}
		}
	}
	return a
}

// tileArena returns an arena with the rock of rows.
func tileArena(rows ...string) *game.Arena {
	a := &game.Arena{Width: len(rows[0]), Height: len(rows)}
	for _, row := range rows {
		for _, tile := range row {
			a.Tiles = append(a.Tiles, game.Tile(tile))
		}
	}
	return a
}

func (t *Terrain) colour(x, y int) canvas.Colour {
	var cell [1]TerrainCell
	t.Row(x>>1, y>>2, cell[:])
	return cell[0][subPixel(x, y)]
}

// rockTile reports whether there is rock in the arena at a sub-pixel.
func rockTile(a *game.Arena, x, y int) bool {
	return x >= 0 && y >= 0 && x < 4*a.Width && y < 4*a.Height && a.Tiles[y/4*a.Width+x/4] == game.Rock
}

// around calls f for all sub-pixels of an arena and some around it.
func around(a *game.Arena, f func(x, y int)) {
	for y := -9; y < 4*a.Height+9; y++ {
		for x := -9; x < 4*a.Width+9; x++ {
			f(x, y)
		}
	}
}

func TestRockIsSeenNoMoreThanASubPixelFromItsTiles(t *testing.T) {
	for name, a := range arenas(t) {
		of := terrainOf(a)
		around(a, func(x, y int) {
			seen := of.Rock(x, y)
			for i := range 9 {
				if rockTile(a, x+i%3-1, y+i/3-1) == seen {
					return
				}
			}
			t.Errorf("%s: at sub-pixel %d, %d is rock: %v; a sub-pixel away it nowhere is", name, x, y, seen)
		})
	}
}

func TestTheInsideOfATileIsAlwaysSeenAsItIs(t *testing.T) {
	for name, a := range arenas(t) {
		of := terrainOf(a)
		around(a, func(x, y int) {
			if x&3%3 != 0 && y&3%3 != 0 && of.Rock(x, y) != rockTile(a, x, y) {
				t.Errorf("%s: at sub-pixel %d, %d rock is seen: %v, expected the contrary", name, x, y, of.Rock(x, y))
			}
		})
	}
}

func TestTerrainDoesNotDependOnPieces(t *testing.T) {
	for name, a := range arenas(t) {
		of := newTerrain(a, 0x1234)
		for y := -3; y < min(a.Height, 50); y += 7 {
			for x := -5; x < min(2*a.Width, 80); x += 11 {
				if p := of.makePiece(x, y); p != bare {
					comparePiece(t, name, of, p, x, y)
				}
			}
		}
	}
}

// comparePiece reports differences between a piece that begins at a cell and the terrain.
func comparePiece(t *testing.T, name string, of *Terrain, p *piece, column, row int) {
	cells := make([]TerrainCell, side)
	for y := range side {
		of.Row(column, row+y, cells)
		for x, cell := range cells {
			n := p.at[y][x]
			if p.cells[n] != cell || p.facings[n] != of.facingsOf(column+x, row+y) {
				t.Errorf("%s, cell %d, %d: %v, facing %x; in the piece from %d, %d on: %v, facing %x", name, column+x, row+y,
					cell, of.facingsOf(column+x, row+y), column, row, p.cells[n], p.facings[n])
			}
		}
	}
}

func (t *Terrain) facingsOf(column, row int) uint32 {
	p, i := t.find(2*column, 4*row)
	if p == nil {
		return 0
	}
	return p.facings[i]
}

func TestTerrainDoesNotDependOnTheOrderOfReads(t *testing.T) {
	a := randomArena(50, 40, 7)
	once, again := newTerrain(a, 5), newTerrain(a, 5)
	readAll(once, a)
	order := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		x, y := order.IntN(4*a.Width+40)-20, order.IntN(4*a.Height+40)-20
		if once.colour(x, y) != again.colour(x, y) || once.Rock(x, y) != again.Rock(x, y) {
			t.Fatalf("sub-pixel %d, %d: %d, then %d", x, y, once.colour(x, y), again.colour(x, y))
		}
	}
}

func TestARowIsTheSameWhereverItBegins(t *testing.T) {
	a := randomArena(40, 20, 3)
	of := newTerrain(a, 99)
	whole, part := make([]TerrainCell, 400), make([]TerrainCell, 77)
	for _, y := range []int{-1000, -17, -1, 0, 7, 19, 20, 21, 1 << 20} {
		of.Row(-150, y, whole)
		for x := range len(whole) - len(part) {
			if of.Row(x-150, y, part); !slices.Equal(part, whole[x:x+len(part)]) {
				t.Fatalf("row %d from column %d on differs from the same in a row from -150 on", y, x-150)
			}
		}
	}
}

func TestTerrainIsSafeForConcurrentUse(t *testing.T) {
	a := randomArena(60, 60, 4)
	want, of := newTerrain(a, 0), newTerrain(a, 0)
	readAll(want, a)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			got, expected := make([]TerrainCell, 130), make([]TerrainCell, 130)
			for y := -2; y < 62; y++ {
				of.Row(-5, y, got)
				want.Row(-5, y, expected)
				if !slices.Equal(got, expected) {
					t.Errorf("row %d differs", y)
				}
			}
		})
	}
	group.Wait()
}

func TestThereIsSpaceOutsideOfTheArena(t *testing.T) {
	of := newTerrain(tileArena("###", "###", "###"), 0)
	row := make([]TerrainCell, 2*skyWidth)
	for _, y := range []int{-40, 17, 1000} {
		of.Row(-skyWidth-20, y, row)
		plain := 0
		for x, cell := range row {
			if cell != cellOf(cell[0]) || cell[0] >= canvas.Shadow {
				t.Errorf("cell %d, %d: %v, expected dust of one tone", x-skyWidth-20, y, cell)
			}
			if cell[0] == canvas.Space {
				plain++
			}
		}
		if plain == len(row) {
			t.Errorf("row %d: expected dust", y)
		}
	}
}

func TestRepeatedReadsDoNotAllocate(t *testing.T) {
	a := randomArena(60, 60, 4)
	of := newTerrain(a, 0)
	row := make([]TerrainCell, 200)
	look := func() {
		for y := -5; y < 65; y++ {
			of.Row(-30, y, row)
			of.Plain().Row(-30, y, row)
			of.Rock(y, y)
			of.Normal(y, y)
		}
	}
	look()
	if n := testing.AllocsPerRun(5, look); n != 0 {
		t.Errorf("expected no allocation, got %v", n)
	}
}

func TestTheLargestArenaUsesAtMostNineBytesACell(t *testing.T) {
	a := randomArena(game.MaxTiles, game.MaxTiles, 1)
	of := newTerrain(a, 0)
	readAll(of, a)
	t.Logf("%d B for %d cells, half of them rock", of.bytes(), 2*a.Width*a.Height)
	if most := 2 * a.Width * a.Height * 9; of.bytes() > most {
		t.Errorf("expected at most %d B, got %d", most, of.bytes())
	}
}

func TestArenasOfEqualTilesShareTheirTerrain(t *testing.T) {
	one, same, other := randomArena(30, 20, 1), randomArena(30, 20, 1), randomArena(30, 20, 2)
	turned := randomArena(30, 20, 1)
	turned.Width, turned.Height = 20, 30
	same.Name = "by another name"
	if TerrainOf(one) != TerrainOf(same) {
		t.Error("two of equal tiles have a terrain each")
	}
	if TerrainOf(one) == TerrainOf(other) || TerrainOf(one) == TerrainOf(turned) {
		t.Error("two that differ share their terrain")
	}
}

func TestTheCacheHoldsTheLatestTerrains(t *testing.T) {
	ask := func(n uint64) *Terrain { return TerrainOf(randomArena(10, 10, 100+n)) }
	first, second := ask(0), ask(1)
	for n := uint64(2); n < kept; n++ {
		ask(n)
	}
	if ask(0) != first {
		t.Error("the oldest is forgotten too early")
	}
	ask(kept) // replaces the second, as the first was used again
	if ask(0) != first {
		t.Error("a terrain that was used again is dropped")
	}
	if ask(1) == second {
		t.Error("an unused terrain is still cached")
	}
	if len(cache.terrains) != kept {
		t.Errorf("expected %d cached, got %d", kept, len(cache.terrains))
	}
}

func TestDustHasAllTonesAndLeavesHalfOfSpacePlain(t *testing.T) {
	tones := map[canvas.Colour]int{}
	for y := range skyHeight {
		for _, k := range dust(y) {
			tones[k]++
		}
	}
	t.Log(tones)
	if share := 100 * tones[canvas.Space] / (skyWidth * skyHeight); share < 40 || share > 65 {
		t.Errorf("expected about half of space without dust, got %d %%", share)
	}
	for i := range canvas.Colour(canvas.DustTones) {
		if tones[canvas.DustBlue+i] == 0 || tones[canvas.DustViolet+i] == 0 {
			t.Errorf("tone %d: %d blue cells, %d violet ones, expected some", i, tones[canvas.DustBlue+i], tones[canvas.DustViolet+i])
		}
	}
}

// strength returns the density of a colour of dust.
func strength(k canvas.Colour) int {
	switch {
	case k >= canvas.DustViolet:
		return int(k-canvas.DustViolet) + 1
	case k >= canvas.DustBlue:
		return int(k-canvas.DustBlue) + 1
	}
	return 0
}

func TestDustHasNoSeamWhereItRepeats(t *testing.T) {
	apart := func(a, b canvas.Colour) bool { d := strength(a) - strength(b); return d > 2 || d < -2 }
	for y := range skyHeight {
		if row := dust(y); apart(row[0], row[skyWidth-1]) {
			t.Errorf("row %d ends with tone %d and begins with %d", y, row[skyWidth-1], row[0])
		}
	}
	for x := range skyWidth {
		if upper, lower := dust(0)[x], dust(-1)[x]; apart(upper, lower) {
			t.Errorf("column %d ends with tone %d and begins with %d", x, lower, upper)
		}
	}
}
