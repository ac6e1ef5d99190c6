package game

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func drawPath(t *rapid.T, side int32) path {
	return path{
		x:  rapid.Int32Range(0, side).Draw(t, "x"),
		y:  rapid.Int32Range(0, side).Draw(t, "y"),
		vx: rapid.Int32Range(-20*One, 20*One).Draw(t, "vx"),
		vy: rapid.Int32Range(-20*One, 20*One).Draw(t, "vy"),
	}
}

// A naive twin walks along the path in small steps.
func TestPathMeetsWhatComesWithinTheRadius(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPath(t, 64*One)
		x, y := rapid.Int32Range(0, 64*One).Draw(t, "to x"), rapid.Int32Range(0, 64*One).Draw(t, "to y")
		radius := rapid.Int32Range(0, 22*One).Draw(t, "radius")
		nearest, where := math.Inf(1), 0.0
		for k := range 4097 {
			along := float64(k) / 4096
			d := math.Hypot(float64(p.x-x)+float64(p.vx)*along, float64(p.y-y)+float64(p.vy)*along)
			if d < nearest {
				nearest, where = d, along
			}
		}
		at, ok := p.meets(x, y, radius)
		if math.Abs(nearest-float64(radius)) > 2 && ok != (nearest < float64(radius)) {
			t.Fatalf("%+v passes (%d, %d) at %.1f of radius %d: meets is %t", p, x, y, nearest, radius, ok)
		}
		if ok && math.Abs(float64(at)/One-where) > 0.02 {
			t.Fatalf("%+v is nearest to (%d, %d) at %.3f, got %d/256", p, x, y, where, at)
		}
	})
}

// The sectors may name too many, but never leave out one that a shot can hit.
func TestSectorsOverlookNoShip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SampledFrom([]int32{300, 2000}).Draw(t, "side") * One
		var w World
		for i := range w.Ships {
			w.Ships[i] = Ship{State: Flying,
				X: rapid.Int32Range(0, side).Draw(t, "ship x"), Y: rapid.Int32Range(0, side).Draw(t, "ship y")}
		}
		near := w.shipSectors(w.manned())
		for range 20 {
			p := drawPath(t, side)
			along := near.along(p)
			for i := range w.Ships {
				ship := &w.Ships[i]
				if !within(ship.X-p.x, ship.Y-p.y, 100*One) {
					continue
				}
				if _, ok := p.meets(ship.X, ship.Y, ShipRadius+MaxReach); ok && along>>i&1 == 0 {
					t.Fatalf("%+v meets ship %d at (%d, %d), which is overlooked", p, i, ship.X, ship.Y)
				}
			}
		}
	})
}

func TestPathEndsAtTheFirstRockOnIt(t *testing.T) {
	arena := newTiny(t, "......#........", ".@....#........", "......#........").setup.Arena
	for vx := int32(-20 * One); vx <= 20*One; vx += 37 {
		way, rock := arena.clip(path{x: 40 * One, y: 12 * One, vx: vx})
		if want := vx >= 8*One; rock != want {
			t.Errorf("by %d: rock %t, expected %t", vx, rock, want)
		}
		if end := way.x + way.vx; rock && (end < 48*One || end >= 52*One) || !rock && way.vx != vx {
			t.Errorf("by %d: it ends at %d, expected just within the rock at %d", vx, end, 48*One)
		}
	}
}
