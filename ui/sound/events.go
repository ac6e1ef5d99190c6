package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// boostGap is less than from one burn to the next, in ticks.
const boostGap = game.TickRate

// hearOwn hears what the own ship does, as soon as it is predicted.
func (e *Ear) hearOwn(v *net.View, ev *game.Event) {
	switch ev.Kind {
	case game.EventShot:
		weapon := weaponOf(v.Setup, ev.What)
		if !e.fired.again(v.World.Tick, max(game.Tick(weapon.Cooldown)/3, 1)) { // overdrive halves it
			e.play(shot(weapon))
		}
	case game.EventBoost, game.EventJump:
		if !e.boosted.again(v.World.Tick, boostGap) {
			e.play(Boost)
		}
	}
}

// How loud others are where they are.
const (
	othersShots = 0.75
	othersClang = 0.7
)

// hear hears what has happened.
func (e *Ear) hear(v *net.View, at where, ev *game.Event) {
	me := v.Me >= 0 && int(ev.Slot) == v.Me
	mine := v.Me >= 0 && int(ev.By) == v.Me && !me
	switch ev.Kind {
	case game.EventShot:
		c, heard := at.cue(shot(weaponOf(v.Setup, ev.What)), ev.X, ev.Y)
		if c.Gain, c.Pitch = c.Gain*othersShots, pitch(ev.Slot); heard {
			e.cues = append(e.cues, c)
		}
	case game.EventHit:
		e.hearHit(v, at, ev, me, mine)
	case game.EventBlock:
		if me {
			e.play(Clang)
		} else {
			e.playAt(at, Clang, ev.X, ev.Y, othersClang)
		}
	case game.EventKill:
		switch {
		case me:
			e.play(Death)
			return
		case mine:
			e.play(Kill)
		}
		e.playAt(at, Explosion, ev.X, ev.Y, 1)
	case game.EventBlast:
		e.playAt(at, Blast, ev.X, ev.Y, 1)
	case game.EventWave:
		e.play(earWaveCall(v, ev.What))
	case game.EventRepelled:
		e.play(Repelled)
	case game.EventClose:
		e.play(outcome(v))
	default:
		if e.hearOrb(v, ev) || e.hearRace(v, ev) || e.hearRounds(v, ev) {
			return
		}
		if me || ev.Kind == game.EventBump && mine {
			e.hearMine(ev)
		}
	}
}

// hearHit hears a hit on the own ship, or by it. Those among others are told by the bursts that they end in.
func (e *Ear) hearHit(v *net.View, at where, ev *game.Event, me, mine bool) {
	switch {
	case me:
		hurt := Cue{Effect: Hurt, Gain: 1, Pitch: 1}
		if ev.FromX != 0 || ev.FromY != 0 { // foreign matches do not tell
			hurt.Pan = side(ev.FromX - ev.X)
		}
		e.cues = append(e.cues, hurt)
		ship := &v.World.Ships[v.Me]
		if ship.State == game.Flying && low(v.Setup, ship) && !e.warned.again(v.World.Tick, warnGap) {
			e.play(LowHP)
		}
	case mine:
		e.playAt(at, Struck, ev.X, ev.Y, 1)
	}
}

// warnGap is from one warning of a low HP to the next, in ticks.
const warnGap = 3 * game.TickRate

// low reports whether few hits are left: one, or a quarter of what the class has.
func low(s *game.Setup, ship *game.Ship) bool {
	full := s.Classes[int(ship.Class)%len(s.Classes)].HP
	return ship.HP > 0 && ship.HP <= max(1, full/4)
}

// hearMine hears what happens to the own ship alone.
func (e *Ear) hearMine(ev *game.Event) {
	switch ev.Kind {
	case game.EventPickup:
		e.play(pickups[int(ev.What)%len(pickups)])
	case game.EventSpawn:
		e.play(Spawn)
	case game.EventBump:
		e.play(Bump)
	}
}

// pickups are by game.ItemKind.
var pickups = [game.ItemKinds]Effect{
	game.HPPlusOne: Heal, game.HPPlusThree: Heal, game.AmmoPlusOne: Ammo,
	game.ShieldItem: Shield, game.OverdriveItem: Overdrive, game.OrbItem: Orb,
	game.CloakItem: Overdrive, game.SeekerItem: Ammo, game.ShockItem: Shield,
}

func weaponOf(s *game.Setup, index uint8) *game.Weapon { return &s.Weapons[int(index)%len(s.Weapons)] }

// slowGun is a cooldown of a gun whose each shot counts, in ticks.
const slowGun = game.TickRate

// shot returns what a weapon sounds like, by what it does: a host may have others than ours.
func shot(w *game.Weapon) Effect {
	switch {
	case w.Speed == 0:
		return Mine
	case w.Fan > 1:
		return Spread
	case w.Cooldown >= slowGun:
		return Rail
	}
	return Cannon
}

// pitch lets each ship's gun sound a little different.
func pitch(slot uint8) float32 { return 0.92 + 0.02*float32(int(slot)*5%9) }

// waveCall is what announces a wave: bosses have a call of their own.
func earWaveCall(v *net.View, number uint8) Effect {
	if _, boss := v.Setup.BossOf(number); boss {
		return BossCall
	}
	return WaveCall
}
