package hud

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// mostPips is the most HP that are drawn as pips; more are figures.
const mostPips = 8

// lowWordNeeds is the least width with a word of warning.
const lowWordNeeds = 70

// drawHealth draws a ship's HP, as pips or figures. Lost pips break, low HP warn.
func (f *Frame) drawHealth(x, y int, ship *game.Ship, v *model.Vitals) int {
	full, hp := int(f.Match.Class(ship).HP), int(ship.HP)
	ink, low := canvas.HealthColour(hp, full), model.Low(hp, full)
	if low {
		ink = f.Space.Warning(canvas.TextInk)
	}
	broken, age := v.Breaking(f.Sheet.Now)
	heart := "♥"
	if broken > 0 && f.Sheet.Mode != canvas.ASCII {
		heart = "♡"
	}
	x = f.Sheet.Text(x, y, heart, ink)
	if max(full, hp) > mostPips {
		x = f.Sheet.Number(f.Sheet.Text(f.Sheet.Number(x, y, hp, ink), y, "/", ink), y, full, ink)
		if broken > 0 {
			x = f.Sheet.Number(f.Sheet.Text(x, y, " -", canvas.Bad), y, broken, canvas.Bad)
		}
	} else {
		x = f.drawPips(x+1, y, hp, max(full, hp+broken), ink)
		f.drawBreaking(x-max(full, hp+broken)+hp, y, broken, age)
	}
	if width, _ := f.Sheet.Size(); low && width >= lowWordNeeds {
		return f.Sheet.Text(x, y, " low", canvas.Bad)
	}
	return x
}

// Pips that break, first to last.
var (
	breaking      = [...]string{"▊", "▞", "▖", "▁"}
	plainBreaking = [...]string{"X", "x", ",", "_"}
)

// drawBreaking draws breaking pips. With reduced motion they are broken at once.
func (f *Frame) drawBreaking(x, y, pips int, age time.Duration) {
	step := int(age * time.Duration(len(breaking)) / model.BreakTime)
	if f.Sheet.ReducedMotion || f.Sheet.FewerFlashes {
		step = 1
	}
	glyph, ink := breaking[step], canvas.Bad
	if f.Sheet.Mode == canvas.ASCII {
		glyph = plainBreaking[step]
	}
	if step == 0 {
		ink = canvas.Strong
	}
	for i := range pips {
		f.Sheet.Text(x+i, y, glyph, ink)
	}
}
