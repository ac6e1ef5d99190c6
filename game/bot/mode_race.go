package bot

import "dogfight/game"

// How far along the way a bot looks, in tiles.
var raceLooks = [...]int{2, 3, 5, 7, 10, 13, 17, 22, 28, 36, 44}

// hugging is up to which of these the way may seem hidden to a ship that hugs rock.
const hugging = 3

// laneLook is how many tiles of a boost lane a bot flies at that is not on it yet.
const laneLook = 3

func raceGoal(_ *Bot, v *view) (at vector, want int32, ok bool) {
	a := v.s.Arena
	if len(a.Gates) == 0 || v.slot >= game.MaxRacers {
		return vector{}, 0, false
	}
	v.bound = true
	path := v.course(int(v.w.Racers[v.slot].Gate))
	best := path.places[min(1, path.n-1)]
	for i, look := range raceLooks {
		if look >= path.n {
			break
		}
		if at = path.places[look]; v.fits(v.at, at) {
			best = at
		} else if i >= hugging {
			break // what shows farther on may lie on the other side of a rock that the way leads around
		}
	}
	return best, 0, true
}

// route is the way ahead, tile by tile.
type route struct {
	places [64]vector
	n      int
}

// course returns the way ahead from where the ship is over the checkpoint and those after it, as
// far as a bot looks; it ends a little way on the next boost lane.
func (v *view) course(gate int) (r route) {
	a := v.s.Arena
	x, y := int(v.at.x/tile), int(v.at.y/tile)
	lane, till := a.At(v.at.x, v.at.y).Lane(), raceLooks[len(raceLooks)-1]
	r.places[0], r.n = v.at, 1
	for r.n <= till {
		way := a.Ways[gate]
		if way.From(a, int32(x)*tile, int32(y)*tile) == 0 {
			gate = (gate + 1) % len(a.Ways)
			way = a.Ways[gate]
		}
		nx, ny := downhill(a, way, x, y)
		if nx == x && ny == y {
			break
		}
		x, y = nx, ny
		r.places[r.n] = vector{int32(x)*tile + tile/2, int32(y)*tile + tile/2}
		r.n++
		if next := a.At(int32(x)*tile, int32(y)*tile).Lane(); next != game.Idle && lane == game.Idle {
			till = min(till, r.n+laneLook)
		}
	}
	return r
}

const tile = game.TileSize * game.One

// downhill returns the tile beside that is nearest to where the way leads.
func downhill(a *game.Arena, way game.Way, x, y int) (bestX, bestY int) {
	bestX, bestY = x, y
	near := way.From(a, int32(x)*tile, int32(y)*tile)
	at := func(x, y int) int32 { return way.From(a, int32(x)*tile, int32(y)*tile) }
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			far := at(x+dx, y+dy)
			if far < near && at(x+dx, y) != game.NoWay && at(x, y+dy) != game.NoWay {
				near, bestX, bestY = far, x+dx, y+dy
			}
		}
	}
	return bestX, bestY
}
