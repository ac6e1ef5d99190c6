package play

import (
	"fmt"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// stripRows is how many rows at the bottom the ships to choose from take.
const stripRows = 2

// drawDeath says who destroyed the own ship and when it is back, and offers
// another one.
func (s *Screen) drawDeath(f *frame) {
	ship := &f.World.Ships[f.Me]
	row := f.height()/4 + 1
	if line := s.killer.line(f); line != "" {
		row = f.drawNotice(row, line, bad)
	}
	if f.Foreign {
		f.drawNotice(row, "waiting to come back", text)
		return
	}
	wait := (int(ship.Respawn)*10 + game.TickRate - 1) / game.TickRate
	f.drawNotice(row, fmt.Sprintf("back in %d.%d s", wait/10, wait%10), text)
	f.drawChoiceStrip(f.height()-1-stripRows, &s.choice)
}

// line says how the own ship was lost, or "" if that is not known yet.
func (k *killer) line(f *frame) string {
	switch {
	case k.at.IsZero():
		return ""
	case k.by < 0 && f.Foreign:
		return "destroyed"
	case k.by < 0 && k.what == game.BlastWeapon:
		return "destroyed by a barrel"
	case k.by < 0:
		return "destroyed by your own shot"
	}
	return "destroyed by " + canvas.Cut(f.pilots.name(k.by), 24)
}

// drawChoiceStrip offers the classes in one row and the weapons in the next.
func (f *frame) drawChoiceStrip(row int, c *choice) {
	classes := make([]string, len(f.Setup.Classes))
	for i := range classes {
		classes[i] = f.Setup.Classes[i].Title
	}
	weapons := make([]string, len(f.Setup.Weapons))
	for i := range weapons {
		weapons[i] = f.Setup.Weapons[i].Title
	}
	f.drawStrip(row, 1, classes, int(c.class))
	f.drawStrip(row+1, 1+len(classes), weapons, int(c.weapon))
}

// drawStrip draws a row of choices; the first has the given digit for its key.
func (f *frame) drawStrip(row, digit int, titles []string, chosen int) {
	width := 2
	for _, title := range titles {
		width += canvas.Width(title) + 4
	}
	x := (f.width() - width) / 2
	f.Fill(x, row, width, 1, panel)
	x++
	for i, title := range titles {
		ink := text
		if i == chosen {
			f.Fill(x, row, canvas.Width(title)+4, 1, panelMarked)
			ink = strong
		}
		f.Text(x+1, row, fmt.Sprint(digit+i), accent)
		x = f.Text(x+3, row, title, ink) + 1
	}
}
