// Package hud draws everything over space in a match: status lines, the panel, kill feed, names, arrows, headlines,
// chat, net figures, the pages (lobby, scores, results, help, pilots, hangar) and the time line of a recorded match.
package hud

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Frame is one picture: space, and the HUD over it.
type Frame struct {
	Sheet    *canvas.Sheet
	Match    *model.Match
	Space    scene.Frame
	Keys     *input.Bindings
	Words    *TagWords // cache; may be nil
	Told     *Hints    // likewise
	Lines    *Lines    // likewise
	Scheme   input.Scheme
	Task     canvas.Area   // its cells; empty without a task
	Terminal time.Duration // round trip to the terminal; 0: unknown

	radar scene.Radar // of this picture
}

// The widths of the screen from which there is a panel, and those of the panel.
const (
	panelNeeds     = 100
	panelWidth     = 25
	boardNeeds     = 140
	boardWidth     = listedWide + 4 // its list of pilots is a score board
	widePanelNeeds = 200
	widePanelWidth = 40 // its radar is as wide as radars get
	widestField    = 160
)

// SideColumns returns the width of the panel. With low bandwidth there is none: a terminal that scrolls the field
// would move it along.
func (f *Frame) SideColumns() int {
	width, _ := f.Sheet.Size()
	switch {
	case f.Sheet.LowBandwidth, width < panelNeeds, f.Match.World == nil, f.Match.Setup == nil, f.Match.World.Status != game.InProgress:
		return 0
	case width < boardNeeds:
		return panelWidth
	case width < widePanelNeeds:
		return max(boardWidth, width-widestField) // so that a larger screen shows no more of the arena
	}
	return widePanelWidth
}
