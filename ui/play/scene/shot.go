package scene

import (
	"math/bits"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// DrawShots draws all shots in their owners' colours.
func (f *Frame) DrawShots() {
	for i := range f.Match.World.Ships {
		for live := f.Match.World.Ships[i].Live; live != 0; live &= live - 1 {
			shot := &f.Positions.shots[i][bits.TrailingZeros8(live)]
			if px, py := f.Locate(shot.X, shot.Y); f.Near(px, py, railStreak) {
				f.drawShot(shot, px, py, f.Match.HullOf(i))
			}
		}
	}
}

// The lengths of streaks, in pixels.
const (
	railStreak   = 12
	pelletStreak = 3
	fanStreak    = 2
)

// RailSpeed is the speed from which a shot looks like a beam: 600 units a second.
const RailSpeed = 600 * game.One / game.TickRate

func (f *Frame) drawShot(shot *game.Shot, px, py int, colours canvas.Ramp) {
	weapon := f.Match.Weapon(shot.Weapon)
	switch {
	case weapon.Speed == 0:
		f.drawMine(px, py, colours)
	case weapon.Speed >= RailSpeed:
		f.drawStreak(shot, weapon, railStreak, colours)
	case weapon.Fan > 1:
		f.drawStreak(shot, weapon, fanStreak, colours)
	default:
		f.drawStreak(shot, weapon, f.pelletStreak(), colours)
	}
}

func (f *Frame) pelletStreak() int {
	if f.Sheet.LowBandwidth || f.Sheet.Detail.NoTrails {
		return 1
	}
	return pelletStreak
}

// drawStreak draws a shot and its path since it was fired, up to a length.
func (f *Frame) drawStreak(shot *game.Shot, weapon *game.Weapon, length int, colours canvas.Ramp) {
	long := max(abs(shot.VX), abs(shot.VY), 1)
	age := int32(weapon.Life) - int32(shot.Left)
	length = min(max(f.InDots(length), 1), 1+int(age*long)/f.Grain)
	for i := length - 1; i >= 0; i-- {
		back := int32(i * f.Grain)
		px, py := f.Locate(
			shot.X-int32(int64(back)*int64(shot.VX)/int64(long)),
			shot.Y-int32(int64(back)*int64(shot.VY)/int64(long)))
		f.Sheet.Figure(px, py, f.alongStreak(colours, i, length))
	}
}

// alongStreak returns the colour of a streak i dots behind its head: a glowing core, then the fading hull colour. With
// low bandwidth there is one colour: each change takes a dozen bytes.
func (f *Frame) alongStreak(h canvas.Ramp, i, length int) canvas.Colour {
	switch {
	case f.Sheet.LowBandwidth:
		return h.Middle
	case i == 0:
		return canvas.Spark
	case i == 1:
		return h.Bright
	case i >= (length+2)/2:
		return h.Dark
	}
	return h.Middle
}

// drawMine draws a mine with a beating heart.
func (f *Frame) drawMine(px, py int, colours canvas.Ramp) {
	heart := colours.Bright
	if f.Sheet.Beat(300*time.Millisecond, 2) == 0 {
		heart = canvas.FlameRed
	}
	if f.Sheet.Mode == canvas.ASCII || f.far() {
		f.mark(px, py, "*", heart)
		return
	}
	hull := hullOf(colours)
	hull[Lamp], hull[Middle] = heart, heart // one dot would be lost in its cell
	for _, spot := range mine() {
		f.Sheet.Figure(px+int(spot.X), py+int(spot.Y), hull[spot.Part])
	}
}

func abs(v int32) int32 { return max(v, -v) }

// Positions are the drawn places of ships and shots. The own ship's changes in every picture, others' less often, as
// motion takes most of the bytes.
type Positions struct {
	ships [game.MaxShips]game.Point
	shots [game.MaxShips][game.MaxShots]game.Shot
	last  time.Time // time of the picture before
}

const (
	closeBy = 64 * game.One // near the camera's target
	leap    = 80 * game.One // a longer way is another thing
)

// Update updates the positions that are due.
func (p *Positions) Update(m *model.Match, now time.Time, pace canvas.Pace, middle game.Point) {
	between := pictures{p.last.UnixNano(), now.UnixNano()}
	for slot := range m.World.Ships {
		if m.World.Ships[slot].State == game.Empty {
			continue
		}
		at, behind := m.Position(slot), time.Duration(slot)*pace.Behind
		every := pace.Far
		if within(at, middle, closeBy) {
			every = pace.Near
		}
		if slot == m.Me || between.due(every, behind) || !within(at, p.ships[slot], leap) {
			p.ships[slot] = at
		}
		shots := between.due(pace.Shots, behind)
		for live := m.World.Ships[slot].Live; live != 0; live &= live - 1 {
			i := bits.TrailingZeros8(live)
			shot, was := &m.World.Shots[slot][i], &p.shots[slot][i]
			if shots || shot.Left > was.Left { // or another shot
				*was = *shot
			}
		}
	}
	p.last = now
}

// pictures are the times of two pictures, in ns.
type pictures struct{ last, now int64 }

// due reports whether it is something's turn in the second picture.
func (p pictures) due(every, behind time.Duration) bool {
	if passed := time.Duration(p.now - p.last); passed < 0 || passed >= every-every/8 {
		return true
	}
	return (p.now-int64(behind))/int64(every) != (p.last-int64(behind))/int64(every)
}

// within reports whether two places are at most reach apart, along both axes.
func within(a, b game.Point, reach int32) bool {
	return max(abs(a.X-b.X), abs(a.Y-b.Y)) <= reach
}
