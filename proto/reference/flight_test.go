package reference

import (
	"strings"

	"dogfight/game"
)

// flight is a ship of the class on the course.
type flight struct {
	class  game.Class
	course game.Course
}

// flown are the velocities found so far.
var flown = map[flight]game.Point{}

// forLong returns the velocity of a ship that flew so for long. It lets one fly
// from rest, so that the rules need not be told again here.
func (f flight) forLong() (vx, vy int32) {
	if v, ok := flown[f]; ok {
		return v.X, v.Y
	}
	w := game.World{Status: game.InProgress, Rand: 1}
	s := &game.Setup{Arena: openSpace, Classes: []game.Class{f.class}, Weapons: []game.Weapon{{Shots: 1, Fan: 1, Life: 1}}}
	ship := &w.Ships[0]
	*ship = game.Ship{State: game.Flying, Input: game.Steer(f.course), Facing: game.Up, HP: 1}
	ship.X, ship.Y = f.start()
	for {
		vx, vy = ship.VX, ship.VY
		if w.Step(s, nil, nil); ship.VX == vx && ship.VY == vy {
			flown[f] = game.Point{X: vx, Y: vy}
			return vx, vy
		}
	}
}

// start returns a place that has most of openSpace ahead.
func (f flight) start() (x, y int32) {
	width, height := openSpace.Size()
	dx, dy := f.course.Vector()
	back := width/2/game.One - 100 // units, all but 100 of those to the edge
	return width/2 - dx*back, height/2 - dy*back
}

// openSpace is as large as an arena can be, which is enough for a ship to reach
// any top speed by any thrust.
var openSpace = func() *game.Arena {
	row := strings.Repeat(".", game.MaxTiles) + "\n"
	spawn := ".@" + row[2:]
	arena, err := game.ParseArena("open space", strings.Repeat(row, game.MaxTiles/2)+spawn+strings.Repeat(row, game.MaxTiles/2-1))
	if err != nil {
		panic(err)
	}
	return arena
}()
