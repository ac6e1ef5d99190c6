package hud

import (
	"strconv"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// The last seconds of a match are counted down, large, in a box of so many cells.
const (
	lastSeconds     = 10
	countdownWidth  = 11
	countdownHeight = canvas.PlainHeadlineRows // which is more than with dots
)

// DrawCountdown counts the last seconds of a match down: under the top line, or where that would lie over the own ship,
// beside it.
func (f *Frame) DrawCountdown() {
	left := f.World.TimeLeft(f.Setup)
	if f.Phase != net.Playing || f.Paused || f.World.Status != game.InProgress || left == 0 || left > lastSeconds*game.TickRate {
		return
	}
	seconds := (int(left) + game.TickRate - 1) / game.TickRate
	at := f.countdownArea()
	f.HeadlineIn(at, strconv.Itoa(seconds), canvas.Fair)
}

// countdownArea returns cells that the own ship is not behind, and if possible none is.
func (f *Frame) countdownArea() canvas.Area {
	top, bottom := 2+f.Above, f.Height()-2-countdownHeight
	middle := (f.Width() - countdownWidth) / 2
	places := [...]canvas.Area{
		canvas.Rect(middle, top, countdownWidth, countdownHeight),
		canvas.Rect(f.Width()/4-countdownWidth/2, top, countdownWidth, countdownHeight),
		canvas.Rect(f.Width()*3/4-countdownWidth/2, top, countdownWidth, countdownHeight),
		canvas.Rect(middle, bottom, countdownWidth, countdownHeight),
	}
	best := places[0]
	own := canvas.Area{}
	if f.Flying(f.Me) != nil {
		own = f.ShipArea(f.Me).Wider(ownRoomColumns, ownRoomRows)
	}
	for i := len(places) - 1; i >= 0; i-- {
		if !places[i].Meets(own) {
			best = places[i]
		}
	}
	return best
}

// How far the countdown stays from the own ship, in cells.
const (
	ownRoomColumns = 3
	ownRoomRows    = 1
)
