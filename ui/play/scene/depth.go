package scene

// Depths count in fifths of a sub-pixel: 5 a step, 7 a diagonal one.
const (
	perStep  = 5
	perSlant = 7
	deepest  = 9 * perStep // beyond, nothing changes
	reach    = 3           // sub-pixels each way for a normal
)

// measureDepths measures the distance of each sub-pixel of rock from space, by two chamfer passes (Borgefors 1986). A
// depth up to deepest depends on sub-pixels at most that far away, so it is right in the whole patch except its
// margin.
func (k *patch) measureDepths() {
	for y := range patchHeight {
		for x := range patchWidth {
			k.deepen(x, y, 1)
		}
	}
	for y := patchHeight - 1; y >= 0; y-- {
		for x := patchWidth - 1; x >= 0; x-- {
			k.deepen(x, y, -1)
		}
	}
}

// deepen applies the neighbours that the pass has visited.
func (k *patch) deepen(x, y, step int) {
	at := &k.depths[y][x]
	if *at == 0 {
		return
	}
	if before := x - step; uint(before) < patchWidth {
		*at = min(*at, k.depths[y][before]+perStep)
	}
	above := y - step
	if uint(above) >= patchHeight {
		return
	}
	row := &k.depths[above]
	*at = min(*at, row[x]+perStep)
	if x > 0 {
		*at = min(*at, row[x-1]+perSlant)
	}
	if x+1 < patchWidth {
		*at = min(*at, row[x+1]+perSlant)
	}
}

// depth returns the depth of a sub-pixel, 0 for space.
func (k *patch) depth(x, y int) int { return int(k.depths[y-k.top][x-k.left]) }

// normals are the directions of rock faces, in hundredths: none, and every 30 degrees clockwise from the right.
var normals = [13]struct{ x, y int }{
	{}, {100, 0}, {87, 50}, {50, 87}, {0, 100}, {-50, 87}, {-87, 50},
	{-100, 0}, {-87, -50}, {-50, -87}, {0, -100}, {50, -87}, {87, -50},
}

// facing returns the index of a rock sub-pixel's normal, against the slope of the depths.
func (k *patch) facing(x, y int) int {
	if k.depth(x, y) >= deepest {
		return 0
	}
	nx, ny := 0, 0
	for d := 1; d <= reach; d++ {
		nx += k.depth(x-d, y) - k.depth(x+d, y)
		ny += k.depth(x, y-d) - k.depth(x, y+d)
	}
	if nx == 0 && ny == 0 {
		return 0
	}
	best, most := 0, 0
	for i, n := range normals {
		if along := nx*n.x + ny*n.y; along > most {
			best, most = i, along
		}
	}
	return best
}
