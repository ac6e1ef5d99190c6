package bot

import "dogfight/game"

// aim is a shot that could be taken: when, after the look, and what it is worth.
type aim struct {
	in    int32
	worth int32
}

// target is what a gun is pointed at.
type target struct {
	at, v  vector
	radius int32 // that a shot must reach
}

// aims returns the best shot along each course, as the bot judges it.
func (b *Bot) aims(v *view) (best [game.Courses]aim) {
	t, ok := b.target(v)
	if !ok {
		return best
	}
	react, look := int32(v.level.react), int32(v.level.look)
	settles := v.settles()
	for in := react; in <= react+look; in += aimStep {
		at, ok := v.fires(in)
		if !ok {
			continue
		}
		from, speed := v.drift(at)
		way := t.at.plus(t.v.times(at)).minus(from)
		for c := game.Up; c < game.Courses; c++ {
			worth := v.worth(c, from, way, &t)
			if settles {
				rest, _ := v.slide(from, speed, c, steady)
				worth = worth/2 + v.worth(c, rest, t.at.minus(rest), &t)
			}
			if worth > best[c].worth {
				best[c] = aim{in, worth}
			}
		}
		best[game.Idle] = best[v.facing]
	}
	return best
}

// settles reports whether the ship takes shots with a view to the next ones, from where
// it will have come to rest on a lane: that pays for guns that fire often at who
// sits still, and is not done where a friend may come in between.
func (v *view) settles() bool {
	return v.foe >= 0 && v.sits(v.foe) && v.weapon.Speed > 0 && v.weapon.Cooldown < steady && !v.s.FriendlyFire
}

// target returns what to shoot at: a barrel beside the foe, the foe, or a
// barrel that stands alone.
func (b *Bot) target(v *view) (target, bool) {
	if barrel := v.bestBarrel(); barrel >= 0 {
		it := &v.w.Barrels[barrel]
		return target{place(it.X, it.Y), place(it.VX, it.VY), game.BarrelRadius}, true
	}
	if v.foe < 0 || !v.open {
		return target{}, false
	}
	foe := &v.w.Ships[v.foe]
	if !v.level.careless && foe.Hits > 0 && v.weapon.Shots < 3 {
		return target{}, false
	}
	off := v.level.aimError * game.One * v.unsteady() / 100
	wrong := vector{b.spread(off), b.spread(off)}
	return target{v.foeP.plus(wrong), v.foeV.percent(v.level.lead), game.ShipRadius + v.weapon.Reach}, true
}

// unsteady returns the per cent of its usual error with which the bot aims at its
// target: less at one that hardly moves, more at one that has just turned up.
func (v *view) unsteady() int32 {
	percent := stillError + (fastError-stillError)*min(v.foeV.length(), fastSpeed)/fastSpeed
	if v.sits(v.foe) {
		percent = sitError
	}
	if v.hunt.foe != uint8(v.foe+1) || v.w.Tick-v.hunt.since < settleTime {
		percent *= 2
	}
	return percent
}

// fires returns when the weapon fires if the button goes down in so many ticks and
// stays down until the next decision, and whether it does.
func (v *view) fires(in int32) (at int32, ok bool) {
	at = max(in, int32(v.me.Cooldown)-1)
	return at, at < in+int32(v.level.look) && v.me.FreeShots(v.s) >= int(v.weapon.Fan)
}

// worth returns the points of a shot from there along the course at a target
// that is way off then; 0 if it is no use.
func (v *view) worth(c game.Course, from, way vector, t *target) (points int32) {
	for fan := range int(v.weapon.Fan) {
		x, y := game.ShotVelocity(v.weapon, c, fan)
		if v.weapon.Speed > 0 && way.x*(x>>4)+way.y*(y>>4) <= 0 {
			return 0 // behind
		}
		points += v.hitWorth(from, way, vector{x, y}, t)
	}
	return points
}

// hitWorth does so for one shot of a fan.
func (v *view) hitWorth(from, way, shot vector, t *target) int32 {
	limit, slack := int32(v.weapon.Life), v.level.slack*game.One*v.haste()/100
	if v.weapon.Speed == 0 {
		limit, slack = min(limit, mineTime), -mineMargin*v.haste()/100
	}
	flight, miss2 := nearest(way, t.v.minus(shot), limit)
	radius := int64(t.radius + slack)
	if miss2 > radius*radius || !v.level.careless && !v.lineFree(from, shot, flight) {
		return 0
	}
	return hitWorth + nearWorth*max(nearShots-flight, 0)/nearShots
}

// lineFree reports whether neither rock, nor a barrel at this ship's nose, nor a
// friend is in the way of a shot.
func (v *view) lineFree(from, shot vector, flight int32) bool {
	if !v.clear(from, from.plus(shot.times(flight))) {
		return false
	}
	for i := range v.s.Arena.Barrels {
		barrel := &v.w.Barrels[i]
		r := place(barrel.X, barrel.Y).minus(from)
		if barrel.HP == 0 || !r.inside(blast, blast) {
			continue
		}
		if _, d2 := nearest(r, vector{}.minus(shot), flight); d2 < nose*nose {
			return false
		}
	}
	return !v.s.FriendlyFire || v.matesFree(from, shot, flight)
}

// matesFree reports whether no team-mate is in the way of a shot.
func (v *view) matesFree(from, shot vector, flight int32) bool {
	for i := range v.w.Ships {
		mate := &v.w.Ships[i]
		if i == v.slot || mate.State != game.Flying || v.s.Foes(v.me, mate) || !v.inSight(mate.X, mate.Y) {
			continue
		}
		way := place(mate.X, mate.Y).minus(from)
		if _, d2 := nearest(way, place(mate.VX, mate.VY).minus(shot), flight); d2 < nose*nose {
			return false
		}
	}
	return true
}
