package hud

import (
	"strconv"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// The last seconds are counted down in large digits, in a box of cells.
const (
	lastSeconds     = 10
	countdownWidth  = 11
	countdownHeight = canvas.PlainHeadlineRows // higher than with dots
)

// DrawCountdown counts the last seconds down, under the top line or clear of the own ship.
func (f *Frame) DrawCountdown() {
	left := f.Match.World.TimeLeft(f.Match.Setup)
	if f.Match.Phase != net.Playing || f.Match.Paused || f.Match.World.Status != game.InProgress || left == 0 || left > lastSeconds*game.TickRate {
		return
	}
	seconds := (int(left) + game.TickRate - 1) / game.TickRate
	at := f.countdownArea()
	f.Sheet.HeadlineIn(at, strconv.Itoa(seconds), canvas.Fair)
}

// countdownArea returns the first place that does not cover the own ship.
func (f *Frame) countdownArea() canvas.Area {
	top, bottom := 2+f.Sheet.Above, f.Sheet.Height()-2-countdownHeight
	middle := (f.Sheet.Width() - countdownWidth) / 2
	places := [...]canvas.Area{
		canvas.Rect(middle, top, countdownWidth, countdownHeight),
		canvas.Rect(f.Sheet.Width()/4-countdownWidth/2, top, countdownWidth, countdownHeight),
		canvas.Rect(f.Sheet.Width()*3/4-countdownWidth/2, top, countdownWidth, countdownHeight),
		canvas.Rect(middle, bottom, countdownWidth, countdownHeight),
	}
	best := places[0]
	own := canvas.Area{}
	if f.Match.Flying(f.Match.Me) != nil {
		own = f.Space.ShipArea(f.Match.Me).Wider(ownRoomColumns, ownRoomRows)
	}
	for i := len(places) - 1; i >= 0; i-- {
		if !places[i].Meets(own) {
			best = places[i]
		}
	}
	return best
}

// The distance of the countdown from the own ship, in cells.
const (
	ownRoomColumns = 3
	ownRoomRows    = 1
)
