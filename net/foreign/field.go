package foreign

import (
	"math"

	"dogfight/game"
)

// field is the part of space seen so far. The servers do not send its size.
type field struct{ across, down stretch }

// stretch is a field along one axis, in tiles.
type stretch struct{ from, tiles int }

// newField has the size of the original server's: 800 by 600 units.
func newField() field { return field{stretch{0, 800 / game.TileSize}, stretch{0, 600 / game.TileSize}} }

// hull is the visible margin around a ship, in units.
const hull = 8

// begin moves an empty field to our ship if it could not grow so far.
func (f *field) begin(at vector) {
	f.across.begin(at.x)
	f.down.begin(at.y)
}

func (s *stretch) begin(at float64) {
	if t := tileOf(at); t < s.from+s.tiles-game.MaxTiles || t >= s.from+game.MaxTiles {
		s.from = t - s.tiles/2
	}
}

// include grows the field until there is room for a thing, or it is as large as an arena can be. It reports whether it
// grew.
func (f *field) include(at vector) bool {
	was := *f
	f.across.include(at.x - hull)
	f.across.include(at.x + hull)
	f.down.include(at.y - hull)
	f.down.include(at.y + hull)
	return *f != was
}

func (s *stretch) include(at float64) {
	t, room := tileOf(at), game.MaxTiles-s.tiles
	before, behind := min(max(s.from-t, 0), room), min(max(t-s.from-s.tiles+1, 0), room)
	s.from -= before
	s.tiles += before + behind
}

// tileOf returns the tile of a position. No number is too large for it.
func tileOf(at float64) int {
	const most = 1 << 40
	return int(math.Floor(min(max(at, -most), most) / game.TileSize))
}

// place returns a position in the arena, at its edge at most, and reports whether it is within.
func (f *field) place(at vector) (p game.Point, within bool) {
	x, inX := f.across.place(at.x)
	y, inY := f.down.place(at.y)
	return game.Point{X: x, Y: y}, inX && inY
}

func (s *stretch) place(at float64) (p int32, within bool) {
	const tile = game.TileSize * game.One
	v, end := (at-float64(s.from)*game.TileSize)*game.One, float64(s.tiles*tile-1)
	return int32(min(max(v, 0), end)), v >= 0 && v <= end
}

// arena returns the field as an arena without rock.
func (f *field) arena() *game.Arena {
	a := &game.Arena{Width: f.across.tiles, Height: f.down.tiles}
	a.Tiles = make([]game.Tile, a.Width*a.Height)
	for i := range a.Tiles {
		a.Tiles[i] = game.Space
	}
	w, h := a.Size()
	a.Spawns = []game.Point{{X: w / 2, Y: h / 2}}
	return a
}
