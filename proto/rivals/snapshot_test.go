package rivals_test

import (
	"math/bits"

	"dogfight/game"
)

// snapshot is what a screen shows of a World, as the delta codecs send it:
// entities of small numbers, by rising number. What is not there has none.
type snapshot struct {
	tick     game.Tick
	entities []entity
}

// entity is one thing in a snapshot. Which fields it has is the matter of its
// kind; the others are 0.
type entity struct {
	number uint16
	fields [maxFields]int32
}

func snapshotOf(w *game.World, s *game.Setup) snapshot {
	sn := snapshot{tick: w.Tick}
	sn.addShips(w)
	sn.addShots(w, s)
	sn.addBarrels(w)
	sn.addItems(w, s)
	sn.addPilots(w)
	sn.add(matchKind, 0, int32(w.Status), int32(w.Started), w.TeamScores[1], w.TeamScores[2])
	return sn
}

func (sn *snapshot) add(k kind, id int, fields ...int32) {
	e := entity{number: kinds[k].first + uint16(id)}
	copy(e.fields[:], fields)
	sn.entities = append(sn.entities, e)
}

func (sn *snapshot) addShips(w *game.World) {
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == game.Flying {
			sn.add(shipKind, i,
				ship.X/game.One, ship.Y/game.One, int32(ship.Facing), int32(effects(ship)), int32(ship.HP))
		}
	}
}

// addPilots adds what the score table shows of all pilots.
func (sn *snapshot) addPilots(w *game.World) {
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != game.Empty {
			sn.add(pilotKind, i,
				ship.Score, int32(ship.Kills), int32(ship.Deaths), int32(ship.Assists),
				int32(ship.Class), int32(ship.Weapon), int32(ship.Team))
		}
	}
}

// effects returns what glows about a ship, a bit each.
func effects(ship *game.Ship) (glow uint8) {
	for bit, on := range [...]bool{ship.Boosting(), ship.Protect > 0, ship.Shield > 0, ship.Overdrive > 0} {
		if on {
			glow |= 1 << bit
		}
	}
	return glow
}

// addShots adds every shot as where it was fired, and when: that stays the same
// as long as it flies.
func (sn *snapshot) addShots(w *game.World, s *game.Setup) {
	for slot := range w.Ships {
		for live := w.Ships[slot].Live; live != 0; live &= live - 1 {
			k := bits.TrailingZeros8(live)
			shot := &w.Shots[slot][k]
			weapon := &s.Weapons[shot.Weapon]
			age := int32(weapon.Life - shot.Left)
			sn.add(shotKind, slot*game.MaxShots+k,
				(shot.X-age*shot.VX)/game.One, (shot.Y-age*shot.VY)/game.One,
				(int32(w.Tick)-age)&(1<<firedBits-1), heading(weapon, shot), int32(shot.Weapon))
		}
	}
}

// firedBits is how much of the tick of its firing tells how old a shot is: the
// longest lives for 1200 ticks.
const firedBits = 11

// heading returns one number for the velocity of a shot. Of one that turns it is the nearest,
// which flatters the rivals: they would need more bits.
func heading(weapon *game.Weapon, shot *game.Shot) int32 {
	nearest, at := int64(-1<<62), int32(0)
	for fan := range int(weapon.Fan) {
		for c := range game.Course(game.Courses) {
			if vx, vy := game.ShotVelocity(weapon, c, fan); vx == shot.VX && vy == shot.VY {
				return int32(fan*game.Courses) + int32(c)
			} else if along := int64(vx)*int64(shot.VX) + int64(vy)*int64(shot.VY); shot.Prey != 0 && along > nearest {
				nearest, at = along, int32(fan*game.Courses)+int32(c)
			}
		}
	}
	return at
}

// addBarrels adds every barrel as where its straight run would have begun at tick
// 0, in 1/256 unit: that stays the same until it turns round.
func (sn *snapshot) addBarrels(w *game.World) {
	for i := range w.Barrels {
		if b := &w.Barrels[i]; b.HP > 0 {
			sn.add(barrelKind, i,
				b.X-b.VX*int32(w.Tick), b.Y-b.VY*int32(w.Tick), b.VX, b.VY, int32(b.HP))
		}
	}
}

// addItems adds what can be picked up. All know where the pads are.
func (sn *snapshot) addItems(w *game.World, s *game.Setup) {
	for i := range w.Items {
		switch item := &w.Items[i]; {
		case item.Kind == game.NoItem:
		case i < len(s.Arena.Pads):
			sn.add(itemKind, i, int32(item.Kind))
		default:
			sn.add(itemKind, i, int32(item.Kind), item.X/game.One, item.Y/game.One)
		}
	}
}

// of returns the entities of a kind.
func (sn *snapshot) of(k kind) (some []entity) {
	for _, e := range sn.entities {
		if kindOf(e.number) == k {
			some = append(some, e)
		}
	}
	return some
}
