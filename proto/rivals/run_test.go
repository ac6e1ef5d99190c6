package rivals_test

import (
	"testing"

	"dogfight/game"
)

func TestSnapshotSaysWhereEveryShotIs(t *testing.T) {
	m := theMatch()
	for i := range m.frames {
		w, sn := &m.frames[i].world, &m.frames[i].snapshot
		for _, e := range sn.of(shotKind) {
			slot, k := (e.number-firstShot)/game.MaxShots, (e.number-firstShot)%game.MaxShots
			x, y := shotAt(&e, m.setup, sn.tick)
			if shot := &w.Shots[slot][k]; shot.Prey == 0 && !turned(shot, m.setup) && (x != shot.X || y != shot.Y) {
				t.Fatalf("tick %d: expected shot %d of slot %d at %d, %d, it is at %d, %d", w.Tick, k, slot, shot.X, shot.Y, x, y)
			}
		}
	}
}

// shotAt returns where a client draws a shot that it was told of.
func shotAt(e *entity, s *game.Setup, now game.Tick) (x, y int32) {
	fired, heading, weapon := e.fields[2], e.fields[3], e.fields[4]
	vx, vy := game.ShotVelocity(&s.Weapons[weapon], game.Course(heading%game.Courses), int(heading/game.Courses))
	age := (int32(now) - fired) & (1<<firedBits - 1)
	return e.fields[0]*game.One + age*vx, e.fields[1]*game.One + age*vy
}

func TestSnapshotSaysWhereEveryBarrelIs(t *testing.T) {
	m := theMatch()
	for i := range m.frames {
		w, sn := &m.frames[i].world, &m.frames[i].snapshot
		for _, e := range sn.of(barrelKind) {
			b, ticks := &w.Barrels[e.number-firstBarrel], int32(sn.tick)
			if x, y := e.fields[0]+ticks*e.fields[2], e.fields[1]+ticks*e.fields[3]; x != b.X || y != b.Y {
				t.Fatalf("tick %d: expected barrel %d at %d, %d, it is at %d, %d", w.Tick, e.number-firstBarrel, b.X, b.Y, x, y)
			}
		}
	}
}

// turned reports whether a shot has turned after a ship, and so flies as no rule says.
func turned(shot *game.Shot, s *game.Setup) bool {
	weapon := &s.Weapons[shot.Weapon]
	for fan := range int(weapon.Fan) {
		for c := range game.Course(game.Courses) {
			if vx, vy := game.ShotVelocity(weapon, c, fan); vx == shot.VX && vy == shot.VY {
				return false
			}
		}
	}
	return true
}
