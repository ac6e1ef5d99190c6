package play

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// box is what a power-up looks like: three characters on a ground.
type box struct {
	label  string
	ground canvas.Colour
}

var boxes = [game.ItemKinds]box{
	game.HPPlusOne:     {"+1♥", boxHealth},
	game.HPPlusThree:   {"+3♥", boxHealth},
	game.AmmoPlusOne:   {"+1•", boxAmmo},
	game.ShieldItem:    {" S ", boxShield},
	game.OverdriveItem: {" O ", boxOverdrive},
}

// unknownBox is a power-up of which nobody tells what it does.
var unknownBox = box{" ? ", boxAmmo}

// soonGone is when a drop that nobody took begins to blink.
const soonGone = 4 * game.TickRate

// drawItems draws power-ups, orbs, and the pads where power-ups will appear.
func (f *frame) drawItems() {
	for i := range f.World.Items {
		item := &f.World.Items[i]
		pad := i < len(f.Setup.Arena.Pads)
		px, py := f.locate(item.X, item.Y)
		switch {
		case !f.near(px, py, 3):
		case item.Kind == game.NoItem && pad:
			f.drawPad(px, py)
		case item.Kind == game.NoItem:
		case !pad && item.Timer < soonGone && f.beat(200*time.Millisecond, 2) == 1:
		case item.Kind >= game.ItemKinds:
			f.drawBox(&unknownBox, px, py)
		case item.Kind == game.Orb:
			f.drawOrb(px, py, i)
		default:
			f.drawBox(&boxes[item.Kind], px, py)
		}
	}
}

// drawBox draws the box of a power-up. From far away it is a mark without a word.
func (f *frame) drawBox(b *box, px, py int) {
	column, row := f.Cell(px, py)
	if f.far() {
		f.Text(column, row, "♦", b.ground)
		return
	}
	f.Fill(column-1, row, 3, 1, b.ground)
	f.Text(column-1, row, b.label, strong)
}

func (f *frame) drawPad(px, py int) {
	column, row := f.Cell(px, py)
	switch {
	case f.far():
		f.Text(column, row, "·", padMark)
	case f.Mode == canvas.ASCII:
		f.Text(column-1, row, "[ ]", padMark)
	default: // where the box will be
		for _, x := range [...]int{column - 2, column + 2} {
			f.Pixel(x, 2*row, padMark)
			f.Pixel(x, 2*row+1, padMark)
		}
	}
}

// drawOrb draws an orb; each twinkles at its own time.
func (f *frame) drawOrb(px, py, i int) {
	if f.Mode == canvas.ASCII {
		column, row := f.Cell(px, py)
		f.Text(column, row, "o", orbBright)
		return
	}
	f.Dot(px, py, orbBright)
	if (f.beat(160*time.Millisecond, 4)+i)%4 < 2 {
		for j := 1; j <= max(f.dots(1), 1); j++ {
			f.Dot(px-j, py, orbDark)
			f.Dot(px+j, py, orbDark)
			f.Dot(px, py-j, orbDark)
			f.Dot(px, py+j, orbDark)
		}
	}
}
