package bot

import "dogfight/game"

// aim is a possible shot: its time after the look, and its worth.
type aim struct {
	in    int32
	worth int32
}

// target is the aim of a gun.
type target struct {
	at, v  vector
	radius int32 // a shot hits within it
}

// aims returns the best shot along each course, in the bot's judgement.
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

// settles reports whether the ship also considers the shots after the first, from the place where it will
// have come to rest on a lane. That pays for fast guns against a foe that sits still, unless a friend may
// come between.
func (v *view) settles() bool {
	return v.foe >= 0 && v.sits(v.foe) && v.weapon.Speed > 0 && v.weapon.Cooldown < steady && !v.s.FriendlyFire
}

// target returns the thing to shoot at: a barrel beside the foe, the foe, or a barrel without a foe.
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
	off := v.level.aimError * game.One * v.unsteady() / 100 * v.rush() / 100
	wrong := vector{b.spread(off), b.spread(off)}
	return target{v.foeP.plus(wrong), v.foeV.percent(v.level.lead), game.ShipRadius + v.weapon.Reach}, true
}

// unsteady returns the per cent of the usual aiming error: less for a slow target, more for a new one.
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

// rush returns the per cent of the aiming error for the weapon: more for one that reloads fast, less for one whose miss costs time.
func (v *view) rush() int32 { return 100 * (usualReload + calm) / (int32(v.weapon.Cooldown) + calm) }

// slack returns the miss at which the bot still fires. A shot of a weapon that reloads fast is worth a try, unless it may hit a friend.
func (v *view) slack() int32 {
	miss := v.level.slack
	if !v.s.FriendlyFire {
		miss = max(miss, (usualReload-int32(v.weapon.Cooldown))/2)
	}
	return miss * game.One * v.haste / 100
}

// fires reports whether the weapon fires before the next decision if the button is pressed in so many
// ticks, and when.
func (v *view) fires(in int32) (at int32, ok bool) {
	at = max(in, int32(v.me.Cooldown)-1)
	return at, at < in+int32(v.level.look) && v.me.FreeShots(v.s) >= int(v.weapon.Fan)
}

// worth returns the points of a shot from a place along a course at a target that will be way off; 0 for
// a useless shot.
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

// hitWorth is worth for one shot of a fan.
func (v *view) hitWorth(from, way, shot vector, t *target) int32 {
	limit, slack := int32(v.weapon.Life), v.slack()
	if v.weapon.Speed == 0 {
		limit, slack = min(limit, mineTime), -mineMargin*v.haste/100
	}
	flight, miss2 := nearest(way, t.v.minus(shot), limit)
	radius := int64(t.radius + slack)
	if miss2 > radius*radius || !v.bare(from, from.plus(shot.times(flight))) || !v.level.careless && !v.lineFree(from, shot, flight) {
		return 0
	}
	return hitWorth + nearWorth*max(nearShots-flight, 0)/nearShots
}

// lineFree reports whether a shot meets no rock, no barrel at this ship's nose and no friend.
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

const (
	blast = game.BlastRadius + 4*game.One // the reach of an exploding barrel, and a margin
	nose  = 10 * game.One                 // a shot that passes so near may hit
)

// bestBarrel returns the barrel to shoot at, or -1: the nearest with the foe in its blast, or just the
// nearest without a foe in sight.
func (v *view) bestBarrel() int {
	best, near := -1, int32(sightY)
	if !v.level.barrel || v.weapon.Speed == 0 {
		return best
	}
	for i := range v.s.Arena.Barrels {
		barrel := &v.w.Barrels[i]
		at := place(barrel.X, barrel.Y)
		d := at.minus(v.at).length()
		if barrel.HP == 0 || d < blast+soon*game.One || d >= near {
			continue
		}
		if v.foe < 0 || v.foeP.minus(at).length() < blast*3/4 {
			best, near = i, d
		}
	}
	return best
}

// laysTrap reports whether to drop a mine for later: for a foe that comes near or, as a Miner, at a pad. Some
// mines stay in reserve.
func (b *Bot) laysTrap(v *view) bool {
	if _, ok := v.fires(int32(v.level.react)); !ok || v.weapon.Speed > 0 || v.me.FreeShots(v.s) < trapReserve || v.mined() {
		return false
	}
	return b.personality == Miner && b.nearPad(v) || v.level.traps && v.approached()
}

// mined reports whether one of its mines is near.
func (v *view) mined() bool {
	for k := range v.w.Shots[v.slot] {
		shot := &v.w.Shots[v.slot][k]
		if v.me.Live>>k&1 != 0 && place(shot.X, shot.Y).minus(v.at).length() < trapSpace {
			return true
		}
	}
	return false
}

// nearPad reports whether the bot passes a known pad.
func (b *Bot) nearPad(v *view) bool {
	for i, at := range v.s.Arena.Pads {
		if b.pads>>i&1 != 0 && place(at.X, at.Y).minus(v.at).length() < padLeft {
			return true
		}
	}
	return false
}

// approached reports whether the target is near and comes nearer.
func (v *view) approached() bool {
	if v.foe < 0 || !v.open {
		return false
	}
	way := v.foeP.minus(v.at)
	return way.length() < trapRange && v.foeV.along(way) < 0
}
