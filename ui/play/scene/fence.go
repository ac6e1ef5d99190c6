package scene

// The fence around an arena: its width, and the period and length of its dashes. Dashes begin and end at half-blocks.
const (
	fenceWidth = 2
	fenceEvery = 8
	fenceDash  = 6
)

// fence reports whether a sub-pixel is fence: around the arena, except where it ends with rock.
func (b *boulders) fence(x, y int) bool {
	w, h := 4*b.width, 4*b.height
	if x < -fenceWidth || y < -fenceWidth || x >= w+fenceWidth || y >= h+fenceWidth {
		return false
	}
	inX, inY := min(max(x, 0), w-1), min(max(y, 0), h-1)
	switch {
	case inX == x && inY == y || b.kind(inX>>2, inY>>2) != 0:
		return false
	case inX == x:
		return x&(fenceEvery-1) < fenceDash
	case inY == y:
		return y&(fenceEvery-1) < fenceDash
	}
	return true
}

// fenced reports whether a piece lies at the edge of the arena.
func (b *boulders) fenced(column, row int) bool {
	return column < 0 || row < 0 || column+side > 2*b.width || row+side > b.height
}
