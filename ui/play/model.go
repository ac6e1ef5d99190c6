package play

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// turntable is the courses in the order in which a ship turns round.
var turntable = [8]game.Course{
	game.Up, game.UpRight, game.Right, game.DownRight, game.Down, game.DownLeft, game.Left, game.UpLeft,
}

const (
	modelScale = 3 // pixels a side for each of the ship's
	modelTurns = 450 * time.Millisecond
)

// drawModel draws a class as large as there is room in the middle of an area, as
// the match shows it, and has it turn.
func (f *frame) drawModel(a area, class *game.Class, turning bool) {
	facing := turntable[1]
	if turning {
		facing = turntable[(f.beat(modelTurns, len(turntable))+1)%len(turntable)]
	}
	x, y, colours := a.x+a.width/2, a.y+a.height/2, hullFrom(ownBright)
	if f.options.ASCII {
		f.drawPlain(facing, x, 2*y, ownMiddle)
		return
	}
	f.Paint(x-pictureWidth/2, a.y, pictureWidth, a.height, space)
	hull := shapeOf(class)
	for py := range 3 * modelScale {
		for px := range 3 * modelScale {
			if k, ok := colours.of(hull.at(facing, px/modelScale, py/modelScale)); ok {
				f.Pixel(x-3*modelScale/2+px, 2*a.y+py, k)
			}
		}
	}
}

// of returns the colour that a letter of a sprite stands for, if it is not a dot.
func (h hull) of(letter byte) (k canvas.Colour, ok bool) {
	switch letter {
	case 'n':
		return h.bright, true
	case 'd':
		return h.dark, true
	}
	return h.middle, letter == 'm'
}
