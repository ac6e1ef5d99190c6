package play

import (
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
)

const (
	tagWidth = 10 // columns of a name beside a ship
	barWidth = 5  // pixels
)

// drawTags writes above the other ships whose they are, and below those that
// are damaged how much they still stand. A ghost's name is in brackets.
func (f *frame) drawTags() {
	for i := range f.World.Ships {
		ship := f.flying(i)
		if ship == nil || i == f.Me {
			continue
		}
		if px, py := f.locateShip(i); f.near(px, py, 4) {
			f.drawTag(i, ship, px, py)
		}
	}
}

func (f *frame) drawTag(slot int, ship *game.Ship, px, py int) {
	full := f.class(ship).HP
	name := canvas.Cut(f.pilots.name(slot), tagWidth)
	if ship.Team > 0 {
		name = teamLetter(ship.Team) + " " + name
	}
	if f.ghost(slot) {
		column, row := f.Cell(px, py-f.dots(3))
		f.Text(column-1-canvas.Width(name)/2, row, "("+name+")", label)
		return
	}
	bar := f.Mode != canvas.ASCII && !f.options.FewerBytes
	if !bar && ship.HP < full {
		name += " " + strconv.Itoa(int(ship.HP))
	}
	above := 3
	if ship.Hits > 0 || ship.Protect > 0 {
		above = 5 // over the halo
	}
	column, row := f.Cell(px, py-f.dots(above))
	if _, own := f.Cell(px, py); row == own {
		row--
	}
	column -= canvas.Width(name) / 2
	if f.options.FewerBytes { // or all of it changes whenever the ship moves
		first, _ := f.Cell(f.left, f.top)
		column -= (column + first) & (tagStep - 1)
	}
	f.Text(column, row, name, f.hullOf(slot).middle)
	if ship.HP < full && bar && !f.far() {
		f.drawBar(px, py+f.dots(3), int(ship.HP), int(full))
	}
}

// drawBar draws a line of dots, as much of it lit as the ship has HP.
func (f *frame) drawBar(px, py, hp, full int) {
	width := f.dots(barWidth)
	lit := max(1, hp*width/full)
	for i := range width {
		k := padMark
		if i < lit {
			k = healthColour(hp, full)
		}
		f.Dot(px-width/2+i, py, k)
	}
}

func healthColour(hp, full int) canvas.Colour {
	switch {
	case hp*3 <= full:
		return bad
	case hp*3 <= 2*full:
		return fair
	}
	return good
}
