package hud

import (
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// DrawPhase shows the state of the connection unless it is playing.
func (f *Frame) DrawPhase() {
	row := f.rowWithoutShips(f.Sheet.Height() / 3)
	switch f.Match.Phase {
	case net.Joining:
		f.Sheet.Notice(row, "joining ...", canvas.TextInk)
	case net.Lost:
		row = f.Sheet.Notice(row, f.Sheet.Hint("connection lost, reconnecting - Esc menu"), canvas.Bad)
		f.drawReason(row)
	case net.Refused:
		row = f.Sheet.Notice(row, "the host refused the connection", canvas.Bad)
		f.drawReason(row)
	case net.Ended:
		row = f.Sheet.Notice(row, "the match is over", canvas.TextInk)
		f.drawReason(row)
	}
}

// rowWithoutShips returns the nearest row where two centred lines cover no ship, or row if there is none nearby.
func (f *Frame) rowWithoutShips(row int) int {
	const columns, rows, most = 54, 2, 5
	words := f.Sheet.Middle(columns, rows)
	for step := range 2*most + 1 {
		words.Y = row + (step+1)/2
		if step%2 == 0 {
			words.Y = row - step/2
		}
		if f.Space.FreeOfShips(words) {
			return words.Y
		}
	}
	return row
}

func (f *Frame) drawReason(row int) {
	if f.Match.Err != nil {
		f.Sheet.Notice(row, canvas.Clean(f.Match.Err.Error()), canvas.LabelInk)
	}
}

// DrawStart shows the greeting of a match.
func (f *Frame) DrawStart() {
	if greeting := f.objective().greeting; greeting != nil {
		if words, ink := greeting(f); words != "" && f.Match.Phase == net.Playing && f.Match.World.Status == game.InProgress {
			f.Sheet.Headline(f.Sheet.Height()/4, words, ink)
		}
		return
	}
	const shown = game.TickRate * 5 / 4
	if f.Match.Phase == net.Playing && f.Match.World.Status == game.InProgress && f.Match.World.Tick-f.Match.World.Started < shown {
		f.Sheet.Headline(f.Sheet.Height()/4, "FIGHT", canvas.FlameOrange)
	}
}
