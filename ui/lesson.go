package ui

import "dogfight/game"

// lesson is one thing to be learnt.
type lesson struct {
	said words
	held words // instead, where releases are reported; the zero value says the same
	bots int   // that fly along

	goals func(t *try) []game.Point // what is to be marked now
	done  func(t *try) bool
}

// words are what a lesson says, each in a line that fits a terminal of 60 columns.
// What stands in braces is replaced by the names of keys.
type words struct {
	task   string
	note   string // below it
	hint   string // instead, after some seconds without success
	absent string // instead, while there is nothing to be marked
}

// lessons are given in this order.
var lessons = [...]lesson{
	{
		said: words{
			task: "Fly through the rings with the {steer}",
			note: "press once: a course holds until the next key",
			hint: "{steer}, one at a time; the ring at the edge points on",
		},
		held: words{
			task: "Fly through the rings with the {steer}",
			note: "hold the key: a course is held as long as its key",
			hint: "hold one of the {steer}; the ring at the edge points on",
		},
		goals: func(t *try) []game.Point { return t.leftOf(straight(t)) },
		done:  func(t *try) bool { return t.allPassed(straight(t), anyhow) },
	},
	{
		said: words{
			task: "Fly through the rings on a diagonal",
			note: "press two {steer} at the same moment, or {diagonals}",
			hint: "in the ring, press two {steer} at once, or {diagonals}",
		},
		held: words{
			task: "Fly through the rings on a diagonal",
			note: "hold two {steer} at once, or {diagonals}",
			hint: "in the ring, hold two {steer} at once, or {diagonals}",
		},
		goals: func(t *try) []game.Point { return t.leftOf(diagonal(t)) },
		done:  func(t *try) bool { return t.allPassed(diagonal(t), askew) },
	},
	{
		said: words{
			task: "{brake} brakes: come to a stand",
			note: "the ship drifts on for a moment",
			hint: "fly a little, press {brake}, and then nothing else",
		},
		held: words{
			task: "Let go of all keys and come to a stand",
			note: "or press {brake}; the ship drifts on for a moment",
			hint: "fly a little, then let go of every key",
		},
		goals: nowhere,
		done:  (*try).stopped,
	},
	{
		said: words{
			task:   "{fire} fires: blow up a barrel",
			note:   "shots go where the ship points; it takes three",
			hint:   "get level with a barrel, turn to it and hold {fire}",
			absent: "a new barrel comes in a moment",
		},
		goals: (*try).barrels,
		done:  func(t *try) bool { return t.did(game.EventBlast) },
	},
	{
		said: words{
			task: "{boost} boosts: race through a ring",
			note: "it burns half a second, and charges for three",
			hint: "fly straight at a ring, and press {boost} just before it",
		},
		goals: func(t *try) []game.Point { return straight(t) },
		done:  func(t *try) bool { return t.throughAny(straight(t), boosting) },
	},
	{
		said: words{
			task:   "Pick up a power-up: fly over it",
			note:   "+1♥ repairs, +1• loads, S shields, O fires faster",
			hint:   "it lies in the ring; the one at the edge points on",
			absent: "wait: one appears on its pad in a moment",
		},
		goals: (*try).powerUps,
		done:  (*try).pickedUp,
	},
	{
		said: words{
			task:   "Shoot down the other ship",
			note:   "it holds its fire, and takes five hits",
			hint:   "get level with it, turn to it and hold {fire}",
			absent: "it comes in a moment",
		},
		bots:  1,
		goals: (*try).foes,
		done:  (*try).shotOneDown,
	},
}

// straight and diagonal are the rings of the arena.
func straight(t *try) []game.Point { return t.Setup.Arena.TeamSpawns[1] }
func diagonal(t *try) []game.Point { return t.Setup.Arena.TeamSpawns[2] }

func nowhere(*try) []game.Point { return nil }

// The ways to fly through a ring.
func anyhow(*game.Ship) bool        { return true }
func boosting(ship *game.Ship) bool { return ship.Boosting() }
func askew(ship *game.Ship) bool {
	x, y := ship.Facing.Vector()
	return x != 0 && y != 0
}
