package play

import "dogfight/game"

// sprite is a square picture, row by row: n is bright like the nose, m middle, d
// dark like the engines, c the middle of a ship, and a dot lets through what is
// behind.
type sprite []string

// shape is a picture of a kind of ship, flying up and flying up to the right. The
// other six facings are these two turned.
type shape struct {
	up, upRight sprite
	dots        [game.Courses][]dot // by facing, in the order in which they are drawn
}

// dot is one of a picture, with the letter that it has there.
type dot struct {
	x, y   int
	letter byte
}

func init() {
	for _, s := range []*silhouette{&slim, &even, &stout} {
		s.small.turn()
		s.large.turn()
	}
}

// turn finds the dots of all facings. The hull is drawn over the engines and the nose
// over the hull, for the dots of a cell may have one colour for all.
func (s *shape) turn() {
	for facing := range s.dots {
		for _, letter := range []byte("dmcn") {
			for y := range s.up {
				for x := range s.up {
					if s.at(game.Course(facing), x, y) == letter {
						s.dots[facing] = append(s.dots[facing], dot{x, y, letter})
					}
				}
			}
		}
	}
}

// at returns the letter in a column and row of the shape when it faces that way.
func (s *shape) at(facing game.Course, x, y int) byte {
	last := len(s.up) - 1
	switch facing {
	case game.Right:
		return s.up[last-x][y]
	case game.Down:
		return s.up[last-y][last-x]
	case game.Left:
		return s.up[x][last-y]
	case game.UpRight:
		return s.upRight[y][x]
	case game.DownRight:
		return s.upRight[last-x][y]
	case game.DownLeft:
		return s.upRight[last-y][last-x]
	case game.UpLeft:
		return s.upRight[x][last-y]
	}
	return s.up[y][x]
}

// silhouette is what a kind of ship looks like.
type silhouette struct {
	small shape // where a dot is 4 units
	large shape // where a dot is 2 units
}

var (
	slim = silhouette{
		small: shape{
			up:      sprite{".n.", ".m.", "d.d"},
			upRight: sprite{"..n", "dm.", ".d."},
		},
		large: shape{
			up: sprite{
				"...n...",
				"...n...",
				"..mmm..",
				"..mcm..",
				"..mmm..",
				".m.m.m.",
				".d...d.",
			},
			upRight: sprite{
				"......n",
				"....mn.",
				".mmmmm.",
				"..mcm..",
				".d.mm..",
				"..d.m..",
				".......",
			},
		},
	}
	even = silhouette{
		small: shape{
			up:      sprite{".n.", "mmm", "d.d"},
			upRight: sprite{"dmn", ".mm", "..d"},
		},
		large: shape{
			up: sprite{
				"...n...",
				"...n...",
				"..mmm..",
				"..mcm..",
				".mmmmm.",
				"mm.m.mm",
				"m..d..m",
			},
			upRight: sprite{
				"......n",
				".mmmmn.",
				"..mmmm.",
				"...cmm.",
				"..d.mm.",
				".....m.",
				".......",
			},
		},
	}
	stout = silhouette{
		small: shape{
			up:      sprite{".n.", "mmm", "mdm"},
			upRight: sprite{"mmn", "dmm", ".dm"},
		},
		large: shape{
			up: sprite{
				"..nnn..",
				"..mmm..",
				".mmmmm.",
				"mmmcmmm",
				"mmmmmmm",
				"mm.m.mm",
				".d.d.d.",
			},
			upRight: sprite{
				"....nn.",
				".mmmmnn",
				".mmmmmn",
				".dmcmm.",
				"..mmmm.",
				".d.dmm.",
				".......",
			},
		},
	}
)

// silhouetteOf returns what a class looks like, by how much it stands.
func silhouetteOf(class *game.Class) *silhouette {
	switch {
	case class.HP <= 3:
		return &slim
	case class.HP >= 7:
		return &stout
	}
	return &even
}
