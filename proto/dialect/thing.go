package dialect

import "dogfight/game"

// Thing is anything in space that a dialect can tell of.
type Thing struct {
	ID    uint32 // of a ship: its slot and one. Of all else: never that of another thing before it
	Kind  Kind
	New   bool          // it was not there at the Update before
	Team  uint8         // of a ship, or of a shot's owner; 0 for none
	Slot  uint8         // of a ship, or of a shot's owner
	Index uint8         // into World.Shots[Slot], World.Items or World.Barrels
	Item  game.ItemKind // of a power-up or an orb
	X, Y  int32         // 1/256 unit
	VX    int32         // 1/256 unit a tick
	VY    int32
}

// Kind says what a Thing is.
type Kind uint8

// The kinds.
const (
	Ship    Kind = 1
	Shot    Kind = 2
	PowerUp Kind = 3
	Barrel  Kind = 4
	Orb     Kind = 5
)

// MaxThings is how many there can be at a time.
const MaxThings = maxShips + maxShips*maxShots + maxItems + maxBarrels + 1
