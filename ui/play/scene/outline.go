package scene

// The outline of rock: each tile counts in the sub-pixels around it, less with distance, and a sub-pixel is rock if
// enough of the sum is rock. This rounds corners and roughens edges, but changes only sub-pixels at the edges of
// tiles: ships meet rock where they see it.

// weights are the shares of a tile in a sub-pixel of the tile before it, of itself and of the one after, along one
// axis (1.15 - the distance of the middles in tiles, if positive; in 1/40).
var weights = [4][3]int{{21, 31, 0}, {11, 41, 1}, {1, 41, 11}, {0, 31, 21}}

const (
	enough    = 47 // hundredths
	roughness = 22 // hundredths, of noise
	knobs     = 6  // sub-pixels from one bump to the next
)

// findRock sets the depth of rock sub-pixels to deepest, of others to 0. It reports whether there is any rock.
func (k *patch) findRock() bool {
	some := false
	for ty := k.top >> 2; ty <= (k.top+patchHeight-1)>>2; ty++ {
		for tx := k.left >> 2; tx <= (k.left+patchWidth-1)>>2; tx++ {
			some = k.findRockOf(tx, ty) || some
		}
	}
	return some
}

// findRockOf does so for one tile.
func (k *patch) findRockOf(tx, ty int) bool {
	var around [3][3]int
	rock := 0
	for y := range 3 {
		for x := range 3 {
			around[y][x] = k.boulders.rock(tx+x-1, ty+y-1)
			rock += around[y][x]
		}
	}
	for y := max(ty*4-k.top, 0); y < min(ty*4-k.top+4, patchHeight); y++ {
		for x := max(tx*4-k.left, 0); x < min(tx*4-k.left+4, patchWidth); x++ {
			k.depths[y][x] = 0
			if rock == 9 || rock > 0 && solid(&around, x+k.left, y+k.top) || rock == 1 && pebble(&around, (x+k.left)&3, (y+k.top)&3) {
				k.depths[y][x] = deepest
			}
		}
	}
	return rock > 0
}

// pebble reports whether a sub-pixel belongs to a lone tile, which the rules of outlines would almost remove: it is
// whole except for its corners.
func pebble(around *[3][3]int, x, y int) bool {
	return around[1][1] == 1 && (x == 1 || x == 2 || y == 1 || y == 2)
}

// solid reports whether a sub-pixel is rock, given the tiles around its own.
func solid(around *[3][3]int, x, y int) bool {
	across, down := &weights[x&3], &weights[y&3]
	if !atEdge(around, x&3, y&3) {
		return around[1][1] == 1
	}
	sum, all := 0, 0
	for j, h := range down {
		for i, w := range across {
			sum += h * w * around[j][i]
			all += h * w
		}
	}
	return sum*100*255 > all*(enough*255-roughness*(terrainNoise(x, y, knobs, seedOutline)-127))
}

// atEdge reports whether a sub-pixel of a tile touches a tile of the other kind.
func atEdge(around *[3][3]int, x, y int) bool {
	i, j := [4]int{0, 1, 1, 2}[x], [4]int{0, 1, 1, 2}[y]
	own := around[1][1]
	return around[1][i] != own || around[j][1] != own || around[j][i] != own
}
