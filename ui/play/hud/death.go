package hud

import (
	"fmt"
	"slices"
	"strconv"

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
	told := slices.DeleteFunc([]string{killedBy(k, f.Match), howKilled(k, f.Match)}, func(line string) bool { return line == "" })
	width := waitWidth
	for i, line := range told {
		told[i] = canvas.Cut(line, f.Width()-4)
		width = max(width, canvas.Width(told[i]))
	}
	a := f.Plate(f.Height()/4+1, width, len(told)+1)
	for i, line := range told {
		ink := palette.Text
		if i == 0 {
			ink = palette.Bad
		}
		f.Centred(a, i, line, ink)
	}
	if f.Foreign {
		f.Centred(a, len(told), "waiting to respawn", palette.Text)
		return
	}
	f.drawWait(a.X+(a.Width-waitWidth)/2, a.Y+len(told))
	f.drawChoiceStrip(f.Height()-1-StripRows, c)
}

// drawWait tells when the own ship is back.
func (f *Frame) drawWait(x, y int) {
	ship := &f.World.Ships[f.Me]
	wait := (int(ship.Respawn)*10 + game.TickRate - 1) / game.TickRate
	f.Text(x, y, fmt.Sprintf("back in %d.%d s", wait/10, wait%10), palette.Text)
	f.Bar(x+waitWidth-waitBar, y, waitBar, waitBar-int(ship.Respawn)*waitBar/longestWait, waitBar, palette.Good)
}

const (
	waitBar     = 8
	waitWidth   = len("back in 1.5 s ") + waitBar
	longestWait = 2 * game.TickRate // as the rules have it
)

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
	ships := strip{"ship", 1, classes, int(c.Class)}
	guns := strip{"gun", 1 + len(classes), weapons, int(c.Weapon)}
	column := max(ships.column(), guns.column())
	a := f.Plate(row, stripLabel+column*max(len(classes), len(weapons)), StripRows)
	ships.draw(f.Sheet, a, a.Y, column)
	guns.draw(f.Sheet, a, a.Y+1, column)
}

// strip is a row of choices; the first has the given digit for its key.
type strip struct {
	label  string
	digit  int
	titles []string
	chosen int
}

// stripLabel is how many columns a label takes.
const stripLabel = 6

// column is how wide a choice is, with its key and a column of ground at both ends.
func (s *strip) column() (columns int) {
	for _, title := range s.titles {
		columns = max(columns, canvas.Width(title)+len(" 1  "))
	}
	return columns
}

func (s *strip) draw(on *draw.Sheet, a draw.Area, y, column int) {
	on.Text(a.X, y, s.label, palette.Label)
	for i, title := range s.titles {
		x, ink := a.X+stripLabel+i*column, palette.Text
		room := a.X + a.Width + 1 - x
		if room < column {
			return
		}
		if i == s.chosen {
			on.Fill(x, y, column, 1, palette.PanelMarked)
			ink = palette.Strong
		}
		on.Text(x+1, y, strconv.Itoa(s.digit+i), palette.Accent)
		on.Text(x+3, y, title, ink)
	}
}
