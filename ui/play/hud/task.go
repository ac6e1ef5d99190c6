package hud

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// DrawTask draws the current task of the mode under the top line.
func (f *Frame) DrawTask() {
	f.Task = canvas.Area{}
	if f.BarRows() > 0 {
		f.objective().bar(f)
	}
	task := f.objective().task
	if task == nil || f.Match.World.Status != game.InProgress || f.Match.Dead() && !f.Match.Out() {
		return
	}
	words, ink := task(f)
	width := canvas.Width(words)
	if words == "" || width+2 > f.Sheet.Width() {
		return
	}
	row, x := 1+f.Sheet.Above, (f.Sheet.Width()-width)/2
	f.Task = canvas.Rect(x-1, row, width+2, 1)
	f.Sheet.Fill(x-1, row, width+2, 1, canvas.PanelInk)
	f.Sheet.Text(x, row, words, ink)
}

// BarRows returns the rows of the mode's bar.
func (f *Frame) BarRows() int {
	if rows := f.objective().barRows; rows != nil && f.Match.World.Status == game.InProgress {
		return rows(f)
	}
	return 0
}
