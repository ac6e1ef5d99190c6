package scene

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// tileShift converts 1/256 unit to tiles of 8 units.
const tileShift = 11

// Land caches the terrain of the arena drawn last.
type Land struct {
	arena *game.Arena
	*Terrain

	marked *game.Arena // whose marks these are
	marks  []tileMark
}

// tileMark is a tile with a lane or a gate.
type tileMark struct {
	tile game.Tile
	x, y int
}

// marksOf returns the marks of an arena, row by row.
func (l *Land) marksOf(a *game.Arena) []tileMark {
	if l.marked == a {
		return l.marks
	}
	l.marked, l.marks = a, l.marks[:0]
	for i, tile := range a.Tiles {
		if _, gate := tile.Gate(); gate || tile.Lane() != game.Idle {
			l.marks = append(l.marks, tileMark{tile, i % a.Width, i / a.Width})
		}
	}
	return l.marks
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
	switch {
	case f.hollow():
		ground = hollow{land}
	case f.Sheet.ReducedMotion:
		ground = dustless{land}
	}
	f.Sheet.Lay(canvas.Backdrop{Ground: ground, Left: f.Left / canvas.Across, Top: f.Top / canvas.Down, Margin: 1, FixedStars: f.slowness() == 1})
}

// dustless is a terrain with empty space instead of dust.
type dustless struct{ *Terrain }

func (d dustless) Row(x, y int, into []TerrainCell) {
	d.Terrain.Row(x, y, into)
	for i := range into {
		for j, k := range into[i] {
			if k <= canvas.Sky {
				into[i][j] = canvas.Space
			}
		}
	}
}

// hollow reports whether rock is drawn as its edge.
func (f *Frame) hollow() bool { return f.Sheet.Colourless && f.Sheet.Mode != canvas.ASCII }

// hollow is a terrain with the edges of rock alone, as ships on a rock need another colour than the rock.
type hollow struct{ *Terrain }

func (h hollow) Row(x, y int, into []TerrainCell) {
	h.Terrain.Row(x, y, into)
	for i := range into {
		for j, k := range into[i] {
			if canvas.IsRock(k) && h.inside((x+i)*canvas.Across+j%canvas.Across, y*canvas.Down+j/canvas.Across) {
				into[i][j] = canvas.Shadow // looks like space, but without stars
			}
		}
	}
}

// inside reports whether a sub-pixel of rock lies away from its edge.
func (h hollow) inside(x, y int) bool {
	const edge = 2 // sub-pixels
	return h.Rock(x-edge, y) && h.Rock(x+edge, y) && h.Rock(x, y-edge) && h.Rock(x, y+edge)
}

// drawFarGround draws rock from far away, where a dot covers a part of a tile or several tiles: it is rock if one of
// them is. Light falls from above: rock is bright under space.
func (f *Frame) drawFarGround() {
	width, height := f.Sheet.Dots()
	hollow := f.hollow()
	for y := canvas.Down; y < height-canvas.Down; y++ {
		for x := range width {
			switch {
			case !f.farRock(x, y):
			case hollow && f.farRock(x-1, y) && f.farRock(x+1, y) && f.farRock(x, y-1) && f.farRock(x, y+1):
			case f.farRock(x, y-1):
				f.Sheet.Dot(x, y, canvas.RockFace)
			default:
				f.Sheet.Dot(x, y, canvas.RockLit)
			}
		}
	}
	f.drawFarFence()
}

// farRock reports whether a dot is rock from far away.
func (f *Frame) farRock(x, y int) bool {
	return f.anyRock((f.Left+x)*f.Grain>>tileShift, (f.Top+y)*f.Grain>>tileShift, max(f.Grain>>tileShift, 1))
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

// DrawNebulas marks nebulas where the ground has no colour for them.
func (f *Frame) DrawNebulas() {
	if f.Sheet.Mode != canvas.ASCII && !f.Sheet.Colourless || f.far() {
		return
	}
	width, height := f.Sheet.Width(), f.Sheet.Height()
	for row := 1; row < height-1; row++ {
		for column := row & 1 << 1; column < width; column += 4 {
			x, y := f.Left+column*canvas.Across, f.Top+row*canvas.Down
			if f.Match.Setup.Arena.At(int32(x*f.Grain), int32(y*f.Grain)) == game.Nebula {
				f.Sheet.Text(column, row, "~", canvas.Border)
			}
		}
	}
}

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
	f.eachMark(func(tile game.Tile, tx, ty, px, py int) {
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
const tileDots = 1 << tileShift / Usual

// eachMark calls do for each visible tile with a lane or a gate, with its upper left dot.
func (f *Frame) eachMark(do func(tile game.Tile, tx, ty, px, py int)) {
	width, height := f.Sheet.Dots()
	size := max(1<<tileShift/f.Grain, 1)
	for _, m := range f.Land.marksOf(f.Match.Setup.Arena) {
		px, py := f.Locate(int32(m.x)<<tileShift, int32(m.y)<<tileShift)
		if px > -size && px < width && py > -size && py < height {
			do(m.tile, m.x, m.y, px, py)
		}
	}
}

const (
	wellArms  = 3
	wellTurn  = 60 * time.Millisecond
	wellSteps = 48                             // of a full turn
	wellReach = game.WellRadius / game.One / 2 // dots
)

// DrawWells draws the wells: arms of dots that wind inwards, and a dark heart.
func (f *Frame) DrawWells() {
	for _, at := range f.Match.Setup.Arena.Wells {
		px, py := f.Locate(at.X, at.Y)
		switch {
		case !f.Near(px, py, wellReach):
		case f.far() || f.Sheet.Mode == canvas.ASCII:
			f.mark(px, py, "@", canvas.OrbHalo)
		default:
			f.drawWell(px, py)
		}
	}
}

func (f *Frame) drawWell(px, py int) {
	turn := 0.0
	if f.ringMoves() {
		turn = float64(f.Sheet.Beat(wellTurn, wellSteps)) * 2 * math.Pi / wellSteps
	}
	for arm := range wellArms {
		for dot := 3; dot < wellReach; dot += 2 {
			angle := turn + float64(arm)*2*math.Pi/wellArms + 18/float64(dot+4)
			x, y := px+int(math.Round(float64(dot)*math.Cos(angle))), py+int(math.Round(float64(dot)*math.Sin(angle)))
			f.Sheet.Dot(x, y, wellInk(dot))
		}
	}
	f.disc(px, py, canvas.Shadow, f.Sheet.Dot)
}

func wellInk(dot int) canvas.Colour {
	switch {
	case dot < 8:
		return canvas.OrbMiddle
	case dot < 16:
		return canvas.OrbDark
	}
	return canvas.OrbHalo
}
