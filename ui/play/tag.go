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

// tags are where the ships' names are: above their ship, or below it where that is taken.
// Names have room of their own, each: the nearest ships have theirs first, and what does
// not find room is left out.
type tags [game.MaxShips]tagSide

// tagSide is where a name is.
type tagSide uint8

const (
	noTag tagSide = 0
	above tagSide = 1
	below tagSide = 2
)

// tagLoyalty is how much nearer a ship seems that had a name in the last picture, in
// eighths of the way: two that are as far away do not take the room from each other by
// turns.
const tagLoyalty = 2

// draw writes beside the other ships in the field whose they are. What it finds is how
// they were in the picture before.
func (t *tags) draw(f *frame) {
	if f.World.Status != game.InProgress {
		return
	}
	was := *t
	*t = tags{}
	slots, n := f.nearestFirst(&was)
	if f.options.FewerBytes {
		n = min(n, thriftyTags)
	}
	for _, slot := range slots[:n] {
		t[slot] = f.drawTag(slot, was[slot])
	}
}

// nearestFirst returns the n slots whose ships are to have a name, the nearest to the
// middle of what is looked at first.
func (f *frame) nearestFirst(was *tags) (slots [game.MaxShips]int, n int) {
	var far [game.MaxShips]int
	width, height := f.Dots()
	x, y := width/2, height/2
	if f.flying(f.Me) != nil {
		x, y = f.locateShip(f.Me)
	}
	for i := range f.World.Ships {
		px, py := f.locateShip(i)
		if f.flying(i) == nil || i == f.Me || !f.inField(f.Cell(px, py)) {
			continue
		}
		far[i] = 8 * max(px-x, x-px, py-y, y-py)
		if was[i] != noTag {
			far[i] -= far[i] / 8 * tagLoyalty
		}
		at := n
		for ; at > 0 && far[slots[at-1]] > far[i]; at-- {
			slots[at] = slots[at-1]
		}
		slots[at] = i
		n++
	}
	return slots, n
}

// drawTag writes whose the ship in a slot is, where there is room, and returns where that
// is. Names move by several columns at once, or all of it changed whenever the ship moves.
func (f *frame) drawTag(slot int, was tagSide) tagSide {
	ship := f.flying(slot)
	words, ink := f.tag(slot, ship)
	width := canvas.Width(words)
	for _, side := range [...]tagSide{above, below} {
		a := f.placeTag(slot, side, width)
		if !f.free(a) || side == above && was == below && !f.free(a.wider(2, 0)) {
			continue // it is not to go to and fro
		}
		f.Text(a.x, a.y, words, ink)
		return side
	}
	return noTag
}

// tag returns a ship's name. A ghost's is in brackets; damage is a figure where there is
// no bar.
func (f *frame) tag(slot int, ship *game.Ship) (words string, ink canvas.Colour) {
	words = canvas.Cut(f.pilots.name(slot), tagWidth)
	if ship.Team > 0 {
		words = teamLetter(ship.Team) + " " + words
	}
	if f.ghost(slot) {
		return "(" + words + ")", label
	}
	if !f.bars() && ship.HP < f.class(ship).HP {
		words += " " + strconv.Itoa(int(ship.HP))
	}
	return words, f.hullOf(slot).middle
}

// placeTag returns the cells for a name of that width, beside one another in the field.
func (f *frame) placeTag(slot int, side tagSide, width int) area {
	ship, a := &f.World.Ships[slot], f.shipArea(slot)
	px, py := f.locateShip(slot)
	around := 3
	if (ship.Hits > 0 || ship.Protect > 0) && !f.ghost(slot) {
		around = 5 // beyond the halo
	}
	x, y := f.Cell(px, py-f.dots(around))
	y = min(y, a.y-1)
	if side == below {
		_, y = f.Cell(px, py+f.dots(around+1))
		y = max(y, a.y+a.height)
	}
	first, _ := f.Cell(f.left, f.top)
	x -= width / 2
	x -= (x+first+tagStep/2)&(tagStep-1) - tagStep/2
	return area{max(min(x, f.width()-width), 0), y, width, 1}
}

// free reports whether the cells are in the field, with neither text nor a ship in them.
func (f *frame) free(a area) bool {
	if !f.inField(a.x, a.y) || !f.inField(a.x+a.width-1, a.y) {
		return false
	}
	for x := a.x; x < a.x+a.width; x++ {
		if !f.Plain(x, a.y) {
			return false
		}
	}
	return f.freeOfShips(a)
}

// bars reports whether damage shows as a bar.
func (f *frame) bars() bool { return f.Mode != canvas.ASCII && !f.options.FewerBytes && !f.far() }

// drawBars draws below the other ships that are damaged how much they still stand.
func (f *frame) drawBars() {
	for i := range f.World.Ships {
		ship := f.flying(i)
		if ship == nil || i == f.Me || f.ghost(i) || !f.bars() {
			continue
		}
		if full := f.class(ship).HP; ship.HP < full {
			px, py := f.locateShip(i)
			f.drawBar(px, py+f.dots(3), int(ship.HP), int(full))
		}
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
