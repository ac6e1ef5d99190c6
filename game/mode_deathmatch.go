package game

// deathmatch: everybody against everybody.
var deathmatch = rules{
	name:   "deathmatch",
	foes:   func(_, _ *Ship) bool { return true },
	spawns: func(a *Arena, _ uint8) []Point { return a.Spawns },
	best: func(w *World) int32 {
		best := w.Ships[0].Score
		for i := range w.Ships {
			best = max(best, w.Ships[i].Score)
		}
		return best
	},
}
