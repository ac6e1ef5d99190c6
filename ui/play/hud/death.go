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
	row := f.Height()/4 + 1
	if line := killedBy(k, f.Match); line != "" {
		row = f.Notice(row, line, palette.Bad)
	}
	if f.Foreign {
		f.Notice(row, "waiting to respawn", palette.Text)
		return
	}
	wait := (int(ship.Respawn)*10 + game.TickRate - 1) / game.TickRate
	f.Notice(row, fmt.Sprintf("back in %d.%d s", wait/10, wait%10), palette.Text)
	f.drawChoiceStrip(f.Height()-1-StripRows, c)
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
