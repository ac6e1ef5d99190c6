package game

// Way says for each tile of an arena how far it is from there to a goal, around rock: it
// is what orders the places of a race, and what bots find their way by. What no ship can
// reach is NoWay.
type Way []uint16

// How far the next tile is. Beside rock, where a ship slides along it, it is farther.
const (
	WayStep  = 5 // to a tile beside it
	waySlant = 7 // to one across the corner
	wayTight = 4 // more for a tile in whose middle no ship fits
	wayWith  = 2 // less with a boost lane,
	wayAgain = 8 // and more against one

	NoWay = 1<<16 - 1 // there is none
)

// From returns how far it is from a place, in 1/256 unit.
func (way Way) From(a *Arena, x, y int32) int32 {
	tx, ty := int(x>>tileShift), int(y>>tileShift)
	if uint(tx) >= uint(a.Width) || uint(ty) >= uint(a.Height) {
		return NoWay
	}
	return int32(way[ty*a.Width+tx])
}

// WayTo returns the way to the nearest of some tiles, by their index in Tiles.
func (a *Arena) WayTo(goals []int) Way {
	costs := a.wayCosts()
	return a.wayTo(costs, a.waySteps(costs), goals)
}

// wayCosts returns what each tile adds to the step onto it: 0 or wayTight, or NoWay where no
// ship can be.
func (a *Arena) wayCosts() []uint16 {
	costs := make([]uint16, len(a.Tiles))
	for i := range costs {
		at := tileCentre(i%a.Width, i/a.Width)
		switch {
		case a.HullFits(at.X, at.Y):
		case a.hullFitsBeside(at):
			costs[i] = wayTight
		default:
			costs[i] = NoWay
		}
	}
	return costs
}

// hullFitsBeside reports whether a ship fits anywhere on the tile with that middle, as it does in
// a lane that is two tiles wide.
func (a *Arena) hullFitsBeside(at Point) bool {
	const off = TileSize * One / 4
	for y := int32(-off); y <= off; y += off {
		for x := int32(-off); x <= off; x += off {
			if a.HullFits(at.X+x, at.Y+y) {
				return true
			}
		}
	}
	return false
}

// wayTo is a search from the goals outwards, the nearest tiles first. Tiles wait in one of as
// many lists as a step can be long, by how far they are.
func (a *Arena) wayTo(costs []uint16, steps []waySteps, goals []int) Way {
	const lists = 32 // more than the longest step
	way := make(Way, len(a.Tiles))
	for i := range way {
		way[i] = NoWay
	}
	var waiting [lists][]int
	left := 0
	var beside [len(besides)]int // index in Tiles, relative to that of the tile
	for k, d := range besides {
		beside[k] = d.y*a.Width + d.x
	}
	for _, i := range goals {
		if costs[i] != NoWay {
			way[i] = 0
			waiting[0] = append(waiting[0], i)
			left++
		}
	}
	for far := 0; left > 0; far++ {
		for list := &waiting[far%lists]; len(*list) > 0; left-- {
			i := (*list)[len(*list)-1]
			*list = (*list)[:len(*list)-1]
			if int(way[i]) != far {
				continue // a shorter way was found since
			}
			for k, step := range steps[i] {
				next, then := i+beside[k], far+int(step)
				if step == 0 || then >= int(way[next]) {
					continue
				}
				way[next] = uint16(then)
				waiting[then%lists] = append(waiting[then%lists], next)
				left++
			}
		}
	}
	return way
}

// besides are the steps to the tiles around one.
var besides = [...]struct{ x, y int }{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}

// waySteps are how far it is to a tile from those around it, in the order of besides, or 0 where there is no step.
type waySteps [len(besides)]uint8

// waySteps returns the steps to each tile. None cuts the corner of a rock.
func (a *Arena) waySteps(costs []uint16) []waySteps {
	open := func(x, y int) bool {
		return uint(x) < uint(a.Width) && uint(y) < uint(a.Height) && costs[y*a.Width+x] != NoWay
	}
	steps := make([]waySteps, len(costs))
	for i := range steps {
		x, y := i%a.Width, i/a.Width
		for k, d := range besides {
			if !open(x+d.x, y+d.y) || !open(x+d.x, y) || !open(x, y+d.y) {
				continue
			}
			far := WayStep
			if d.x != 0 && d.y != 0 {
				far = waySlant
			}
			from := i + d.y*a.Width + d.x
			steps[i][k] = uint8(far + int(costs[from]) + a.Tiles[from].drag(-d.x, -d.y))
		}
	}
	return steps
}

// drag returns what a lane adds to a step from it that way: less than nothing along with it.
func (t Tile) drag(dx, dy int) int {
	x, y := t.Lane().Vector()
	switch with := int(x)*dx + int(y)*dy; {
	case with > 0:
		return -wayWith
	case with < 0:
		return wayAgain
	}
	return 0
}
