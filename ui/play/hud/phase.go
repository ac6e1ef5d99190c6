package hud

import (
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// DrawPhase shows the state of the connection unless it is playing.
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

// rowWithoutShips returns the nearest row where two centred lines cover no ship, or row if there is none nearby.
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

func (f *Frame) drawReason(row int) {
	if f.Err != nil {
		f.Notice(row, canvas.Clean(f.Err.Error()), canvas.LabelInk)
	}
}

// DrawStart shows the greeting of a match.
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
