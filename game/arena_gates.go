package game

// findGates finds the middle of each checkpoint, of which none may be left out, and
// fills in the settings that are needed and not said.
func (p *arenaParser) findGates() error {
	a := &p.arena
	var columns, rows, tiles [MaxGates]int
	for i, tile := range a.Tiles {
		if gate, ok := tile.Gate(); ok {
			columns[gate] += i % a.Width
			rows[gate] += i / a.Width
			tiles[gate]++
		}
	}
	for gate := range tiles {
		if tiles[gate] == 0 {
			break
		}
		a.Gates = append(a.Gates, a.nearestTile(Tile(gateTiles[gate]), columns[gate]/tiles[gate], rows[gate]/tiles[gate]))
	}
	for i, tile := range a.Tiles {
		if gate, ok := tile.Gate(); ok && gate >= len(a.Gates) {
			return p.problem(i%a.Width, i/a.Width, "checkpoint %q without one before: must have %q too", tile, gateTiles[len(a.Gates)])
		}
	}
	a.findWays()
	if len(a.Gates) > 0 && a.Laps == 0 {
		a.Laps = usualLaps
	}
	if len(a.Wells) > 0 && a.Pull == 0 {
		a.Pull = usualPull
	}
	return nil
}

// nearestTile returns the middle of the tile of that kind that is nearest to the one
// in column x of row y.
func (a *Arena) nearestTile(kind Tile, x, y int) Point {
	nearest, column, row := 1<<30, 0, 0
	for i, tile := range a.Tiles {
		if tile != kind {
			continue
		}
		dx, dy := i%a.Width-x, i/a.Width-y
		if d := dx*dx + dy*dy; d < nearest {
			nearest, column, row = d, i%a.Width, i/a.Width
		}
	}
	return tileCentre(column, row)
}

// findWays finds the ways to the checkpoints, and how long those are between them.
func (a *Arena) findWays() {
	if len(a.Gates) == 0 {
		return
	}
	tiles := make([][]int, len(a.Gates))
	for i, tile := range a.Tiles {
		if gate, ok := tile.Gate(); ok {
			tiles[gate] = append(tiles[gate], i)
		}
	}
	costs := a.wayCosts()
	steps := a.waySteps(costs)
	for gate := range a.Gates {
		way := a.wayTo(costs, steps, tiles[gate])
		leg := int32(NoWay)
		for _, i := range tiles[(gate+len(tiles)-1)%len(tiles)] {
			leg = min(leg, int32(way[i]))
		}
		a.Ways, a.Legs = append(a.Ways, way), append(a.Legs, leg)
	}
}
