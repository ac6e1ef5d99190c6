package scene

import "dogfight/game"

// Part is what a sub-pixel of a ship is, which says its colour in the ramp of who flies it.
type Part uint8

// The parts in the order in which they are drawn.
const (
	Lit    Part = iota // hull that is turned to the light
	Middle             // the spine
	Dark               // hull that is turned away
	Wing               // the edges of wings
	Engine             // a nozzle
	Trim               // the nose, and marks
	Glass              // of the cockpit
	Lamp               // that may blink
	Edge               // the line around the hull
	Parts  = iota
)

// partOf returns what a letter of a drawing is when the ship faces that way.
func partOf(letter byte, facing game.Course) Part {
	switch letter {
	case 'l':
		return sideOf(facing)
	case 'r':
		return Lit + Dark - sideOf(facing)
	case 'w':
		return Wing
	case 'e':
		return Engine
	case 'n':
		return Trim
	case 'c':
		return Glass
	case 'g':
		return Lamp
	}
	return Middle
}

// Where the light comes from, in hundredths.
const (
	lightX = -50
	lightY = -87
)

// sideOf returns whether the left side of a ship is lit or dark. None is level, for
// light falls along no course.
func sideOf(facing game.Course) Part {
	vx, vy := facing.Vector()
	if outX, outY := vy, -vx; outX*lightX+outY*lightY > 0 || facing == game.Idle {
		return Lit
	}
	return Dark
}
