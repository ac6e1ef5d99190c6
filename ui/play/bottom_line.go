package play

import (
	"fmt"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// drawBottomLine draws how the ship in a slot does: the own one, or the one that is
// looked at. As long as there are hints, the longest that fits has the right end.
func (f *frame) drawBottomLine(followed int, hints []string) {
	y := f.height() - 1
	width, _ := f.Size()
	f.Fill(0, y, width, 1, panel)
	x, slot := 1, f.Me
	if f.Me < 0 {
		if slot = followed; slot < 0 {
			x = f.Text(x, y, "free camera", label) + 2
		} else {
			x = f.Text(x, y, canvas.Cut(f.pilots.name(slot), 12), f.hullOf(slot).middle) + 2
		}
	}
	if ship := f.flying(slot); ship != nil && (f.Me >= 0 || hints == nil) {
		x = f.drawHealth(x, y, ship) + 2
		x = f.drawMagazine(x, y, ship) + 2
		if !f.Foreign {
			x = f.drawBoost(x, y, ship) + 2
		}
		x = f.drawTimers(x, y, ship) + 2
	}
	for _, hint := range hints {
		if width-1-canvas.Width(hint) >= x {
			f.drawRight(width-1, y, hint, text)
			return
		}
	}
	end := width + 1
	if !f.Foreign && slot >= 0 {
		end = f.drawKit(y, &f.World.Ships[slot])
	}
	f.drawScheme(x, end-2, y)
}

// drawHealth draws a heart for each HP and a dot for each that is lost, or a heart and
// a number if there are many.
func (f *frame) drawHealth(x, y int, ship *game.Ship) int {
	full, hp := int(f.class(ship).HP), int(ship.HP)
	ink := healthColour(hp, full)
	if max(full, hp) > 8 {
		return f.Text(f.Text(x, y, "♥", ink), y, fmt.Sprintf("%d/%d", hp, full), ink)
	}
	for i := range max(full, hp) {
		if i < hp {
			x = f.Text(x, y, "♥", ink)
		} else {
			x = f.Text(x, y, "·", label)
		}
	}
	return x
}

// drawMagazine draws a dot for each shot, bright where it is free.
func (f *frame) drawMagazine(x, y int, ship *game.Ship) int {
	whole := ship.MaxShots(f.Setup)
	free := ship.FreeShots(f.Setup)
	for i := range whole {
		if i < free {
			x = f.Text(x, y, "•", fair)
		} else {
			x = f.Text(x, y, "·", label)
		}
	}
	return x
}

// drawBoost draws how far the afterburner is charged.
func (f *frame) drawBoost(x, y int, ship *game.Ship) int {
	const cells = 6
	ready, ink := ship.BoostReady(), shieldWorn
	switch {
	case ship.Boosting():
		ready, ink = 100, flameOrange
	case ready == 100:
		ink = accent
	}
	if width, _ := f.Size(); width >= 70 {
		x = f.Text(x, y, "boost ", label)
	}
	for i := range cells {
		if ready*cells >= (i+1)*100 {
			x = f.Text(x, y, "█", ink)
		} else {
			x = f.Text(x, y, "░", padMark)
		}
	}
	return x
}

// drawTimers draws how long shield and overdrive still last.
func (f *frame) drawTimers(x, y int, ship *game.Ship) int {
	if ship.Hits > 0 {
		x = f.Text(x, y, "S", accent)
		x = f.Text(x, y, fmt.Sprintf("%d:%ds", ship.Hits, seconds(ship.Shield)), shieldGlow) + 1
	}
	if ship.Overdrive > 0 {
		x = f.Text(x, y, "O", foeBright+7)
		x = f.Text(x, y, fmt.Sprintf("%ds", seconds(ship.Overdrive)), foeBright+6)
	}
	return x
}

// drawScheme writes how the own ship is steered, if that fits between two columns.
func (f *frame) drawScheme(from, to, y int) {
	if word := string(f.scheme); f.Me >= 0 && to-canvas.Width(word) >= from {
		f.drawRight(to, y, word, label)
	}
}

// drawKit writes class and weapon at the right end, and returns where that begins.
func (f *frame) drawKit(y int, ship *game.Ship) int {
	class, weapon := f.kit(ship)
	kit := class.Title + " · " + weapon.Title
	width, _ := f.Size()
	x := width - 1 - canvas.Width(kit)
	f.Text(x, y, kit, label)
	return x
}

func seconds(ticks uint16) int { return (int(ticks) + game.TickRate - 1) / game.TickRate }
