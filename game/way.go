package game

// Way is the length of the way from each tile of an arena to a goal, around rock; NoWay if there
// is none. It ranks a race, and guides bots.
type Way []uint16

// Lengths of steps to the next tile. Beside rock, where ships slide along, they are longer.
const (
	WayStep  = 5 // straight
	waySlant = 7 // diagonal
	wayTight = 4 // more for a tile with no room for a ship in its middle
	wayWith  = 2 // less along a boost lane,
	wayAgain = 8 // and more against it

	NoWay = 1<<16 - 1 // there is none
)

// From returns the length from a place in 1/256 unit.
func (way Way) From(a *Arena, x, y int32) int32 {
	tx, ty := int(x>>tileShift), int(y>>tileShift)
	if uint(tx) >= uint(a.Width) || uint(ty) >= uint(a.Height) {
		return NoWay
	}
	return int32(way[ty*a.Width+tx])
}

// wayCosts returns the extra length of a step onto each tile: 0 or wayTight, or NoWay where a
// ship cannot be.
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

// hullFitsBeside reports whether a ship fits anywhere on a tile, as in a lane two tiles wide.
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

// wayTo searches from the goals outwards, nearest tiles first, with bucket queues by distance.
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

// besides are the offsets of the tiles around one.
var besides = [...]struct{ x, y int }{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}

// waySteps are the lengths from the tiles around to one, in the order of besides; 0 for no step.
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

// drag returns the extra length of a step out of a lane, negative along it.
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
