package bot

import (
	"math/bits"

	"dogfight/game"
)

// view is the result of one look, projected to the time when the decision takes
// effect.
type view struct {
	w    *game.World
	s    *game.Setup
	slot int
	held game.Course // now
	next game.Course // when the decision takes effect
	plan *plan

	facing game.Course // then: the direction of shots while it brakes
	level  *level
	hunt   hunt // from the last look
	radar  *radar

	me     *game.Ship
	weapon *game.Weapon
	top    int32  // speed of this ship
	at, v  vector // of this ship when the decision takes effect

	flying uint64 // the slots of the other ships in space
	foes   uint64 // the hostile ones among them
	plates uint64 // armoured ones in sight, which stop shots
	crowd  uint64 // those that may soon be too close
	stuck  bool   // it has not moved for two seconds, and flies to a random place

	foe  int    // the slot of its target, -1 for none in sight
	foeP vector // the target's place now, in the bot's judgement
	foeV vector
	open bool // no rock between

	haste int32 // see hurry

	blip  vector // the nearest foe on the radar
	blips bool
	prey  bool // the blip sits still,
	lured bool // and attracts this ship more than its target

	goal vector // wanted place
	want int32  // wanted distance from it
	free bool   // no rock between

	flees bool // from its target, to be repaired
	bound bool // for a place: it does not line up with its target, and hardly turns for a shot

	threats [maxThreats]threat
	danger  int // number of threats
}

// threat is a shot that may hit.
type threat struct {
	at, v  vector
	radius int32
	left   int32 // ticks of flight
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
	v.haste = v.hurry()
	if v.level.dodge > 0 {
		v.seeShots()
	}
}

// inSight reports whether a player would have the place on the screen.
func (v *view) inSight(x, y int32) bool {
	return place(x-v.me.X, y-v.me.Y).inside(sightX, sightY)
}

// sortShips finds the other ships in space, and the foes among them that can be seen and hurt.
func (v *view) sortShips() {
	for i := range v.w.Ships {
		ship := &v.w.Ships[i]
		if ship.State != game.Flying || i == v.slot {
			continue
		}
		v.flying |= 1 << i
		switch {
		case !v.s.Foes(v.me, ship):
		case v.w.Armoured(v.s, i):
			if v.inSight(ship.X, ship.Y) {
				v.plates |= 1 << i
			}
		case !v.w.Hidden(v.s, i, v.slot):
			v.foes |= 1 << i
		}
	}
}

// seeShips picks the target and the nearest blip of the radar. The target is the
// nearest foe on the screen; rock between, motion and a change of target count as extra
// distance. It ignores fresh ships that it spares, and one that it gave up.
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
		open := v.clear(v.at, at) && v.bare(v.at, at)
		if !open {
			d += sightY * v.appeal(i) / 100
		}
		if d < near {
			near, v.foe, v.open = d, i, open
			v.foeP, v.foeV = at, place(ship.VX, ship.VY)
		}
	}
	// A blip that sits still is compared to the target by the same measure.
	v.lured = v.level.scans && v.prey && nearBlip < min(near, preyRange*stillAppeal/100)
}

// appeal returns the per cent of its distance that count for a foe: a ship that sits still
// attracts others from afar.
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

// sits reports whether a ship is slow and has been so for some time: one that turns round is
// only slow.
func (v *view) sits(slot int) bool {
	ship := &v.w.Ships[slot]
	return place(ship.VX, ship.VY).length() < stillSpeed && v.radar.still(slot)
}

// seeShots stores the shots that come near.
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

// weigh stores a shot that comes near, or a mine that the ship can reach before it could turn away.
func (v *view) weigh(shot *game.Shot) {
	if !v.inSight(shot.X, shot.Y) {
		return
	}
	t := threat{
		at: place(shot.X, shot.Y), v: place(shot.VX, shot.VY),
		radius: game.ShipRadius + v.s.Weapons[shot.Weapon].Reach,
		left:   min(int32(shot.Left), threatTime+int32(v.level.react)),
	}
	speed, far := t.v.minus(v.v), int64(threatRange)
	if t.v == (vector{}) {
		speed, far = vector{}, mineSight // the ship may turn to it yet
	}
	if _, d2 := nearest(t.at.minus(place(v.me.X, v.me.Y)), speed, t.left); d2 > far*far {
		return
	}
	t.left -= int32(v.level.react)
	t.at = t.at.plus(t.v.times(int32(v.level.react)))
	if t.left > 0 {
		v.threats[v.danger] = t
		v.danger++
	}
}

// clear reports whether there is no rock between two places.
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

// bare reports whether no armoured drone is between two places. Mines need no line of fire.
func (v *view) bare(from, to vector) bool {
	way := to.minus(from)
	for plates := v.plates; plates != 0 && v.weapon.Speed > 0; plates &= plates - 1 {
		plate := &v.w.Ships[bits.TrailingZeros64(plates)]
		if _, d2 := nearest(place(plate.X, plate.Y).minus(from), vector{}.minus(way), 1); d2 < plateRoom*plateRoom {
			return false
		}
	}
	return true
}

// steps returns the number of steps in which to check a way for rock.
func steps(way vector) int32 { return way.length()/(6*game.One) + 1 }

// radar is a bot's memory of all foes: their square of the radar at the last glance, for how
// many glances, and when they entered.
type radar struct {
	blips [game.MaxShips]blip
	fresh [game.MaxShips]game.Tick // until then it spares a ship that it saw protected
	next  game.Tick                // the next glance
}

type blip struct{ x, y, glances uint8 }

// watch stores the ships on the screen that have just entered.
func (r *radar) watch(v *view) {
	for foes := v.foes; foes != 0; foes &= foes - 1 {
		i := bits.TrailingZeros64(foes)
		if ship := &v.w.Ships[i]; ship.Protect > 0 && v.inSight(ship.X, ship.Y) {
			r.fresh[i] = v.w.Tick + game.Tick(ship.Protect) + graceTime
		}
	}
}

// glance compares the radar with the last glance.
func (r *radar) glance(v *view) {
	if v.w.Tick < r.next {
		return
	}
	r.next = v.w.Tick + glanceTime
	for i := range r.blips {
		if v.foes>>i&1 == 0 {
			r.blips[i] = blip{}
			continue
		}
		was, ship := &r.blips[i], &v.w.Ships[i]
		now := blip{uint8(ship.X >> radarBits), uint8(ship.Y >> radarBits), 0}
		if was.x == now.x && was.y == now.y {
			now.glances = min(was.glances+1, stillGlances)
		}
		*was = now
	}
}

// spared reports whether the ship in a slot has just entered: it is protected, or was until
// shortly before and has done nothing yet.
func (r *radar) spared(slot int, ship *game.Ship, now game.Tick) bool {
	still := place(ship.VX, ship.VY).length() < stillSpeed
	return ship.Protect > 0 || still && ship.Live == 0 && now < r.fresh[slot]
}

// still reports whether the blip of a slot has not moved for some glances.
func (r *radar) still(slot int) bool { return r.blips[slot].glances >= stillGlances }
