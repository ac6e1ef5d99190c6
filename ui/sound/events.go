package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// boostGap is less than the time between two burns, in ticks.
const boostGap = game.TickRate

// localAction plays an action of the local player's ship.
func (e *Ear) localAction(v *net.View, ev *game.Event) {
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

// The gain of sounds of other ships.
const (
	othersShots = 0.75
	othersClang = 0.7
)

// event plays a decided event.
func (e *Ear) event(v *net.View, from game.Point, ev *game.Event) {
	me := v.Me >= 0 && int(ev.Slot) == v.Me
	mine := v.Me >= 0 && int(ev.By) == v.Me && !me
	switch ev.Kind {
	case game.EventShot:
		c, audible := cueAt(from, shot(weaponOf(v.Setup, ev.What)), ev.X, ev.Y)
		if c.Gain, c.Pitch = c.Gain*othersShots, pitch(ev.Slot); audible {
			e.cues = append(e.cues, c)
		}
	case game.EventHit:
		e.hit(v, from, ev, me, mine)
	case game.EventBlock:
		if me {
			e.play(Clang)
		} else {
			e.playAt(from, Clang, ev.X, ev.Y, othersClang)
		}
	case game.EventKill:
		switch {
		case me:
			e.play(Death)
			return
		case mine:
			e.play(Kill)
		}
		e.playAt(from, Explosion, ev.X, ev.Y, 1)
	case game.EventBlast:
		e.playAt(from, Blast, ev.X, ev.Y, 1)
	case game.EventWave:
		if _, boss := v.Setup.BossOf(ev.What); boss {
			e.play(BossCall)
		} else {
			e.play(WaveCall)
		}
	case game.EventRepelled:
		e.play(Repelled)
	case game.EventClose:
		e.play(outcome(v))
	default:
		if e.orb(v, ev) || e.race(v, ev) || e.round(v, ev) {
			return
		}
		if me || ev.Kind == game.EventBump && mine {
			e.localEvent(ev)
		}
	}
}

// hit plays a hit on or by the local player's ship. Those among others are audible by the explosions that follow.
func (e *Ear) hit(v *net.View, from game.Point, ev *game.Event, me, mine bool) {
	switch {
	case me:
		hurt := Cue{Effect: Hurt, Gain: 1, Pitch: 1}
		if ev.FromX != 0 || ev.FromY != 0 { // unknown in foreign matches
			hurt.Pan = side(ev.FromX - ev.X)
		}
		e.cues = append(e.cues, hurt)
		ship := &v.World.Ships[v.Me]
		if ship.State == game.Flying && low(v.Setup, ship) && !e.warned.again(v.World.Tick, warnGap) {
			e.play(LowHP)
		}
	case mine:
		e.playAt(from, Struck, ev.X, ev.Y, 1)
	}
}

// warnGap is the time between two warnings of low HP, in ticks.
const warnGap = 3 * game.TickRate

// low reports whether a ship has one HP left, or a quarter of its class's.
func low(s *game.Setup, ship *game.Ship) bool {
	full := s.Classes[int(ship.Class)%len(s.Classes)].HP
	return ship.HP > 0 && ship.HP <= max(1, full/4)
}

// localEvent plays an event for the local player only.
func (e *Ear) localEvent(ev *game.Event) {
	switch ev.Kind {
	case game.EventPickup:
		e.play(pickups[int(ev.What)%len(pickups)])
	case game.EventSpawn:
		e.play(Spawn)
	case game.EventBump:
		e.play(Bump)
	}
}

// pickups are the effects of items, by ItemKind.
var pickups = [game.ItemKinds]Effect{
	game.HPPlusOne: Heal, game.HPPlusThree: Heal, game.AmmoPlusOne: Ammo,
	game.ShieldItem: Shield, game.OverdriveItem: Overdrive, game.OrbItem: Orb,
	game.CloakItem: Overdrive, game.SeekerItem: Ammo, game.ShockItem: Shield,
}

func weaponOf(s *game.Setup, index uint8) *game.Weapon { return &s.Weapons[int(index)%len(s.Weapons)] }

// slowGun is the cooldown of a heavy gun, in ticks.
const slowGun = game.TickRate

// shot returns the effect of a weapon by its figures, since a host may have other weapons.
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

// pitch gives each ship's gun its own pitch.
func pitch(slot uint8) float32 { return 0.92 + 0.02*float32(int(slot)*5%9) }

// trails plays turns of the local player's ship in the mode trails, and the count-down of a round.
func (e *Ear) trails(v *net.View) {
	if v.Setup.Mode.State() != game.TrailState {
		return
	}
	const beat = 40 // ticks, as the numbers show
	now := int((v.World.TrailReady() + beat - 1) / beat)
	if now != e.beat && now < 4 && e.beat > 0 {
		if e.play(Count); now == 0 {
			e.play(LastCount)
		}
	}
	e.beat = now
	if v.Me < 0 {
		return
	}
	ship := &v.World.Ships[v.Me]
	if ship.State == game.Flying && now == 0 && ship.Facing != e.facing && e.facing != game.Idle {
		e.play(Turn)
	}
	if e.facing = ship.Facing; ship.State != game.Flying || now > 0 {
		e.facing = game.Idle
	}
}

// rage plays the begin of the rage of a wave, and the lives that a wave costs which takes too long.
func (e *Ear) rage(v *net.View) {
	a := &v.World.Assault
	if v.World.Raging() && a.Wave != e.raged {
		e.raged = a.Wave
		e.play(Rage)
	}
	if v.World.Besieged() && a.Lives < e.lives && !e.lost.again(v.World.Tick, game.TickRate) {
		e.play(ZoneAlarm)
	}
	e.lives = a.Lives
}

// orb plays the events of the orb, audible everywhere: as good or bad news, for spectators as good news. It
// reports whether the event is one.
func (e *Ear) orb(v *net.View, ev *game.Event) bool {
	ours := true
	if v.Me >= 0 && ev.Slot < game.MaxShips {
		ours = !v.Setup.Foes(&v.World.Ships[v.Me], &v.World.Ships[ev.Slot])
	}
	good, bad := Silence, Silence
	switch ev.Kind {
	case game.EventTake:
		good, bad = OrbTaken, OrbStolen
	case game.EventDrop:
		good, bad = OrbDropped, OrbDropped
	case game.EventHome:
		good, bad = OrbHome, OrbHome
	case game.EventCapture:
		good, bad = OrbScored, OrbConceded
	default:
		return false
	}
	if ours {
		e.play(good)
	} else {
		e.play(bad)
	}
	return true
}

// round plays the events of rounds and the zone, audible everywhere. It reports whether the event is one.
func (e *Ear) round(v *net.View, ev *game.Event) bool {
	switch ev.Kind {
	case game.EventRound:
		e.play(Start)
	case game.EventZone:
		e.play(ZoneAlarm)
	case game.EventOut:
		if v.Me >= 0 && int(ev.Slot) == v.Me {
			e.play(Out)
		}
	case game.EventRoundWon:
		e.play(roundOutcome(v, ev))
	default:
		return false
	}
	return true
}

// roundOutcome returns the effect for the end of a round.
func roundOutcome(v *net.View, ev *game.Event) Effect {
	switch {
	case ev.What == game.NoTeam || v.Me < 0:
		return RoundOver
	case ev.What == 0 && int(ev.Slot) == v.Me, ev.What > 0 && v.World.Ships[v.Me].Team == ev.What:
		return RoundWon
	}
	return RoundOver
}

// race plays the start of a race and, for the local player's ship, gates, laps and the finish. It reports whether
// the event is one.
func (e *Ear) race(v *net.View, ev *game.Event) bool {
	if v.Setup.Mode.State() != game.RaceState {
		return false
	}
	me := v.Me >= 0 && int(ev.Slot) == v.Me
	switch ev.Kind {
	case game.EventRound:
		e.play(Start)
	case game.EventGate:
		if me && ev.What > 0 {
			e.play(Ammo)
		}
	case game.EventLap:
		if me {
			e.play(Heal)
		}
	case game.EventFinish:
		if me {
			e.play(Shield)
		}
	default:
		return false
	}
	return true
}

// leftToGo returns the last three seconds until the start of a race; 0 before and after.
func leftToGo(v *net.View) game.Tick {
	heat := &v.World.Heat
	if !v.World.Held(v.Setup) || heat.Go == 0 {
		return 0
	}
	left := (heat.Go - v.World.Tick + game.TickRate - 1) / game.TickRate
	if left > lastCountFrom {
		return 0
	}
	return left
}
