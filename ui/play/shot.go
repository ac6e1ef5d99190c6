package play

import (
	"math/bits"
	"time"

	"dogfight/game"
)

// drawShots draws every shot in flight, in the colours of its owner.
func (f *frame) drawShots() {
	for i := range f.World.Ships {
		for live := f.World.Ships[i].Live; live != 0; live &= live - 1 {
			shot := &f.World.Shots[i][bits.TrailingZeros8(live)]
			if px, py := f.pixel(shot.X, shot.Y); f.near(px, py, railStreak) {
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
		f.drawStreak(shot, weapon, pelletStreak, colours)
	}
}

// drawStreak draws a shot and where it just was, at most since it was fired.
func (f *frame) drawStreak(shot *game.Shot, weapon *game.Weapon, length int, colours hull) {
	long := max(abs(shot.VX), abs(shot.VY), 1)
	age := int32(weapon.Life) - int32(shot.Left)
	length = min(length, 1+int(age*long>>pixelShift))
	for i := length - 1; i >= 0; i-- {
		back := int32(i) << pixelShift
		px, py := f.pixel(
			shot.X-int32(int64(back)*int64(shot.VX)/int64(long)),
			shot.Y-int32(int64(back)*int64(shot.VY)/int64(long)))
		switch {
		case i == 0:
			f.Pixel(px, py, colours.bright)
		case i <= length/2:
			f.Pixel(px, py, colours.middle)
		default:
			f.Pixel(px, py, colours.dark)
		}
	}
}

// drawMine draws a mine, whose heart beats.
func (f *frame) drawMine(px, py int, colours hull) {
	heart := colours.bright
	if f.beat(300*time.Millisecond, 2) == 0 {
		heart = flameRed
	}
	if f.options.ASCII {
		f.Text(px, py>>1, "*", heart)
		return
	}
	f.Pixel(px-1, py, colours.dark)
	f.Pixel(px+1, py, colours.dark)
	f.Pixel(px, py-1, colours.dark)
	f.Pixel(px, py+1, colours.dark)
	f.Pixel(px, py, heart)
}

func abs(v int32) int32 { return max(v, -v) }
