package bot

import "dogfight/game"

// leaveTrail stores the bot's place every half second. If it is stuck for two seconds, it flies to a random place,
// and to another a second later if that did not help.
func (b *Bot) leaveTrail(v *view) {
	if v.w.Tick < b.mark {
		return
	}
	here := place(v.me.X, v.me.Y)
	then := b.trail[(b.step+trailLength/2)%trailLength]
	b.trail[b.step] = here
	b.step = (b.step + 1) % trailLength
	b.mark = v.w.Tick + trailStep
	rested := v.w.Tick+strayTime >= b.strayTill+2*trailStep
	if rested && here.minus(then).length() < strayMove {
		b.stray = b.somewhere(v.s.Arena)
		b.strayTill = v.w.Tick + strayTime
	}
}

// somewhere returns a random place of the arena.
func (b *Bot) somewhere(a *game.Arena) vector {
	width, height := a.Size()
	return vector{int32(b.rand.Below(uint32(width))), int32(b.rand.Below(uint32(height)))}
}

// nextStop returns the next place for a bot without a goal: a known pad if it roams, otherwise anywhere.
func (b *Bot) nextStop(a *game.Arena) vector {
	if b.roams() {
		return b.anyPad(a)
	}
	return b.somewhere(a)
}

// pickGoal sets the place where the bot wants to be: at an item worth the way, at the right distance from its target,
// near a blip, or anywhere else.
func (b *Bot) pickGoal(v *view) {
	at, want, task := b.task(v)
	switch item, ok := b.bestItem(v); {
	case v.w.Tick < b.strayTill:
		v.goal = b.stray
	case task:
		v.errand(at, want)
	case ok:
		v.goal, v.flees = item, b.flees(v)
	case b.flees(v) && b.seeksRepair(v):
		v.flees = true
	case v.lured:
		v.goal = v.blip
	case v.foe >= 0:
		v.goal, v.want = v.chase()
		v.want = min(v.want*b.traits().reach/100, maxWant)
		if b.wary(v) {
			v.want = min(v.want*waryReach/100, maxWant)
		}
		if !v.open && v.weapon.Speed > 0 {
			v.goal, v.want = v.vantage()
		}
	case v.blips && (v.prey || !b.roams()):
		v.goal = v.blip
	default:
		if b.stray.minus(v.at).length() < trailRange {
			b.stray = b.nextStop(v.s.Arena)
		}
		v.goal = b.stray
	}
	v.free = v.clear(v.at, v.goal)
}

// errand sends the bot to the place that the mode asks for, around rock if it is far.
func (v *view) errand(at vector, want int32) {
	v.goal, v.want = at, want
	if at.minus(v.at).length() > want && !v.bound {
		if v.goal = v.around(at); v.goal != at {
			v.want = 0
		}
	}
}

// chase returns where the target will be, and the best distance for the weapon. A mine layer flies through the target.
func (v *view) chase() (goal vector, want int32) {
	if v.weapon.Speed == 0 {
		ahead := v.foeP.plus(v.foeV.times(soon).percent(v.level.lead))
		way := ahead.minus(v.at)
		return ahead.plus(way.times(passBy).over(way.length() + game.One)), 0
	}
	flight := v.foeP.minus(v.at).length() / v.weapon.Speed
	return v.foeP.plus(v.foeV.times(flight + int32(v.level.react)).percent(v.level.lead)), v.fightRange()
}

// vantage returns the nearest place with a line of fire to a foe behind rock, and the distance to keep.
func (v *view) vantage() (best vector, want int32) {
	near := int32(1 << 30)
	best, want = v.goal, v.want
	for c := game.Up; c < game.Courses; c++ {
		x, y := c.Vector()
		for far := max(v.want, vantageStep); far > 0; far -= vantageStep {
			at := v.foeP.plus(vector{x * (far / game.One), y * (far / game.One)})
			if d := at.minus(v.at).length(); d < near && v.clear(at, v.foeP) && v.bare(at, v.foeP) {
				near, best, want = d, at, 0
				break
			}
		}
	}
	return best, want
}

// fightRange returns the distance at which to fight: the weapon's best, nearer for a ship that takes more hits than its
// target, farther for one that takes less and lives by dodging. A bot that knows traps stays away from mine layers.
func (v *view) fightRange() int32 {
	want := min(v.weapon.Speed*nearShots, v.weapon.Speed*int32(v.weapon.Life)/2)
	if v.weapon.Fan > 1 {
		want /= 3 // so that more than one shot of the fan hits
	}
	foe := &v.w.Ships[v.foe]
	mine, its := int32(v.s.Classes[v.me.Class].HP), int32(v.s.Classes[foe.Class].HP)
	want = min(want*(its+mine)/(2*mine), maxWant)
	if v.level.traps && v.s.Weapons[foe.Weapon].Speed == 0 {
		want = max(want, mineBerth)
	}
	return want
}

// bestItem returns the item most worth its way.
func (b *Bot) bestItem(v *view) (at vector, ok bool) {
	best := int32(0)
	for i := range v.w.Items {
		item := &v.w.Items[i]
		if item.Kind == game.NoItem || !v.inSight(item.X, item.Y) {
			continue
		}
		it := place(item.X, item.Y)
		worth := v.level.pickUp*b.traits().greed/100*v.need(item.Kind)/100 - it.minus(v.at).length()/game.One
		if worth > best && v.clear(v.at, it) {
			best, at, ok = worth, it, true
		}
	}
	return at, ok
}

// need returns the ship's need of an item, in per cent of the usual.
func (v *view) need(kind game.ItemKind) int32 {
	if !v.me.HasUse(v.s, kind) {
		return 0
	}
	lost := int32(v.s.Classes[v.me.Class].HP) - int32(v.me.HP)
	switch kind {
	case game.HPPlusOne, game.HPPlusThree:
		return 60 + 40*max(lost, 0)
	case game.ShieldItem, game.OverdriveItem:
		return 150
	}
	return 80
}

// The following functions ask the mode of the match. They call functions by name, since calls through a table would
// allocate at each look.

// task returns the place where the mode wants the bot to be, and how near. It precedes items and foes; the bot still
// shoots at foes on its way.
func (b *Bot) task(v *view) (at vector, want int32, ok bool) {
	switch v.s.Mode.State() {
	case game.ZoneState:
		return intoZone(b, v)
	case game.OrbState:
		return orbGoal(b, v)
	case game.RaceState:
		return raceGoal(b, v)
	case game.AssaultState:
		return betweenWaves(b, v)
	}
	return vector{}, 0, false
}

// shun returns the points that a place costs in the mode.
func (b *Bot) shun(v *view, at vector) int32 {
	if v.s.Mode.State() == game.ZoneState {
		return shunZone(b, v, at)
	}
	return 0
}

// wary reports whether survival matters more than fights now.
func (b *Bot) wary(v *view) bool { return v.s.Mode.State() == game.ZoneState && lastLife(b, v) }

// plan is the coming changes of the keys, in order. A look only decides about keys a reaction time later, so the last few
// decisions are still to come.
type plan struct {
	presses [maxPresses]press
	n       uint8
}

// press is a change of the keys.
type press struct {
	in  game.Input
	due game.Tick
}

func (p *plan) list() []press { return p.presses[:p.n] }

// press applies the changes that are due.
func (p *plan) press(held *game.Input, now game.Tick) {
	for p.n > 0 && p.presses[0].due <= now {
		*held = p.presses[0].in
		copy(p.presses[:], p.presses[1:p.n])
		p.n--
	}
}

// revise drops the changes from a time on.
func (p *plan) revise(from game.Tick) {
	for p.n > 0 && p.presses[p.n-1].due >= from {
		p.n--
	}
}

// add appends a decision.
func (p *plan) add(in game.Input, due game.Tick) {
	p.n = min(p.n, maxPresses-1)
	p.presses[p.n] = press{in, due}
	p.n++
}

// last returns the course and the facing after all changes.
func (p *plan) last(held, facing game.Course) (game.Course, game.Course) {
	if held != game.Idle {
		facing = held
	}
	for _, press := range p.list() {
		if held = press.in.Course(); held != game.Idle {
			facing = held
		}
	}
	return held, facing
}
