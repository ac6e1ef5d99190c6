package scene

import "dogfight/game"

// Part is the kind of a ship's sub-pixel, which selects a colour of the pilot's ramp.
type Part uint8

// The parts in drawing order.
const (
	Lit    Part = iota // hull facing the light
	Middle             // the spine
	Dark               // hull facing away
	Wing               // the edges of wings
	Engine             // a nozzle
	Trim               // the nose, and marks
	Glass              // of the cockpit
	Lamp               // may blink
	Edge               // the line around the hull
	Parts  = iota
)

// partOf returns the part of a letter in a drawing, in a facing.
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

// The direction of the light, in hundredths.
const (
	lightX = -50
	lightY = -87
)

// sideOf returns Lit or Dark for the left side of a ship. No course is along the light.
func sideOf(facing game.Course) Part {
	vx, vy := facing.Vector()
	if outX, outY := vy, -vx; outX*lightX+outY*lightY > 0 || facing == game.Idle {
		return Lit
	}
	return Dark
}
