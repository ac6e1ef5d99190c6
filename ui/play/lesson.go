package play

import (
	"fmt"

	"dogfight/game"
	"dogfight/ui/keys"
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
	lessonRow   = 1 // the task, and the note below it
	lessonInset = 3 // rows that pointers keep away from, above and below
)

// after says what to do when the lessons are over.
func (f *frame) after() []helpLine {
	return []helpLine{
		{"Enter", "a match against bots"},
		{"Esc", "menu: change ship, settings, leave"},
		{"", ""},
		{f.keys.First(keys.Scores), "scores, in any match"},
		{f.keys.First(keys.Help), "all keys"},
		{f.keys.First(keys.Chat), "chat, with others in the match"},
	}
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
	width, height := f.Size()
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
	if f.dead() {
		return // there stands what the next ship can be
	}
	f.drawNotice(f.height()-2, "Enter skips   Esc menu   "+f.keys.First(keys.Help)+" all keys", label)
}

// drawAfter tells whoever has learnt all what there is to do now.
func (f *frame) drawAfter() {
	after := f.after()
	a := f.drawPanel(f.middleArea(52, len(after)+6), "you are ready")
	f.drawCentred(a, 1, "You can fly. Now play!", good)
	for i, line := range after {
		f.Text(a.x+2, a.y+3+i, line.keys, accent)
		f.Text(a.x+10, a.y+3+i, line.what, text)
	}
}
