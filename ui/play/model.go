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

const modelTurns = 450 * time.Millisecond

// drawModel draws a class as large as there are pictures of it in the middle of an
// area, and has it turn.
func (f *frame) drawModel(a area, class *game.Class, turning bool) {
	ship := game.Ship{Facing: turntable[1]}
	if turning {
		ship.Facing = turntable[(f.beat(modelTurns, len(turntable))+1)%len(turntable)]
	}
	x, y, colours := a.x+a.width/2, 2*a.y+a.height, hullFrom(ownBright)
	if f.Mode == canvas.ASCII {
		f.drawPlain(&ship, x, y, ownMiddle)
		return
	}
	f.Paint(x-pictureWidth/2, a.y, pictureWidth, a.height, space)
	hull := &silhouetteOf(class).large
	size := len(hull.up)
	for row := range size {
		for column := range size {
			if k, ok := colours.of(hull.at(ship.Facing, column, row)); ok {
				f.Pixel(x-size/2+column, y-size/2+row, k)
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
	return h.middle, letter != '.'
}
