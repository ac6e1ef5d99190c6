package bot

import "dogfight/game"

// How bots play for the orb.
const (
	fetchers    = 50             // per cent of a team, at least one, that go for the orb when it lies free
	escortNear  = 40 * game.One  // how near to its mate one flies that escorts it,
	escortAhead = 60 * game.One  // and how far ahead of it
	waitNear    = 50 * game.One  // how near to the orb the others wait
	guardNear   = 60 * game.One  // how near to the base one stays that guards it
	huntNear    = 150 * game.One // from there on the carrier is a target like any other
	foeOfOrb    = 30             // per cent of its distance at which the carrier counts
	guardedBy   = 3              // ships of a team from which on one guards its base
	teamSkill   = 3              // index of the level from which on bots share the work
	cornered    = 90 * game.One  // how near a foe must be for the carrier to fight back
)

func orbGoal(b *Bot, v *view) (at vector, want int32, ok bool) {
	o := &v.w.Orb
	it := place(o.X, o.Y)
	slot, held := o.Held()
	switch {
	case held && slot == v.slot:
		v.flees = v.foe < 0 || v.foeP.minus(v.at).length() > cornered
		return v.nearestBase(v.me.Team, v.at), 0, true
	case held && v.w.Ships[slot].Team == v.me.Team:
		return v.escort(b, slot)
	case held:
		return v.stop(b, slot)
	}
	rank, mates := v.rankTo(it)
	if b.sharesWork() && mates >= guardedBy && rank == mates-1 {
		return v.nearestBase(v.me.Team, it), guardNear, true
	}
	if !o.Free(v.s) && v.foe >= 0 {
		return vector{}, 0, false
	}
	if b.sharesWork() && rank >= max(mates*fetchers/100, 1) {
		return it, waitNear, v.foe < 0
	}
	return it, 0, true
}

// sharesWork reports whether the bot is good enough to leave to its mates what they do better.
func (b *Bot) sharesWork() bool { return b.skill >= teamSkill }

// escort returns where the bot is best while a mate carries the orb home: on its way there,
// unless there is a foe to fight that is near.
func (v *view) escort(b *Bot, slot int) (at vector, want int32, ok bool) {
	ship := &v.w.Ships[slot]
	mate := place(ship.X, ship.Y)
	if v.foe >= 0 && v.foeP.minus(mate).length() < sightY || b.skill == 0 {
		return vector{}, 0, false
	}
	way := v.nearestBase(ship.Team, mate).minus(mate)
	ahead := min(way.length(), escortAhead)
	return mate.plus(vector{scale(way.x, ahead, way.length()+1), scale(way.y, ahead, way.length()+1)}), escortNear, true
}

// stop returns where the bot finds the foe that carries the orb: it fights it where it is in
// sight, and cuts off its way home where it is not.
func (v *view) stop(b *Bot, slot int) (at vector, want int32, ok bool) {
	ship := &v.w.Ships[slot]
	thief := place(ship.X, ship.Y)
	away := thief.minus(v.at).length()
	if v.foe == slot && v.open && away < huntNear {
		at, want = v.chase()
		return at, min(want*b.traits().reach/100, maxWant), true
	}
	if b.sharesWork() {
		base := v.nearestBase(ship.Team, thief)
		way := base.minus(thief)
		lead := min(away/2, way.length()) // it comes as far while this ship flies twice that
		thief = thief.plus(vector{scale(way.x, lead, way.length()+1), scale(way.y, lead, way.length()+1)})
	}
	return thief, 0, true
}

// nearestBase returns the place of a team's base that is the nearest.
func (v *view) nearestBase(team uint8, from vector) vector {
	near, nearest := int32(1<<30), from
	for _, p := range v.s.Arena.BaseTiles(team) {
		at := place(p.X, p.Y)
		if d := at.minus(from).length(); d < near {
			near, nearest = d, at
		}
	}
	return nearest
}

// rankTo returns how many ships of the own team that fly are nearer to a place, and how many
// there are.
func (v *view) rankTo(at vector) (rank, mates int) {
	own := at.minus(v.at).length()
	for i := range v.w.Ships {
		ship := &v.w.Ships[i]
		if ship.State != game.Flying || ship.Team != v.me.Team {
			continue
		}
		mates++
		if d := at.minus(place(ship.X, ship.Y)).length(); i != v.slot && (d < own || d == own && i < v.slot) {
			rank++
		}
	}
	return rank, mates
}
