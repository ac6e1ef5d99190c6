package play

import (
	"math/bits"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// drawShots draws every shot in flight, in the colours of its owner.
func (f *frame) drawShots() {
	for i := range f.World.Ships {
		for live := f.World.Ships[i].Live; live != 0; live &= live - 1 {
			shot := &f.held.shots[i][bits.TrailingZeros8(live)]
			if px, py := f.locate(shot.X, shot.Y); f.near(px, py, railStreak) {
				f.drawShot(shot, px, py, f.hullOf(i))
			}
		}
	}
}

// The pixels that a shot draws behind it.
const (
	railStreak   = 12
	pelletStreak = 3
	fanStreak    = 2
)

// railSpeed is from where on a shot is drawn like a beam: 600 units a second.
const railSpeed = 600 * game.One / game.TickRate

func (f *frame) drawShot(shot *game.Shot, px, py int, colours hull) {
	weapon := f.weapon(shot.Weapon)
	switch {
	case weapon.Speed == 0:
		f.drawMine(px, py, colours)
	case weapon.Speed >= railSpeed:
		f.drawStreak(shot, weapon, railStreak, colours)
	case weapon.Fan > 1:
		f.drawStreak(shot, weapon, fanStreak, colours)
	default:
		f.drawStreak(shot, weapon, f.pelletStreak(), colours)
	}
}

func (f *frame) pelletStreak() int {
	if f.options.FewerBytes {
		return pelletStreak - 1
	}
	return pelletStreak
}

// drawStreak draws a shot and where it just was, at most since it was fired.
func (f *frame) drawStreak(shot *game.Shot, weapon *game.Weapon, length int, colours hull) {
	long := max(abs(shot.VX), abs(shot.VY), 1)
	age := int32(weapon.Life) - int32(shot.Left)
	length = min(max(f.dots(length), 1), 1+int(age*long>>f.shift))
	for i := length - 1; i >= 0; i-- {
		back := int32(i) << f.shift
		px, py := f.locate(
			shot.X-int32(int64(back)*int64(shot.VX)/int64(long)),
			shot.Y-int32(int64(back)*int64(shot.VY)/int64(long)))
		f.Dot(px, py, colours.along(i, length))
	}
}

// along returns the colour of a streak, so many dots behind its head. A short one
// has two, for each change of colour takes a dozen bytes, as much as all its dots.
func (h hull) along(i, length int) canvas.Colour {
	switch {
	case i == 0:
		return h.bright
	case i > length/2 && length > 2*pelletStreak:
		return h.dark
	}
	return h.middle
}

// drawMine draws a mine, whose heart beats.
func (f *frame) drawMine(px, py int, colours hull) {
	heart := colours.bright
	if f.beat(300*time.Millisecond, 2) == 0 {
		heart = flameRed
	}
	if f.Mode == canvas.ASCII {
		f.Text(px, py>>1, "*", heart)
		return
	}
	for i := 1; i <= max(f.dots(1), 1); i++ {
		f.Dot(px-i, py, colours.dark)
		f.Dot(px+i, py, colours.dark)
		f.Dot(px, py-i, colours.dark)
		f.Dot(px, py+i, colours.dark)
	}
	f.Dot(px, py, heart)
}

func abs(v int32) int32 { return max(v, -v) }
