package play

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

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
	px, py := f.locateShip(slot)
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
	f.drawHull(ship, px, py, colours)
	f.drawHalo(ship, px, py)
}

// hitFlash is how long a ship shines that was hit.
const hitFlash = 90 * time.Millisecond

// drawHull draws a ship as large as it is. From far away that is one character.
func (f *frame) drawHull(ship *game.Ship, px, py int, colours hull) {
	s := silhouetteOf(f.class(ship))
	switch {
	case f.far():
		f.drawFarShip(ship, px, py, colours.middle)
	case f.Mode == canvas.ASCII:
		f.drawPlain(ship, px, py, colours.middle)
	case f.shift < pixelShift:
		f.drawSprite(&s.large, ship, px, py, colours)
	default:
		f.drawSprite(&s.small, ship, px, py, colours)
	}
}

// farShips are the ships from far away, in ASCII too.
var farShips = [2][game.Courses]string{
	{
		game.Idle: "▲", game.Up: "▲", game.Down: "▼", game.Left: "◄", game.Right: "►",
		game.UpLeft: "◤", game.UpRight: "◥", game.DownLeft: "◣", game.DownRight: "◢",
	}, {
		game.Idle: "^", game.Up: "^", game.Down: "v", game.Left: "<", game.Right: ">",
		game.UpLeft: "\\", game.UpRight: "/", game.DownLeft: "/", game.DownRight: "\\",
	},
}

func (f *frame) drawFarShip(ship *game.Ship, px, py int, ink canvas.Colour) {
	ships := &farShips[0]
	if f.Mode == canvas.ASCII {
		ships = &farShips[1]
	}
	column, row := f.Cell(px, py)
	f.Text(column, row, ships[ship.Facing%game.Courses], ink)
}

// drawSprite draws the picture of a ship. The second team's ships are hollow.
func (f *frame) drawSprite(s *shape, ship *game.Ship, px, py int, colours hull) {
	left, top := px-len(s.up)/2, py-len(s.up)/2
	for _, d := range s.dots[ship.Facing%game.Courses] {
		k := colours.middle
		switch {
		case d.letter == 'd':
			k = colours.dark
		case d.letter == 'n':
			k = colours.bright
		case d.letter == 'c' && ship.Team == 2:
			continue
		}
		f.Dot(left+d.x, top+d.y, k)
	}
}

// drawPlain draws a ship of characters. In its middle is the letter of its team.
func (f *frame) drawPlain(ship *game.Ship, px, py int, ink canvas.Colour) {
	x, y := f.Cell(px-1, py-1)
	for row, line := range plainSprites[ship.Facing%game.Courses] {
		for column := range line {
			if line[column] != ' ' {
				f.Text(x+column, y+row, line[column:column+1], ink)
			}
		}
	}
	if ship.Team > 0 {
		f.Text(x+1, y+plainMiddle(ship.Facing), teamLetter(ship.Team), ink)
	}
}

// plainMiddle returns the row of a plain sprite whose middle character is hull.
func plainMiddle(facing game.Course) int {
	switch facing {
	case game.Down, game.DownLeft, game.DownRight:
		return 0
	}
	return 1
}
