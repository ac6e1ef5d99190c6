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
		if px, py := f.shipPixel(i); f.near(px, py, 4) {
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
		f.Text(px-1-canvas.Width(name)/2, (py-3)>>1, "("+name+")", label)
		return
	}
	if f.options.ASCII && ship.HP < full {
		name += " " + strconv.Itoa(int(ship.HP))
	}
	above := 3
	if ship.Hits > 0 || ship.Protect > 0 {
		above = 5 // over the halo
	}
	f.Text(px-canvas.Width(name)/2, (py-above)>>1, name, f.hullOf(slot).middle)
	if ship.HP < full && !f.options.ASCII {
		f.drawBar(px, py+3, int(ship.HP), int(full))
	}
}

// drawBar draws a line of pixels, as much of it lit as the ship has HP.
func (f *frame) drawBar(px, py, hp, full int) {
	lit := max(1, hp*barWidth/full)
	for i := range barWidth {
		k := padMark
		if i < lit {
			k = healthColour(hp, full)
		}
		f.Pixel(px-barWidth/2+i, py, k)
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
