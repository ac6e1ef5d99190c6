package scene

import (
	"strings"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// card is the look of a power-up: a sign on a ground, with a light edge above and a dark one below.
type card struct {
	sign                string
	ground, light, dark canvas.Colour
}

var cards = [game.ItemKinds]card{
	game.HPPlusOne:     {"+1♥", canvas.BoxHealth, canvas.BoxHealthLight, canvas.BoxHealthDark},
	game.HPPlusThree:   {"+3♥", canvas.BoxHealth, canvas.BoxHealthLight, canvas.BoxHealthDark},
	game.AmmoPlusOne:   {"+1•", canvas.BoxAmmo, canvas.BoxAmmoLight, canvas.BoxAmmoDark},
	game.ShieldItem:    {" S ", canvas.BoxShield, canvas.BoxShieldLight, canvas.BoxShieldDark},
	game.OverdriveItem: {" O ", canvas.BoxOverdrive, canvas.BoxOverdriveLight, canvas.BoxOverdriveDark},
	game.CloakItem:     {" C ", canvas.BoxOverdrive, canvas.BoxOverdriveLight, canvas.BoxOverdriveDark},
	game.SeekerItem:    {" » ", canvas.BoxAmmo, canvas.BoxAmmoLight, canvas.BoxAmmoDark},
	game.ShockItem:     {" ☼ ", canvas.BoxShield, canvas.BoxShieldLight, canvas.BoxShieldDark},
}

// unknownCard is a power-up of an unknown kind.
var unknownCard = card{" ? ", canvas.BoxAmmo, canvas.BoxAmmoLight, canvas.BoxAmmoDark}

// soonGone is the time left from which an uncollected drop blinks.
const soonGone = 4 * game.TickRate

// DrawItems draws power-ups, orbs, and the empty pads of power-ups.
func (f *Frame) DrawItems() {
	for i := range f.Match.World.Items {
		item := &f.Match.World.Items[i]
		pad := i < len(f.Match.Setup.Arena.Pads)
		px, py := f.Locate(item.X, item.Y)
		switch {
		case !f.Near(px, py, 4):
		case item.Kind == game.NoItem && pad:
			f.drawPad(px, py)
		case item.Kind == game.NoItem:
		case !pad && item.Timer < soonGone && f.Sheet.Beat(200*time.Millisecond, 2) == 1:
		case item.Kind >= game.ItemKinds:
			f.drawCard(&unknownCard, px, py)
		case item.Kind == game.OrbItem:
			f.drawOrb(px, py, i)
		default:
			f.drawCard(&cards[item.Kind], px, py)
		}
	}
}

// cardReach is half of a card's width, in cells.
const cardReach = 2

// drawCard draws a power-up: its sign, with half a row of edge above and below. With low bandwidth there is only the
// sign, from far away a mark.
func (f *Frame) drawCard(c *card, px, py int) {
	column, row := f.Sheet.Cell(px, py)
	if f.far() {
		f.Sheet.Text(column, row, "♦", c.ground)
		return
	}
	reach := cardReach
	if f.Sheet.LowBandwidth || f.Sheet.Mode == canvas.ASCII {
		reach--
	} else {
		f.Sheet.Block(column-reach, 2*row-1, 2*reach+1, 1, c.light)
		f.Sheet.Block(column-reach, 2*row+2, 2*reach+1, 1, c.dark)
	}
	f.Sheet.Fill(column-reach, row, 2*reach+1, 1, c.ground)
	if !f.Sheet.Wordless {
		f.Sheet.Text(column-1, row, c.sign, canvas.BoxInk)
	}
}

// DrawCardSign draws the sign of a power-up on its ground, and returns the next column.
func DrawCardSign(s *canvas.Sheet, x, y int, sign string) int {
	for i := range cards {
		if c := &cards[i]; c.sign != "" && strings.TrimSpace(c.sign) == sign {
			s.Fill(x, y, canvas.Width(c.sign)+2, 1, c.ground)
			return s.Text(x+1, y, c.sign, canvas.BoxInk) + 1
		}
	}
	return x
}

func (f *Frame) drawPad(px, py int) {
	column, row := f.Sheet.Cell(px, py)
	switch {
	case f.far():
		f.Sheet.Text(column, row, "·", canvas.PadMark)
	case f.Sheet.Mode == canvas.ASCII:
		f.Sheet.Text(column-1, row, "[ ]", canvas.PadMark)
	default: // the corners of the future card
		for _, y := range [...]int{2*row - 1, 2*row + 2} {
			f.Sheet.Pixel(column-cardReach, y, canvas.PadMark)
			f.Sheet.Pixel(column+cardReach, y, canvas.PadMark)
		}
	}
}

// DrawBarrels draws the barrels; a damaged one glows.
func (f *Frame) DrawBarrels() {
	for i := range f.Match.World.Barrels {
		b := &f.Match.World.Barrels[i]
		if b.HP == 0 {
			continue
		}
		px, py := f.Locate(b.X, b.Y)
		if !f.Near(px, py, 2) {
			continue
		}
		f.drawBarrel(px, py, b.HP == 1)
	}
}

func (f *Frame) drawBarrel(px, py int, damaged bool) {
	column, row := f.Sheet.Cell(px, py)
	switch {
	case f.far():
		f.Sheet.Text(column, row, "o", canvas.DrumBody)
		return
	case f.Sheet.Mode == canvas.ASCII:
		f.Sheet.Text(column-1, row, "(o)", canvas.DrumLight)
		return
	}
	f.figures(px, py, barrel())
	if damaged && f.Sheet.Beat(150*time.Millisecond, 2) == 0 {
		for i := range 4 {
			f.Sheet.Figure(px-1+i&1, py-1+i>>1, canvas.FlameRed)
		}
	}
}

// drawOrb draws an orb. Each halo twinkles at its own time.
func (f *Frame) drawOrb(px, py, i int) {
	if f.Sheet.Mode == canvas.ASCII || f.far() {
		f.mark(px, py, "o", canvas.OrbBright)
		return
	}
	dim := (f.Sheet.Beat(320*time.Millisecond, 4)+i)%4 == 3
	for _, d := range orb() {
		switch {
		case d.Colour != canvas.OrbHalo:
			f.Sheet.Figure(px+int(d.X), py+int(d.Y), d.Colour)
		case !dim && !f.Sheet.LowBandwidth:
			f.Sheet.Dot(px+int(d.X), py+int(d.Y), d.Colour)
		}
	}
}
