package ui

import (
	"math/bits"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play"
)

// try is the player's attempt at a lesson: what there is to see now, and what they
// have done so far.
type try struct {
	*net.View
	ship  *game.Ship // the player's
	goals []game.Point

	rings int    // to be flown through; 0 where that is not the task
	flown uint64 // bit i: they were in ring i
	flew  bool   // they have been under way
}

func (t *try) look(v *net.View) {
	t.View, t.ship = v, &v.World.Ships[v.Me]
}

// in reports whether the ship is in the ring around a place.
func (t *try) in(at game.Point) bool {
	dx, dy := int64(t.ship.X-at.X), int64(t.ship.Y-at.Y)
	return t.ship.State == game.Flying && dx*dx+dy*dy <= play.GoalRadius*play.GoalRadius
}

// allPassed reports whether all rings were flown through in that way, in whatever
// order.
func (t *try) allPassed(rings []game.Point, how func(*game.Ship) bool) bool {
	t.rings = len(rings)
	for i, at := range rings {
		if t.in(at) && how(t.ship) {
			t.flown |= 1 << i
		}
	}
	return t.passed() == len(rings)
}

func (t *try) passed() int { return bits.OnesCount64(t.flown) }

// leftOf returns the rings that are left to fly through.
func (t *try) leftOf(rings []game.Point) (left []game.Point) {
	for i, at := range rings {
		if t.flown>>i&1 == 0 {
			left = append(left, at)
		}
	}
	return left
}

// throughAny reports whether they fly through one of the rings in that way.
func (t *try) throughAny(rings []game.Point, how func(*game.Ship) bool) bool {
	for _, at := range rings {
		if t.in(at) && how(t.ship) {
			return true
		}
	}
	return false
}

// stopped reports whether the ship stands because its pilot wants it to, and flew
// before.
func (t *try) stopped() bool {
	if t.ship.State != game.Flying {
		return false
	}
	still := t.ship.VX == 0 && t.ship.VY == 0
	t.flew = t.flew || !still
	return t.flew && still && t.ship.Input.Course() == game.Idle
}

// did reports whether they have just done something of the kind.
func (t *try) did(kind game.EventKind) bool {
	for _, ev := range t.Events {
		if ev.Kind == kind && int(ev.By) == t.Me {
			return true
		}
	}
	return false
}

// pickedUp reports whether they have just taken a power-up; an orb is none.
func (t *try) pickedUp() bool {
	for _, ev := range t.Events {
		if ev.Kind == game.EventPickup && int(ev.Slot) == t.Me && game.ItemKind(ev.What) != game.OrbItem {
			return true
		}
	}
	return false
}

// shotOneDown reports whether they have just destroyed another ship.
func (t *try) shotOneDown() bool {
	for _, ev := range t.Events {
		if ev.Kind == game.EventKill && int(ev.By) == t.Me && ev.Slot != ev.By {
			return true
		}
	}
	return false
}

func (t *try) barrels() (at []game.Point) {
	for i := range t.World.Barrels {
		if b := &t.World.Barrels[i]; b.HP > 0 {
			at = append(at, game.Point{X: b.X, Y: b.Y})
		}
	}
	return at
}

// powerUps returns where those lie that the ship has use for.
func (t *try) powerUps() (at []game.Point) {
	for i := range t.World.Items {
		item := &t.World.Items[i]
		if item.Kind != game.NoItem && item.Kind != game.OrbItem && t.ship.HasUse(t.Setup, item.Kind) {
			at = append(at, game.Point{X: item.X, Y: item.Y})
		}
	}
	return at
}

func (t *try) foes() (at []game.Point) {
	for i := range t.World.Ships {
		if ship := &t.World.Ships[i]; i != t.Me && ship.State == game.Flying {
			at = append(at, game.Point{X: ship.X, Y: ship.Y})
		}
	}
	return at
}
