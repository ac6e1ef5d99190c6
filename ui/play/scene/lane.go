package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// A light runs along boost lanes: one arrow of laneLights is bright.
const (
	laneLights = 4
	laneMoves  = 90 * time.Millisecond
)

// laneSigns mark the tiles of lanes.
var laneSigns = [game.Courses]string{game.Up: "^", game.Down: "v", game.Left: "<", game.Right: ">"}

func (f *Frame) DrawLanes() {
	phase := 0
	if f.ringMoves() {
		phase = f.Sheet.Beat(laneMoves, laneLights)
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
		column, row := f.Sheet.Cell(px, py)
		if f.Sheet.InField(column, row) {
			f.Sheet.Text(column, row, laneSigns[lane], ink)
		}
	})
}

// tileDots is the dots of a tile's side at the usual distance.
const tileDots = 1 << (tileShift - Usual)

// eachTile calls do for each visible tile that is neither space nor rock, with its upper left dot.
func (f *Frame) eachTile(do func(tile game.Tile, tx, ty, px, py int)) {
	a := f.Match.Setup.Arena
	width, height := f.Sheet.Dots()
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
