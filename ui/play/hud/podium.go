package hud

import (
	"strconv"

	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// The podium has a step for each of the first three, the best in the middle.
const (
	podiumSteps  = 3
	stepWidth    = 15 // columns
	podiumWidth  = podiumSteps*stepWidth + 2
	podiumTall   = 40 // rows of the screen from which on the ships are large
	podiumNeeds  = 24 // least rows of the screen for large ships
	roomyResults = 30
	smallPodium  = scene.StandingRows + podiumSteps
	besidePodium = 6 // rows of the HUD, the headline, the table's frame and an award
	mostOfARow   = stepWidth - 2
	largeStepAdd = 1 // extra height of a step under a large ship
)

// podiumColumns are the steps of the first three, from the left.
var podiumColumns = [podiumSteps]int{1, 0, 2}

// podiumRows returns the rows of the podium; 0 without room, or if scores are unknown.
func (f *Board) podiumRows() int {
	switch {
	case f.Match.Foreign, len(f.Ranks) == 0, f.Sheet.Height() < podiumNeeds, f.Sheet.Mode == canvas.ASCII:
		return 0
	case f.Sheet.Height() >= podiumTall:
		return scene.LargeStandingRows + podiumSteps + largeStepAdd
	case f.Sheet.Height() < roomyResults && smallPodium+f.rows()+f.afterRows(pagesBoardWidth(f.Sheet.Width()-2))+besidePodium > f.Sheet.Height():
		return 0 // the table must be whole
	}
	return smallPodium
}

// drawPodium draws the first three from a row on, and returns the next row.
func (f *Board) drawPodium(top int) int {
	rows := f.podiumRows()
	if rows == 0 {
		return top
	}
	a := canvas.Rect((f.Sheet.Width()-podiumWidth)/2, top, podiumWidth, rows)
	f.Sheet.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelInk)
	for i, slot := range f.Ranks[:min(len(f.Ranks), podiumSteps)] {
		f.drawStep(canvas.Rect(a.X+1+podiumColumns[i]*stepWidth, a.Y, stepWidth, a.Height), slot)
	}
	return top + rows
}

// drawStep draws a pilot's ship on its step.
func (f *Board) drawStep(a canvas.Area, slot int) {
	place, shared := f.Match.PlaceOf(f.Ranks, slot)
	large := a.Height > smallPodium
	high := podiumSteps + 1 - min(place, podiumSteps)
	if large {
		high += largeStepAdd
	}
	step := canvas.Rect(a.X, a.Y+a.Height-high, a.Width, high)
	colours := f.Match.HullOf(slot)
	f.Sheet.Fill(step.X, step.Y, step.Width, step.Height, canvas.PanelMarked)
	class, _ := f.Match.Kit(&f.Match.World.Ships[slot])
	scene.DrawStanding(f.Sheet, a.X+a.Width/2, step.Y, class, colours, large)
	f.Sheet.Text(step.X, step.Y, "▌", colours.Middle)
	x := f.Sheet.Text(step.X+1, step.Y, canvas.Tie(shared)+strconv.Itoa(place), canvas.LabelInk) + 1
	f.Sheet.Text(x, step.Y, canvas.Cut(f.Match.Pilots.Name(slot), step.X+mostOfARow+1-x), f.inkOf(slot))
	if high > 1 {
		f.Sheet.Text(step.X, step.Y+1, "▌", colours.Middle)
		f.Sheet.Right(step.X+step.Width-1, step.Y+1, f.achieved(slot), canvas.LabelInk)
	}
	for row := 2; row < high; row++ {
		f.Sheet.Text(step.X, step.Y+row, "▌", colours.Middle)
	}
}

// inkOf returns the ink of a pilot's name beside a coloured bar.
func (f *Board) inkOf(slot int) canvas.Colour {
	if slot == f.Match.Me {
		return canvas.Strong
	}
	return canvas.TextInk
}

// achieved returns a pilot's points or, in a race, time.
func (f *Board) achieved(slot int) string {
	if f.Match.Racer(slot) != nil {
		return f.Match.Raced(slot)
	}
	return f.Match.Scored(int(f.Match.World.Ships[slot].Score))
}
