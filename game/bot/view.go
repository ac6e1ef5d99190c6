package bot

import (
	"math/bits"

	"dogfight/game"
)

// view is what one look shows, reckoned on to the tick in which the decision
// takes hold.
type view struct {
	w    *game.World
	s    *game.Setup
	slot int
	held game.Course // now
	next game.Course // when the keys are pressed
	plan *plan

	facing game.Course // then: where it shoots when it brakes
	level  *level
	hunt   hunt // as the last look left it
	radar  *radar

	me     *game.Ship
	weapon *game.Weapon
	top    int32  // speed of this ship
	at, v  vector // this ship when the keys are pressed

	flying uint64 // the slots of the other ships in space
	foes   uint64 // and those of them that are hostile

	foe  int    // the slot of its target, -1 without one in sight
	foeP vector // where the target is now, as the bot judges it
	foeV vector
	open bool // no rock lies between

	blip  vector // the nearest foe on the radar
	blips bool
	prey  bool // it sits still,
	lured bool // and draws this ship more than its target does

	goal vector // where it wants to be
	want int32  // or this far from there
	free bool   // no rock lies between

	flees bool // from its target, to be repaired
	bound bool // for a place: it does not line up with its target, and hardly turns for a shot

	threats [maxThreats]threat
	danger  int // how many threats there are
}

// threat is a shot that may hit.
type threat struct {
	at, v  vector
	radius int32
	left   int32 // ticks that it flies
}

// see fills the view.
func (v *view) see() {
	v.me = &v.w.Ships[v.slot]
	v.weapon = &v.s.Weapons[v.me.Weapon]
	v.top = v.w.TopSpeed(v.s, v.slot)
	v.sortShips()
	v.radar.watch(v)
	v.radar.glance(v)
	v.next, v.facing = v.plan.last(v.held, v.me.Facing)
	v.at, v.v = v.drift(int32(v.level.react))
	v.seeShips()
	if v.level.dodge > 0 {
		v.seeShots()
	}
}

// inSight reports whether a player would have the place on the screen.
func (v *view) inSight(x, y int32) bool {
	return place(x-v.me.X, y-v.me.Y).inside(sightX, sightY)
}

// sortShips finds the ships in space and the hostile ones: those to be fought that can be hurt and can be seen.
func (v *view) sortShips() {
	for i := range v.w.Ships {
		ship := &v.w.Ships[i]
		if ship.State != game.Flying || i == v.slot {
			continue
		}
		v.flying |= 1 << i
		if v.s.Foes(v.me, ship) && !v.w.Armoured(v.s, i) && !v.w.Hidden(v.s, i, v.slot) {
			v.foes |= 1 << i
		}
	}
}

// seeShips picks the target and the nearest blip of the radar. The target is the
// nearest foe on the screen: one behind rock only if no other is near, one that
// sits still rather than one that flies, and the one that it was rather than
// another. A fresh ship that is spared, and one that was given up, are none.
func (v *view) seeShips() {
	v.foe = -1
	near, nearBlip := int32(1<<30), int32(1<<30)
	for foes := v.foes; foes != 0; foes &= foes - 1 {
		i := bits.TrailingZeros64(foes)
		ship := &v.w.Ships[i]
		if !v.inSight(ship.X, ship.Y) {
			blip := place(ship.X&^radarBlur+radarBlur/2, ship.Y&^radarBlur+radarBlur/2)
			d, prey := blip.minus(v.at).length(), v.radar.still(i)
			if prey {
				d = d * stillAppeal / 100
			}
			if d < nearBlip {
				nearBlip, v.blip, v.blips, v.prey = d, blip, true, prey
			}
			continue
		}
		if v.radar.spared(i, ship, v.w.Tick) || v.hunt.gaveUp(i, v.w.Tick) {
			continue
		}
		at := place(ship.X, ship.Y)
		d := at.minus(v.at).length() * v.appeal(i) / 100
		if d >= near {
			continue
		}
		open := v.clear(v.at, at)
		if !open {
			d += sightY * v.appeal(i) / 100
		}
		if d < near {
			near, v.foe, v.open = d, i, open
			v.foeP, v.foeV = at, place(ship.VX, ship.VY)
		}
	}
	// A blip that is prey counts by the same measure as a target.
	v.lured = v.level.scans && v.prey && nearBlip < min(near, preyRange*stillAppeal/100)
}

// appeal returns the per cent of its distance at which a foe counts: a sitter draws
// several ships from afar.
func (v *view) appeal(slot int) int32 {
	ship := &v.w.Ships[slot]
	percent := int32(100)
	switch {
	case v.sits(slot):
		percent = stillAppeal
	case place(ship.VX, ship.VY).length() < stillSpeed:
		percent = slowAppeal
	}
	if v.w.Orb.Carrier == uint8(slot+1) {
		percent = min(percent, foeOfOrb)
	}
	if v.hunt.foe == uint8(slot+1) {
		percent -= percent * stickTo / 100
	}
	return percent
}

// sits reports whether a ship stands still and has done so for a while: one that turns
// round does the former only.
func (v *view) sits(slot int) bool {
	ship := &v.w.Ships[slot]
	return place(ship.VX, ship.VY).length() < stillSpeed && v.radar.still(slot)
}

// seeShots notes the shots that come near.
func (v *view) seeShots() {
	for i := range v.w.Ships {
		if live := v.w.Ships[i].Live; live != 0 && v.feared(i) {
			for k := range v.w.Shots[i] {
				if live>>k&1 != 0 && v.danger < maxThreats {
					v.weigh(&v.w.Shots[i][k])
				}
			}
		}
	}
}

// feared reports whether shots of the slot can hurt this ship.
func (v *view) feared(slot int) bool {
	return slot != v.slot && v.s.Harms(&v.w.Ships[slot], v.me)
}

// weigh keeps the shot in mind if it comes near.
func (v *view) weigh(shot *game.Shot) {
	if !v.inSight(shot.X, shot.Y) {
		return
	}
	t := threat{
		at: place(shot.X, shot.Y), v: place(shot.VX, shot.VY),
		radius: game.ShipRadius + v.s.Weapons[shot.Weapon].Reach,
		left:   min(int32(shot.Left), threatTime+int32(v.level.react)),
	}
	_, d2 := nearest(t.at.minus(place(v.me.X, v.me.Y)), t.v.minus(v.v), t.left)
	if d2 > threatRange*threatRange {
		return
	}
	t.left -= int32(v.level.react)
	t.at = t.at.plus(t.v.times(int32(v.level.react)))
	if t.left > 0 {
		v.threats[v.danger] = t
		v.danger++
	}
}

// clear reports whether no rock lies between two places.
func (v *view) clear(from, to vector) bool {
	way := to.minus(from)
	n := steps(way)
	for k := int32(1); k <= n; k++ {
		if at := from.plus(way.times(k).over(n)); v.s.Arena.Solid(at.x, at.y) {
			return false
		}
	}
	return true
}

// steps returns in how many steps to look for rock along a way.
func steps(way vector) int32 { return way.length()/(6*game.One) + 1 }
