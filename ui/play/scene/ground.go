package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// tileShift converts 1/256 unit to tiles of 8 units.
const tileShift = 11

// Land caches the terrain of the arena drawn last.
type Land struct {
	arena *game.Arena
	*Terrain
}

func (l *Land) of(a *game.Arena) *Terrain {
	if l.arena != a {
		l.arena, l.Terrain = a, TerrainOf(a)
	}
	return l.Terrain
}

// DrawGround begins the picture with the ground: dust, rock and its shadow, and the fence.
func (f *Frame) DrawGround() {
	if f.far() {
		f.Sheet.Resize(f.Sheet.Size())
		f.drawFarGround()
		return
	}
	land := f.Land.of(f.Match.Setup.Arena)
	if f.Sheet.LowBandwidth || f.Sheet.Mode == canvas.ASCII {
		land = land.Plain()
	}
	ground := canvas.Ground(land)
	if f.Sheet.ReducedMotion {
		ground = dustless{land}
	}
	f.Sheet.Lay(canvas.Backdrop{Ground: ground, Left: f.Left / canvas.Across, Top: f.Top / canvas.Down, Margin: 1, Stars: f.slowness()})
}

// dustless is a terrain with empty space instead of dust.
type dustless struct{ *Terrain }

func (d dustless) Row(x, y int, into []TerrainCell) {
	d.Terrain.Row(x, y, into)
	for i := range into {
		for j, k := range into[i] {
			if k <= canvas.Sky {
				into[i][j] = canvas.SpaceTone
			}
		}
	}
}

// drawFarGround draws rock from far away, where a dot covers a part of a tile or several tiles: it is rock if one of
// them is. Light falls from above: rock is bright under space.
func (f *Frame) drawFarGround() {
	width, height := f.Sheet.Dots()
	tiles := max(1<<f.Shift>>tileShift, 1)
	for y := canvas.Down; y < height-canvas.Down; y++ {
		for x := range width {
			tx, ty := (f.Left+x)<<f.Shift>>tileShift, (f.Top+y)<<f.Shift>>tileShift
			switch {
			case !f.anyRock(tx, ty, tiles):
			case f.anyRock(tx, (f.Top+y-1)<<f.Shift>>tileShift, tiles):
				f.Sheet.Dot(x, y, canvas.RockFace)
			default:
				f.Sheet.Dot(x, y, canvas.RockLit)
			}
		}
	}
	f.drawFarFence()
}

func (f *Frame) anyRock(left, top, side int) bool {
	a := f.Match.Setup.Arena
	for ty := max(top, 0); ty < min(top+side, a.Height); ty++ {
		for tx := max(left, 0); tx < min(left+side, a.Width); tx++ {
			if a.Tiles[ty*a.Width+tx] == game.Rock {
				return true
			}
		}
	}
	return false
}

// drawFarFence draws a line around the arena.
func (f *Frame) drawFarFence() {
	w, h := f.Match.Setup.Arena.Size()
	left, top := f.Locate(0, 0)
	right, bottom := f.Locate(w, h)
	for x := left - 1; x <= right; x++ {
		f.Sheet.Dot(x, top-1, canvas.Border)
		f.Sheet.Dot(x, bottom, canvas.Border)
	}
	for y := top - 1; y <= bottom; y++ {
		f.Sheet.Dot(left-1, y, canvas.Border)
		f.Sheet.Dot(right, y, canvas.Border)
	}
}
