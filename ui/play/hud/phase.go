package hud

import (
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// DrawPhase says how the client stands with its host when it does not simply
// play.
func (f *Frame) DrawPhase() {
	row := f.rowWithoutShips(f.Height() / 3)
	switch f.Phase {
	case net.Joining:
		f.Notice(row, "joining ...", canvas.TextInk)
	case net.Lost:
		row = f.Notice(row, f.Hint("connection lost, reconnecting - Esc menu"), canvas.Bad)
		f.drawReason(row)
	case net.Refused:
		row = f.Notice(row, "the host refused the connection", canvas.Bad)
		f.drawReason(row)
	case net.Ended:
		row = f.Notice(row, "the match is over", canvas.TextInk)
		f.drawReason(row)
	}
}

// rowWithoutShips returns the row nearest to one from which on two lines in the middle of the field are behind no ship, if
// there is one nearby.
func (f *Frame) rowWithoutShips(row int) int {
	const columns, rows, most = 54, 2, 5
	words := f.Middle(columns, rows)
	for step := range 2*most + 1 {
		words.Y = row + (step+1)/2
		if step%2 == 0 {
			words.Y = row - step/2
		}
		if f.FreeOfShips(words) {
			return words.Y
		}
	}
	return row
}

// drawReason says why, if that is known.
func (f *Frame) drawReason(row int) {
	if f.Err != nil {
		f.Notice(row, canvas.Clean(f.Err.Error()), canvas.LabelInk)
	}
}

// DrawStart greets the beginning of a match.
func (f *Frame) DrawStart() {
	if greeting := f.objective().greeting; greeting != nil {
		if words, ink := greeting(f); words != "" && f.Phase == net.Playing && f.World.Status == game.InProgress {
			f.Headline(f.Height()/4, words, ink)
		}
		return
	}
	const shown = game.TickRate * 5 / 4
	if f.Phase == net.Playing && f.World.Status == game.InProgress && f.World.Tick-f.World.Started < shown {
		f.Headline(f.Height()/4, "FIGHT", canvas.FlameOrange)
	}
}
