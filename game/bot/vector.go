package bot

import "dogfight/game"

// vector is a place, a way or a velocity, in 1/256 unit (a tick).
type vector struct{ x, y int32 }

func place(x, y int32) vector { return vector{x, y} }

func (a vector) plus(b vector) vector   { return vector{a.x + b.x, a.y + b.y} }
func (a vector) minus(b vector) vector  { return vector{a.x - b.x, a.y - b.y} }
func (a vector) times(n int32) vector   { return vector{a.x * n, a.y * n} }
func (a vector) over(n int32) vector    { return vector{a.x / n, a.y / n} }
func (a vector) percent(n int32) vector { return vector{a.x * n / 100, a.y * n / 100} }

// length is within a tenth: the octagon closest to a circle.
func (a vector) length() int32 {
	long, short := max(a.x, -a.x), max(a.y, -a.y)
	if long < short {
		long, short = short, long
	}
	return long + short*3/8
}

// exactly is length within a unit: Newton's iteration from there.
func (a vector) exactly() int32 {
	near := int64(a.length())
	if near == 0 {
		return 0
	}
	square := int64(a.x)*int64(a.x) + int64(a.y)*int64(a.y)
	near = (near + square/near) / 2
	return int32((near + square/near) / 2)
}

// along returns the part of a in the direction of b, times the length of b.
func (a vector) along(b vector) int64 { return int64(a.x)*int64(b.x) + int64(a.y)*int64(b.y) }

// scale returns v*num/den.
func scale(v, num, den int32) int32 { return int32(int64(v) * int64(num) / int64(den)) }

// inside reports whether the vector is within a box of that half width and half height.
func (a vector) inside(w, h int32) bool {
	return a.x >= -w && a.x <= w && a.y >= -h && a.y <= h
}

// offLane returns the distance of the vector from the nearest of the eight directions of shots.
func (a vector) offLane() int32 {
	straight := min(max(a.x, -a.x), max(a.y, -a.y))
	down, up := a.x-a.y, a.x+a.y
	slant := min(max(down, -down), max(up, -up)) * diagonal / game.One
	return min(straight, slant)
}

// diagonal is 256/sqrt(2).
const diagonal = 181

// nearest returns the tick, from 0 to limit, at which a thing at r with velocity v is nearest to (0, 0), and
// the square of that distance.
func nearest(r, v vector, limit int32) (tick int32, distance2 int64) {
	along := -(int64(r.x)*int64(v.x) + int64(r.y)*int64(v.y))
	speed2 := int64(v.x)*int64(v.x) + int64(v.y)*int64(v.y)
	switch {
	case along <= 0:
	case along >= speed2*int64(limit):
		tick = limit
	default:
		across := int64(r.x)*int64(v.y) - int64(r.y)*int64(v.x)
		return int32(along / speed2), across * across / speed2
	}
	x, y := int64(r.x+v.x*tick), int64(r.y+v.y*tick)
	return tick, x*x + y*y
}
