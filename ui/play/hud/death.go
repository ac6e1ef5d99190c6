package hud

import (
	"fmt"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
	"dogfight/ui/play/model"
)

// StripRows is how many rows at the bottom the ships to choose from take.
const StripRows = 2

// DrawDeath says what destroyed the own ship and when it is back, and offers
// another one.
func (f *Frame) DrawDeath(k *model.Killer, c *model.Choice) {
	ship := &f.World.Ships[f.Me]
	lines, inks := f.deathLines(k, ship)
	f.drawBlock(f.Height()/4+1, lines[:], inks[:])
	if !f.Foreign {
		f.drawChoiceStrip(f.Height()-1-StripRows, c)
	}
}

// deathLines returns what is told of the end of the own ship, "" where something is not known.
func (f *Frame) deathLines(k *model.Killer, ship *game.Ship) (lines [3]string, inks [3]canvas.Colour) {
	wait := (int(ship.Respawn)*10 + game.TickRate - 1) / game.TickRate
	lines = [3]string{killedBy(k, f.Match), howKilled(k, f.Match), fmt.Sprintf("back in %d.%d s", wait/10, wait%10)}
	if f.Foreign {
		lines[2] = "waiting to respawn"
	}
	return lines, [3]canvas.Colour{palette.Bad, palette.Text, palette.Text}
}

// drawBlock writes lines in the middle of the field from a row on, those that are not empty, on one ground.
func (f *Frame) drawBlock(row int, lines []string, inks []canvas.Colour) {
	width := 0
	for i := range lines {
		lines[i] = canvas.Cut(lines[i], f.Width()-4)
		width = max(width, canvas.Width(lines[i]))
	}
	for i, line := range lines {
		if line != "" {
			f.Fill((f.Width()-width)/2-2, row, width+4, 1, palette.Panel)
			f.Text((f.Width()-canvas.Width(line))/2, row, line, inks[i])
			row++
		}
	}
}

// killedBy says how the own ship was lost, or "" if that is not known yet.
func killedBy(k *model.Killer, m *model.Match) string {
	switch {
	case k.At.IsZero():
		return ""
	case k.By < 0 && m.Foreign:
		return "destroyed"
	case k.By < 0 && k.What == game.BlastWeapon:
		return "destroyed by a barrel"
	case k.By < 0:
		return "destroyed by your own shot"
	}
	return "destroyed by " + canvas.Cut(m.Pilots.Name(k.By), 24)
}

// howKilled says with what another pilot destroyed the own ship, from how far, and how much is left of the pilot's; "" if
// that is not known.
func howKilled(k *model.Killer, m *model.Match) string {
	if k.At.IsZero() || k.By < 0 || m.Foreign {
		return ""
	}
	with := "with a barrel"
	if k.What != game.BlastWeapon {
		with = m.Weapon(k.What).Title
		if m.Weapon(k.What).Speed > 0 { // a mine lay where it hit
			with += fmt.Sprintf(", distance %d", inDistanceUnits(k.Far))
		}
	}
	if k.HP == 0 {
		return with + ", destroyed too"
	}
	return with + fmt.Sprintf(", %d of %d hp left", k.HP, max(k.HP, k.Full))
}

// drawChoiceStrip offers the classes in one row and the weapons in the next.
func (f *Frame) drawChoiceStrip(row int, c *model.Choice) {
	classes := make([]string, len(f.Setup.Classes))
	for i := range classes {
		classes[i] = f.Setup.Classes[i].Title
	}
	weapons := make([]string, len(f.Setup.Weapons))
	for i := range weapons {
		weapons[i] = f.Setup.Weapons[i].Title
	}
	drawStrip(f.Sheet, row, 1, classes, int(c.Class))
	drawStrip(f.Sheet, row+1, 1+len(classes), weapons, int(c.Weapon))
}

// drawStrip draws a row of choices; the first has the given digit for its key.
func drawStrip(s *draw.Sheet, row, digit int, titles []string, chosen int) {
	width := 2
	for _, title := range titles {
		width += canvas.Width(title) + 4
	}
	x := (s.Width() - width) / 2
	s.Fill(x, row, width, 1, palette.Panel)
	x++
	for i, title := range titles {
		ink := palette.Text
		if i == chosen {
			s.Fill(x, row, canvas.Width(title)+4, 1, palette.PanelMarked)
			ink = palette.Strong
		}
		s.Text(x+1, row, fmt.Sprint(digit+i), palette.Accent)
		x = s.Text(x+3, row, title, ink) + 1
	}
}
