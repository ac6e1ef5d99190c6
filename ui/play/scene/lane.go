package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// A light runs along boost lanes: one arrow of so many is bright, the next one after a while.
const (
	laneLights = 4
	laneMoves  = 90 * time.Millisecond
)

// laneSigns are what a lane's tiles are marked with.
var laneSigns = [game.Courses]string{game.Up: "^", game.Down: "v", game.Left: "<", game.Right: ">"}

// DrawLanes draws the boost lanes: arrows that point along them.
func (f *Frame) DrawLanes() {
	phase := 0
	if f.ringMoves() {
		phase = f.Beat(laneMoves, laneLights)
	}
	f.eachTile(func(tile game.Tile, tx, ty, px, py int) {
		lane := tile.Lane()
		if lane == game.Idle {
			return
		}
		ink := canvas.ShieldMiddle
		x, y := lane.Vector()
		along := (tx*int(x) + ty*int(y)) / game.One
		if (along-phase)&(laneLights-1) == 0 {
			ink = canvas.ShieldGlow
		}
		column, row := f.Cell(px, py)
		if f.InField(column, row) {
			f.Text(column, row, laneSigns[lane], ink)
		}
	})
}

// tileDots is how many dots the side of a tile takes from the usual distance.
const tileDots = 1 << (tileShift - Usual)

// eachTile calls do for each tile that shows, with the dot in its upper left corner.
func (f *Frame) eachTile(do func(tile game.Tile, tx, ty, px, py int)) {
	a := f.Setup.Arena
	width, height := f.Dots()
	left, top := max(f.Left<<f.Shift>>tileShift, 0), max(f.Top<<f.Shift>>tileShift, 0)
	right := min((f.Left+width)<<f.Shift>>tileShift, a.Width-1)
	bottom := min((f.Top+height)<<f.Shift>>tileShift, a.Height-1)
	for ty := top; ty <= bottom; ty++ {
		for tx := left; tx <= right; tx++ {
			if tile := a.Tiles[ty*a.Width+tx]; tile != game.Space && tile != game.Rock {
				px, py := f.Locate(int32(tx)<<tileShift, int32(ty)<<tileShift)
				do(tile, tx, ty, px, py)
			}
		}
	}
}
