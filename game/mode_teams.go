package game

// teams: two teams, whose points add up.
var teams = rules{
	name:  "teams",
	teams: 2,
	foes:  func(a, b *Ship) bool { return a.Team != b.Team },
	spawns: func(a *Arena, team uint8) []Point {
		if own := a.TeamSpawns[team]; len(own) > 0 {
			return own
		}
		return a.Spawns
	},
	best: func(w *World) int32 { return max(w.TeamScores[1], w.TeamScores[2]) },
}
