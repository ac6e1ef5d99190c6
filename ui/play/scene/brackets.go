package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// How far the brackets are from the middle of a ship, in cells.
const (
	bracketColumns = 4
	bracketRows    = 2
)

// The brackets' corners: of a ship that is low on HP they are others, which no colour has to tell.
var (
	corners         = [4]string{"┌", "┐", "└", "┘"}
	lowCorners      = [4]string{"╔", "╗", "╚", "╝"}
	plainLowCorners = [4]string{"!", "!", "!", "!"}
)

// DrawBrackets shows which ship is the player's or, in a recorded match, is looked at: the eye has to find it, and it is not by its colour alone that it is told
// from others. Where bytes are few they show as long as it is fresh from the spawn, and when it is low on HP.
func (f *Frame) DrawBrackets() {
	slot := f.Me
	if f.Recorded {
		slot = f.followed
	}
	own := f.Flying(slot)
	if own == nil || f.World.Status != game.InProgress {
		return
	}
	low := model.Low(int(own.HP), int(f.Class(own).HP))
	if own.Protect == 0 && f.LowBandwidth && !low {
		return
	}
	glyphs, ink := &corners, canvas.ShieldWorn
	if low {
		glyphs, ink = &lowCorners, f.Warning(canvas.TextInk)
		if f.Mode == canvas.ASCII {
			glyphs = &plainLowCorners
		}
	}
	f.bracket(slot, glyphs, ink)
}

// DrawBracketsAround shows which ship a picture is about.
func (f *Frame) DrawBracketsAround(slot int, ink canvas.Colour) {
	if f.Flying(slot) != nil {
		f.bracket(slot, &corners, ink)
	}
}

// bracket draws the corners around the ship in a slot, where there is room.
func (f *Frame) bracket(slot int, glyphs *[4]string, ink canvas.Colour) {
	x, y := f.Cell(f.LocateShip(slot))
	for i, glyph := range glyphs {
		column, row := x+(2*(i%2)-1)*bracketColumns, y+(2*(i/2)-1)*bracketRows
		if f.Free(canvas.Rect(column, row, 1, 1)) {
			f.Text(column, row, glyph, ink)
		}
	}
}

// warningBeat is for how long a warning has each of its two colours.
const warningBeat = 500 * time.Millisecond

// Warning returns the colour of something that warns calmly: bad and another one by turns, or bad alone where nothing is to
// blink.
func (f *Frame) Warning(calm canvas.Colour) canvas.Colour {
	if f.ReducedMotion || f.Beat(warningBeat, 2) == 0 {
		return canvas.Bad
	}
	return calm
}
