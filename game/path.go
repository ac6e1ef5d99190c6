package game

// path is the way of a shot in one tick: from (x, y) on by (vx, vy).
type path struct{ x, y, vx, vy int32 }

// meets reports whether the path comes within radius of (x, y), and where along
// it, 0 to One, it is closest. The two must not be farther apart than 1,600
// units; nothing that shares a sector is.
func (p *path) meets(x, y, radius int32) (at int32, ok bool) {
	dx, dy := int64(x-p.x), int64(y-p.y)
	vx, vy := int64(p.vx), int64(p.vy)
	r2 := int64(radius) * int64(radius)
	along, length2 := dx*vx+dy*vy, vx*vx+vy*vy
	switch {
	case along <= 0:
		return 0, dx*dx+dy*dy <= r2
	case along >= length2:
		dx, dy = dx-vx, dy-vy
		return One, dx*dx+dy*dy <= r2
	}
	across := dx*vy - dy*vx
	if across*across > r2*length2 {
		return 0, false
	}
	return int32(along * One / length2), true
}

// clip returns the path up to where it runs into rock, and whether it does. It
// looks at points at most half a tile apart.
func (a *Arena) clip(p path) (path, bool) {
	shift := 0
	for longest := max(p.vx, -p.vx, p.vy, -p.vy); longest>>shift > TileSize*One/2; {
		shift++
	}
	for k := int32(1); k <= 1<<shift; k++ {
		vx, vy := p.vx*k>>shift, p.vy*k>>shift
		if a.Solid(p.x+vx, p.y+vy) {
			return path{p.x, p.y, vx, vy}, true
		}
	}
	return p, false
}
