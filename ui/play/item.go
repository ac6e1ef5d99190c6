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

// soonGone is when a drop that nobody took begins to blink.
const soonGone = 4 * game.TickRate

// drawItems draws power-ups, orbs, and the pads where power-ups will appear.
func (f *frame) drawItems() {
	for i := range f.World.Items {
		item := &f.World.Items[i]
		pad := i < len(f.Setup.Arena.Pads)
		px, py := f.pixel(item.X, item.Y)
		switch {
		case !f.near(px, py, 3):
		case item.Kind == game.NoItem && pad:
			f.drawPad(px, py)
		case item.Kind == game.NoItem || item.Kind >= game.ItemKinds:
		case !pad && item.Timer < soonGone && f.beat(200*time.Millisecond, 2) == 1:
		case item.Kind == game.Orb:
			f.drawOrb(px, py, i)
		default:
			f.Fill(px-1, py>>1, 3, 1, boxes[item.Kind].ground)
			f.Text(px-1, py>>1, boxes[item.Kind].label, strong)
		}
	}
}

func (f *frame) drawPad(px, py int) {
	if f.options.ASCII {
		f.Text(px-1, py>>1, "[ ]", padMark)
		return
	}
	top := py &^ 1 // where the box will be
	for _, x := range [...]int{px - 2, px + 2} {
		f.Pixel(x, top, padMark)
		f.Pixel(x, top+1, padMark)
	}
}

// drawOrb draws an orb; each twinkles at its own time.
func (f *frame) drawOrb(px, py, i int) {
	if f.options.ASCII {
		f.Text(px, py>>1, "o", orbBright)
		return
	}
	f.Pixel(px, py, orbBright)
	if (f.beat(160*time.Millisecond, 4)+i)%4 < 2 {
		f.Pixel(px-1, py, orbDark)
		f.Pixel(px+1, py, orbDark)
		f.Pixel(px, py-1, orbDark)
		f.Pixel(px, py+1, orbDark)
	}
}
