package foreign

import (
	"math"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dogfight"
)

// bullets identifies the bullets of dogfight ships, which have no ids: one that was a little way behind is the same.
type bullets struct {
	last      uint64   // last id
	was, seen []bullet // in the last state, and in this one
}

type bullet struct {
	id, ship uint64
	dogfight.Bullet
}

// notItself is the cost of a distance aside from the bullet's direction.
const notItself = 3

func (b *bullets) begin() { b.was, b.seen = b.seen, b.was[:0] }

// see returns the bullets of a ship.
func (b *bullets) see(ship uint64, from *dogfight.Ship) (things []thing) {
	first := len(b.seen)
	for _, now := range from.Bullets {
		if now.Active {
			b.seen = append(b.seen, bullet{ship: ship, Bullet: now})
		}
	}
	for b.pair(b.seen[first:]) {
	}
	for i := range b.seen[first:] {
		it := &b.seen[first+i]
		if it.id == 0 {
			b.last++
			it.id = b.last
		}
		things = append(things, thing{
			id: it.id, kind: dialect.Shot, owner: ship,
			at: vector{float64(it.X), float64(it.Y)}, course: game.Course(it.Direction),
		})
	}
	return things
}

// pair finds the nearest pair of a bullet now and one before, makes them one, and reports whether there was any.
func (b *bullets) pair(now []bullet) bool {
	var found *bullet
	at, least := -1, math.Inf(1)
	for i := range now {
		if now[i].id != 0 {
			continue
		}
		for k := range b.was {
			if b.was[k].ship != now[i].ship { // most are
				continue
			}
			if cost := now[i].after(&b.was[k]); cost < least {
				found, at, least = &now[i], k, cost
			}
		}
	}
	if found == nil {
		return false
	}
	found.id, b.was[at].ship = b.was[at].id, 0 // taken
	return true
}

// after returns how unlikely it is that a bullet continues another one of its ship; infinite if impossible.
func (b *bullet) after(was *bullet) float64 {
	if b.Direction != was.Direction {
		return math.Inf(1)
	}
	step := vector{float64(b.X), float64(b.Y)}.minus(vector{float64(was.X), float64(was.Y)})
	x, y := game.Course(b.Direction).Vector()
	onwards := (step.x*float64(x) + step.y*float64(y)) / game.One
	aside := math.Abs(step.x*float64(y)-step.y*float64(x)) / game.One
	switch {
	case b.Direction == dogfight.Idle && step == vector{}:
		return 0
	case b.Direction == dogfight.Idle || onwards < 0 || step.length() > farthest:
		return math.Inf(1)
	}
	return onwards + notItself*aside
}
