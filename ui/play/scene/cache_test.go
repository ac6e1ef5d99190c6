package scene

import (
	"testing"
)

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

func TestTheTerrainsAskedForLastAreKept(t *testing.T) {
	ask := func(n uint64) *Terrain { return TerrainOf(randomArena(10, 10, 100+n)) }
	first, second := ask(0), ask(1)
	for n := uint64(2); n < kept; n++ {
		ask(n)
	}
	if ask(0) != first {
		t.Error("the oldest is forgotten too early")
	}
	ask(kept) // in place of the second, as the first was asked for again
	if ask(0) != first {
		t.Error("what was asked for again is forgotten")
	}
	if ask(1) == second {
		t.Error("what was not asked for is still kept")
	}
	if len(cache.terrains) != kept {
		t.Errorf("expected %d to be kept, got %d", kept, len(cache.terrains))
	}
}
