package hud

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

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
