package hud

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// DrawBottomLine draws the state of the ship in a slot: the own one or, for a spectator, the watched one. The longest
// hint that fits has the right end.
func (f *Frame) DrawBottomLine(followed int, v *model.Vitals, hints []string) {
	y := f.Sheet.Height() - 1
	width, _ := f.Sheet.Size()
	f.Sheet.Fill(0, y, width, 1, canvas.PanelInk)
	x, slot := 1, f.Match.Me
	if f.watches() {
		if slot = followed; slot < 0 {
			x = f.Sheet.Text(x, y, "free camera", canvas.LabelInk) + 2
		} else {
			x = f.Sheet.CutText(x, y, f.Match.Pilots.Name(slot), 12, f.Match.HullOf(slot).Middle) + 2
		}
	}
	class, weapon := f.kit(slot)
	end := width - 1
	if class != "" {
		end -= canvas.Width(class) + len(" · ") - 1 + canvas.Width(weapon)
	}
	gauge := f.objective().gauge
	if gauge != nil {
		class = ""
	}
	switch ship := f.Match.Flying(slot); {
	case ship == nil || f.watches() && hints != nil:
	case gauge != nil:
		x = gauge(f, slot, x, y) + 2
	default:
		x = f.drawHealth(x, y, ship, v) + 2
		x = f.Sheet.Text(x, y, "•", canvas.Fair) + 1
		x = f.drawPips(x, y, ship.FreeShots(f.Match.Setup), ship.MaxShots(f.Match.Setup), canvas.Fair) + 2
		if !f.Match.Foreign {
			x = f.drawBoost(x, y, ship) + 2
		}
		if ship.Level > 0 {
			x = f.drawLevel(x, y, ship) + 2
		}
		to := end
		if len(hints) > 0 {
			to = min(to, width-1-canvas.Width(hints[len(hints)-1]))
		}
		x = f.drawTimers(x, to, y, ship)
	}
	if f.drawHint(x, y, hints) {
		return
	}
	switch {
	case class == "":
		f.drawScheme(x, width-1, y)
	case x <= end:
		f.Sheet.Text(f.Sheet.Text(f.Sheet.Text(end, y, class, canvas.LabelInk), y, " · ", canvas.LabelInk), y, weapon, canvas.LabelInk)
		f.drawScheme(x, end-2, y)
	}
}

// drawHint writes the first hint that fits after a column, if need be with narrow gaps, and reports whether one does.
func (f *Frame) drawHint(x, y int, hints []string) bool {
	width, _ := f.Sheet.Size()
	for _, hint := range hints {
		if width-1-canvas.Width(hint) >= x {
			f.Sheet.Right(width-1, y, hint, canvas.TextInk)
			return true
		}
		if from := width - 1 - canvas.Width(hint) + strings.Count(hint, wideGap); from >= x-1 {
			f.drawNarrow(from, y, hint)
			return true
		}
	}
	return false
}

const wideGap = "   "

func (f *Frame) drawNarrow(x, y int, hint string) {
	for more := true; more; {
		var words string
		words, hint, more = strings.Cut(hint, wideGap)
		if x = f.Sheet.Text(x, y, words, canvas.TextInk); more {
			x = f.Sheet.Text(x, y, wideGap[1:], canvas.TextInk)
		}
	}
}

// drawPips draws full pips of all; empty ones are faint.
func (f *Frame) drawPips(x, y, full, all int, ink canvas.Colour) int {
	for i := range all {
		if i < full {
			x = f.Sheet.Text(x, y, "▊", ink)
		} else {
			x = f.Sheet.Text(x, y, "▁", canvas.LabelInk)
		}
	}
	return x
}

// Cells of the boost bar.
const (
	shortBoost = 6
	longBoost  = 10
)

// drawBoost draws the charge of the boost.
func (f *Frame) drawBoost(x, y int, ship *game.Ship) int {
	width, _ := f.Sheet.Size()
	cells := shortBoost
	if width >= 70 {
		x = f.Sheet.Text(x, y, "boost ", canvas.LabelInk)
	}
	if width >= panelNeeds {
		cells = longBoost
	}
	return f.drawCharge(x, y, cells, ship.BoostReady(), ship.Boosting())
}

// drawCharge draws a bar of percent, in other colours when it is full and while it is used.
func (f *Frame) drawCharge(x, y, cells, ready int, used bool) int {
	ink := canvas.ShieldMiddle
	switch {
	case used:
		ready, ink = 100, canvas.FlameOrange
	case ready == 100:
		ink = canvas.Accent
	}
	return f.Sheet.Bar(x, y, cells, ready, 100, ink)
}

// drawLevel draws a ship's level, which comes from orbs.
func (f *Frame) drawLevel(x, y int, ship *game.Ship) int {
	if width, _ := f.Sheet.Size(); width >= 70 {
		x = f.Sheet.Text(x, y, "level ", canvas.LabelInk)
	}
	return f.drawPips(x, y, int(min(ship.Level, game.MaxLevel)), game.MaxLevel, canvas.OrbMiddle)
}

// timer is a temporary power of the ship, on the ground of its power-up.
type timer struct {
	words  string
	ground canvas.Colour
}

func timers(ship *game.Ship) (all [4]timer) {
	if ship.Hits > 0 {
		all[0] = timer{fmt.Sprintf("shield %d", seconds(ship.Shield)), canvas.BoxShield}
	}
	if ship.Overdrive > 0 {
		all[1] = timer{fmt.Sprintf("overdrive %d", seconds(ship.Overdrive)), canvas.BoxOverdrive}
	}
	if ship.Cloak > 0 {
		all[2] = timer{fmt.Sprintf("cloak %d", seconds(ship.Cloak)), canvas.BoxOverdrive}
	}
	if ship.Seekers > 0 {
		all[3] = timer{fmt.Sprintf("» %d", ship.Seekers), canvas.BoxAmmo}
	}
	return all
}

// drawTimers draws the timers up to a column, as initials if words do not fit. It returns the next free column.
func (f *Frame) drawTimers(x, to, y int, ship *game.Ship) int {
	all, width := timers(ship), 0
	for i := range all {
		width += timerWidth(all[i].words)
	}
	short := x+width > to
	for i := range all {
		words := all[i].words
		if short {
			words = initial(words)
		}
		x = f.drawTimer(x, y, words, all[i].ground)
	}
	return x
}

// timerWidth returns the columns of a timer with the gap after it.
func timerWidth(words string) int {
	if words == "" {
		return 0
	}
	return canvas.Width(words) + 4
}

// initial returns a text's first letter and its figures.
func initial(words string) string {
	if words == "" {
		return ""
	}
	word, figures, _ := strings.Cut(words, " ")
	_, size := utf8.DecodeRuneInString(word)
	return strings.ToUpper(word[:size]) + " " + figures
}

func (f *Frame) drawTimer(x, y int, words string, ground canvas.Colour) int {
	if words == "" {
		return x
	}
	f.Sheet.Fill(x, y, canvas.Width(words)+2, 1, ground)
	f.Sheet.Text(x+1, y, words, canvas.BoxInk)
	return x + timerWidth(words)
}

// drawScheme writes the steering scheme if it fits between two columns. A pad needs none.
func (f *Frame) drawScheme(from, to, y int) {
	if f.Sheet.Pad {
		return
	}
	if word := string(f.Scheme); f.Match.Me >= 0 && to-canvas.Width(word) >= from {
		f.Sheet.Right(to, y, word, canvas.LabelInk)
	}
}

// kit returns the class and weapon of the ship in a slot, "" if unknown.
func (f *Frame) kit(slot int) (class, weapon string) {
	if f.Match.Foreign || slot < 0 {
		return "", ""
	}
	c, w := f.Match.Kit(&f.Match.World.Ships[slot])
	return c.Title, w.Title
}

func seconds(ticks uint16) int { return (int(ticks) + game.TickRate - 1) / game.TickRate }

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
