package hud

import (
	"math"
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// DrawGoals draws arrows at the edge to places of the mode that are out of sight. They have priority over those to
// enemies.
func (f *Frame) DrawGoals() {
	goals := f.objective().goals
	if goals == nil || f.Match.World.Status != game.InProgress {
		return
	}
	list, n := goals(f)
	var placed placedArrows
	for i := range list[:n] {
		f.drawGoal(&list[i], &placed)
	}
}

// drawGoal draws one such arrow, with its sign and the distance.
func (f *Frame) drawGoal(g *goal, placed *placedArrows) {
	width, height := f.Sheet.Dots()
	px, py := f.Space.Locate(g.at.X, g.at.Y)
	if px >= 0 && px < width && py >= canvas.Down && py < height-canvas.Down {
		return
	}
	x, y, glyph := f.edge((px-width/2)/canvas.Across, (py-height/2)/canvas.Across)
	far := strconv.Itoa(f.distanceTo(g.at))
	columns := 1 + canvas.Width(g.sign) + len(far)
	if glyph == "►" {
		x -= columns - 1
	}
	at, free := f.slide(canvas.Rect(min(x, f.Sheet.Width()-columns), y, columns, 1), glyph, placed)
	if !free {
		return
	}
	placed.areas[placed.n] = at
	placed.n++
	if glyph == "►" {
		x = f.Sheet.Text(at.X, at.Y, far, canvas.LabelInk)
		f.Sheet.Text(f.Sheet.Text(x, at.Y, g.sign, g.ink), at.Y, glyph, g.ink)
		return
	}
	x = f.Sheet.Text(f.Sheet.Text(at.X, at.Y, glyph, g.ink), at.Y, g.sign, g.ink)
	f.Sheet.Text(x, at.Y, far, canvas.LabelInk)
}

// distanceTo returns the distance of a place from the own ship or, without one, from the middle of the field.
func (f *Frame) distanceTo(at game.Point) int {
	width, height := f.Sheet.Dots()
	from := game.Point{X: int32((f.Space.Left + width/2) << f.Space.Shift), Y: int32((f.Space.Top + height/2) << f.Space.Shift)}
	if f.Match.Me >= 0 {
		from = f.Match.Position(f.Match.Me)
	}
	return inDistanceUnits(math.Hypot(float64(at.X-from.X), float64(at.Y-from.Y)))
}
