package scene

import (
	"cmp"
	"slices"

	"dogfight/assets"
	"dogfight/game"
)

// quarters are the quarter turns to the right from a drawing to a facing.
var quarters = [game.Courses]int{
	game.Right: 1, game.Down: 2, game.Left: 3,
	game.DownRight: 1, game.DownLeft: 2, game.UpLeft: 3,
}

// facings returns the drawings of all facings, turned from the two given.
func facings(up, upRight assets.Drawing) (turned [game.Courses]assets.Drawing) {
	for facing := range turned {
		d := up
		if vx, vy := game.Course(facing).Vector(); vx != 0 && vy != 0 && upRight != nil {
			d = upRight
		}
		for range quarters[facing] {
			d = quarterTurn(d)
		}
		turned[facing] = d
	}
	return turned
}

// quarterTurn returns a square drawing turned to the right.
func quarterTurn(d assets.Drawing) assets.Drawing {
	turned := make(assets.Drawing, len(d))
	for y := range d {
		row := make([]byte, len(d))
		for x := range row {
			row[x] = d[len(d)-1-x][y]
		}
		turned[y] = string(row)
	}
	return turned
}

// at returns a letter of a drawing, '.' outside.
func at(d assets.Drawing, x, y int) byte {
	if y < 0 || y >= len(d) || x < 0 || x >= len(d[y]) {
		return '.'
	}
	return d[y][x]
}

// spots returns a drawing as a list, in the order of Parts.
func spots(d assets.Drawing, facing game.Course) []SpriteSpot {
	var list []SpriteSpot
	for y := range d {
		for x := range d[y] {
			if letter := d[y][x]; letter != '.' {
				list = append(list, SpriteSpot{fromMiddle(x, len(d[y])), fromMiddle(y, len(d)), partOf(letter, facing)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b SpriteSpot) int { return cmp.Compare(a.Part, b.Part) })
	return slices.Clip(list)
}

// outline returns the places beside a drawing, except behind nozzles, where flames begin.
func outline(d assets.Drawing, nozzles []Nozzle) []SpriteSpot {
	var list []SpriteSpot
	for y := -1; y <= len(d); y++ {
		for x := -1; x <= len(d); x++ {
			if at(d, x, y) != '.' || !touched(d, x, y) {
				continue
			}
			s := SpriteSpot{fromMiddle(x, len(d)), fromMiddle(y, len(d)), Edge}
			if !slices.ContainsFunc(nozzles, func(n Nozzle) bool { return n.X == s.X && n.Y == s.Y }) {
				list = append(list, s)
			}
		}
	}
	return slices.Clip(list)
}

// touched reports whether a place has a letter beside it.
func touched(d assets.Drawing, x, y int) bool {
	return at(d, x-1, y) != '.' || at(d, x+1, y) != '.' || at(d, x, y-1) != '.' || at(d, x, y+1) != '.'
}

// fromMiddle returns an index relative to the middle.
func fromMiddle(i, length int) int8 { return int8(i - length/2) }
