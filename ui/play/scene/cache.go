package scene

import (
	"slices"
	"sync"

	"dogfight/game"
)

// kept is the most cached terrains.
const kept = 4

// cache holds the terrains used last, the newest at the end.
var cache struct {
	sync.Mutex
	terrains []keyed
}

type keyed struct {
	key
	terrain *Terrain
}

// key is equal for arenas with equal tiles: a host of many screens parses a copy for each.
type key struct {
	width, height int
	tiles         uint64
}

// TerrainOf returns the terrain of an arena, shared by all arenas with equal tiles. It reads each tile: call it once a
// match, not once a frame.
func TerrainOf(a *game.Arena) *Terrain {
	k := key{a.Width, a.Height, hash(a.Tiles)}
	cache.Lock()
	defer cache.Unlock()
	i := slices.IndexFunc(cache.terrains, func(at keyed) bool { return at.key == k })
	if i < 0 {
		if len(cache.terrains) == kept {
			cache.terrains = slices.Delete(cache.terrains, 0, 1)
		}
		cache.terrains = append(cache.terrains, keyed{k, newTerrain(a, k.tiles)})
		return cache.terrains[len(cache.terrains)-1].terrain
	}
	found := cache.terrains[i]
	cache.terrains = append(slices.Delete(cache.terrains, i, i+1), found)
	return found.terrain
}

// hash is FNV-1a over rock and nebulas.
func hash(tiles []game.Tile) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, tile := range tiles {
		switch tile {
		case game.Rock:
			h ^= 1
		case game.Nebula:
			h ^= 2
		}
		h *= 0x100000001b3
	}
	return h ^ h>>32
}
