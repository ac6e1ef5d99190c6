package hud

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Drill is what a player on the practice range is told.
type Drill struct {
	Score string // how they shoot
	Note  string // more about it; "" for none
	Lobby bool   // a match waits meanwhile
}

// Rows is how many rows under the top line it takes. No drill takes none.
func (d *Drill) Rows() int {
	if d == nil {
		return 0
	}
	return lessonRows
}

// DrawDrill draws what a player is told on the range, if that is where they are, and the ships and guns that they may
// change to at once.
func (f *Frame) DrawDrill(d *Drill, c *model.Choice) {
	if d == nil {
		return
	}
	row := f.Notice(lessonRow, d.Score, canvas.Strong)
	if d.Note != "" {
		f.Notice(row, d.Note, canvas.TextInk)
	}
	if !f.Dead() && f.Me >= 0 { // then they are offered anyway
		f.drawChoiceStrip(f.Height()-1-StripRows, c)
	}
}
