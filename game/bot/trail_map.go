package bot

import "dogfight/game"

// The map of a bot, in tiles: the screen in this mode, where the camera is farther away.
const (
	mapWidth  = 98
	mapHeight = 78
	mapCells  = mapWidth * mapHeight
)

// trailMap is the space around a ship in squares of a tile. Those at its edge are taken.
type trailMap struct {
	left, top int32           // tiles
	cells     [mapCells]uint8 // taken, or the number of the last search that came there
	foes      [mapCells]uint8 // 1 + steps in which a foe can be there; 0 for too many
	search    uint8
	queue     [mapCells]uint16
}

// taken is above the number of any search.
const taken = 255

// reachSteps is how far a search looks ahead. Predictions beyond are worthless.
const reachSteps = 60

// cell returns the square of a place, or the nearest at the edge.
func (m *trailMap) cell(x, y int32) int {
	cx := min(max(x/(game.TileSize*game.One)-m.left, 0), mapWidth-1)
	cy := min(max(y/(game.TileSize*game.One)-m.top, 0), mapHeight-1)
	return int(cy*mapWidth + cx)
}

// cellSteps are the offsets of the four squares around one, by course.
var cellSteps = [5]int{game.Up: -mapWidth, game.Down: mapWidth, game.Left: -1, game.Right: 1}

// draw marks rock, edges and walls.
func (m *trailMap) draw(w *game.World, s *game.Setup, at vector) {
	m.left = at.x/(game.TileSize*game.One) - mapWidth/2
	m.top = at.y/(game.TileSize*game.One) - mapHeight/2
	m.drawRock(w, s)
	for i := range w.Trails {
		m.drawTrail(&w.Trails[i], game.Point{X: w.Ships[i].X, Y: w.Ships[i].Y})
	}
}

// drawRock marks the squares without room for a ship in their middle, now or soon.
func (m *trailMap) drawRock(w *game.World, s *game.Setup) {
	least, most := w.TrailBox(s)
	const room = (game.TileSize + 4) * game.One // the edges close in
	var row [mapWidth]uint8
	for x := range int32(mapWidth) {
		px := (m.left+x)*game.TileSize*game.One + game.TileSize*game.One/2
		if x == 0 || x == mapWidth-1 || px-least.X < room || most.X-px < room {
			row[x] = taken
		}
	}
	for y := range int32(mapHeight) {
		py := (m.top+y)*game.TileSize*game.One + game.TileSize*game.One/2
		to := m.cells[y*mapWidth:][:mapWidth]
		if copy(to, row[:]); y == 0 || y == mapHeight-1 || py-least.Y < room || most.Y-py < room {
			for x := range to {
				to[x] = taken
			}
		}
	}
	a := s.Arena
	for y := max(m.top, 0); y < min(m.top+mapHeight, int32(a.Height)); y++ {
		row := a.Tiles[int(y)*a.Width:]
		for x := max(m.left, 0); x < min(m.left+mapWidth, int32(a.Width)); x++ {
			if row[x] == game.Rock {
				m.markAround(x-m.left, y-m.top)
			}
		}
	}
}

// markAround marks a square and those around it: a hull is wider than a tile.
func (m *trailMap) markAround(x, y int32) {
	for cy := max(y-1, 0); cy <= min(y+1, mapHeight-1); cy++ {
		for cx := max(x-1, 0); cx <= min(x+1, mapWidth-1); cx++ {
			m.cells[cy*mapWidth+cx] = taken
		}
	}
}

func (m *trailMap) drawTrail(t *game.Trail, head game.Point) {
	for k := range t.Walls() {
		if from, to, ok := t.Wall(k, head); ok {
			m.mark(from, to)
		}
	}
}

// mark marks the squares along a wall.
func (m *trailMap) mark(from, to game.Point) {
	a, b := m.cell(min(from.X, to.X), min(from.Y, to.Y)), m.cell(max(from.X, to.X), max(from.Y, to.Y))
	step := 1
	if b-a >= mapWidth {
		step = mapWidth
	}
	for ; a <= b; a += step {
		m.cells[a] = taken
	}
}

// seekFoes finds the times at which foes in these squares can be elsewhere.
func (m *trailMap) seekFoes(heads []int) {
	m.foes = [mapCells]uint8{}
	n := 0
	for _, at := range heads {
		if m.foes[at] == 0 {
			m.foes[at] = 1
			m.queue[n] = uint16(at)
			n++
		}
	}
	for i := 0; i < n; i++ {
		at := int(m.queue[i])
		after := m.foes[at] + 1
		if after > reachSteps {
			return
		}
		for _, step := range cellSteps[game.Up:] {
			to := at + step
			if uint(to) < mapCells && m.cells[to] != taken && m.foes[to] == 0 {
				m.foes[to] = after
				m.queue[n] = uint16(to)
				n++
			}
		}
	}
}

// area returns the number of squares that a ship from a square reaches before any foe, up to a maximum.
func (m *trailMap) area(from int, most int32) (size int32) {
	if m.cells[from] == taken {
		return 0
	}
	m.search++
	m.cells[from] = m.search
	m.queue[0] = uint16(from)
	n, last, steps := 1, 1, uint8(2)
	for i := 0; i < n; i++ {
		if i == last {
			last = n
			if steps++; steps > reachSteps {
				break
			}
		}
		at := int(m.queue[i])
		if m.foes[at] != 0 && m.foes[at] <= steps {
			continue
		}
		if size++; size == most {
			break
		}
		for _, to := range [4]int{at - mapWidth, at + mapWidth, at - 1, at + 1} {
			if m.cells[to] < m.search {
				m.cells[to] = m.search
				m.queue[n] = uint16(to)
				n++
			}
		}
	}
	return size
}
