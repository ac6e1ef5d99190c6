package bot

import "dogfight/game"

// leaveTrail notes every half second where the bot is. One that got nowhere in
// two seconds goes astray, and a second later again if that did not help.
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

// somewhere returns any place of the arena.
func (b *Bot) somewhere(a *game.Arena) vector {
	width, height := a.Size()
	return vector{int32(b.rand.Below(uint32(width))), int32(b.rand.Below(uint32(height)))}
}

// nextStop returns where a bot that sees nothing to do goes: to one of the pads
// that it knows, if it likes those, otherwise anywhere.
func (b *Bot) nextStop(a *game.Arena) vector {
	if b.roams() {
		return b.anyPad(a)
	}
	return b.somewhere(a)
}

// pickGoal settles where the bot wants to be: at an item worth the way, at the
// right distance from its target, near a blip, or just somewhere else.
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

// errand has the bot go where the mode wants it to be: around rock if that is between and it
// is still far.
func (v *view) errand(at vector, want int32) {
	v.goal, v.want = at, want
	if at.minus(v.at).length() > want && !v.bound {
		if v.goal = v.around(at); v.goal != at {
			v.want = 0
		}
	}
}

// chase returns where the target will be when it matters, and how far from
// there the weapon is at its best. A mine layer flies right through it.
func (v *view) chase() (goal vector, want int32) {
	if v.weapon.Speed == 0 {
		ahead := v.foeP.plus(v.foeV.times(soon).percent(v.level.lead))
		way := ahead.minus(v.at)
		return ahead.plus(way.times(passBy).over(way.length() + game.One)), 0
	}
	flight := v.foeP.minus(v.at).length() / v.weapon.Speed
	return v.foeP.plus(v.foeV.times(flight + int32(v.level.react)).percent(v.level.lead)), v.fightRange()
}

// vantage returns the nearest place from which a foe behind rock could be shot at,
// and how near it is enough to come.
func (v *view) vantage() (best vector, want int32) {
	near := int32(1 << 30)
	best, want = v.goal, v.want
	for c := game.Up; c < game.Courses; c++ {
		x, y := c.Vector()
		for far := max(v.want, vantageStep); far > 0; far -= vantageStep {
			at := v.foeP.plus(vector{x * (far / game.One), y * (far / game.One)})
			if d := at.minus(v.at).length(); d < near && v.clear(at, v.foeP) {
				near, best, want = d, at, 0
				break
			}
		}
	}
	return best, want
}

// fightRange returns the distance at which to fight: the one the weapon is made
// for, nearer for a ship that takes more than its target, farther for one that
// takes less and so lives by dodging. Who knows traps does not follow a mine layer
// closely.
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

// bestItem returns the item that is worth its way the most.
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

// need returns how much this ship has use for an item, in per cent of the usual.
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
