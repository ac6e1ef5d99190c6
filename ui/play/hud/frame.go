// Package hud draws what lies over space while a match is played: the lines at the top and the
// bottom, the panel, the kill feed, names, arrows, lessons and headlines.
package hud

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/scene"
)

// Frame is a picture with what lies over it.
type Frame struct {
	scene.Frame
	Keys     *input.Bindings
	Words    *TagWords // those of the pictures before; nil for none
	Told     *Hints    // likewise
	Lines    *Lines    // likewise
	Scheme   input.Scheme
	Task     canvas.Area   // where it is told what to do; none for nowhere
	Terminal time.Duration // the way to the player's terminal and back; 0 for not known

	radar scene.Radar // as it is drawn in this picture
}

// On how many columns there is a panel, and how many it takes.
const (
	panelNeeds     = 100
	panelWidth     = 25
	boardNeeds     = 140
	boardWidth     = listedWide + 4 // whose list of pilots is a score board
	widePanelNeeds = 200
	widePanelWidth = 40 // whose radar is as wide as one can be
	widestField    = 160
)

// SideColumns returns how many columns the panel takes. A picture of few bytes has none:
// where the terminal moves the rows of the field, it moves the panel along.
func (f *Frame) SideColumns() int {
	width, _ := f.Size()
	switch {
	case f.LowBandwidth, width < panelNeeds, f.World == nil, f.Setup == nil, f.World.Status != game.InProgress:
		return 0
	case width < boardNeeds:
		return panelWidth
	case width < widePanelNeeds:
		return max(boardWidth, width-widestField) // so that a larger screen shows no more of the arena
	}
	return widePanelWidth
}
