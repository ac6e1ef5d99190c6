package scene

import (
	"math/bits"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

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

// Look updates the positions that are due.
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
			if shots || shot.Left > was.Left { // or another shot
				*was = *shot
			}
		}
	}
	p.last = now
}

// due reports whether it is something's turn.
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

// within reports whether two places are at most reach apart, along both axes.
func within(a, b game.Point, reach int32) bool {
	return max(abs(a.X-b.X), abs(a.Y-b.Y)) <= reach
}
