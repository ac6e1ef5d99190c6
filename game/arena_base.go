package game

// BaseRadius is how far around a spawn of a team its base reaches, where the arena has
// no tiles of bases.
const BaseRadius = 24 * One

// HasBase reports whether there is a place to which the team can carry the orb.
func (a *Arena) HasBase(team uint8) bool {
	return len(a.Bases[team]) > 0 || len(a.TeamSpawns[team]) > 0
}

// InBase reports whether (x, y), in 1/256 unit, lies in the base of the team: on one of
// its tiles or, where it has none, near one of its spawns.
func (a *Arena) InBase(team uint8, x, y int32) bool {
	if len(a.Bases[team]) > 0 {
		return a.At(x, y).Base() == team
	}
	for _, at := range a.TeamSpawns[team] {
		if within(x-at.X, y-at.Y, BaseRadius) {
			return true
		}
	}
	return false
}

// BaseTiles returns the places that are the nearest to go to for whoever wants to be in the
// base of the team: the middles of its tiles, or its spawns.
func (a *Arena) BaseTiles(team uint8) []Point {
	if len(a.Bases[team]) > 0 {
		return a.Bases[team]
	}
	return a.TeamSpawns[team]
}

// findMiddle finds the place nearest to the middle that has room for a ship: the middle
// itself, or else that of a tile. Every arena has a spawn, so there is one.
func (a *Arena) findMiddle() {
	width, height := a.Size()
	a.Middle = Point{width / 2, height / 2}
	if a.HullFits(a.Middle.X, a.Middle.Y) {
		return
	}
	nearest, middle := int64(1)<<62, a.Middle
	for i, tile := range a.Tiles {
		at := tileCentre(i%a.Width, i/a.Width)
		dx, dy := int64(at.X-middle.X), int64(at.Y-middle.Y)
		if d := dx*dx + dy*dy; tile != Rock && d < nearest && a.HullFits(at.X, at.Y) {
			nearest, a.Middle = d, at
		}
	}
}
