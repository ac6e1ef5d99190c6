package bot

import (
	"math/bits"

	"dogfight/game"
)

// Duty is the role of a bot.
type Duty uint8

// The duties. Only fighters and drones are Bots, with a skill; the others are targets.
const (
	Fighter Duty = 0
	Target  Duty = 1 // stays at a spawn of team 1
	Circler Duty = 2 // circles around a spawn of team 2
	Drone   Duty = 3 // a Bot that does not fire
)

const (
	homeRoom = 4 * game.One  // a target so near to its place stops
	circle   = 28 * game.One // the radius of a circler
)

// Hold returns the Input of a Target or a Circler in a slot. Ships in consecutive slots have different places,
// as far as there are any.
func (d Duty) Hold(w *game.World, s *game.Setup, slot int) game.Input {
	ship := &w.Ships[slot]
	at := place(ship.X, ship.Y)
	switch d {
	case Target:
		way := homeOf(s.Arena.TeamSpawns[1], slot, at).minus(at)
		if way.inside(homeRoom, homeRoom) {
			return game.Steer(game.Idle)
		}
		return game.Steer(courseTo(way))
	case Circler:
		out := at.minus(homeOf(s.Arena.TeamSpawns[2], slot, at))
		return game.Steer(courseTo(around(out, slot%2 == 0)))
	}
	return game.Steer(game.Idle)
}

// homeOf returns the place of the ship in a slot; its present place if there are none.
func homeOf(places []game.Point, slot int, at vector) vector {
	if len(places) == 0 {
		return at
	}
	home := places[slot%len(places)]
	return place(home.X, home.Y)
}

// around returns the way around a centre that the ship is out from: along the circle, and back to it.
func around(out vector, left bool) vector {
	along := vector{-out.y, out.x}
	if left {
		along = vector{out.y, -out.x}
	}
	if along == (vector{}) {
		along.x = 1
	}
	const radius = circle / game.One
	astray := radius - out.length()/game.One
	return along.plus(out.times(min(max(astray, -radius), radius)).over(radius / 2))
}

// courseTo returns the course nearest to a way.
func courseTo(way vector) game.Course {
	x, y := max(way.x, -way.x), max(way.y, -way.y)
	switch {
	case x > 2*y:
		return game.CourseOf(way.x, 0)
	case y > 2*x:
		return game.CourseOf(0, way.y)
	}
	return game.CourseOf(way.x, way.y)
}

// hunt is a bot's memory of its target.
type hunt struct {
	foe   uint8     // 1 + the slot of its target, 0 for none
	since game.Tick // when it came into sight
	shot  game.Tick // the last chance of a shot at it

	ignored      uint8     // 1 + the slot of a target that it gave up, 0 for none
	ignoredUntil game.Tick // when that counts again
}

// after sets the target; -1 for none.
func (h *hunt) after(foe int, now game.Tick) {
	if slot := uint8(foe + 1); slot != h.foe {
		h.foe, h.since, h.shot = slot, now, now
	}
}

// gaveUp reports whether the bot ignores the ship in a slot for now.
func (h *hunt) gaveUp(slot int, now game.Tick) bool {
	return h.ignored == uint8(slot+1) && now < h.ignoredUntil
}

// reconsider gives up a chase without a shot, sooner if the target gets away.
func (b *Bot) reconsider(v *view, aims *[game.Courses]aim) {
	h := &b.hunt
	if v.foe < 0 {
		return
	}
	for c := range aims {
		if aims[c].worth > 0 {
			h.shot = v.w.Tick
			return
		}
	}
	patience := b.traits().patience
	switch {
	case v.foeV.length() < stillSpeed:
		patience *= 3
	case v.outrun():
		patience /= 3
	}
	if v.w.Tick-h.shot > patience {
		h.ignored, h.ignoredUntil = h.foe, v.w.Tick+giveUpTime
		h.foe = 0
	}
}

// outrun reports whether the target flies away at least as fast as this ship can follow.
func (v *view) outrun() bool {
	way := v.foeP.minus(v.at)
	length := way.length()
	if length <= nearShots*game.One || v.foeV.length() < v.s.Classes[v.me.Class].TopSpeed*9/10 {
		return false
	}
	return v.foeV.along(way)/int64(length) > int64(v.foeV.length())*3/4
}

// learnPads stores the pads in sight, for repairs.
func (b *Bot) learnPads(v *view) {
	b.pads &= uint32(1<<len(v.s.Arena.Pads) - 1) // the last match may have had more
	for i, at := range v.s.Arena.Pads {
		if v.inSight(at.X, at.Y) {
			b.pads |= 1 << i
		}
	}
}

// flees reports whether the bot is so damaged that it prefers repair to fight. It does not flee from a foe that
// sits still.
func (b *Bot) flees(v *view) bool {
	flee := b.traits().flee
	switch {
	case b.wary(v):
		flee += waryFlee
	case v.s.Mode.State() == game.AssaultState:
		flee += v.relief()
	}
	hurt := int32(v.me.HP)*100 <= int32(v.s.Classes[v.me.Class].HP)*flee
	return hurt && (v.foe < 0 || v.foeV.length() >= stillSpeed)
}

// relief returns the per cent of its HP by which a pilot of waves leaves a fight earlier. The lives are shared, so a weak
// pilot leaves the drones to its mates, and a good one relieves them.
func (v *view) relief() int32 {
	if _, pilots := v.rankTo(v.at); pilots > 1 {
		return v.level.relief
	}
	return aloneFlee
}

// seeksRepair makes the nearest known pad that may be full the goal, and reports whether there is one.
func (b *Bot) seeksRepair(v *view) bool {
	near, found := int32(1<<30), false
	for i, at := range v.s.Arena.Pads {
		if b.pads>>i&1 == 0 || v.inSight(at.X, at.Y) && v.w.Items[i].Kind == game.NoItem {
			continue
		}
		if d := place(at.X, at.Y).minus(v.at).length(); d < near {
			near, found, v.goal = d, true, place(at.X, at.Y)
		}
	}
	return found
}

// roams reports whether the bot flies from pad to pad without a foe in sight, and ignores blips of the radar.
func (b *Bot) roams() bool { return b.traits().roams && bits.OnesCount32(b.pads) > 1 }

// anyPad returns the place of a random known pad.
func (b *Bot) anyPad(a *game.Arena) vector {
	known := b.pads
	for range b.rand.Below(uint32(bits.OnesCount32(known))) {
		known &= known - 1
	}
	at := a.Pads[bits.TrailingZeros32(known)]
	return place(at.X, at.Y)
}
