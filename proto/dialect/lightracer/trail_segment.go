package lightracer

// TrailSegment is a straight part of the wall that a ship leaves behind, in the mode trails, or
// else a shot in flight.
type TrailSegment struct {
	ID    int32
	X, Y  int32 // arena units: of a shot, or of the end of the wall at its tail
	Owner int32 // id of the Player that fired or left it
	Wall  bool
	ToX   int32 // of a wall: its end nearer to the ship
	ToY   int32
}

const (
	shotSize         = 12
	trailSegmentSize = 20 // of a wall
)

// size returns the length of the data.
func (m *TrailSegment) size() int {
	if m.Wall {
		return trailSegmentSize
	}
	return shotSize
}

// Append appends the object.
func (m *TrailSegment) Append(b []byte) []byte {
	b = appendHeaderData(b, trailSegmentType, m.ID, m.size())
	b = appendInt(appendInt(appendInt(b, m.X), m.Y), m.Owner)
	if m.Wall {
		b = appendInt(appendInt(b, m.ToX), m.ToY)
	}
	return b
}

// Parse reads the object.
func (m *TrailSegment) Parse(n *NOD) error {
	get, err := n.open("trail segment", trailSegmentType, shotSize)
	if err != nil {
		return err
	}
	*m = TrailSegment{ID: n.ID, X: get.int(), Y: get.int(), Owner: get.int()}
	if len(get.left) >= trailSegmentSize-shotSize {
		m.Wall, m.ToX, m.ToY = true, get.int(), get.int()
	}
	return nil
}
