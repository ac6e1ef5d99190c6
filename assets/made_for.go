package assets

import "dogfight/game"

// madeFor are the built-in arenas that were drawn for one mode. The others suit all modes
// in which ships fight.
var madeFor = map[string]game.Mode{
	"basin": game.Last, "henge": game.Last, "maelstrom": game.Last,
	"twin": game.CaptureOrb, "gorge": game.CaptureOrb, "quarters": game.CaptureOrb,
	"ring": game.Race, "serpent": game.Race, "tour": game.Race,
	"chasm": game.Waves, "rampart": game.Waves, "shoal": game.Waves,
	"grid": game.Trails, "pillars": game.Trails, "stadium": game.Trails,
}

// MadeFor reports whether a built-in arena is one that the mode is usually played in: that was
// drawn for it or, if none was, for no mode.
func MadeFor(name string, mode game.Mode) bool {
	made, special := madeFor[name]
	if special {
		return made == mode
	}
	for _, other := range madeFor {
		if other == mode {
			return false
		}
	}
	return true
}
