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
	return a.wayTo(a.wayCosts(), goals)
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
func (a *Arena) wayTo(costs []uint16, goals []int) Way {
	const lists = 32 // more than the longest step
	way := make(Way, len(a.Tiles))
	for i := range way {
		way[i] = NoWay
	}
	var waiting [lists][]int
	left := 0
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
			for _, next := range a.beside(costs, i) {
				if next.tile < 0 || far+next.far >= min(int(way[next.tile]), NoWay) {
					continue
				}
				way[next.tile] = uint16(far + next.far)
				waiting[(far+next.far)%lists] = append(waiting[(far+next.far)%lists], next.tile)
				left++
			}
		}
	}
	return way
}

// stride is a step from a tile beside, or -1.
type stride struct{ tile, far int }

// beside returns the steps back from a tile to those from which it is reached. None cuts the corner
// of a rock.
func (a *Arena) beside(costs []uint16, i int) (steps [8]stride) {
	x, y := i%a.Width, i/a.Width
	free := func(dx, dy int) bool {
		return uint(x+dx) < uint(a.Width) && uint(y+dy) < uint(a.Height) && costs[i+dy*a.Width+dx] != NoWay
	}
	n := 0
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			steps[n].tile = -1
			far := WayStep
			if dx != 0 && dy != 0 {
				far = waySlant
			}
			if free(dx, dy) && free(dx, 0) && free(0, dy) {
				to := i + dy*a.Width + dx
				steps[n] = stride{to, far + int(costs[to]) + a.Tiles[to].drag(-dx, -dy)}
			}
			n++
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
