package lightracer

import "dogfight/game"

// Coordinate is a thing in space that has no owner.
type Coordinate struct {
	ID   int32
	X, Y int32 // arena units
	Kind Kind
}

// Kind says what lies at a Coordinate.
type Kind int32

// The kinds. The first six are numbered as the game numbers its items.
const (
	HPPlusOne   Kind = 1
	HPPlusThree Kind = 2
	AmmoPlusOne Kind = 3
	Shield      Kind = 4
	Overdrive   Kind = 5
	Orb         Kind = 6
	Barrel      Kind = 7
	Cloak       Kind = 8
	Seeker      Kind = 9
	Shockwave   Kind = 10
)

const coordinateSize = 12

// kindOf returns the kind of an item. Those that came after the barrel have numbers of
// their own.
func kindOf(item game.ItemKind) Kind {
	if item > game.OrbItem {
		return Kind(item) + 1
	}
	return Kind(item)
}

// Append appends the object.
func (m *Coordinate) Append(b []byte) []byte {
	b = appendHeaderData(b, coordinateType, m.ID, coordinateSize)
	return appendInt(appendInt(appendInt(b, m.X), m.Y), int32(m.Kind))
}

// Parse reads the object. Its kind may be one that only a later version knows.
func (m *Coordinate) Parse(n *NOD) error {
	get, err := n.open("coordinate", coordinateType, coordinateSize)
	if err != nil {
		return err
	}
	*m = Coordinate{ID: n.ID, X: get.int(), Y: get.int(), Kind: Kind(get.int())}
	return nil
}
