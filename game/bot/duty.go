package bot

import "dogfight/game"

// Duty is what a bot is there for.
type Duty uint8

// The duties. Only fighters are Bots, with a skill; the others are there to be shot at.
const (
	Fighter Duty = 0
	Target  Duty = 1 // stands still, where the arena has a spawn of team 1
	Circler Duty = 2 // flies in circles, around a spawn of team 2
	Drone   Duty = 3 // a Bot that fires at nobody
)

const (
	homeRoom = 4 * game.One  // a target so near to its place is there
	circle   = 28 * game.One // the radius of a circler's way
)

// Hold returns what a Target or a Circler in a slot holds in the coming tick. Ships in slots that follow each other have
// places of their own, as far as there are any.
func (d Duty) Hold(w *game.World, s *game.Setup, slot int) game.Input {
	ship := &w.Ships[slot]
	at := place(ship.X, ship.Y)
	switch d {
	case Target:
		way := homeOf(s.Arena.TeamSpawns[1], slot, at).minus(at)
		if way.inside(homeRoom, homeRoom) {
			return game.Steer(game.Idle)
		}
		return game.Steer(courseTo(way))
	case Circler:
		out := at.minus(homeOf(s.Arena.TeamSpawns[2], slot, at))
		return game.Steer(courseTo(around(out, slot%2 == 0)))
	}
	return game.Steer(game.Idle)
}

// homeOf returns the place of the ship in a slot, or the one where it is if there are none.
func homeOf(places []game.Point, slot int, at vector) vector {
	if len(places) == 0 {
		return at
	}
	home := places[slot%len(places)]
	return place(home.X, home.Y)
}

// around returns which way leads around the middle that the ship is out from: along the circle, and back to it.
func around(out vector, left bool) vector {
	along := vector{-out.y, out.x}
	if left {
		along = vector{out.y, -out.x}
	}
	if along == (vector{}) {
		along.x = 1
	}
	const radius = circle / game.One
	astray := radius - out.length()/game.One
	return along.plus(out.times(min(max(astray, -radius), radius)).over(radius / 2))
}

// courseTo returns the course nearest to a way.
func courseTo(way vector) game.Course {
	x, y := max(way.x, -way.x), max(way.y, -way.y)
	switch {
	case x > 2*y:
		return game.CourseOf(way.x, 0)
	case y > 2*x:
		return game.CourseOf(0, way.y)
	}
	return game.CourseOf(way.x, way.y)
}
