package bot

import "dogfight/game"

// care is how a level keeps to the zone.
type care struct {
	slack int32 // ticks that it sets off earlier than it must to be in the next circle in time
	berth int32 // how far inside it stays
	wary  bool  // fights less with one life left
}

var cares = [MaxSkill]care{
	{slack: 0},
	{slack: 1 * game.TickRate, berth: 8 * game.One},
	{slack: game.TickRate, berth: 10 * game.One, wary: true},
	{slack: 2 * game.TickRate, berth: 14 * game.One, wary: true},
	{slack: 2 * game.TickRate, berth: 16 * game.One, wary: true},
}

// detour is by how much the way into the zone is longer than it looks, in per cent.
const detour = 140

// intoZone is where a bot has to be that is outside the zone, or soon would be.
func intoZone(b *Bot, v *view) (at vector, want int32, ok bool) {
	z, care := &v.w.Zone, &cares[b.skill]
	if z.Radius == 0 {
		return
	}
	next, inner := place(z.NextX, z.NextY), z.NextRadius*innerShare/100-care.berth
	if place(z.X, z.Y).minus(v.at).exactly() > z.Radius-care.berth/2 {
		v.flees = true // no lane and no shot is worth as much
		return next, max(inner, 0), true
	}
	far := next.minus(v.at).exactly() - z.NextRadius + care.berth
	if far <= 0 {
		return
	}
	takes := far / max(v.s.Classes[v.me.Class].TopSpeed, 1) * detour / 100
	if left := int32(z.Wait) + int32(z.Closes)/2; left > takes+care.slack {
		return
	}
	return next, max(inner, 0), true
}

const (
	innerShare = 85 // per cent of a circle's radius at which a ship is well inside
	outside    = 60 // points that a place outside the zone costs,
	astray     = 3  // and so many more for each unit
)

// shunZone is what a place costs by the zone.
func shunZone(b *Bot, v *view, at vector) int32 {
	z := &v.w.Zone
	if z.Radius == 0 {
		return 0
	}
	beyond := place(z.X, z.Y).minus(at).exactly() - z.Radius + cares[b.skill].berth
	if beyond <= 0 {
		return 0
	}
	return outside + astray*beyond/game.One
}

// lastLife reports whether the bot fights less: it has one life left, and there are many.
func lastLife(b *Bot, v *view) bool {
	if !cares[b.skill].wary || v.me.Lives != 1 {
		return false
	}
	foes := 0
	for i := range v.w.Ships {
		if ship := &v.w.Ships[i]; ship.Lives > 0 && v.s.Foes(v.me, ship) {
			foes++
		}
	}
	return foes > manyFoes
}

const manyFoes = 3
