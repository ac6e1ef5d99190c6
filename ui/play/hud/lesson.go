package hud

import (
	"fmt"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Lesson is the current task of the tutorial, which judges it; the screen only shows it.
type Lesson struct {
	Number, Of int // which of how many, from 1
	Task       string
	Note       string       // details; "": none
	Goals      []game.Point // destinations, or targets
	Done       bool         // the next one follows soon
	Over       bool         // no more lessons; the other fields do not count
}

const (
	lessonRow   = 1              // the task
	lessonRows  = 2              // with the note below it
	lessonInset = 1 + lessonRows // rows that pointers keep clear, above and below
)

// Rows returns the rows under the top line.
func (l *Lesson) Rows() int {
	if l == nil {
		return 0
	}
	return lessonRows
}

// DrawRings draws a ring around each visible goal.
func (l *Lesson) DrawRings(f *scene.Frame) {
	if l == nil {
		return
	}
	for _, goal := range l.Goals {
		if px, py := f.Locate(goal.X, goal.Y); f.Near(px, py, scene.GoalPixels) {
			f.Ring(px, py)
		}
	}
}

// drawPointers points to the goals out of sight, and those under the text.
func (l *Lesson) drawPointers(f *Frame) {
	width, height := f.Sheet.Width(), f.Sheet.Height()
	for _, goal := range l.Goals {
		px, py := f.Space.Locate(goal.X, goal.Y)
		x, y := f.Sheet.Cell(px, py)
		if x < 0 || x >= width || y < lessonInset || y >= height-lessonInset {
			f.drawPointer(scene.FloorDiv(px, canvas.Across)-width/2, scene.FloorDiv(py, canvas.Across)-height)
		}
	}
}

func (l *Lesson) drawTask(f *Frame) {
	box, ink := "[ ]", canvas.Strong
	if l.Done {
		box, ink = "[√]", canvas.Good
	}
	task, rows := fmt.Sprintf("%d/%d %s %s", l.Number, l.Of, box, l.Task), 1
	if l.Note != "" {
		rows++
	}
	done := l.Of + 1 // columns of the pips
	a := f.Sheet.Plate(lessonRow, max(done+canvas.Width(task), canvas.Width(l.Note)), rows)
	f.drawDone(a, l)
	f.Sheet.CutText(a.X+done, a.Y, task, a.Width-done, ink)
	f.Sheet.Centred(a, 1, l.Note, canvas.TextInk)
}

// drawDone draws a pip for each lesson.
func (f *Frame) drawDone(a canvas.Area, l *Lesson) {
	for i := range l.Of {
		ink := canvas.BarTrack
		switch {
		case i+1 < l.Number, i+1 == l.Number && l.Done:
			ink = canvas.Good
		case i+1 == l.Number:
			ink = canvas.Accent
		}
		f.Sheet.Text(a.X+i, a.Y, "▊", ink)
	}
}

// drawAfter draws the text after the last lesson.
func (f *Frame) drawAfter() {
	const next = "Enter match against bots   Esc menu: ship, settings"
	a := f.Sheet.Plate(lessonRow, canvas.Width(next), lessonRows)
	f.Sheet.Centred(a, 0, "You can fly. Now play!", canvas.Good)
	f.Sheet.Centred(a, 1, next, canvas.TextInk)
}

func (f *Frame) DrawLesson(l *Lesson) {
	switch {
	case l == nil:
	case !l.Over:
		l.drawPointers(f)
		l.drawTask(f)
	default:
		f.drawAfter()
	}
}

// Drill is the text for a player on the practice range.
type Drill struct {
	Score string // of their shooting
	Note  string // details; "": none
	Lobby bool   // a match waits meanwhile
}

// Rows returns the rows under the top line; 0 without a drill.
func (d *Drill) Rows() int {
	if d == nil {
		return 0
	}
	return lessonRows
}

// DrawDrill draws the drill and the ships and guns to choose from.
func (f *Frame) DrawDrill(d *Drill, c *model.Choice) {
	if d == nil {
		return
	}
	row := f.Sheet.Notice(lessonRow, d.Score, canvas.Strong)
	if d.Note != "" {
		f.Sheet.Notice(row, d.Note, canvas.TextInk)
	}
	if !f.Match.Dead() && f.Match.Me >= 0 { // DrawDeath offers them otherwise
		f.drawChoiceStrip(f.Sheet.Height()-1-StripRows, c)
	}
}

// drawPointer draws an arrow to a goal at the edge, clear of the lesson's text. The ring beside it sets it apart from
// an enemy's.
func (f *Frame) drawPointer(dx, dy int) {
	x, y, glyph := f.edge(dx, dy)
	y = min(max(y, lessonInset), f.Sheet.Height()-1-lessonInset)
	switch glyph {
	case "◄":
		f.Sheet.Text(x, y, "◄o", canvas.Fair)
	case "►":
		f.Sheet.Text(x-1, y, "o►", canvas.Fair)
	default:
		f.Sheet.Text(x-1, y, "o"+glyph+"o", canvas.Fair)
	}
}
