package scene

// Scatter returns a random-looking number, fixed for a place and a seed (the finalizer of MurmurHash3, Appleby 2011).
func Scatter(x, y int, seed uint32) uint32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca6b ^ seed*0xc2b2ae35
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

const (
	seedOutline uint32 = 1 + iota
	seedMaterial
	seedFacet
	seedSwell
	seedCrater
	seedCraterField
	seedBlue // and the two after it
	_
	_
	seedViolet // and the two after it
)

// terrainNoise returns 0 to 255, smooth between places that are apart by so many sub-pixels or cells.
func terrainNoise(x, y, apart int, seed uint32) int {
	return wrapped(x, y, apart, -1, -1, seed)
}

// wrapped is noise that repeats: lastX and lastY are masks of its places.
func wrapped(x, y, apart, lastX, lastY int, seed uint32) int {
	column, row := floorDiv(x, apart), floorDiv(y, apart)
	fx, fy := ease(x-column*apart, apart), ease(y-row*apart, apart)
	at := func(x, y int) int { return int(Scatter(x&lastX, y&lastY, seed) & 0xff) }
	upper := at(column, row)<<8 + (at(column+1, row)-at(column, row))*fx
	lower := at(column, row+1)<<8 + (at(column+1, row+1)-at(column, row+1))*fx
	return (upper<<8 + (lower-upper)*fy) >> 16
}

// ease returns the way between two places, of 256, slow at both ends.
func ease(at, apart int) int {
	t := at << 8 / apart
	return t * t * (3<<8 - 2*t) >> 16
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
