package scene

import (
	"math/bits"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Positions is where ships and shots were when they were last looked at: the own ship in every picture, the others not as
// often, for what moves costs most of the bytes.
type Positions struct {
	ships [game.MaxShips]game.Point
	shots [game.MaxShips][game.MaxShots]game.Shot
	last  time.Time // when the picture before was taken
}

const (
	closeBy = 64 * game.One // from what the camera looks at to what is near
	leap    = 80 * game.One // what is so far from where it was is something else
)

// Look looks where things are.
func (p *Positions) Look(m *model.Match, now time.Time, pace canvas.Pace, middle game.Point) {
	for slot := range m.World.Ships {
		at, behind := m.Position(slot), time.Duration(slot)*pace.Behind
		every := pace.Far
		if within(at, middle, closeBy) {
			every = pace.Near
		}
		if slot == m.Me || p.due(now, every, behind) || !within(at, p.ships[slot], leap) {
			p.ships[slot] = at
		}
		shots := p.due(now, pace.Shots, behind)
		for live := m.World.Ships[slot].Live; live != 0; live &= live - 1 {
			i := bits.TrailingZeros8(live)
			shot, was := &m.World.Shots[slot][i], &p.shots[slot][i]
			if shots || shot.Left > was.Left { // or it is another one
				*was = *shot
			}
		}
	}
	p.last = now
}

// due reports whether it is something's turn again since the last picture.
func (p *Positions) due(now time.Time, every, behind time.Duration) bool {
	if passed := now.Sub(p.last); passed < 0 || passed >= every-every/8 {
		return true
	}
	return turn(now, behind, every) != turn(p.last, behind, every)
}

// turn counts the turns up to a time.
func turn(at time.Time, behind, every time.Duration) int64 {
	return (at.UnixNano() - int64(behind)) / int64(every)
}

// within reports whether two places are no farther from each other, along both axes.
func within(a, b game.Point, reach int32) bool {
	return max(abs(a.X-b.X), abs(a.Y-b.Y)) <= reach
}
