package hud

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Board is the score table of a match.
type Board struct {
	Sheet  *canvas.Sheet
	Match  *model.Match
	Ranks  []int // the slots, the best first
	Tally  *model.Tally
	Scroll *Scroll   // of each group
	Own    OwnResult // of the results
	Play   string    // the play of the match, for the results; "": none
}

// DrawScores draws the score board over the match.
func (f *Board) DrawScores() {
	across, _ := f.Sheet.Size() // over the panel too, if it does not fit beside that
	width := pagesBoardWidth(across - 2)
	if f.Match.Foreign {
		width = min(width, pingEnds+6) // the rest is not known
	}
	a := f.Sheet.Middle(width, f.rows()+2)
	if a.Width < width {
		a.X, a.Width = (across-width)/2, width
	}
	f.drawFramed(a)
}

// drawFramed draws the score table in a frame.
func (f *Board) drawFramed(a canvas.Area) {
	t := table{board: f, at: f.Sheet.Panel(a, f.matchLine())}
	t.draw()
	switch {
	case f.Scroll.Most == 0:
	case f.Match.Fights():
		f.Sheet.Foot(a, "PgUp PgDn scroll")
	default:
		f.Sheet.Foot(a, "↑↓ PgUp PgDn scroll")
	}
}

// matchLine returns the title, the mode and the arena.
func (f *Board) matchLine() string {
	if f.Match.Foreign {
		return f.Match.MatchTitle()
	}
	line := f.Match.Setup.Mode.Name() + " in " + canvas.Clean(f.Match.Setup.Arena.Name)
	if title := canvas.Clean(f.Match.Title); title != "" {
		line = title + " · " + line
	}
	return line
}

// rows returns the rows of the table of all ships.
func (f *Board) rows() int {
	return 1 + len(f.Ranks) + f.Match.Setup.PilotTeams()
}
