package play

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// sprite is a picture of 3 by 3 pixels, row by row: n is bright like the nose,
// m middle, d dark like the engines, and a dot lets through what is behind.
type sprite [3]string

// shape is a kind of ship, flying up and flying up to the right. The other six
// facings are these two turned.
type shape struct{ up, upRight sprite }

var (
	slim = shape{
		up:      sprite{".n.", ".m.", "d.d"},
		upRight: sprite{"..n", "dm.", ".d."},
	}
	even = shape{
		up:      sprite{".n.", "mmm", "d.d"},
		upRight: sprite{"dmn", ".mm", "..d"},
	}
	stout = shape{
		up:      sprite{".n.", "mmm", "mdm"},
		upRight: sprite{"mmn", "dmm", ".dm"},
	}
)

// shapeOf returns what a class looks like, by how much it stands.
func shapeOf(class *game.Class) *shape {
	switch {
	case class.HP <= 3:
		return &slim
	case class.HP >= 7:
		return &stout
	}
	return &even
}

// at returns the letter in a column and row of the shape when it faces that way.
func (s *shape) at(facing game.Course, x, y int) byte {
	switch facing {
	case game.Right:
		return s.up[2-x][y]
	case game.Down:
		return s.up[2-y][2-x]
	case game.Left:
		return s.up[x][2-y]
	case game.UpRight:
		return s.upRight[y][x]
	case game.DownRight:
		return s.upRight[2-x][y]
	case game.DownLeft:
		return s.upRight[2-y][2-x]
	case game.UpLeft:
		return s.upRight[x][2-y]
	}
	return s.up[y][x]
}

// plainSprites are the ships of ASCII mode: two rows of three characters, of
// which a space lets through what is behind.
var plainSprites = [game.Courses][2]string{
	game.Idle:      {" ^ ", "/|\\"},
	game.Up:        {" ^ ", "/|\\"},
	game.Down:      {"\\|/", " v "},
	game.Left:      {" /_", "<__"},
	game.Right:     {"_\\ ", "__>"},
	game.UpLeft:    {"+- ", "|\\ "},
	game.UpRight:   {" -+", " /|"},
	game.DownLeft:  {"|/ ", "+- "},
	game.DownRight: {" \\|", " -+"},
}

// drawShips draws all ships, the own one last.
func (f *frame) drawShips(b *bursts) {
	for i := range f.World.Ships {
		if i != f.Me {
			f.drawShip(i, b)
		}
	}
	if f.Me >= 0 {
		f.drawShip(f.Me, b)
	}
}

func (f *frame) drawShip(slot int, b *bursts) {
	ship := f.flying(slot)
	if ship == nil {
		return
	}
	px, py := f.shipPixel(slot)
	if !f.near(px, py, 6) {
		return
	}
	colours := f.hullOf(slot)
	if f.ghost(slot) {
		f.drawGhost(ship, px, py, colours.dark)
		return
	}
	if f.now.Sub(b.hit[slot]) < hitFlash && !f.options.FewerFlashes {
		colours = hull{white, flameRed, flameRed}
	}
	f.drawFlame(ship, px, py)
	if f.options.ASCII {
		f.drawPlain(ship.Facing, px, py, colours.middle)
	} else {
		f.drawSprite(shapeOf(f.class(ship)), ship.Facing, px, py, colours)
	}
	f.drawHalo(ship, px, py)
}

// hitFlash is how long a ship shines that was hit.
const hitFlash = 90 * time.Millisecond

func (f *frame) drawSprite(s *shape, facing game.Course, px, py int, colours hull) {
	for y := range 3 {
		for x := range 3 {
			k := colours.middle
			switch s.at(facing, x, y) {
			case '.':
				continue
			case 'n':
				k = colours.bright
			case 'd':
				k = colours.dark
			}
			f.Pixel(px-1+x, py-1+y, k)
		}
	}
}

func (f *frame) drawPlain(facing game.Course, px, py int, ink canvas.Colour) {
	for row, line := range plainSprites[facing%game.Courses] {
		for column := range line {
			if line[column] != ' ' {
				f.Text(px-1+column, (py-1)>>1+row, line[column:column+1], ink)
			}
		}
	}
}
