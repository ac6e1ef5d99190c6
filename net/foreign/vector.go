package foreign

import "math"

// vector is a position or a way, in a server's units.
type vector struct{ x, y float64 }

func (v vector) plus(w vector, times float64) vector { return vector{v.x + w.x*times, v.y + w.y*times} }
func (v vector) minus(w vector) vector               { return vector{v.x - w.x, v.y - w.y} }
func (v vector) length() float64                     { return math.Hypot(v.x, v.y) }
