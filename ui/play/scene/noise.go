package scene

import "math"

// noise returns a value from 0 to 1 that varies smoothly with the place. Products are rounded one by one, so that all
// machines agree.
func noise(x, y float64, seed uint32) float64 {
	left, top := math.Floor(x), math.Floor(y)
	fx, fy := smooth(x-left), smooth(y-top)
	col, row := int(left), int(top)
	upper := between(chance(col, row, seed), chance(col+1, row, seed), fx)
	lower := between(chance(col, row+1, seed), chance(col+1, row+1, seed), fx)
	return between(upper, lower, fy)
}

func smooth(f float64) float64 { return float64(f*f) * (3 - float64(2*f)) }

func between(a, b, share float64) float64 { return a + float64((b-a)*share) }

// chance returns a value from 0 to below 1, fixed for a place and a seed.
func chance(x, y int, seed uint32) float64 {
	h := uint32(x)*0x8da6b343 ^ uint32(y)*0xd8163841 ^ seed*0xcb1ab31f
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64(h^h>>15) / (1 << 32)
}
