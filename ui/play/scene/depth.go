package scene

// Depths count in fifths of a sub-pixel: 5 for a step, 7 for one aslant.
const (
	perStep  = 5
	perSlant = 7
	deepest  = 9 * perStep // deeper than that, nothing changes
	reach    = 3           // sub-pixels each way that a normal is made of
)

// measureDepths finds how far each sub-pixel of rock is from space, by two passes of a chamfer (Borgefors 1986). A depth up to
// deepest follows from what is no farther away than that, so it is right in all of the patch but its margin.
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

// deepen takes into account the neighbours that a pass has seen before.
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

// depth returns that of a place, 0 for space.
func (k *patch) depth(x, y int) int { return int(k.depths[y-k.top][x-k.left]) }

// normals are where rock can face, in hundredths: nowhere, and each 30 degrees, clockwise from the right.
var normals = [13]struct{ x, y int }{
	{}, {100, 0}, {87, 50}, {50, 87}, {0, 100}, {-50, 87}, {-87, 50},
	{-100, 0}, {-87, -50}, {-50, -87}, {0, -100}, {50, -87}, {87, -50},
}

// facing returns the place in normals of a sub-pixel of rock: against the slope of the depths.
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
