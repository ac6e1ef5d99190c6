package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// The distance of the brackets from the middle of a ship, in cells.
const (
	bracketColumns = 4
	bracketRows    = 2
)

// The corners of brackets. Low HP have others, so that colour is not needed.
var (
	corners         = [4]string{"┌", "┐", "└", "┘"}
	lowCorners      = [4]string{"╔", "╗", "╚", "╝"}
	plainLowCorners = [4]string{"!", "!", "!", "!"}
)

// DrawBrackets marks the own ship or, in a recorded match, the followed one, for the eye to find it without colour.
// With low bandwidth it does so only after the spawn and at low HP.
func (f *Frame) DrawBrackets() {
	slot := f.Match.Me
	if f.Match.Recorded {
		slot = f.followed
	}
	own := f.Match.Flying(slot)
	if own == nil || f.Match.World.Status != game.InProgress {
		return
	}
	low := model.Low(int(own.HP), int(f.Match.Class(own).HP))
	if own.Protect == 0 && f.Sheet.LowBandwidth && !low {
		return
	}
	glyphs, ink := &corners, canvas.ShieldWorn
	if low {
		glyphs, ink = &lowCorners, f.Warning(canvas.TextInk)
		if f.Sheet.Mode == canvas.ASCII {
			glyphs = &plainLowCorners
		}
	}
	f.bracket(slot, glyphs, ink)
}

// DrawBracketsAround marks the ship that a picture is about.
func (f *Frame) DrawBracketsAround(slot int, ink canvas.Colour) {
	if f.Match.Flying(slot) != nil {
		f.bracket(slot, &corners, ink)
	}
}

// bracket draws the corners around a ship, where there is room.
func (f *Frame) bracket(slot int, glyphs *[4]string, ink canvas.Colour) {
	x, y := f.Sheet.Cell(f.LocateShip(slot))
	for i, glyph := range glyphs {
		column, row := x+(2*(i%2)-1)*bracketColumns, y+(2*(i/2)-1)*bracketRows
		if f.Free(canvas.Rect(column, row, 1, 1)) {
			f.Sheet.Text(column, row, glyph, ink)
		}
	}
}

// warningBeat is how long a warning has each of its two colours.
const warningBeat = 500 * time.Millisecond

// Warning returns a warning's colour: bad and calm in turn, or only bad with reduced motion.
func (f *Frame) Warning(calm canvas.Colour) canvas.Colour {
	if f.Sheet.ReducedMotion || f.Sheet.Beat(warningBeat, 2) == 0 {
		return canvas.Bad
	}
	return calm
}
