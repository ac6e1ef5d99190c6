package play

import (
	"fmt"

	"dogfight/game"
)

// Lesson is what a player is asked to do, and how far he is. Whoever gives it
// judges it; the screen only shows it.
type Lesson struct {
	Number, Of int // which of how many, from 1
	Task       string
	Note       string       // more about it; "" for none
	Goals      []game.Point // where to go, or what to hit
	Done       bool         // well done: the next one follows in a moment
	Over       bool         // there are no more; the rest does not count
}

const (
	lessonRow   = 1              // the task
	lessonRows  = 2              // with the note below it
	lessonInset = 1 + lessonRows // rows that pointers keep away from, above and below
)

// rows is how many rows under the top line are for what is asked.
func (l *Lesson) rows() int {
	if l == nil {
		return 0
	}
	return lessonRows
}

// drawRings draws a ring around each goal that shows. No lesson has no goals.
func (l *Lesson) drawRings(f *frame) {
	if l == nil {
		return
	}
	for _, goal := range l.Goals {
		if px, py := f.locate(goal.X, goal.Y); f.near(px, py, goalPixels) {
			f.drawRing(px, py)
		}
	}
}

// drawPointers draws at the edge which way the others lie, and those under the text.
func (l *Lesson) drawPointers(f *frame) {
	width, height := f.width(), f.height()
	for _, goal := range l.Goals {
		px, py := f.locate(goal.X, goal.Y)
		x, y := f.Cell(px, py)
		if x < 0 || x >= width || y < lessonInset || y >= height-lessonInset {
			f.drawPointer(floorDiv(px, f.Mode.Fine())-width/2, floorDiv(py, f.Mode.Fine())-height)
		}
	}
}

// drawTask writes what is asked for.
func (l *Lesson) drawTask(f *frame) {
	box, ink := "[ ]", strong
	if l.Done {
		box, ink = "[√]", good
	}
	row := f.drawNotice(lessonRow, fmt.Sprintf("%d/%d %s %s", l.Number, l.Of, box, l.Task), ink)
	if l.Note != "" {
		f.drawNotice(row, l.Note, text)
	}
}

// drawAfter tells whoever has learnt all what there is to do now.
func (f *frame) drawAfter() {
	row := f.drawNotice(lessonRow, "You can fly. Now play!", good)
	f.drawNotice(row, "Enter match against bots   Esc menu: ship, settings, leave", text)
}
