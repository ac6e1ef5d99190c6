package bot

import (
	"math/bits"

	"dogfight/game"
)

// choose returns what to press next and when: the course with the most points,
// with the shot along it if there is one.
func (b *Bot) choose(v *view) (game.Input, game.Tick) {
	aims := b.aims(v)
	b.reconsider(v, &aims)
	if v.flees || v.bound {
		for c := range aims {
			aims[c].worth /= fleeingAim
		}
	}
	best, most := game.Idle, int32(-1<<30)
	if aims[game.Idle].worth > 0 {
		aims[game.Idle].worth += (idleCost + parkWorth) * (100 - v.haste()) / 100
	}
	for c := range game.Course(game.Courses) {
		points := b.points(v, c) + aims[c].worth
		if points > most {
			best, most = c, points
		}
	}
	in, when := game.Steer(best), v.w.Tick+v.level.react
	if a := aims[best]; a.worth > 0 {
		in |= game.Fire
		when = v.w.Tick + game.Tick(a.in)
	}
	if in&game.Fire == 0 && b.laysTrap(v) {
		in |= game.Fire
	}
	if v.boosts(best) {
		in |= game.Special
	}
	return in, when
}

// points judges where a course leads.
func (b *Bot) points(v *view, c game.Course) int32 {
	near, _ := v.glide(v.at, v.v, c, soon)
	far, _ := v.glide(v.at, v.v, c, later)
	points := b.spread(v.level.wobble*v.haste()/100) - v.threatCost(near, far) - v.crowdCost(near)
	if c == game.Idle {
		points -= idleCost
	} else {
		room := v.room(c)
		points -= blockCost * (feel - room)
		far = v.within(room, far)
	}
	if c == v.next && c != game.Idle {
		points += keepCourse
	}
	if !v.free || v.foe < 0 {
		points -= b.trailCost(far)
	}
	return points - b.shun(v, far) - v.goalCost(far) - v.laneCost(far)
}

// haste returns the per cent of its usual wobble with which the bot flies: one
// that lines up with what sits still takes its time.
func (v *view) haste() int32 {
	if v.foe < 0 || !v.open {
		return 100
	}
	return min(v.unsteady(), 100)
}

// goalCost returns how far from the goal, or from the wanted distance, a place is.
func (v *view) goalCost(at vector) int32 {
	off := v.goal.minus(at).length() - v.want
	cost := max(off, -off) / game.One
	if !v.free {
		cost /= 2 // the way there is not straight
	}
	return cost
}

// laneCost returns how far off the nearest lane with the target a place is.
func (v *view) laneCost(at vector) int32 {
	if v.foe < 0 || !v.open || v.weapon.Speed == 0 || v.flees || v.bound || v.lured {
		return 0
	}
	way := v.foeP.minus(at)
	flight := min(way.length()/v.weapon.Speed, int32(v.weapon.Life)) + later
	off := way.plus(v.foeV.times(flight).percent(v.level.lead)).offLane()
	return off / game.One * (100 + calmLane*(100-v.haste())/100) / 100
}

// threatCost adds up the shots that come close to a ship that flies from where
// it is over near to far.
func (v *view) threatCost(near, far vector) (cost int32) {
	for i := range v.danger {
		t, dodge := &v.threats[i], v.level.dodge
		if t.v == (vector{}) {
			dodge = max(dodge, shunMine)
		}
		cost += dodge * t.closeness(v.at, near, far) / 100
	}
	return cost
}

// closeness returns 100 for a hit, less for a near miss.
func (t *threat) closeness(at, near, far vector) int32 {
	first := vector{(near.x - at.x) / soon, (near.y - at.y) / soon}
	_, d2 := nearest(t.at.minus(at), t.v.minus(first), min(t.left, soon))
	if t.left > soon {
		second := vector{(far.x - near.x) / (later - soon), (far.y - near.y) / (later - soon)}
		_, e2 := nearest(t.at.plus(t.v.times(soon)).minus(near), t.v.minus(second), t.left-soon)
		d2 = min(d2, e2)
	}
	r := int64(t.radius)
	switch {
	case d2 < r*r:
		return 100
	case d2 < r*r*2:
		return 50
	case d2 < r*r*4:
		return 15
	}
	return 0
}

// crowdCost keeps the ship off others that it does not ram on purpose.
func (v *view) crowdCost(at vector) (cost int32) {
	space := v.level.space * game.One
	for flying := v.flying; flying != 0; flying &= flying - 1 {
		i := bits.TrailingZeros64(flying)
		ship := &v.w.Ships[i]
		if i == v.foe && v.weapon.Speed == 0 {
			continue
		}
		berth := space
		if v.level.traps && v.s.Weapons[ship.Weapon].Speed == 0 && v.feared(i) {
			berth += mineSpace
		}
		if v.level.space > 0 && v.w.Drone(i) != nil {
			berth += ramSpace // which it would be hurt by
		}
		if place(ship.X+ship.VX*soon, ship.Y+ship.VY*soon).minus(at).inside(berth, berth) {
			cost += bumpCost
		}
	}
	return cost
}

// boosts reports whether the afterburner pays on the course. A mine layer has to
// come close, and so lights it early.
func (v *view) boosts(c game.Course) bool {
	far := v.level.boost * game.One
	if v.weapon.Speed == 0 {
		far /= 3
	}
	return far > 0 && v.me.Boost == 0 && c != game.Idle && v.free && v.room(c) == feel &&
		v.goal.minus(v.at).length()-v.want > far
}
